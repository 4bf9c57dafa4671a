package shipped

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/reports/table"
)

const opening = `# Bugs that people shipped

Public threads report these bugs of annealed importance sampling, particle filters and conditional SMC. Each is
rebuilt here from its thread, as one changed step of a right program, on two or three cells. On so few cells all
paths of the dice can be summed. The sums say exactly which law a bug breaks, where, and by how much, and how many
runs a sampled test needs.

    go test ./experiments/shipped -run Shipped -update

makes this page and the data beside it again. x is the cell that a run returns, w its weight, p the target, and
R = Z_T/Z_1 the right mean of w. E_fwd is over forward runs. E_rev is over reverse runs from exact draws of p; for a
particle filter these are conditional SMC. All laws follow from one (package programs): if forward runs are weighed by
w/R, then x and w have the same joint law as in reverse runs.

`

// overview has a line for each bug.
func overview(all []row) table.Table {
	t := table.Table{Title: "Every bug, with the two means that are most often tested",
		Columns: table.Columns("bug", "wrong=what is wrong", "mean_w=E_fwd[w]/R", "mean_inv_w=R E_rev[1/w]",
			"law=first law that breaks", "runs=runs to see it",
			"best=law that shows it soonest", "best_runs=runs to see it")}
	for i, r := range all {
		if !r.first {
			continue
		}
		best := r
		for _, other := range all[i:] {
			if other.name == r.name && other.runs() < best.runs() {
				best = other
			}
		}
		t.Add(link(r.bug), r.short, r.value(meanW), r.value(meanInvW), r.law, r.runs(), best.law, best.runs())
	}
	t.Note("The laws are looked at in this order: the two means, the cells by weight, the posterior of particle Gibbs, " +
		"and every single weight.")
	t.Note("After so many runs the mean is expected to be 5 standard errors from where the law has it: n = (5 sd/bias)².")
	return t
}

// value is the exact value of a law that has one; nil if the program has none.
func (r row) value(law string) any {
	for _, c := range r.checks {
		if c.law == law {
			return table.Verdict{Text: fmt.Sprintf("%.4g", c.is)}
		}
	}
	return nil
}

func link(b bug) table.Marked { return table.Link(b.name, b.thread) }

// breachTable has a line for each law that a bug breaks.
func breachTable(all []row) table.Table {
	t := table.Table{Title: "Every law that a bug breaks, where a sampled test sees it soonest",
		Columns: table.Columns("bug", "law", "at", "value", "should_be=should be", "sd=sd of a run", "runs",
			fmt.Sprintf("seen=seen by, of %d", repeats), "tenth=by a tenth of the runs")}
	for _, r := range all {
		full, tenth := r.seen()
		t.Add(r.name, r.law, r.at, r.is, r.want, table.ThreeDigits(r.sd), r.runs(), full, tenth)
	}
	t.Note("Of the last law the value is the difference of its sides, and a run is one forward and one reverse.")
	t.Note("Seen: of %d seeded samplings of that many runs, in how many the mean was more than %d exact standard "+
		"errors off. Samplings of more than %s runs were not made.", repeats, seenAt, table.Thousands(mostRuns))
	return t
}

// told is a bug in words.
func told(r row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s: %s\n\n%s\n<%s>\n\n", r.name, r.short, wrap(r.wrong), r.thread)
	at := ""
	if r.at != "" {
		at = ", " + r.at
	}
	fmt.Fprintf(&b, "%s\n", wrap(fmt.Sprintf("The first law that breaks is \"%s\"%s: the value is %.6g, and %.6g is "+
		"right. Witness: %s. No law shows it %s.", r.law, at, r.is, r.want, r.witness, r.hides)))
	if r.remark != nil {
		fmt.Fprintf(&b, "\n%s\n", wrap(r.remark()))
	}
	return b.String()
}

// wrap breaks a paragraph into lines of at most 116 columns.
func wrap(text string) string {
	line, all := "", []string{}
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > 116 {
			all, line = append(all, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(all, line), "\n")
}

// disputed is the last part of the page.
func disputed(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("\n## Disputed, and settled\n")
	b.WriteString(mayResample(t))
	b.WriteString(mayEnd(t))
	b.WriteString(mayPool(t))
	return b.String()
}

const resampleText = `
### May conditional SMC resample only where the ESS is low?

<https://github.com/TuringLang/Turing.jl/issues/357> says no: "resampling does not maintain the target for CSMC. As
such you always have to resample". <https://github.com/TuringLang/SSMProblems.jl/issues/24> asks what weight the
reference particle should have if one does not. It may, and the weight of the kept particle accumulates like those of
the others. The decision is the same function of all weights forward and in reverse. So the law holds atom by atom,
whether a run resamples never, now and then, or always. The decision may not leave out the kept particle.

`

func mayResample(t *testing.T) string {
	t.Helper()
	table := table.Table{Title: "Conditional SMC by when it resamples", Columns: table.Columns("when", "particles",
		"levels", "resamplings=resamplings a forward run", "off=law off by", "mean_inv_w=R E_rev[1/w]")}
	for _, c := range choices() {
		table.Add(c.when, c.particles, c.levels, digits(c.resamplings), atMost(c.off), digits(c.meanInvW))
	}
	return resampleText + markdown(t, table)
}

const endText = `
### Must AIS stop before its last temperature, for its weights or for its samples?

In <https://github.com/dwavesystems/dwave-samplers/pull/74> a comment in the code says that the loop has to leave out
the last sweep, because "samples need to be from the penultimate beta". Asked whether the samples or the weights need
this to be correct, the author says the samples. Neither needs it. The last weight is taken before the last sweep, and
the sweep leaves p invariant. So the law holds atom by atom with the sweep and without it, B is the same, and weighted
samples are right. Unweighted samples are nearer to p with the sweep.

`

func mayEnd(t *testing.T) string {
	t.Helper()
	with, without := endings(t)
	table := table.Table{Title: "AIS with four levels on two cells", Columns: table.Columns("last=last sweep",
		"mean_w=E_fwd[w]/R", "b=B", "j=J of the samples", "q=q(1), unweighted", "p=p(1)")}
	table.Add("run", digits(with.MeanW), with.B(), with.J(), with.Q[1], with.P[1])
	table.Add("left out", digits(without.MeanW), without.B(), without.J(), without.Q[1], without.P[1])
	return endText + markdown(t, table)
}

const poolText = `
### How does one pool the evidence of particle Gibbs sweeps?

<https://github.com/TuringLang/Turing.jl/issues/2723> finds the mean of the sweeps' log evidences in the code and asks
whether it should not be the log of the mean of the evidences. For free runs it should. But a sweep is a conditional
run, and in equilibrium that is a reverse run. Its log w is too high on average, and the log of the mean of w is higher
still. Only the harmonic mean is right.

`

func mayPool(t *testing.T) string {
	t.Helper()
	table := table.Table{Title: "Pooled over infinitely many sweeps of 3 particles through 3 levels on two cells",
		Columns: table.Columns("how", "off=less log R")}
	for _, p := range poolings() {
		table.Add(p.how, digits(p.off))
	}
	return poolText + markdown(t, table)
}

func markdown(t *testing.T, of table.Table) string {
	t.Helper()
	var b strings.Builder
	write(t, &b, of)
	return b.String()
}

// digits shows six decimals, so that rounding leaves 0 and 1 as they are.
func digits(v float64) table.Verdict {
	return table.Verdict{Text: table.Full(math.Round(v*1e6)/1e6 + 0)} // -0 + 0 is 0
}

func atMost(off float64) string {
	if off < 1e-12 {
		return "less than 1e-12"
	}
	return fmt.Sprintf("%.4g", off)
}

// Package shipped rebuilds bugs of annealed importance sampling, particle filters and
// conditional SMC that public threads report. It also settles what was only disputed there. It
// has only tests. For every bug one step is changed of a program that keeps the law of package
// programs. On two or three cells both sides of the law are summed exactly, so that a bug shows
// at once. The same sums say how many runs a sampled test would need. reports/shipped tells of them, and its numbers
// are held to these sums.
package shipped

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

var (
	update = flag.Bool("update", false, "write the tables and the figure of reports/shipped anew")
	long   = os.Getenv("BREADBOARD_LONG") != ""
)

// Every bug breaks a law, and the right program in the same setting keeps all. It is hidden where the report says so.
// With -v all programs are printed, and what they break.
func TestShippedBugs(t *testing.T) {
	broke := table.Table{Title: "Every law that a bug breaks, at the place where a sampled test sees it soonest",
		Lead:    2,
		Columns: table.Columns("bug", "law", "at", "places", "value", "should_be=should be", "sd=sd of a draw", "runs")}
	broke.Note("A run is one forward or one reverse; a sweep of particle Gibbs is one too. A draw for the last law " +
		"takes one of each, and its value is the difference of both sides.")
	broke.Note("n draws are expected to have a mean z + 2 standard errors from where the law has it: n = ((z + 2) " +
		"sd/bias)². With one place z is 3. With more it is so much larger that a right program is accused at any of " +
		"them no more often.")
	settings := table.Table{Title: "Every program, by cell where it is on cells", Lead: 2,
		Columns: table.Columns("bug", "which",
			"program", "log f_1", "log f_T", "betas", "kernel", "last move")}
	data, by := table.Table{Columns: table.Keys("bug thread wrong law at places value should_be sd runs")},
		map[string][]check{}
	for _, b := range shipped {
		for _, s := range []subject{b.right, b.hidden} {
			if found := broken(checksOf(s)); len(found) > 0 {
				t.Errorf("%s: right, or hidden %s, and yet broken are %+v", b.name, b.hides, found)
			}
		}
		found := broken(checksOf(b.wrongly))
		for _, c := range found {
			row := []any{b.name, c.law, c.at, c.places, c.is, c.want, c.sd, c.runs()}
			broke.Rows = append(broke.Rows, row)
			data.Rows = append(data.Rows, slices.Concat([]any{b.name, b.thread, b.short}, row[1:]))
			by[c.law] = append(by[c.law], c)
		}
		by[b.name] = found
		if len(found) == 0 {
			t.Errorf("%s breaks no law", b.name)
		}
		if e, ok := b.right.Estimator.(programs.Program); ok {
			right, _ := gap(e, b.right.problem)
			wrong, J := gap(b.wrongly.Estimator.(programs.Program), b.wrongly.problem)
			says(t, "| %.5f | %.5f | %.5f |", right, wrong, J)
		}
		settings.Rows = append(settings.Rows, append([]any{b.name, "with the bug"}, b.wrongly.setting()...),
			append([]any{"", "where it hides"}, b.hidden.setting()...))
		says(t, "%s: %s", b.name, b.short)
		says(t, "%s No law shows it %s.", b.thread, b.hides)
	}
	for _, law := range []string{meanW, meanInvW, byCell, gibbs, byAtom, askedESS} {
		runs := table.Each(by[law], check.runs)
		says(t, "| %d | %s | %s |", len(runs), table.Thousands(slices.Min(runs)), table.Thousands(slices.Max(runs)))
	}
	files := append(drawn(by), append(table.Data("bugs", data), table.Page("bugs.md", broke, settings))...)
	for _, f := range files {
		content := reporttest.Content(t, f)
		if f.Name == "bugs.md" {
			t.Logf("%s", content)
		}
		if path := filepath.Join(committedIn, f.Name); *update {
			must.Do(t, os.WriteFile(path, content, 0o644))
		} else if long || !strings.HasSuffix(path, ".png") { // it is drawn as the SVG is
			reporttest.UpToDate(t, path, content, "go test ./experiments/shipped -update makes it anew", false)
		}
	}
}

const committedIn = "../../reports/shipped"

// says holds README.md to words, which are printed with -v. Blanks and ends of lines count as one blank.
func says(t *testing.T, format string, args ...any) {
	t.Helper()
	words := fmt.Sprintf(format, args...)
	t.Log(words)
	page := string(must.Have(os.ReadFile(filepath.Join(committedIn, "README.md")))(t))
	if !strings.Contains(strings.Join(strings.Fields(page), " "), words) {
		t.Errorf("README.md does not say %q", words)
	}
}

// gap returns E_rev[log w] - E_fwd[log w], which is B if the program is right, and the J of the cell that it returns.
func gap(e programs.Program, on programs.Problem) (gap, J float64) {
	_, last := on.Ends()
	atoms := chaintest.AtomsOf(e, on)
	p := weights(last)
	q := make([]float64, len(last))
	for _, a := range atoms.Reverse {
		gap += a.Mass * a.LogW
	}
	for _, a := range atoms.Forward {
		q[a.X] += a.Mass * math.Exp(-a.LogW)
		gap -= a.Mass * math.Exp(-a.LogW) * a.LogW
	}
	if floats.Sum(q) < 1-1e-9 { // some runs weigh nothing
		return math.Inf(1), math.Inf(1)
	}
	for x := range p {
		if p[x] != q[x] {
			J += (p[x] - q[x]) * math.Log(p[x]/q[x])
		}
	}
	return math.Round(gap*1e12)/1e12 + 0, J // two sums may differ in rounding, and +0 is no -0
}

// With two particles both means and the posterior of particle Gibbs are right although offspring replay. Single
// weights still tell.
func TestTwoParticlesHideReplayFromPosterior(t *testing.T) {
	all := broken(checksOf(filtering(ending(on2(4)), 2, always, replaying())))
	if len(all) != 1 || all[0].law != byAtom {
		t.Fatalf("broken are %v, and only %s was expected", all, byAtom)
	}
	says(t, "%d runs see one at %s", all[0].runs(), all[0].at)
}

// Log likelihoods that lie symmetrically about one value have the same ESS with either sign.
func TestSymmetricLogLikelihoodsHideTheSign(t *testing.T) {
	symmetric := []float64{3, 4, 5, 6, 7}
	if a, b := ess(scaled(symmetric, 0.7)), ess(scaled(symmetric, -0.7)); math.Abs(a-b) > 1e-12 {
		t.Errorf("the ESS is %g with one sign and %g with the other", a, b)
	}
	means, logw := map[float64]float64{}, 0.0 // of w/R, by slope
	for _, slope := range []float64{1, -1} {
		p := tempering(on2(3), 3, slope)
		first, last := p.problem.Ends()
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw = p.Forward(d) }) {
			means[slope] += prob * math.Exp(logw-chains.LogSum(last)+chains.LogSum(first))
		}
	}
	says(t, "it is %.4g then, and %.4g with the bug", means[1], means[-1])
}

// Conditional SMC may resample only at low ESS, as long as the ESS counts all particles, also the kept one.
func TestConditionalSMCMayResampleAtLowESS(t *testing.T) {
	two, three := on2(3), ending(on2(3))
	for _, c := range []struct {
		when      string
		problem   programs.Problem
		particles int
		share     float64
		steps     steps
		holds     bool
	}{
		{"never", two, 2, 0, right, true},
		{"if the ESS is below 3/4", two, 2, 0.75, right, true},
		{"always", two, 2, always, right, true},
		{"if the ESS is below 9/10", three, 3, 0.9, right, true},
		{"if that of the free particles is below 9/10", three, 3, 0.9, withoutKept(), false},
	} {
		count, resampled := 0, c.steps.resampled
		c.steps.resampled = func(logs []float64, ancestors []int) []float64 {
			count++
			return resampled(logs, ancestors)
		}
		f := newFilter(c.problem, c.particles, c.share, c.steps)
		atoms := chaintest.AtomsOf(f, c.problem)
		inverse := 0.0
		law := "less than 1e-12"
		if off := atoms.Finding().Value; (off < 1e-12) != c.holds {
			t.Errorf("resampling %s: the law is off by %g", c.when, off)
		} else if !c.holds {
			law = fmt.Sprintf("%.4g", off)
		}
		for _, a := range atoms.Reverse {
			inverse += a.Mass * math.Exp(-a.LogW)
		}
		mean := 0.0
		for prob := range enumerate.Every(func(d chains.Dice) { count = 0; f.Forward(d) }) {
			mean += prob * float64(count)
		}
		if chooses := c.share > 0 && c.share < always; chooses && !(mean > 0.1 && mean < float64(c.problem.T()-1)-0.1) {
			t.Errorf("with %d particles a run resamples %g times: hardly a choice", c.particles, mean)
		}
		says(t, "| %s | %d | %d | %.6g | %s | %.6g |", c.when, c.particles, c.problem.T(), mean, law, inverse)
	}
}

// AIS need not stop before its last temperature: the last kernel changes the samples, and no weight.
func TestLastKernelChangesSamplesAlone(t *testing.T) {
	var both [2]accounts.Account
	for i, p := range []programs.Problem{on2(4), ending(on2(4))} {
		if f := chaintest.AtomsOf(annealing(p), p).Finding(); !f.OK {
			t.Error(f)
		}
		var err error
		if both[i], err = accounts.Of(t.Context(), annealing(p), p); err != nil {
			t.Fatal(err)
		}
		says(t, "| %s | %.6g | %.5f | %.5g | %.5f | %.5f |", []string{"run", "left out"}[i], both[i].MeanW, both[i].B(),
			both[i].J(), both[i].Q[1], both[i].P[1])
	}
	with, without := both[0], both[1]
	if math.Abs(with.B()-without.B()) > 1e-12 {
		t.Errorf("B is %g with the last kernel and %g without", with.B(), without.B())
	}
	if !(with.J() < without.J()) {
		t.Errorf("J is %g with the last kernel and %g without", with.J(), without.J())
	}
}

// Of the ways to estimate R from the weights of many particle Gibbs sweeps only the harmonic mean is right, because in
// equilibrium a sweep is a reverse run. The mean of log w, as in the code of the thread, is too high; the log of the
// mean of w, as the thread asks, is higher still.
func TestSweepsPoolByHarmonicMean(t *testing.T) {
	p := ending(on2(3))
	var mean, logs, inverse float64
	for _, a := range chaintest.AtomsOf(newFilter(p, 3, always, right), p).Reverse {
		mean += a.Mass * math.Exp(a.LogW)
		logs += a.Mass * a.LogW
		inverse += a.Mass * math.Exp(-a.LogW)
	}
	if !(logs > 0.01 && math.Log(mean) > logs) {
		t.Errorf("both readings of the thread should be too high, the second more: %g, %g", logs, math.Log(mean))
	}
	if off := -math.Log(inverse); math.Abs(off) > 1e-12 {
		t.Errorf("the harmonic mean is off by %g", off)
	}
	says(t, "the mean of log w, as in the code | %.5f | | the log of the mean of w, as the thread asks | %.5f |", logs,
		math.Log(mean))
}

// The laws that are looked at, in this order. Weights are in units of R.
const (
	meanW    = "E_fwd[w] = R"
	meanInvW = "E_rev[1/w] = 1/R"
	byCell   = "E_fwd[w; x] = R p(x)"
	gibbs    = "particle Gibbs keeps the posterior"
	askedESS = "the ESS is the one asked for"
	byAtom   = "E_fwd[w; x, w] = R p(x) P_rev(w | x)"
)

// A check is an expectation that a law fixes, with its exact value. A sampled test estimates it
// by the mean of draws.
type check struct {
	law      string
	at       string // which, if the law has several: a cell, a level, a weight
	want, is float64
	sd       float64 // of one draw
	places   int     // of the law, at which a sampled test has to look: it does not know where the law breaks
}

// off is the distance between the exact value and the value that the law wants.
func (c check) off() float64 { return math.Abs(c.is - c.want) }

// broken reports whether the distance is more than the rounding of sums over a million paths and
// of bisections in 60 steps.
func (c check) broken() bool { return c.off() > 1e-9 }

// runs is the number of runs whose mean is expected to be two standard errors beyond the z that accuse. At all places
// together z accuse a right program as rarely as 3 do at one.
func (c check) runs() int {
	return c.needed(distuv.UnitNormal.Quantile(1-distuv.UnitNormal.Survival(3)/float64(c.places)) + 2)
}

// needed is the number of runs whose mean is expected to be so many standard errors off. A draw for a law by atom takes
// two runs.
func (c check) needed(errors float64) int {
	draws := max(1, int(math.Ceil(math.Pow(errors*c.sd/c.off(), 2))))
	if c.law == byAtom {
		return 2 * draws
	}
	return draws
}

// checks collects the checks of a program.
type checks struct {
	all    []check
	target []float64
}

// add adds a check of the weights, of which the mean and the mean square are known.
func (c *checks) add(law, at string, want, is, square float64) {
	c.all = append(c.all, check{law: law, at: at, want: want, is: is, sd: math.Sqrt(max(0, square-is*is))})
}

// checksOf returns the checks that apply to a program.
func checksOf(s subject) []check {
	_, last := s.problem.Ends()
	c := &checks{target: weights(last)}
	switch e := s.Estimator.(type) {
	case adaptive:
		c.asked(e)
	case forwardOnly:
		c.forward(chaintest.AtomsOf(e.Program, s.problem).Forward)
	case programs.Program:
		atoms := chaintest.AtomsOf(e, s.problem)
		c.forward(atoms.Forward)
		c.reverse(atoms)
		if g, ok := e.(particleGibbs); ok {
			c.again(g)
		}
		c.byAtom(atoms)
	}
	places := map[string]map[string]bool{} // an atom of both sides is one place
	for _, k := range c.all {
		if places[k.law] == nil {
			places[k.law] = map[string]bool{}
		}
		places[k.law][k.at] = true
	}
	for i, k := range c.all {
		c.all[i].places = len(places[k.law])
	}
	return c.all
}

// forward checks E_fwd[w] = R, and E_fwd[w; x] = R p(x) for every cell.
func (c *checks) forward(atoms []chaintest.Atom) {
	all, squares := 0.0, 0.0
	of, squared := make([]float64, len(c.target)), make([]float64, len(c.target))
	for _, a := range atoms {
		square := a.Mass * math.Exp(a.LogW)
		all, squares = all+a.Mass, squares+square
		of[a.X], squared[a.X] = of[a.X]+a.Mass, squared[a.X]+square
	}
	c.add(meanW, "", 1, all, squares)
	for x, p := range c.target {
		c.add(byCell, fmt.Sprintf("cell %d", x), p, of[x], squared[x])
	}
}

// reverse checks E_rev[1/w] = P_fwd(w > 0)/R. That is 1/R if no forward run has weight 0.
func (c *checks) reverse(atoms chaintest.Atoms) {
	var want, is, square float64
	for _, a := range atoms.Forward {
		want += a.Mass * math.Exp(-a.LogW)
	}
	for _, a := range atoms.Reverse {
		is += a.Mass * math.Exp(-a.LogW)
		square += a.Mass * math.Exp(-2*a.LogW)
	}
	c.add(meanInvW, "", want, is, square)
}

// particleGibbs draws a path of the posterior, and runs around such a path and picks another.
type particleGibbs interface {
	posterior(d chains.Dice) []int
	again(d chains.Dice) []int
}

// again checks that particle Gibbs keeps every marginal of the law of paths.
func (c *checks) again(f particleGibbs) {
	kept, next := c.marginals(f.posterior), c.marginals(f.again)
	for t := range kept {
		for x, p := range kept[t] {
			c.add(gibbs, fmt.Sprintf("cell %d at level %d", x, t+1), p, next[t][x], next[t][x])
		}
	}
}

// marginals are the laws of the cell of a path at every level.
func (c *checks) marginals(path func(d chains.Dice) []int) (all [][]float64) {
	var cells []int
	for p := range enumerate.Every(func(d chains.Dice) { cells = path(d) }) {
		for t, x := range cells {
			if t == len(all) {
				all = append(all, make([]float64, len(c.target)))
			}
			all[t][x] += p
		}
	}
	return all
}

// byAtom checks the law at every cell and weight. A draw is a pair of a forward and a reverse run.
func (c *checks) byAtom(atoms chaintest.Atoms) {
	for _, a := range append(atoms.Forward, atoms.Reverse...) {
		fwd, rev := atoms.At(a)
		is := fwd - rev // the two runs are independent
		square := is*is + fwd*math.Exp(a.LogW) - fwd*fwd + rev - rev*rev
		c.add(byAtom, fmt.Sprintf("cell %d with w/R = %.6g", a.X, math.Exp(a.LogW)), 0, is, square)
	}
}

// asked checks that adaptive tempering gets the ESS that it asks for.
func (c *checks) asked(p adaptive) {
	var is, square, missed float64
	for prob := range enumerate.Every(func(d chains.Dice) { missed = p.missed(d) }) {
		is += prob * missed
		square += prob * missed * missed
	}
	c.add(askedESS, "", 0, is, square)
}

// broken returns a check for every law that is broken: the one that shows it in the fewest runs.
func broken(checks []check) (all []check) {
	best := map[string]check{}
	for _, c := range checks {
		if known, ok := best[c.law]; c.broken() && (!ok || c.runs() < known.runs()) {
			best[c.law] = c
		}
	}
	for _, law := range []string{meanW, meanInvW, byCell, gibbs, askedESS, byAtom} {
		if c, ok := best[law]; ok {
			all = append(all, c)
		}
	}
	return all
}

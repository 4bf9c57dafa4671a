package reports

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// mostRows is the largest number of levels that people see; of more, as many evenly chosen ones.
const mostRows = 21

// levelsTable has a row for each beta at which the speed of the chain is known.
func levelsTable(v validation.Validation) (t table.Table) {
	known := slices.DeleteFunc(slices.Clone(v.Levels), func(l validation.Level) bool { return l.Speed == nil })
	if len(known) == 0 {
		return t
	}
	t = table.Table{Title: "How fast, at each beta", Columns: table.Columns("beta", "gap", "relaxation_time=relax",
		"mixing_time=mixing", "mixing_time_average=average", "kemeny=Kemeny", "conductance", "classes", "period")}
	n := min(len(known), mostRows)
	for i := range n {
		l := known[i*(len(known)-1)/max(n-1, 1)]
		s := l.Speed
		var worst, average any
		if s.Mixing != nil {
			worst, average = stepCount(s.Mixing.Worst), stepCount(s.Mixing.Average)
		}
		t.Add(l.Beta, s.Gap, s.RelaxationTime, worst, average, s.Kemeny, s.Cut.Phi, len(l.Pattern.Classes), l.Pattern.Period)
	}
	if !slices.ContainsFunc(known, func(l validation.Level) bool { return len(l.Pattern.Classes) > 1 }) {
		t.Drop("classes")
	}
	if !slices.ContainsFunc(known, func(l validation.Level) bool { return l.Pattern.Period > 1 }) {
		t.Drop("period")
	}
	t.Note("The gap is 1 - lambda of the slowest mode, and the relaxation time 1/(1 - SLEM). The mixing time is how " +
		"many steps it takes to come within 1/4 of the density in total variation, from the worst cell and on " +
		"average. Kemeny's constant is the sum of 1/(1 - lambda) over the other eigenvalues.")
	return t
}

// stepCount returns a number of steps, inf for never.
func stepCount(n int) any {
	if n == spectra.Never {
		return math.Inf(1)
	}
	return n
}

func speedTable(v validation.Validation, l validation.Level) table.Table {
	t := table.Table{Title: fmt.Sprintf("At beta = %.6g", l.Beta), Columns: table.Columns("what", "value", "where")}
	s := l.Speed
	cell := func(x int) string { return laws.Cell(v.Candidate.Grid, x) }
	witness := ""
	if !l.Flow.OK {
		witness = l.Flow.Witness
	}
	t.Add("detailed balance, off by", offBy(l.Flow, false), witness)
	if s.Mixing != nil && s.Mixing.From >= 0 {
		t.Add("mixing, worst", stepCount(s.Mixing.Worst), "from "+cell(s.Mixing.From))
	}
	if !s.Reversible {
		t.Add("gap of the additive reversibilisation", s.AdditiveGap, "")
	}
	for _, f := range s.Functions {
		t.Add("IAT of "+f.Name, noRounding(f.IAT), "asymptotic variance "+table.Short(noRounding(f.Variance)))
	}
	for _, h := range s.Hits {
		t.Add("hitting time", h.Steps, fmt.Sprintf("from the mode of %s to that of %s", cell(h.From), cell(h.To)))
	}
	if s.Cut.In != nil {
		t.Add("conductance", s.Cut.Phi, fmt.Sprintf("flow %s around %d cells of mass %s", table.Short(s.Cut.Flow),
			len(inside(s.Cut)), table.Short(s.Cut.Mass)))
	}
	if n := len(l.Pattern.Unreached); n > 0 {
		t.Add("cells never reached", n, fmt.Sprintf("from the heaviest; the first is %s", cell(l.Pattern.Unreached[0])))
	}
	if len(s.Functions) > 0 {
		t.Note("The IAT, integrated autocorrelation time, is how many steps average as well as one independent draw.")
	}
	doubt := laws.Finding{OK: s.Doubt < 1e-9, Value: s.Doubt, Limit: 1e-9}
	t.Add("doubt", offBy(doubt, false), "most that two ways to a number differ by, relatively")
	t.Notes = append(t.Notes, sentences(s.Doubts)...)
	return t
}

// noRounding is 0 for a number that is rounding alone, as -2e-16 for a chain that goes round, whose averages are exact
// after each round.
func noRounding(v float64) float64 {
	if math.Abs(v) < 1e-12 { // of sums of terms near 1
		return 0
	}
	return v
}

// boundsTable shows how fast a chain is by the ends of its spectrum: each number with
// its bounds.
func boundsTable(v validation.Validation, l validation.Level) table.Table {
	t := table.Table{Title: fmt.Sprintf("How fast, at beta = %.6g", l.Beta),
		Columns: table.Columns("what", "value", "low=at least", "high=at most", "where")}
	e := l.Bounds
	add := func(what string, n implicit.Bounded, where string) {
		t.Add(what, table.Known(n.Value), boundCell(n.Low, n), boundCell(n.High, n), where)
	}
	if e.Reversible {
		add("gap", e.Gap, byResidual(e.Gap.Low > 0))
		add("least eigenvalue", e.Least, byResidual(e.Least.Low > -1))
	} else {
		add("gap of the additive reversibilisation", e.AdditiveGap, byResidual(e.AdditiveGap.Low > 0))
	}
	add("SLEM", e.SLEM, "")
	add("relaxation time", e.RelaxationTime, "")
	t.Add("mixing, worst", nil, stepCount(e.Mixing.Low), stepCount(e.Mixing.High), "")
	t.Add("mixing, average", nil, nil, stepCount(e.Mixing.Average), "")
	for _, f := range e.Functions {
		add("IAT of "+f.Name, f.IAT, "asymptotic variance "+within(f.Variance))
	}
	if e.Cut.In != nil {
		t.Add("conductance", nil, nil, e.Cut.Phi, fmt.Sprintf("flow %s around %d of %d cells, of mass %s",
			table.Short(e.Cut.Flow), len(inside(e.Cut)), v.Candidate.Grid.Size(), table.Short(e.Cut.Mass)))
	}
	t.Note("In %d steps of the chain; its matrix is not written out. The gap is at most a function's Dirichlet form "+
		"over its variance, and an eigenvalue lies below that by at most the function's residual: that none was "+
		"missed is likely and not proved. The relaxation time is 1/(1 - SLEM). The mixing time, to come within 1/4 "+
		"of the density in total variation, follows by inequalities.", e.Steps)
	if !e.Reversible {
		t.Note("The chain is not reversible: its SLEM is at most its second singular value, and its averages are at " +
			"most those of its additive reversibilisation. No more is known, because a residual bounds no eigenvalue " +
			"of such a matrix.")
	}
	if e.Gap.Low == 0 && e.Gap.High > 0 && len(e.Unsettled) == 0 {
		t.Note("The gap cannot be told from 0: steps are rounded to 1e-16, and all modes slower than that look the " +
			"same.")
	}
	t.Notes = append(t.Notes, sentences(e.Doubts)...)
	return t
}

// byResidual names the source of a lower bound, if there is one.
func byResidual(known bool) string {
	if known {
		return "below by the residual"
	}
	return ""
}

func inside(c spectra.Cut) []int {
	cells := []int{}
	for x, in := range c.In {
		if in {
			cells = append(cells, x)
		}
	}
	return cells
}

// boundCell writes a bound of a number: the difference, +1e-9, if it is close, and
// otherwise the bound itself. An unknown bound has no value.
func boundCell(at float64, n implicit.Bounded) any {
	if math.IsNaN(at) {
		return nil
	}
	if by := at - n.Value; by == 0 || math.Abs(by) < 1e-4*math.Abs(n.Value) {
		return fmt.Sprintf("%+.1g", by)
	}
	return table.Short(at)
}

// within writes a number with its bounds.
func within(n implicit.Bounded) string {
	if math.IsNaN(n.Value) {
		return fmt.Sprintf("at most %s", table.Short(n.High))
	}
	return fmt.Sprintf("%s (%+.1g, %+.1g)", table.Short(n.Value), n.Low-n.Value, n.High-n.Value)
}

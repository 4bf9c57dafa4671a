package reports

import (
	"fmt"
	"math"

	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// boundsTable says how fast a chain is by the ends of its spectrum: each number with the
// bounds between which it lies.
func boundsTable(v validation.Validation, l validation.Level) table.Table {
	t := table.Table{Title: fmt.Sprintf("How fast, at beta = %.6g", l.Beta),
		Columns: table.Columns("what", "value", "low=at least", "high=at most", "where")}
	e := l.Bounds
	cells := v.Candidate.Grid.Size()
	row := func(what string, n implicit.Bounded, where string) {
		t.Rows = append(t.Rows, []any{what, table.Known(n.Value), boundCell(n.Low, n), boundCell(n.High, n), where})
	}
	if e.Reversible {
		row("gap", e.Gap, byResidual(e.Gap.Low > 0))
		row("least eigenvalue", e.Least, byResidual(e.Least.Low > -1))
	} else {
		row("gap of the additive reversibilisation", e.AdditiveGap, byResidual(e.AdditiveGap.Low > 0))
	}
	row("SLEM", e.SLEM, "")
	row("relaxation time", e.RelaxationTime, "")
	t.Rows = append(t.Rows, []any{"mixing, worst", nil, stepsCell(e.Mixing.Low), stepsCell(e.Mixing.High), ""},
		[]any{"mixing, average", nil, nil, stepsCell(e.Mixing.Average), ""})
	for _, f := range e.Functions {
		row("IAT of "+f.Name, f.IAT, "asymptotic variance "+within(f.Variance))
	}
	if e.Cut.In != nil {
		t.Rows = append(t.Rows, []any{"conductance", nil, nil, e.Cut.Phi,
			fmt.Sprintf("flow %s around %d of %d cells, of mass %s", table.Short(e.Cut.Flow), inside(e.Cut), cells,
				table.Short(e.Cut.Mass))})
	}
	t.Notes = []string{fmt.Sprintf("In %d steps of the chain; its matrix is not written out. The gap is at most a "+
		"function's Dirichlet form over its variance, and an eigenvalue lies as near below as the function's "+
		"residual says: that none was passed over is likely and not proved. The relaxation time is 1/(1 - SLEM). "+
		"The mixing time, until within 1/4 of the density in total variation, follows by inequalities.", e.Steps)}
	if !e.Reversible {
		t.Notes = append(t.Notes, "The chain is not reversible: its SLEM is at most its second singular value, and "+
			"its averages are at most those of its additive reversibilisation. No more is known, because a residual "+
			"bounds no eigenvalue of such a matrix.")
	}
	if e.Gap.Low == 0 && e.Gap.High > 0 && len(e.Unsettled) == 0 {
		t.Notes = append(t.Notes, "The gap cannot be told from 0: steps are rounded to 1e-16, and all modes slower "+
			"than that look the same.")
	}
	t.Notes = append(t.Notes, sentences(e.Doubts)...)
	return t
}

// byResidual says where a lower bound comes from, if there is one.
func byResidual(known bool) string {
	if known {
		return "below by the residual"
	}
	return ""
}

// inside returns how many cells are in a cut.
func inside(c spectra.Cut) (n int) {
	for _, in := range c.In {
		if in {
			n++
		}
	}
	return n
}

// boundCell writes a bound of a number: the difference if it is close, +1e-9, and the
// bound itself if it is far. A bound that is not known has no value.
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

// bounds are a number and its bounds in JSON: null if not known or not finite.
type bounds struct {
	Value table.Number `json:"value"`
	Low   table.Number `json:"low"`
	High  table.Number `json:"high"`
}

func boundsOf(n implicit.Bounded) bounds {
	return bounds{table.Number(n.Value), table.Number(n.Low), table.Number(n.High)}
}

// boundsField is the field of bounds from the ends of a spectrum.
func boundsField(e *validation.Bounds) map[string]any {
	all := map[string]any{
		"reversible":               e.Reversible,
		"gap":                      boundsOf(e.Gap),
		"additive_gap":             boundsOf(e.AdditiveGap),
		"least_eigenvalue":         boundsOf(e.Least),
		"slem":                     boundsOf(e.SLEM),
		"relaxation_time":          boundsOf(e.RelaxationTime),
		"steps":                    e.Steps,
		"angle":                    table.Number(e.Angle),
		"mixing_time_low":          orNever(e.Mixing.Low),
		"mixing_time_high":         orNever(e.Mixing.High),
		"mixing_time_average_high": orNever(e.Mixing.Average),
	}
	if e.Cut.In != nil {
		all["conductance_high"] = table.Number(e.Cut.Phi)
	}
	functions := []map[string]any{}
	for _, f := range e.Functions {
		functions = append(functions, map[string]any{"name": f.Name, "asymptotic_variance": boundsOf(f.Variance),
			"iat": boundsOf(f.IAT)})
	}
	all["functions"] = functions
	return all
}

// orNever writes a number of steps, nil for never.
func orNever(n int) any {
	if n == spectra.Never {
		return nil
	}
	return n
}

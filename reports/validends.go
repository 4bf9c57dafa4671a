package reports

import (
	"fmt"
	"math"

	"breadboard/exact/spectra"
	"breadboard/exact/spectra/implicit"
	"breadboard/experiments/validation"
)

// endsTable is how fast a chain is by the ends of its spectrum: each number with the
// ends between which it lies.
func endsTable(v validation.Validation, l validation.Level) Table {
	t := Table{Title: fmt.Sprintf("How fast, at beta = %.6g", l.Beta), Columns: []Column{{"what", ""}, {"value", ""}, {"low", "at least"}, {"high", "at most"}, {"where", ""}}}
	e := l.Bounds
	cells := v.Candidate.Grid.Size()
	row := func(what string, n implicit.Bounded, where string) {
		t.Rows = append(t.Rows, []any{what, orUnknown(n.Value), tight(n.Low, n), tight(n.High, n), where})
	}
	if e.Reversible {
		row("gap", e.Gap, byResidual(e.Gap.Low > 0))
		row("least eigenvalue", e.Least, byResidual(e.Least.Low > -1))
	} else {
		row("gap of the additive reversibilisation", e.AdditiveGap, byResidual(e.AdditiveGap.Low > 0))
	}
	row("SLEM", e.SLEM, "")
	row("relaxation time", e.RelaxationTime, "")
	t.Rows = append(t.Rows, []any{"mixing, worst", nil, steps(e.Mixing.Low), steps(e.Mixing.High), ""},
		[]any{"mixing, average", nil, nil, steps(e.Mixing.Average), ""})
	for _, f := range e.Functions {
		row("IAT of "+f.Name, f.IAT, "asymptotic variance "+within(f.Variance))
	}
	if e.Cut.In != nil {
		t.Rows = append(t.Rows, []any{"conductance", nil, nil, e.Cut.Phi, fmt.Sprintf("flow %s around %d of %d cells, of mass %s", Short(e.Cut.Flow), inside(e.Cut), cells, Short(e.Cut.Mass))})
	}
	t.Notes = []string{fmt.Sprintf("In %d steps of the chain, of which the matrix is not written out. The gap is at most what a function's Dirichlet form is of its variance, and an eigenvalue is as near below as that function's residual says: that none was passed over is likely and not proved. The relaxation time is 1/(1 - SLEM); mixing is until within 1/4 of the density in total variation, by inequalities.", e.Steps)}
	if !e.Reversible {
		t.Notes = append(t.Notes, "The chain is not reversible: its SLEM is at most its second singular value and its averages at most those of its additive reversibilisation; no more is known, as a residual bounds no eigenvalue of such a matrix.")
	}
	if e.Gap.Low == 0 && e.Gap.High > 0 && len(e.Unsettled) == 0 {
		t.Notes = append(t.Notes, "The gap is not told from 0: steps are rounded to 1e-16, and modes that are slower than that are one.")
	}
	for _, d := range e.Doubts {
		t.Notes = append(t.Notes, "Note: "+d+".")
	}
	return t
}

// byResidual says what an end below is by, where there is one.
func byResidual(known bool) string {
	if known {
		return "below by the residual"
	}
	return ""
}

// inside is how many cells are in a cut.
func inside(c spectra.Cut) (n int) {
	for _, in := range c.In {
		if in {
			n++
		}
	}
	return n
}

// orUnknown is a number, or nil where the ends are all that is known.
func orUnknown(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return v
}

// An end is one of a number, with the digits by which it differs from it.
type end struct {
	at, by float64
	of     float64
}

// tight is an end of a number: for people, how far from it; nil where both are unknown.
func tight(at float64, n implicit.Bounded) any {
	if math.IsNaN(at) {
		return nil
	}
	return end{at: at, by: at - n.Value, of: n.Value}
}

// String is the end itself where it is far from the number, else the difference.
func (e end) String() string {
	if e.by == 0 || math.Abs(e.by) < 1e-4*math.Abs(e.of) {
		return fmt.Sprintf("%+.1g", e.by)
	}
	return Short(e.at)
}

// within is a number with its ends.
func within(n implicit.Bounded) string {
	if math.IsNaN(n.Value) {
		return fmt.Sprintf("at most %s", Short(n.High))
	}
	return fmt.Sprintf("%s (%+.1g, %+.1g)", Short(n.Value), n.Low-n.Value, n.High-n.Value)
}

// A bounds is a number in JSON: null where it is not known or not finite.
type bounds struct {
	Value number `json:"value"`
	Low   number `json:"low"`
	High  number `json:"high"`
}

func boundsOf(n implicit.Bounded) bounds {
	return bounds{number(n.Value), number(n.Low), number(n.High)}
}

// endsField is what is known by the ends of a spectrum.
func endsField(e *validation.Bounds) map[string]any {
	all := map[string]any{"reversible": e.Reversible, "gap": boundsOf(e.Gap), "additive_gap": boundsOf(e.AdditiveGap), "least_eigenvalue": boundsOf(e.Least),
		"slem": boundsOf(e.SLEM), "relaxation_time": boundsOf(e.RelaxationTime), "steps": e.Steps, "angle": number(e.Angle),
		"mixing_time_low": orNever(e.Mixing.Low), "mixing_time_high": orNever(e.Mixing.High), "mixing_time_average_high": orNever(e.Mixing.Average)}
	if e.Cut.In != nil {
		all["conductance_high"] = number(e.Cut.Phi)
	}
	functions := []map[string]any{}
	for _, f := range e.Functions {
		functions = append(functions, map[string]any{"name": f.Name, "asymptotic_variance": boundsOf(f.Variance), "iat": boundsOf(f.IAT)})
	}
	all["functions"] = functions
	return all
}

// orNever is a number of steps, nil for never.
func orNever(n int) any {
	if n == spectra.Never {
		return nil
	}
	return n
}

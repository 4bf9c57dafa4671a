package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments/validation"
)

// Validation is the tables for people of what is right and wrong with a kernel:
// the laws, the first of them under the verdict; each beta; how fast the chain is at
// the last; and the catalogue beside it.
func Validation(v validation.Validation) []Table {
	tables := []Table{LawsTable(v)}
	if t := levelsTable(v); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	if last := v.Last(); last.Speed != nil {
		tables = append(tables, speedTable(v, last))
	}
	if last := v.Last(); last.Bounds != nil {
		tables = append(tables, endsTable(v, last))
	}
	if len(v.Compared) > 0 {
		beside := besideTable(v)
		if beside.Rows == nil {
			last := &tables[len(tables)-1]
			last.Notes = append(last.Notes, beside.Notes...)
		} else {
			tables = append(tables, beside)
		}
	}
	last := &tables[len(tables)-1]
	last.Notes = append(last.Notes, speedless(v.Levels)...)
	for _, n := range v.Notes {
		last.Notes = append(last.Notes, "Note: "+n+".")
	}
	return tables
}

// speedless says at which levels it could not be told how fast the chain is, and why at
// the last of them.
func speedless(levels []validation.Level) (notes []string) {
	n := 0
	for _, l := range slices.Backward(levels) {
		if l.SpeedErr == "" {
			continue
		}
		if n++; n == 1 {
			note := fmt.Sprintf("Note: how fast the chain is at beta = %.6g is left out: %s", l.Beta, l.SpeedErr)
			if p := l.Pattern; p != nil {
				note += fmt.Sprintf("; it has %d classes, and period %d", len(p.Classes), p.Period)
			}
			notes = append(notes, note+".")
		}
	}
	if n > 1 {
		notes = append(notes, fmt.Sprintf("Note: it is left out at %d levels.", n))
	}
	return notes
}

// LawsTable is the laws; people are told where one is off most if it is broken.
func LawsTable(v validation.Validation) Table {
	t := Table{Title: v.Verdict() + ".", Columns: []Column{{"name", "law"}, {"ok", "kept"}, {"value", "off by"}, {"limit", ""}, {"witness", "where most"}}}
	for _, l := range v.Laws {
		word := "yes"
		switch {
		case l.Unclear:
			word = "unclear"
		case !l.OK:
			word = "NO"
		}
		witness := "" // of rounding, where a law is kept
		if !l.OK || l.Unclear {
			witness = l.Witness
		}
		t.Rows = append(t.Rows, []any{l.Law.String(), Verdict{Text: word, Failed: !l.OK}, offBy(l, v.Sampled), digits(l.Limit), witness})
	}
	if v.Sampled {
		t.Columns[2].Head, t.Columns[3].Head = "p", "at least"
	}
	if !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[4] != "" }) {
		t.Columns = t.Columns[:4]
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][:4]
		}
	}
	return t
}

// offBy is how far a law is off; what is allowed for round-off alone is called so,
// also where it happens to be 0, as on another machine it would not.
func offBy(l laws.Finding, sampled bool) any {
	if !sampled && l.OK && l.Limit > 0 && l.Limit < 1e-6 {
		return "rounding"
	}
	return digits(l.Value)
}

// LawsData is the laws for programs.
func LawsData(v validation.Validation) Table {
	t := Table{Columns: []Column{{Key: "name"}, {Key: "ok"}, {Key: "value"}, {Key: "limit"}, {Key: "witness"}}}
	for _, l := range v.Laws {
		t.Rows = append(t.Rows, []any{l.Law.String(), l.OK, l.Value, l.Limit, l.Witness})
	}
	return t
}

// digits is a number of which people need three digits.
type digits float64

// ThreeDigits is the same for other renderers.
type ThreeDigits = digits

// String is the number.
func (d digits) String() string {
	if math.IsInf(float64(d), 0) || math.IsNaN(float64(d)) {
		return Full(float64(d))
	}
	return fmt.Sprintf("%.3g", float64(d))
}

// mostRows is how many levels people see.
const mostRows = 21

// levelsTable is a row for each beta of which the speed is known.
func levelsTable(v validation.Validation) Table {
	t := Table{Title: "How fast, at each beta", Columns: []Column{{"beta", ""}, {"gap", ""}, {"relaxation_time", "relax"},
		{"mixing_time", "mixing"}, {"mixing_time_average", "average"}, {"kemeny", "Kemeny"}, {"conductance", "conductance"}, {"classes", ""}, {"period", ""}}}
	var known []validation.Level
	for _, l := range v.Levels {
		if l.Speed != nil {
			known = append(known, l)
		}
	}
	for i := range min(len(known), mostRows) {
		l := known[i*(len(known)-1)/max(min(len(known), mostRows)-1, 1)]
		s := l.Speed
		var worst, average any
		if s.Mixing != nil {
			worst, average = steps(s.Mixing.Worst), steps(s.Mixing.Average)
		}
		t.Rows = append(t.Rows, []any{l.Beta, s.Gap, s.RelaxationTime, worst, average, s.Kemeny, s.Cut.Phi, len(s.Classes), s.Period})
	}
	if !slices.ContainsFunc(known, func(l validation.Level) bool { return len(l.Speed.Classes) > 1 || l.Speed.Period > 1 }) {
		t.Columns = t.Columns[:7]
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][:7]
		}
	}
	t.Notes = []string{"The gap is 1 - lambda of the slowest mode, the relaxation time 1/(1 - SLEM); mixing is until within 1/4 of the density in total variation, from the worst cell and on average; Kemeny's constant is the sum of 1/(1 - lambda) over the other eigenvalues."}
	return t
}

// steps is a number of them, inf for never.
func steps(n int) any {
	if n == spectra.Never {
		return math.Inf(1)
	}
	return n
}

// speedTable is what else is known at the last beta.
func speedTable(v validation.Validation, l validation.Level) Table {
	t := Table{Title: fmt.Sprintf("At beta = %.6g", l.Beta), Columns: []Column{{"what", ""}, {"value", ""}, {"where", ""}}}
	s := l.Speed
	cell := func(x int) string { return fmt.Sprintf("%v", v.Candidate.Grid.Coords(x)) }
	if flow := l.Flow; flow.OK {
		t.Rows = append(t.Rows, []any{"detailed balance, off by", offBy(flow, false), ""})
	} else {
		t.Rows = append(t.Rows, []any{"detailed balance, off by", digits(flow.Value), flow.Witness})
	}
	if s.Mixing != nil && s.Mixing.From >= 0 {
		t.Rows = append(t.Rows, []any{"mixing, worst", steps(s.Mixing.Worst), "from cell " + cell(s.Mixing.From)})
	}
	if !s.Reversible {
		t.Rows = append(t.Rows, []any{"gap of the additive reversibilisation", s.AdditiveGap, ""})
	}
	for _, f := range s.Functions {
		t.Rows = append(t.Rows, []any{"IAT of " + f.Name, f.IAT, "asymptotic variance " + Short(f.Variance)})
	}
	for _, h := range s.Hits {
		t.Rows = append(t.Rows, []any{"hitting time", h.Steps, fmt.Sprintf("from the mode of cell %s to that of %s", cell(h.From), cell(h.To))})
	}
	if s.Cut.In != nil {
		n := 0
		for _, in := range s.Cut.In {
			if in {
				n++
			}
		}
		t.Rows = append(t.Rows, []any{"conductance", s.Cut.Phi, fmt.Sprintf("flow %s around %d cells of mass %s", Short(s.Cut.Flow), n, Short(s.Cut.Mass))})
	}
	if len(s.Unreached) > 0 {
		t.Rows = append(t.Rows, []any{"cells never reached", len(s.Unreached), fmt.Sprintf("from the heaviest; the first is %s", cell(s.Unreached[0]))})
	}
	doubt := laws.Finding{OK: s.Doubt < 1e-9, Value: s.Doubt, Limit: 1e-9}
	t.Rows = append(t.Rows, []any{"doubt", offBy(doubt, false), "the largest relative disagreement between two ways"})
	for _, d := range s.Doubts {
		t.Notes = append(t.Notes, "Note: "+d+".")
	}
	return t
}

// besideTable is the catalogue beside the kernel: J and B, where there is an
// annealing, and Peskun's order.
func besideTable(v validation.Validation) Table {
	t := Table{Title: "Beside the catalogue", Columns: []Column{{"kernel", ""}, {"cost", ""}, {"J", ""}, {"B", ""},
		{"equal_cost_T", "T of equal cost"}, {"equal_cost_J", "J there"}, {"equal_cost_B", "B there"}}}
	order := map[string][]string{}
	for i, b := range v.Compared {
		name := b.Name
		if i == 0 {
			name = "this one"
		} else {
			order[b.Order] = append(order[b.Order], b.Name)
		}
		if v.B == v.B {
			var at any
			if b.Equal > 0 {
				at = b.Equal
			}
			t.Rows = append(t.Rows, []any{name, orNil(b.Cost), orNil(b.J), orNil(b.B), at, orNil(b.EqualJ), orNil(b.EqualB)})
		}
	}
	if t.Rows != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("T = %d; the cost is the mean number of densities evaluated at a level. J is that of the cells, also where the kernel's space is larger.", v.Candidate.T()))
	}
	for _, o := range []string{"above", "equal", "below", "neither", "in another space"} {
		if names := order[o]; names != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("Peskun's order, %s: %s.", o, strings.Join(names, ", ")))
		}
	}
	return t
}

// orNil is a number, or nil.
func orNil(v float64) any {
	switch {
	case math.IsNaN(v):
		return nil
	case math.Abs(v) < 1e-20: // a sum of squared roundings
		return digits(0)
	}
	return digits(v)
}

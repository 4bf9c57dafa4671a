package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// Validation are the tables, for people, of what is right and wrong with a kernel: the
// laws under the verdict; how fast the chain is at each beta, and more about the last; and
// the catalogue beside it.
func Validation(v validation.Validation) []table.Table {
	tables := []table.Table{lawsTable(v)}
	if t := levelsTable(v); len(t.Rows) > 0 {
		tables = append(tables, t)
	}
	if last := v.Last(); last.Speed != nil {
		tables = append(tables, speedTable(v, last))
	}
	if last := v.Last(); last.Bounds != nil {
		tables = append(tables, boundsTable(v, last))
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
	last.Notes = append(append(last.Notes, unknownSpeedNotes(v.Levels)...), sentences(v.Notes)...)
	return tables
}

// sentences makes notes of remarks.
func sentences(remarks []string) (notes []string) {
	for _, r := range remarks {
		notes = append(notes, "Note: "+r+".")
	}
	return notes
}

// unknownSpeedNotes say why it is not known how fast the chain is, at the last level of
// which that is so, and how many levels there are of the kind.
func unknownSpeedNotes(levels []validation.Level) (notes []string) {
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

// lawsTable lists the laws. For a broken law it says where it is off most.
func lawsTable(v validation.Validation) table.Table {
	t := table.Table{Title: v.Verdict() + ".",
		Columns: table.Columns("name=law", "ok=kept", "value=off by", "limit", "witness=where most")}
	for _, l := range v.Laws {
		word := "yes"
		switch {
		case l.Unclear:
			word = "unclear"
		case !l.OK:
			word = "NO"
		}
		mark, witness := table.Passed, "" // a law that is kept is off by rounding, and where does not matter
		if !l.OK {
			mark = table.Failed
		}
		if !l.OK || l.Unclear {
			witness = l.Witness
		}
		t.Rows = append(t.Rows, []any{l.Law.String(), table.Verdict{Text: word, Mark: mark}, offBy(l, v.Sampled),
			table.ThreeDigits(l.Limit), witness})
	}
	if v.Sampled {
		t.Columns[2].Head, t.Columns[3].Head = "p", "at least"
	}
	if !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[4] != "" }) {
		t.Narrow(4)
	}
	return t
}

// offBy says how far a law is off. If only rounding is allowed it says "rounding", also
// for 0, because another machine would round otherwise.
func offBy(l laws.Finding, sampled bool) any {
	if !sampled && l.OK && l.Limit > 0 && l.Limit < 1e-6 {
		return "rounding"
	}
	return table.ThreeDigits(l.Value)
}

// LawsData lists the laws for programs.
func LawsData(v validation.Validation) table.Table {
	t := table.Table{Columns: table.Keys("name ok value limit witness")}
	for _, l := range v.Laws {
		t.Rows = append(t.Rows, []any{l.Law.String(), l.OK, l.Value, l.Limit, l.Witness})
	}
	return t
}

// People see at most mostRows levels; if there are more, as many evenly chosen ones.
const mostRows = 21

// levelsTable has a row for each beta at which it is known how fast the chain is.
func levelsTable(v validation.Validation) table.Table {
	t := table.Table{Title: "How fast, at each beta", Columns: table.Columns("beta", "gap", "relaxation_time=relax",
		"mixing_time=mixing", "mixing_time_average=average", "kemeny=Kemeny", "conductance", "classes", "period")}
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
			worst, average = stepsCell(s.Mixing.Worst), stepsCell(s.Mixing.Average)
		}
		t.Rows = append(t.Rows, []any{l.Beta, s.Gap, s.RelaxationTime, worst, average, s.Kemeny, s.Cut.Phi,
			len(s.Classes), s.Period})
	}
	unusual := func(l validation.Level) bool { return len(l.Speed.Classes) > 1 || l.Speed.Period > 1 }
	if !slices.ContainsFunc(known, unusual) {
		t.Narrow(7)
	}
	t.Notes = []string{"The gap is 1 - lambda of the slowest mode, and the relaxation time 1/(1 - SLEM). The mixing " +
		"time is how many steps it takes to come within 1/4 of the density in total variation, from the worst cell " +
		"and on average. Kemeny's constant is the sum of 1/(1 - lambda) over the other eigenvalues."}
	return t
}

// stepsCell writes a number of steps, inf for never.
func stepsCell(n int) any {
	if n == spectra.Never {
		return math.Inf(1)
	}
	return n
}

// speedTable has the speed of the chain at the last beta.
func speedTable(v validation.Validation, l validation.Level) table.Table {
	t := table.Table{Title: fmt.Sprintf("At beta = %.6g", l.Beta), Columns: table.Columns("what", "value", "where")}
	s := l.Speed
	cell := func(x int) string { return fmt.Sprintf("%v", v.Candidate.Grid.Coords(x)) }
	if flow := l.Flow; flow.OK {
		t.Rows = append(t.Rows, []any{"detailed balance, off by", offBy(flow, false), ""})
	} else {
		t.Rows = append(t.Rows, []any{"detailed balance, off by", table.ThreeDigits(flow.Value), flow.Witness})
	}
	if s.Mixing != nil && s.Mixing.From >= 0 {
		t.Rows = append(t.Rows, []any{"mixing, worst", stepsCell(s.Mixing.Worst), "from cell " + cell(s.Mixing.From)})
	}
	if !s.Reversible {
		t.Rows = append(t.Rows, []any{"gap of the additive reversibilisation", s.AdditiveGap, ""})
	}
	for _, f := range s.Functions {
		t.Rows = append(t.Rows, []any{"IAT of " + f.Name, f.IAT, "asymptotic variance " + table.Short(f.Variance)})
	}
	for _, h := range s.Hits {
		t.Rows = append(t.Rows, []any{"hitting time", h.Steps, fmt.Sprintf("from the mode of cell %s to that of %s",
			cell(h.From), cell(h.To))})
	}
	if s.Cut.In != nil {
		t.Rows = append(t.Rows, []any{"conductance", s.Cut.Phi, fmt.Sprintf("flow %s around %d cells of mass %s",
			table.Short(s.Cut.Flow), inside(s.Cut), table.Short(s.Cut.Mass))})
	}
	if len(s.Unreached) > 0 {
		t.Rows = append(t.Rows, []any{"cells never reached", len(s.Unreached),
			fmt.Sprintf("from the heaviest; the first is %s", cell(s.Unreached[0]))})
	}
	doubt := laws.Finding{OK: s.Doubt < 1e-9, Value: s.Doubt, Limit: 1e-9}
	t.Rows = append(t.Rows, []any{"doubt", offBy(doubt, false), "the largest relative disagreement between two ways"})
	t.Notes = append(t.Notes, sentences(s.Doubts)...)
	return t
}

// besideTable puts the catalogue beside the kernel: J and B, if there is an annealing,
// and Peskun's order.
func besideTable(v validation.Validation) table.Table {
	t := table.Table{Title: "Beside the catalogue", Columns: table.Columns("kernel", "cost", "J", "B",
		"equal_cost_T=T of equal cost", "equal_cost_J=J there", "equal_cost_B=B there")}
	order := map[string][]string{}
	for i, b := range v.Compared {
		name := b.Name
		if i == 0 {
			name = "this one"
		} else {
			order[b.Order] = append(order[b.Order], b.Name)
		}
		if !math.IsNaN(v.B) {
			var at any
			if b.Equal > 0 {
				at = b.Equal
			}
			t.Rows = append(t.Rows, []any{name, orNil(b.Cost), orNil(b.J), orNil(b.B), at, orNil(b.EqualJ),
				orNil(b.EqualB)})
		}
	}
	if t.Rows != nil {
		t.Notes = append(t.Notes, fmt.Sprintf("T = %d. The cost is the mean number of densities evaluated at a "+
			"level. J is the J of the cells, also if the kernel's space is larger.", v.Candidate.T()))
	}
	for _, o := range []string{"above", "equal", "below", "neither", "in another space"} {
		if names := order[o]; names != nil {
			t.Notes = append(t.Notes, fmt.Sprintf("Peskun's order, %s: %s.", o, strings.Join(names, ", ")))
		}
	}
	return t
}

// orNil returns a number to three digits, and nil for NaN.
func orNil(v float64) any {
	switch {
	case math.IsNaN(v):
		return nil
	case math.Abs(v) < 1e-20: // a sum of squared roundings
		return table.ThreeDigits(0)
	}
	return table.ThreeDigits(v)
}

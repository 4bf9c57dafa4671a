package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/laws"
	"breadboard/experiments/columns"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// Validation are the tables, for people, of a kernel's faults and speed: the verdict, a sentence a
// line; the laws; how fast the chain is at each beta, and more about the last; and the
// catalogue beside it.
func Validation(v validation.Validation) []table.Table {
	tables := []table.Table{verdictTable(v), lawsTable(v)}
	add := func(t table.Table) { // notes without rows go below the table before
		if t.Rows != nil {
			tables = append(tables, t)
			return
		}
		last := &tables[len(tables)-1]
		last.Notes = append(last.Notes, t.Notes...)
	}
	add(levelsTable(v))
	l := v.Last()
	if l.Speed != nil {
		add(speedTable(v, l))
	}
	if l.Bounds != nil {
		add(boundsTable(v, l))
	}
	add(besideTable(v))
	add(table.Table{Notes: append(unknownSpeedNotes(v.Levels), sentences(v.Notes)...)})
	return tables
}

// sentences makes notes of remarks, each a sentence.
func sentences(remarks []string) []string {
	return each(remarks, func(r string) string { return "Note: " + r + "." })
}

// unknownSpeedNotes say why the speed of the chain is unknown, for the last level where it
// is, and how many such levels there are.
func unknownSpeedNotes(levels []validation.Level) (notes []string) {
	unknown := slices.DeleteFunc(slices.Clone(levels), func(l validation.Level) bool { return l.SpeedErr == "" })
	if len(unknown) == 0 {
		return nil
	}
	l := unknown[len(unknown)-1]
	note := fmt.Sprintf("Note: how fast the chain is at beta = %.6g is left out: %s", l.Beta, l.SpeedErr)
	if p := l.Pattern; p != nil && len(p.Classes) > 1 {
		note += fmt.Sprintf("; it has %d classes", len(p.Classes))
	}
	if p := l.Pattern; p != nil && p.Period > 1 {
		note += fmt.Sprintf("; its period is %d", p.Period)
	}
	notes = append(notes, note+".")
	if n := len(unknown); n > 1 {
		notes = append(notes, fmt.Sprintf("Note: it is left out at %d levels.", n))
	}
	return notes
}

// verdictTable is the verdict, a sentence a line, and what to do.
func verdictTable(v validation.Validation) table.Table {
	said := v.Sentences()
	t := table.Table{Title: said[0] + ".", Notes: each(said[1:], sentence)} // the first begins with a name
	if v.OK() {
		return t
	}
	structural := func(l laws.Finding) bool { return l.Law == laws.Connected || l.Law == laws.Aperiodic }
	if v.Cause == nil && slices.ContainsFunc(v.Broken(), structural) {
		return t // which says where it leads and where not
	}
	if v.Cause == nil {
		t.Note("No cause that is known here explains all of it. --pictures DIR draws where it is off.")
		return t
	}
	do := v.Cause.Advice()
	if at := v.Cause.Tolerance; at > 0 {
		do += ": --tolerance " + strings.Replace(fmt.Sprintf("%.0e", at), "e-0", "e-", 1)
	}
	if do != "" {
		t.Note("%s", sentence("what to do: "+do))
	}
	return t
}

// sentence gives a text its capital and its period.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// lawsTable lists the laws. For a broken law it shows the place of the largest deviation.
func lawsTable(v validation.Validation) table.Table {
	t := table.Table{Title: "The laws", Columns: table.Columns("name=law", "ok=kept", "value=off by", "limit",
		"witness=where most")}
	for _, l := range v.Laws {
		// a law that is kept is off by rounding, and the place does not matter
		kept, witness := table.Verdict{Text: "yes"}, ""
		switch {
		case l.Unclear:
			kept, witness = table.Verdict{Text: "unclear"}, l.Witness
		case !l.OK:
			kept, witness = table.Verdict{Text: "NO", Mark: table.Failed}, l.Witness
		}
		t.Add(string(l.Law), kept, offBy(l, v.BySamples), orNil(l.Limit), witness)
	}
	if v.BySamples {
		t.Columns[2].Head, t.Columns[3].Head = "p", "at least"
	}
	if !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[4] != "" }) {
		t.Drop("witness")
	}
	return t
}

// offBy shows the deviation from a law. If only rounding is allowed it is "rounding", even
// for 0, because another machine rounds differently.
func offBy(l laws.Finding, sampled bool) any {
	if sampled && math.IsNaN(l.Value) { // of structure, on which counted moves give no number
		return nil
	}
	if !sampled && l.OK && l.Limit > 0 && l.Limit < 1e-6 {
		return "rounding"
	}
	return table.ThreeDigits(l.Value)
}

// LawsData lists the laws for programs.
func LawsData(v validation.Validation) table.Table {
	return table.Table{Columns: lawKeys, Rows: each(v.Laws, lawRow)}
}

var lawKeys = forPrograms(columns.Laws())

// lawRow holds a finding in the order of columns.Laws.
func lawRow(l laws.Finding) []any { return []any{string(l.Law), l.OK, l.Value, l.Limit, l.Witness} }

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
			t.Add(name, orNil(b.Cost), orNil(b.J), orNil(b.B), table.Some(b.Equal), orNil(b.EqualJ), orNil(b.EqualB))
		}
	}
	if t.Rows != nil {
		t.Note("T = %d. The cost is the mean number of densities evaluated at a level. J is the J of the cells, "+
			"also if the kernel's space is larger.", v.Candidate.T())
	}
	if s := v.Standing; s != nil {
		t.Note("As a sampler: %s of the %d kernels that are quick enough to be compared. RESS is %[3]v: an average over "+
			"%[4]s steps is as good as one over %[3]v independent draws (exactly; the median over functions, from an exact "+
			"draw; `breadboard score` has them all).", ordinal(s.Place), s.Of, table.AtLeastThreeDigits(s.RESS),
			table.Thousands(s.N))
	}
	if len(order)-len(order[""]) > 0 && v.Last().Balance != validation.Unbalanced {
		t.Note("Peskun's order: a kernel above this one moves at least as much between any two cells, and averages no " +
			"worse.")
	}
	for _, o := range []string{"above", "equal", "below", "neither", "in another space"} {
		if names := order[o]; names != nil {
			t.Note("Peskun's order, %s: %s.", o, strings.Join(names, ", "))
		}
	}
	return t
}

// ordinal is 1st, 2nd, 3rd, 4th.
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprint(n, suffix)
}

// orNil returns a number to three digits, and nil for NaN.
func orNil(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return table.ThreeDigits(v)
}

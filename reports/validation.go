package reports

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/experiments/validation"
	"breadboard/reports/table"
)

// Verdict returns what people read first: the verdict, what was looked at, J and B beside those of Metropolis, how fast
// the chain is at the target, and where to read on.
func Verdict(v validation.Validation) table.Table {
	t := verdictTable(v)
	t.Note("Looked at: %s.", lookedAt(v))
	if v.Fit != nil {
		t.Note("%s", gewekeTable(*v.Fit).Title)
	}
	if !v.BySamples { // samples have notes on the tests alone
		t.Notes = append(t.Notes, sentences(v.Notes)...)
	}
	if s := v.Last().Speed; s != nil && v.OK() && !math.IsInf(s.RelaxationTime, 1) {
		t.Note("At beta = %.6g the relaxation time is %s steps, and from the worst cell %v steps come within 1/4 of p.",
			v.Last().Beta, table.Short(s.RelaxationTime), stepCount(s.Mixing.Steps))
	}
	t.Note("--full prints every law, and how fast the chain is at each beta.")
	return t
}

// lookedAt says what was looked at: moves, or rows and, if B is known, both chains.
func lookedAt(v validation.Validation) string {
	betas := fmt.Sprintf("beta = %.6g", v.Last().Beta)
	if n := len(v.Levels); n > 1 {
		betas = fmt.Sprintf("%d betas from %.6g to %.6g", n, v.Levels[0].Beta, v.Last().Beta)
	}
	switch {
	case v.BySamples:
		of := ""
		if v.MCSeed != nil {
			of = fmt.Sprintf(", by mc-seed %d", *v.MCSeed)
		}
		return fmt.Sprintf("%s moves at %s%s", table.Thousands(v.Moves), betas, of)
	case math.IsNaN(v.B):
		return fmt.Sprintf("all rows at %s, exactly", betas)
	}
	return fmt.Sprintf("all rows at %s, and both chains of T = %d levels, exactly", betas, v.Candidate.T())
}

// Validation returns the tables of a kernel's faults and speed for people: the verdict, with a sentence on each line;
// the laws; and how fast the chain is at each beta.
func Validation(v validation.Validation) []table.Table {
	tables := []table.Table{verdictTable(v), lawsTable(v)}
	if speeds := levelsTable(v); len(speeds.Rows) > 0 {
		tables = append(tables, speeds)
	}
	if v.Fit != nil {
		tables = append(tables, gewekeTable(*v.Fit))
	}
	last := &tables[len(tables)-1]
	for _, l := range v.Levels {
		if l.SpeedErr != "" {
			last.Note("Note: how fast the chain is at beta = %.6g is left out: %s.", l.Beta, l.SpeedErr)
			break // others are left out for the same reason
		}
	}
	last.Notes = append(last.Notes, sentences(v.Notes)...)
	return tables
}

// verdictTable returns the verdict, with a sentence on each line, and what to do.
func verdictTable(v validation.Validation) table.Table {
	said := v.Verdict()
	t := table.Table{Title: said.Says[0] + ".", Notes: sentencesOf(said)[1:]} // the first begins with a name
	if d := v.WorstPair; d != nil {
		t.Notes = slices.Insert(t.Notes, 1, d.Lines...) // after the cell that is wrong
	}
	structural := func(l laws.Finding) bool { return l.Law == laws.Connected }
	switch {
	case v.OK():
	case v.Cause != nil:
		if do := v.Cause.Advice; do != "" {
			t.Note("%s", sentence("what to do: "+do))
		}
	case len(v.LeftOut) == 0 && !slices.ContainsFunc(v.Broken(), structural): // these laws say where the chain leads
		t.Note("No cause that is known here explains all of it. --pictures DIR draws where it is off.")
		if q := v.Candidate.Proposed; q != nil && q(v.Candidate.T()) == nil { // a command told rows, and no proposals
			t.Note("Rows of [cell, probability, probability of proposing it] often name the cause.")
		}
	}
	return t
}

// lawsTable returns the laws. A broken law has the place of its largest deviation.
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
		case l.Single:
			kept, witness = table.Verdict{Text: "in single precision"}, l.Witness
		}
		t.Add(string(l.Law), kept, offBy(l, v.BySamples), table.ThreeDigits(l.Limit), witness)
	}
	if v.BySamples {
		t.Columns[2].Head, t.Columns[3].Head = "p", "at least"
	}
	if !slices.ContainsFunc(t.Rows, func(row []any) bool { return row[4] != "" }) {
		t.Drop("witness")
	}
	return t
}

// offBy returns the deviation from a law. If only rounding is allowed it is "rounding", even for 0, because another
// machine rounds differently.
func offBy(l laws.Finding, sampled bool) any {
	if sampled && math.IsNaN(l.Value) { // counted moves give no number for a law of structure
		return nil
	}
	switch {
	case l.Law == laws.MovesFollowRows || l.Law == laws.BatchAgrees:
		return fmt.Sprintf("p = %.2g", l.Value)
	case !sampled && l.OK && !l.Single && l.Limit > 0 && l.Limit < 1e-6:
		return "rounding"
	}
	if math.IsNaN(l.Value) { // of an entry that is no number
		return table.Verdict{Text: table.Full(l.Value)}
	}
	return table.ThreeDigits(l.Value)
}

// LawsData returns the laws for software.
func LawsData(v validation.Validation) table.Table {
	return table.Table{Columns: lawKeys, Rows: table.Each(v.Laws, lawRow)}
}

var lawKeys = table.Keys("name ok value limit witness")

// lawRow returns a finding in the order of its columns.
func lawRow(l laws.Finding) []any { return []any{string(l.Law), l.OK, l.Value, l.Limit, l.Witness} }

// levelsTable returns a row for each beta at which the speed of the chain is known, or for 21 evenly chosen ones if
// there are more.
func levelsTable(v validation.Validation) (t table.Table) {
	known := slices.DeleteFunc(slices.Clone(v.Levels), func(l validation.Level) bool { return l.Speed == nil })
	if len(known) == 0 {
		return t
	}
	t = table.Table{Title: "How fast, at each beta", Columns: table.Columns("beta", "gap", "relaxation_time=relax",
		"mixing_time=mixing")}
	n := min(len(known), 21)
	for i := range n {
		l := known[i*(len(known)-1)/max(n-1, 1)]
		s := l.Speed
		t.Add(l.Beta, s.Gap, s.RelaxationTime, stepCount(s.Mixing.Steps))
	}
	t.Note("The gap is 1 - lambda of the slowest mode, and the relaxation time 1/(1 - SLEM). The mixing time is how " +
		"many steps it takes to come within 1/4 of the density in total variation, from the worst cell.")
	if s := v.Last().Speed; s != nil {
		t.Notes = append(t.Notes, sentences(s.Doubts)...)
	}
	return t
}

// stepCount returns a number of steps, inf for never.
func stepCount(n int) any {
	if n == spectra.Never {
		return math.Inf(1)
	}
	return n
}

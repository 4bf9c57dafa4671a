package sweeps

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// fewRows is the number of rows of a result that fit a terminal, and mostRows those of summary.md.
const fewRows, mostRows = 24, 100

// Result is the table of a sweep for a terminal: J and B of every combination of names, or of the
// best of them. out is the directory that holds the others. Notes say what the figures leave out.
func Result(s ranking.Summary, out string) table.Table {
	t := resultTable(s, fewRows, out+"/summary.csv")
	if d, ok := drawingOf(s.Outcomes); ok {
		t.Notes = append(t.Notes, d.notes...)
	} else {
		t.Note("There is no figure: there is nothing to compare.")
	}
	return t
}

// resultTable has a row for every combination of names, in columns of the axes that have several
// values, sorted by target and T, so that those that compete stand together. If they are more than most, it has the
// best of each target and T, and of these the first; all are in a file.
func resultTable(s ranking.Summary, most int, file string) table.Table {
	axes := ranking.Varying(s.Outcomes)
	t := table.Table{Title: "J and B in nats", Lead: max(len(axes), 1), Spare: []string{"b_over_j"}}
	var draws []int // the numbers of draws that outcomes have, except 1
	for _, o := range s.Outcomes {
		if n := len(o.Draws); n > 1 && !slices.Contains(draws, n) {
			draws = append(draws, n)
		}
	}
	switch len(draws) {
	case 0:
	case 1:
		t.Title += fmt.Sprintf(", the median over the %s draws of a target", table.Thousands(draws[0]))
	default:
		t.Title += ", the median over the draws of a target"
	}
	competing := slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals)
	var shown []ranking.Outcome
	for _, of := range ranking.GroupBy(s.Outcomes, func(o ranking.Outcome) string { return ranking.Target.Of(o.Job) }) {
		slices.SortStableFunc(of, func(a, b ranking.Outcome) int { return a.Job.T - b.Job.T })
		shown = append(shown, of...)
	}
	names := table.Each(axes, func(a ranking.Axis) string { return a.Name })
	t.Columns = table.Columns(append(names, "draws", "J", "B", "b_over_j=B/J", "least")...)
	for _, o := range abridge(&t, shown, most, file) {
		row := table.Each(axes, func(a ranking.Axis) any {
			if a.Name == ranking.Levels.Name {
				return o.Job.T
			}
			return a.Of(o.Job)
		})
		var least []string // of its numbers, among its rivals
		if o.LeastJ {
			least = append(least, "J")
		}
		if o.LeastB {
			least = append(least, "B")
		}
		t.Add(append(row, len(o.Draws), table.Known(o.J.Q2), table.Known(o.B.Q2), quotient(o),
			table.Some(strings.Join(least, " and ")))...)
	}
	if len(draws) < 2 {
		t.Drop("draws")
	}
	if !competing {
		t.Drop("least")
	}
	t.Notes = append(t.Notes, resultNotes(s, axes, competing)...)
	return t
}

// abridge keeps at most so many, and says which in the title and where the others are.
func abridge(t *table.Table, all []ranking.Outcome, most int, file string) []ranking.Outcome {
	if len(all) <= most {
		return all
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool {
		return o.Rivals() && !o.LeastJ && !o.LeastB
	})
	if len(kept) < len(all) {
		t.Title += ": the least of each target and T"
	}
	if len(kept) > most {
		kept = kept[:most]
		t.Title += ", of the first"
	}
	t.Note("These are %s of %s rows; all are in %s.", table.Thousands(len(kept)), table.Thousands(len(all)), file)
	return kept
}

// quotient is B over J to three digits, as 1.50 and 182. It means nothing if J is 0.
func quotient(o ranking.Outcome) any {
	if v := o.B.Q2 / o.J.Q2; o.J.Q2 > 0 && !math.IsNaN(v) {
		return table.Verdict{Text: strings.TrimSuffix(fmt.Sprintf("%#.3g", v), "."), Mark: table.NoMark}
	}
	return nil
}

// resultNotes say what all rows have in common, and how good the choice by B is.
func resultNotes(s ranking.Summary, axes []ranking.Axis, competing bool) (notes []string) {
	if len(s.Outcomes) == 0 {
		return []string{"Nothing has a J or a B; the warnings in rows.csv say why."}
	}
	if common := inCommon(s, axes); len(common) > 0 {
		notes = append(notes, "All rows: "+strings.Join(common, ", ")+".")
	}
	if slices.ContainsFunc(s.Outcomes, func(o ranking.Outcome) bool { return o.J.Q2 == 0 }) {
		notes = append(notes, "J is 0 where it is rounding alone.")
	}
	if competing {
		notes = append(notes, "Least: among the rows with the same target and T. "+byB(s))
	}
	return notes
}

// inCommon are the names that all rows have in common: on axes that do not vary, and of seeds and chains.
func inCommon(s ranking.Summary, axes []ranking.Axis) (common []string) {
	for _, a := range ranking.Axes {
		varies := slices.ContainsFunc(axes, func(b ranking.Axis) bool { return a.Name == b.Name })
		switch name := a.Of(s.Outcomes[0].Job); {
		case varies, a.Name == ranking.Program.Name && name == "ais":
		case a.Name == ranking.Initial.Name && ranking.OwnInitials(s.Outcomes):
			common = append(common, "initial each target's own")
		default:
			common = append(common, a.Name+" "+name)
		}
	}
	var seeds []uint64
	where := ""
	for _, o := range s.Outcomes {
		for _, d := range o.Draws {
			if d.Seed == nil {
				where = " where a target is random"
			} else if !slices.Contains(seeds, *d.Seed) && len(seeds) < 2 {
				seeds = append(seeds, *d.Seed)
			}
		}
	}
	if len(seeds) == 1 {
		common = append(common, fmt.Sprintf("seed %d%s", seeds[0], where))
	}
	if j := s.Outcomes[0].Job; j.Chains > 0 {
		common = append(common, fmt.Sprintf("%s chains of mc-seed %d", table.Thousands(j.Chains), j.MCSeed))
	}
	if skipped := s.Outcomes[0].Job.Skipped(); skipped != "" {
		common = append(common, skipped)
	}
	return common
}

// byB says whether B finds the least J. It says nothing if best-b or best-j was run, which have the
// least by definition.
func byB(s ranking.Summary) string {
	chosen, matches, found, worst := false, 0, 0, 1.0
	for _, of := range ranking.GroupBy(s.Outcomes, func(o ranking.Outcome) string {
		return fmt.Sprintf("%s, T = %d", ranking.Target.Of(o.Job), o.Job.T)
	}) {
		best, both := math.NaN(), false // the least J over the least of all, of those that have the least B
		for _, o := range of {
			if o.LeastB && !(o.OverJ.Q2 >= best) {
				best = o.OverJ.Q2
			}
			both = both || o.LeastB && o.LeastJ
			chosen = chosen || strings.HasPrefix(o.Job.Schedule, "best-")
		}
		if math.IsNaN(best) {
			continue
		}
		matches++
		worst = max(worst, best)
		if both {
			found++
		}
	}
	by := "The"
	if mostDraws(s.Outcomes) > 1 {
		by = "By the median over draws the"
	}
	switch {
	case chosen || matches < 2: // one is seen in the table
		return ""
	case found == matches:
		return fmt.Sprintf("%s choice of least B has the least J in all of %s.", by, text.Count(matches, "case"))
	}
	return fmt.Sprintf("%s choice of least B has the least J in %d of %s, each a target at one T. In the others it has up "+
		"to %.3g times the least J.", by, found, text.Count(matches, "case"), worst)
}

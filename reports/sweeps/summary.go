package sweeps

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/table"
)

// fewRows is the number of rows of a result that fit a terminal, if a file has them all.
const fewRows = 24

// Result is the table of a sweep for people: J and B of every combination of names, in the median over the draws. If
// they are more than fit a terminal, and out is the directory that holds all, it has the best of each target and T, and
// of these the first.
func Result(s ranking.Summary, out string) table.Table {
	all := byTarget(s.Outcomes)
	if out == "" || len(all) <= fewRows {
		return resultTable(s, all)
	}
	best := slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool {
		return o.Rivals() && !o.LeastJ && !o.LeastB
	})
	best = best[:min(len(best), fewRows)]
	t := resultTable(s, best)
	t.Title += ": the least of each target and " + length(all)
	t.Note("These are %s of %s rows; all are in %s/summary.md.", table.Thousands(len(best)),
		table.Thousands(len(all)), out)
	return t
}

// resultTable has a row for each of the outcomes of a sweep that are shown, in columns of the axes that have several
// values, so that those that compete stand together.
func resultTable(s ranking.Summary, shown []ranking.Outcome) table.Table {
	axes := ranking.Varying(s.Outcomes)
	names := table.Each(axes, func(a ranking.Axis) string { return a.Name })
	t := table.Table{Title: "J and B in nats", Lead: max(len(axes), 1),
		Columns: table.Columns(append(names, "draws", "J", "B", "b_over_j=B/J", "least")...)}
	draws := drawn(s.Outcomes)
	switch len(draws) {
	case 0:
	case 1:
		t.Title += fmt.Sprintf(", the median over the %s draws of a target", table.Thousands(draws[0]))
	default:
		t.Title += ", the median over the draws of a target"
	}
	for _, o := range shown {
		t.Add(append(table.Each(axes, func(a ranking.Axis) any { return axisCell(a, o.Job) }), len(o.Draws),
			table.Known(o.J.Q2), table.Known(o.B.Q2), quotientCell(o.B.Q2, o.J.Q2), leastCell(o))...)
	}
	if len(draws) < 2 {
		t.Drop("draws")
	}
	if len(s.Outcomes) == 0 {
		t.Note("Nothing has a J or a B; the warnings of the rows say why, in rows.csv and with --format json.")
		return t
	}
	noteCommon(&t, s, axes)
	if slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		alike := "target and " + length(s.Outcomes)
		if ranking.Repeat.Differs(s.Outcomes) && !atBudgets(s.Outcomes) {
			alike = "target, T and repeat"
		}
		counts := ""
		if len(draws) > 0 {
			counts = "Of several draws, 5/1: on five it has the least J, and on one the least B. "
		}
		t.Note("Least: among the rows with the same %s. %s%s", alike, counts, byB(s.Outcomes))
	} else {
		t.Drop("least")
	}
	if n := len(s.Unmeasured); n > 0 {
		t.Note("%s of %s results have no J or no B, and do not compete.", table.Thousands(n), table.Thousands(s.Rows))
	}
	return t
}

// leastCell says of which number an outcome has the least among its rivals, or on how many of several draws it has the
// least J and the least B.
func leastCell(o ranking.Outcome) any {
	if len(o.Draws) > 1 && o.Rivals() {
		return table.Verdict{Text: fmt.Sprintf("%d/%d", o.WinsJ, o.WinsB), Mark: table.NoMark}
	}
	switch {
	case o.LeastJ && o.LeastB:
		return "J and B"
	case o.LeastJ:
		return "J"
	case o.LeastB:
		return "B"
	}
	return nil
}

// Each is the table, for people, of all results, a row each, in columns of what differs among them.
func Each(rows []sweep.Row, s ranking.Summary) table.Table {
	if len(s.Outcomes) == 0 {
		return resultTable(s, nil)
	}
	axes := ranking.Varying(s.Outcomes)
	names := append(table.Each(axes, func(a ranking.Axis) string { return a.Name }), "seed")
	t := table.Table{Title: "J and B in nats, of every result", Lead: len(names), Columns: table.Columns(
		append(names, "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "b_over_j=B/J")...)}
	for _, r := range rows {
		row := table.Each(axes, func(a ranking.Axis) any { return axisCell(a, r.Job) })
		t.Add(append(row, table.Pointed(r.Job.Seed), table.Known(r.At("J")), table.Known(r.At("kl_q_p")),
			table.Known(r.At("kl_p_q")), table.Known(r.At("B")), quotientCell(r.At("B"), r.At("J")))...)
	}
	noteCommon(&t, s, axes)
	t.Note("In nats: J = KL(q‖p) + KL(p‖q), q the exact law of the samples and p the target; B bounds J.")
	return t
}

// drawn are the numbers of draws that outcomes have, except 1.
func drawn(all []ranking.Outcome) (draws []int) {
	for _, o := range all {
		if n := len(o.Draws); n > 1 && !slices.Contains(draws, n) {
			draws = append(draws, n)
		}
	}
	return draws
}

// byTarget are the outcomes target by target, each sorted by budget and T.
func byTarget(all []ranking.Outcome) (sorted []ranking.Outcome) {
	target := func(o ranking.Outcome) string { return ranking.Target.Of(o.Job) }
	for _, of := range experiments.GroupBy(all, target) {
		slices.SortStableFunc(of, func(a, b ranking.Outcome) int {
			return cmp.Or(a.Job.Budget-b.Job.Budget, a.Job.T-b.Job.T)
		})
		sorted = append(sorted, of...)
	}
	return sorted
}

// axisCell is the name of a job on an axis, or the number.
func axisCell(a ranking.Axis, j sweep.Job) any {
	switch a.Name {
	case ranking.Levels.Name:
		return j.T
	case ranking.Budget.Name:
		return j.Budget
	}
	return a.Of(j)
}

// quotientCell is B/J to three digits, as 1.50 and 182. It means nothing if J is 0 or B infinite.
func quotientCell(b, j float64) any {
	v, known := reports.OverJ(b, j).(float64)
	if !known || math.IsInf(v, 0) {
		return nil
	}
	return table.Verdict{Text: strings.TrimSuffix(fmt.Sprintf("%#.3g", v), "."), Mark: table.NoMark}
}

// length is what outcomes that compete have in common beside the target.
func length(all []ranking.Outcome) string {
	if atBudgets(all) {
		return "cost"
	}
	return "T"
}

// atBudgets reports whether outcomes have evaluations of the density in common in place of T.
func atBudgets(all []ranking.Outcome) bool {
	return slices.ContainsFunc(all, func(o ranking.Outcome) bool { return o.Job.Budget > 0 })
}

// noteCommon says which names all rows have in common: on axes that do not vary, and of seeds and chains.
func noteCommon(t *table.Table, s ranking.Summary, axes []ranking.Axis) {
	var common []string
	first := s.Outcomes[0]
	for _, a := range ranking.Axes {
		varies := slices.ContainsFunc(axes, func(b ranking.Axis) bool { return a.Name == b.Name })
		switch name := a.Of(first.Job); {
		case varies, a.Name == ranking.Program.Name && first.Job.Program == "",
			a.Name == ranking.Repeat.Name && name == "1", a.Name == ranking.Budget.Name && name == "0":
		case a.Name == ranking.Initial.Name && ranking.OwnInitials(s.Outcomes):
			common = append(common, "initial each target's own")
		default:
			common = append(common, a.Name+" "+name)
		}
	}
	if seed := first.Draws[0].Seed; seed != nil && len(drawn(s.Outcomes)) == 0 {
		common = append(common, fmt.Sprintf("seed %d", *seed))
	}
	if j := first.Job; j.Chains > 0 {
		common = append(common, fmt.Sprintf("%s chains of mc-seed %d", table.Thousands(j.Chains), j.MCSeed))
	}
	if skipped := first.Job.Skipped(); skipped != "" {
		common = append(common, skipped)
	}
	if len(common) > 0 {
		t.Note("All rows: %s.", strings.Join(common, ", "))
	}
}

// byB says whether B finds the least J. It says nothing if best-b or best-j was run, which have the
// least by definition.
func byB(all []ranking.Outcome) string {
	matches := 0
	found := 0
	worst := 1.0
	for _, of := range experiments.GroupBy(all, ranking.Outcome.Match) {
		best, both := math.NaN(), false // the least J over the least of all, of those that have the least B
		for _, o := range of {
			if strings.HasPrefix(o.Job.Schedule, "best-") {
				return ""
			}
			if o.LeastB && !(o.OverJ.Q2 >= best) {
				best = o.OverJ.Q2
			}
			both = both || o.LeastB && o.LeastJ
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
	if len(drawn(all)) > 0 {
		by = "By the median over draws the"
	}
	switch {
	case matches < 2: // one is seen in the table
		return ""
	case found == matches:
		return fmt.Sprintf("%s choice of least B has the least J in all of %s.", by, text.Count(matches, "case"))
	}
	return fmt.Sprintf("%s choice of least B has the least J in %d of %s, each a target at one %s. In the others it "+
		"has up to %.4g times the least J.", by, found, text.Count(matches, "case"), length(all), worst)
}

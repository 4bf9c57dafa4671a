package sweeps

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/experiments/sweep"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/table"
)

const mostDear = 20

// summaryTables are a summary for people: the result; how far all are from the least J; and, if
// schedules compete, who wins by J and by B at every T, how far the two orders agree there, and where B's choice is
// dear. The schedules best-j and best-b, which win by definition, are in the first two alone.
func summaryTables(s ranking.Summary) []table.Table {
	result := resultTable(s, mostRows, "summary.csv")
	result.Drop(spreads...)
	noteRivals(&result, s, "Least: ")
	tables := append([]table.Table{result}, distances(s)...)
	if a := agreements(s)[len(agreements(s))-1]; len(a.Contests) > 0 {
		tables = append(tables, standings(a), dear(a))
	}
	if n := len(s.Unmeasured); n > 0 {
		tables[len(tables)-1].Note("%s of %s results have no J or no B, and do not compete.", table.Thousands(n),
			table.Thousands(s.Rows))
	}
	return tables
}

func among(a ranking.Agreement) string {
	if a.Without == nil {
		return ""
	}
	return ", without " + strings.Join(a.Without, " and ")
}

func standings(a ranking.Agreement) table.Table {
	t := table.Table{Title: "The schedules of least J and of least B" + among(a), Lead: 2,
		Columns: table.Columns("group=setting", "T", "by_j=least J", "by_b=least B", "cost=price of B",
			"dear=above 2", "tau=agreement"),
		Notes: []string{"The price of B is the J of the schedule with the least B, over the least J: 1 if one " +
			"schedule has both. Of several draws it is the median; above 2 is the share of draws with a higher price.",
			"In brackets is the share of draws that a schedule wins, if it does not win all.",
			"Agreement is Kendall's tau-b, of several draws the mean: 1 if the schedules have the same order by J " +
				"and by B, -1 if one order is the other backwards, and about 0 if they have nothing to do with each " +
				"other. It says nothing of the price, which may rise with it."}}
	tied := 0
	for _, r := range a.Standings {
		t.Add(r.Group, r.T, leader(r.ByJ, r.Contests), leader(r.ByB, r.Contests), r.Cost.Q2,
			percent(r.Dear, r.Contests), table.Known(r.Tau.Mean))
		tied += r.Tau.Tied
	}
	if tied > 0 {
		t.Note("The agreement leaves out contests in which all schedules are equal in J or in B: %s of %s.",
			table.Thousands(tied), table.Thousands(len(a.Contests)))
	}
	return t
}

func percent(k, n int) string { return fmt.Sprintf("%.0f%%", 100*float64(k)/float64(n)) }

func leader(shares []ranking.Share, contests int) string {
	if shares[0].Wins == contests {
		return shares[0].Schedule
	}
	return fmt.Sprintf("%s (%s)", shares[0].Schedule, percent(shares[0].Wins, contests))
}

// agreements returns the agreement among all schedules and, if best-j or best-b was run,
// the agreement among the others.
func agreements(s ranking.Summary) []ranking.Agreement {
	if s.Open == nil {
		return []ranking.Agreement{s.All}
	}
	return []ranking.Agreement{s.All, *s.Open}
}

// dear lists the contests in which B's choice is dear.
func dear(a ranking.Agreement) table.Table {
	t := table.Table{Title: "Where the schedule of least B has more than twice the least J" + among(a), Lead: 3,
		Columns: table.Columns("group=setting", "seed", "T", "by_b=least B", "J_by_b=its J",
			"by_j=least J", "J_by_j=its J",
			"cost=price")}
	for _, c := range a.Dear[:min(len(a.Dear), mostDear)] {
		j := c.Winner(experiments.J)
		b := c.Winner(experiments.B)
		t.Add(c.Group, table.Pointed(c.Job.Seed), c.Job.T, b.Schedule, b.J, j.Schedule, j.J, c.Cost())
	}
	of := fmt.Sprintf("%s of %s contests", table.Thousands(len(a.Dear)), table.Thousands(len(a.Contests)))
	if len(a.Dear) > mostDear {
		t.Note("The first %d of %s, the dearest first; the others are in summary-dear.csv.", mostDear, of)
	} else {
		t.Note("%s.", of)
	}
	return t
}

// distances has a table for every strip of the figure over T: how far each line is from the least J.
func distances(s ranking.Summary) (tables []table.Table) {
	l, ok := layOut(s.Outcomes)
	compete := slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals)
	if !ok || l.x.Name != ranking.Levels.Name || l.lines == nil || !compete {
		return nil
	}
	for _, strip := range l.strips(s.Outcomes) {
		t := table.Table{Title: strip.name + ": J over the least J, at every T"}
		if mostDraws(strip.lines[0].points) > 1 {
			t.Title = strip.name + ": the median of J over the least J, at every T"
		}
		var ts []int
		for _, line := range strip.lines {
			ts = append(ts, table.Each(line.points, func(o ranking.Outcome) int { return o.Job.T })...)
		}
		slices.Sort(ts)
		ts = slices.Compact(ts)
		t.Columns = table.Columns(append([]string{l.lines.Name}, table.Each(ts, strconv.Itoa)...)...)
		for _, line := range strip.lines {
			row := make([]any, 1+len(ts))
			row[0] = line.name
			for _, o := range line.points {
				row[1+slices.Index(ts, o.Job.T)] = table.Known(o.OverJ.Q2)
			}
			t.Add(row...)
		}
		tables = append(tables, t)
	}
	return tables
}

// competing names the schedules that a row is about.
func competing(a ranking.Agreement) string { return cmp.Or(strings.TrimPrefix(among(a), ", "), "all") }

// winnersData has a row for every group and T: which schedules have the least J and the
// least B, and the cost of choosing by B.
func winnersData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("schedules group T contests least_j least_b same cost_q1 cost_median " +
		"cost_q3 cost_max dear tau tau_low tau_high tied")}
	for _, a := range agreements(s) {
		for _, r := range a.Standings {
			k := r.Tau
			t.Add(competing(a), r.Group, r.T, r.Contests, table.Each(r.ByJ, wins),
				table.Each(r.ByB, wins), r.Same, r.Cost.Q1,
				r.Cost.Q2, r.Cost.Q3, r.Cost.Max, r.Dear, table.Known(k.Mean), table.Known(k.Low),
				table.Known(k.High), k.Tied)
		}
	}
	return t
}

func wins(s ranking.Share) string { return fmt.Sprintf("%s %d", s.Schedule, s.Wins) }

// dearData has every contest in which B's choice has more than twice the least J, the
// dearest first.
func dearData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("schedules group seed T least_b J_of_least_b B_of_least_b least_j " +
		"J_of_least_j B_of_least_j cost tau")}
	for _, a := range agreements(s) {
		for _, c := range a.Dear {
			j := c.Winner(experiments.J)
			b := c.Winner(experiments.B)
			t.Add(competing(a), c.Group, table.Pointed(c.Job.Seed), c.Job.T, b.Schedule, b.J, b.B,
				j.Schedule, j.J, j.B, c.Cost(), table.Known(c.Tau()))
		}
	}
	return t
}

// outcomesData holds every combination of names over the draws of its target: the quartiles of J
// and B, and of both over the least of what was run on the same draw at the same T, and on how many draws it is that
// least. The figure draws the quartiles.
func outcomesData(s ranking.Summary) table.Table {
	keys := "target evaluations kernel repeat bridge initial schedule T program draws"
	for _, q := range []string{"J", "B", "J_over_least", "B_over_least"} {
		keys += fmt.Sprintf(" %[1]s_q1 %[1]s_median %[1]s_q3 %[1]s_max", q)
	}
	t := table.Table{Columns: table.Keys(keys + " J_wins B_wins")}
	for _, o := range s.Outcomes {
		j := o.Job
		row := []any{j.TargetName(), j.Budget, j.Kernel, j.Repeat, j.Bridge,
			j.Initial, j.Schedule, j.T,
			j.ProgramName(), len(o.Draws)}
		for _, q := range []ranking.Spread{o.J, o.B, o.OverJ, o.OverB} {
			row = append(row, table.Known(q.Q1), table.Known(q.Q2), table.Known(q.Q3), table.Known(q.Max))
		}
		t.Add(append(row, o.WinsJ, o.WinsB)...)
	}
	if !atBudgets(s.Outcomes) {
		t.Drop("evaluations")
	}
	if !slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		for _, c := range t.Columns {
			if strings.Contains(c.Key, "_over_least_") || strings.HasSuffix(c.Key, "_wins") {
				t.Drop(c.Key)
			}
		}
	}
	return t
}

// cellsData has J and B of every cell, from which all other tables can be computed. Cells
// without J and B come last.
func cellsData(s ranking.Summary) table.Table {
	t := table.Table{Columns: table.Keys("group seed schedule T J B")}
	for _, c := range s.Contests {
		for _, e := range c.Entries {
			t.Add(c.Group, table.Pointed(c.Job.Seed), e.Schedule, c.Job.T, e.J, e.B)
		}
	}
	for _, c := range s.Unmeasured {
		t.Add(s.GroupName(c), table.Pointed(c.Seed), c.Schedule, c.T, nil, nil)
	}
	return t
}

// fewRows is the number of rows of a result that fit a terminal, and mostRows those of summary.md.
const fewRows, mostRows = 24, 100

// Result is the table of a sweep for a terminal: J and B of every combination of names, or of the
// best of them. out is the directory that holds the others. Notes say what the figures leave out.
func Result(s ranking.Summary, out string) table.Table {
	t := ranked(s, fewRows, out+"/summary.csv")
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
	s.Outcomes = seenLeast(s.Outcomes)
	axes := ranking.Varying(s.Outcomes)
	names := table.Each(axes, func(a ranking.Axis) string { return a.Name })
	t := table.Table{Title: "J and B in nats", Lead: max(len(axes), 1), Spare: []string{"b_over_j"}}
	t.Columns = table.Columns(append(names, "draws", "J", "J_quartiles=J quartiles", "B", "B_quartiles=B quartiles",
		"b_over_j=B/J", "least", "wins")...)
	draws := drawn(s.Outcomes)
	switch len(draws) {
	case 0:
	case 1:
		t.Title += fmt.Sprintf(", the median over the %s draws of a target", table.Thousands(draws[0]))
	default:
		t.Title += ", the median over the draws of a target"
	}
	for _, o := range abridge(&t, byTarget(s.Outcomes), most, file) {
		t.Add(resultRow(axes, o)...)
	}
	if len(draws) < 2 {
		t.Drop("draws")
	}
	if !slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		t.Drop("least")
	}
	if len(s.Outcomes) == 0 {
		t.Note("Nothing has a J or a B; the warnings of the rows say why, in rows.csv and with --format json.")
		return t
	}
	if common := inCommon(s, axes); len(common) > 0 {
		t.Note("All rows: %s.", strings.Join(common, ", "))
	}
	if slices.ContainsFunc(s.Outcomes, func(o ranking.Outcome) bool { return o.J.Q2 == 0 }) {
		t.Note("J is 0 where it is rounding alone.")
	}
	return t
}

// noteRivals says among which rows one is the least, and whether B finds it, if any rows compete.
func noteRivals(t *table.Table, s ranking.Summary, what string) {
	if !slices.ContainsFunc(s.Outcomes, ranking.Outcome.Rivals) {
		return
	}
	alike := "target and " + length(s.Outcomes)
	if ranking.Repeat.Differs(s.Outcomes) && !atBudgets(s.Outcomes) {
		alike = "target, T and repeat"
	}
	t.Note("%samong the rows with the same %s. %s", what, alike, byB(ranking.Summary{Outcomes: seenLeast(s.Outcomes)}))
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

// resultRow has an outcome in the columns of resultTable.
func resultRow(axes []ranking.Axis, o ranking.Outcome) []any {
	row := table.Each(axes, func(a ranking.Axis) any { return axisCell(a, o.Job) })
	var least []string // of its numbers, among its rivals
	if o.LeastJ {
		least = append(least, "J")
	}
	if o.LeastB {
		least = append(least, "B")
	}
	return append(row, len(o.Draws), table.Known(o.J.Q2), quartiles(o.J), table.Known(o.B.Q2), quartiles(o.B),
		quotientCell(o.B.Q2, o.J.Q2), table.Some(strings.Join(least, " and ")), winsCell(o))
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

// quotientCell is B/J to three digits, as 1.50 and 182. It means nothing if J is 0.
func quotientCell(b, j float64) any {
	v, known := reports.OverJ(b, j).(float64)
	if !known {
		return nil
	}
	return table.Verdict{Text: strings.TrimSuffix(fmt.Sprintf("%#.3g", v), "."), Mark: table.NoMark}
}

// seenLeast marks, beside the least J and B of each match, those that are written with the same digits: of two rows
// that say 0.0590 none is the lesser one to a reader.
func seenLeast(all []ranking.Outcome) []ranking.Outcome {
	type written struct {
		match any
		text  string
	}
	leastJ := map[written]bool{}
	leastB := map[written]bool{}
	j := func(o ranking.Outcome) written { return written{o.Match(), table.Short(o.J.Q2)} }
	b := func(o ranking.Outcome) written { return written{o.Match(), table.Short(o.B.Q2)} }
	for _, o := range all {
		leastJ[j(o)] = leastJ[j(o)] || o.LeastJ
		leastB[b(o)] = leastB[b(o)] || o.LeastB
	}
	marked := slices.Clone(all)
	for i, o := range marked {
		marked[i].LeastJ = leastJ[j(o)]
		marked[i].LeastB = leastB[b(o)]
	}
	return marked
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
		t.Title += ": the least of each target and " + length(all)
	}
	if len(kept) > most {
		kept = kept[:most]
		t.Title += ", of the first"
	}
	t.Note("These are %s of %s rows; all are in %s.", table.Thousands(len(kept)), table.Thousands(len(all)), file)
	return kept
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

// inCommon are the names that all rows have in common: on axes that do not vary, and of seeds and chains.
func inCommon(s ranking.Summary, axes []ranking.Axis) (common []string) {
	for _, a := range ranking.Axes {
		varies := slices.ContainsFunc(axes, func(b ranking.Axis) bool { return a.Name == b.Name })
		switch name := a.Of(s.Outcomes[0].Job); {
		case varies, a.Name == ranking.Program.Name && s.Outcomes[0].Job.Program == "",
			a.Name == ranking.Repeat.Name && name == "1", a.Name == ranking.Budget.Name && name == "0":
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
	chosen := false
	matches := 0
	found := 0
	worst := 1.0
	for _, of := range experiments.GroupBy(s.Outcomes, ranking.Outcome.Match) {
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
	return fmt.Sprintf("%s choice of least B has the least J in %d of %s, each a target at one %s. In the others it "+
		"has up to %.4g times the least J.", by, found, text.Count(matches, "case"), length(s.Outcomes), worst)
}

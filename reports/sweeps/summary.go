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

// fewRows holds the number of rows of a result that fit a terminal, if a file has them all.
const fewRows = 24

// warningsSay tells where the reasons of rows are.
const warningsSay = "the warnings of the rows say why, in rows.csv and with --format json"

// Result returns the table of a sweep for people: J and B of every combination of names, in the median over the draws.
// If they do not fit a terminal, and the directory out has all of them, the table has only the best of each target and
// T, and at most fewRows of these.
func Result(s ranking.Summary, out string) table.Table {
	all := byTarget(s.Outcomes)
	if out == "" || len(all) <= fewRows {
		return resultTable(s, all)
	}
	best := slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool {
		return o.HasRivals && !o.LeastJ && !o.LeastB
	})
	best = best[:min(len(best), fewRows)]
	t := resultTable(s, best)
	t.Title += ": the least of each target and " + length(all)
	t.Note("These are %s of %s rows; all are in %s/summary.md.", table.Thousands(len(best)),
		table.Thousands(len(all)), out)
	return t
}

// resultTable returns a row for each shown outcome of a sweep. Its columns are the axes that have several values, so
// that competing outcomes stand together.
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
			o.J.Q2, o.B.Q2, quotientCell(o.B.Q2, o.J.Q2), leastCell(o))...)
	}
	if len(draws) < 2 {
		t.Drop("draws")
	}
	if len(s.Outcomes) == 0 {
		t.Note("Nothing has a J or a B; %s.", warningsSay)
		return t
	}
	noteCommon(&t, s, axes)
	if slices.ContainsFunc(s.Outcomes, func(o ranking.Outcome) bool { return o.HasRivals }) {
		alike := "target and " + length(s.Outcomes)
		if ranking.Repeat.Differs(s.Outcomes) && !atBudgets(s.Outcomes) {
			alike = "target, T and repeat"
		}
		t.Note("Least: among the rows with the same %s.", alike)
	} else {
		t.Drop("least")
	}
	noteAnswers(&t, s)
	noteStopped(&t, s)
	if slices.ContainsFunc(shown, func(o ranking.Outcome) bool {
		return math.IsNaN(o.J.Q2) || math.IsNaN(o.B.Q2) && o.Misses == ""
	}) {
		t.Note("Where J or B is blank it is not known; %s.", warningsSay)
	}
	noteKernels(&t, s.Outcomes)
	return t
}

// noteKernels notes of each kernel what was followed of it, and how its steps miss p.
func noteKernels(t *table.Table, all []ranking.Outcome) {
	missing := slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool { return o.Misses == "" })
	followed := slices.DeleteFunc(slices.Clone(all), func(o ranking.Outcome) bool { return o.Followed == "" })
	for kernel, of := range experiments.GroupBy(followed, func(o ranking.Outcome) string { return o.Job.Kernel }) {
		t.Note("%s: %s.", kernel, of[len(of)-1].Followed)
	}
	for kernel, of := range experiments.GroupBy(missing, func(o ranking.Outcome) string { return o.Job.Kernel }) {
		t.Note("%s has J by its forward distribution, and no B, because its steps miss p: %s.", kernel, of[0].Misses)
	}
}

// leastCell names the numbers of an outcome that are the least among its rivals.
func leastCell(o ranking.Outcome) any {
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

// drawn returns the numbers of draws that outcomes have, except 1.
func drawn(all []ranking.Outcome) (draws []int) {
	for _, o := range all {
		if n := len(o.Draws); n > 1 && !slices.Contains(draws, n) {
			draws = append(draws, n)
		}
	}
	return draws
}

// byTarget returns the outcomes target by target, each sorted by budget and T.
func byTarget(all []ranking.Outcome) (sorted []ranking.Outcome) {
	target := func(o ranking.Outcome) string { return ranking.Target.ValueOf(o.Job) }
	for _, of := range experiments.GroupBy(all, target) {
		slices.SortStableFunc(of, func(a, b ranking.Outcome) int {
			return cmp.Or(a.Job.Budget-b.Job.Budget, a.Job.T-b.Job.T)
		})
		sorted = append(sorted, of...)
	}
	return sorted
}

// axisCell returns the value of a job on an axis, as a name or a number.
func axisCell(a ranking.Axis, j sweep.Job) any {
	switch a.Name {
	case ranking.Levels.Name:
		return j.T
	case ranking.Budget.Name:
		return j.Budget
	}
	return a.ValueOf(j)
}

// quotientCell returns B/J to three digits, as 1.50 and 182, and nil if J is 0 or B infinite.
func quotientCell(b, j float64) any {
	v := reports.BOverJ(b, j)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return table.Verdict{Text: strings.TrimSuffix(fmt.Sprintf("%#.3g", v), ".")}
}

// length names what competing outcomes have in common: T, or their cost.
func length(all []ranking.Outcome) string {
	if atBudgets(all) {
		return "cost"
	}
	return "T"
}

// atBudgets reports whether outcomes compete at the same evaluations of the density and not at the same T.
func atBudgets(all []ranking.Outcome) bool {
	return slices.ContainsFunc(all, func(o ranking.Outcome) bool { return o.Job.Budget > 0 })
}

// noteCommon notes what all rows have in common: names on axes that do not vary, a seed, and chains.
func noteCommon(t *table.Table, s ranking.Summary, axes []ranking.Axis) {
	var common []string
	first := s.Outcomes[0]
	for _, a := range ranking.Axes {
		varies := slices.ContainsFunc(axes, func(b ranking.Axis) bool { return a.Name == b.Name })
		switch name := a.ValueOf(first.Job); {
		case varies, a.Name == ranking.Program.Name && first.Job.Program == "",
			a.Name == ranking.Repeat.Name && name == "1", a.Name == ranking.Budget.Name && name == "0":
		default:
			common = append(common, a.Name+" "+name)
		}
	}
	otherSeed := func(o ranking.Outcome) bool {
		return o.Draws[0].Seed == nil || *o.Draws[0].Seed != *first.Draws[0].Seed
	}
	if seed := first.Draws[0].Seed; seed != nil && len(drawn(s.Outcomes)) == 0 &&
		!slices.ContainsFunc(s.Outcomes, otherSeed) {
		common = append(common, fmt.Sprintf("seed %d", *seed))
	}
	if j := first.Job; j.Chains > 0 {
		common = append(common, fmt.Sprintf("%s chains of mc-seed %d", table.Thousands(j.Chains), j.MCSeed))
	}
	if first.Job.SkipLast {
		common = append(common, "without the last kernel")
	}
	if len(common) > 0 {
		t.Note("All rows: %s.", strings.Join(common, ", "))
	}
}

// choices returns the axes that vary, except those of the target, the budget and the levels.
func choices(all []ranking.Outcome) []ranking.Axis {
	return slices.DeleteFunc(ranking.Varying(all), func(a ranking.Axis) bool {
		return a.Name == ranking.Target.Name || a.Name == ranking.Budget.Name || a.Name == ranking.Levels.Name
	})
}

// choiceOf returns a function that names an outcome on these axes: "repeat 2, slice, fisher".
func choiceOf(axes []ranking.Axis) func(ranking.Outcome) string {
	return func(o ranking.Outcome) string {
		return strings.Join(table.Each(axes, func(a ranking.Axis) string {
			if a.Name == ranking.Repeat.Name {
				return "repeat " + a.ValueOf(o.Job)
			}
			return a.ValueOf(o.Job)
		}), ", ")
	}
}

// noteAnswers adds a sentence on what to take for each answer.
func noteAnswers(t *table.Table, s ranking.Summary) {
	name := choiceOf(slices.DeleteFunc(choices(s.Outcomes), func(a ranking.Axis) bool {
		return a.Name == ranking.Repeat.Name && !atBudgets(s.Outcomes) // those with another repeat do not compete
	}))
	for _, a := range s.Answers() {
		where := place(s.Outcomes, a.Best.Job)
		best, other := name(a.Best), name(a.Other)
		if !a.Beats {
			t.Note("%s J does not choose: %s has the least median, %s, but less than %s on %s of %s draws; %s.%s",
				where, best, bestJ(a), other, table.Thousands(a.Wins), table.Thousands(a.Draws), choiceByB(a, name),
				limits(a, name))
			continue
		}
		t.Note("%s take %s: J %s, %s; %s.%s", where, best, bestJ(a), comparison(a, other), choiceByB(a, name),
			limits(a, name))
	}
}

// noteStopped notes descents that stopped before they converged, unless the sentences on what to take say so of all.
func noteStopped(t *table.Table, s ranking.Summary) {
	answers := s.Answers()
	told := func(o ranking.Outcome) bool {
		return slices.ContainsFunc(answers, func(a ranking.Answer) bool { return a.Best.Job == o.Job })
	}
	stopped := slices.DeleteFunc(slices.Clone(s.Outcomes), func(o ranking.Outcome) bool {
		return !o.Stopped || told(o)
	})
	for schedule, of := range experiments.GroupBy(stopped, func(o ranking.Outcome) string { return o.Job.Schedule }) {
		more := ""
		if len(of) > 1 {
			more = fmt.Sprintf(", and %s", text.Count(len(of)-1, "more row"))
		}
		t.Note("The descent of %s stopped before it converged, and betas with less %s may exist: %s%s.", schedule,
			searchedBy(schedule), of[0].Job, more)
	}
}

// searchedBy returns the number of which a schedule has the least: J or B.
func searchedBy(schedule string) string {
	return strings.ToUpper(strings.TrimPrefix(schedule, "best-"))
}

// limits says in sentences why the best outcome may be no method of annealing, and which is one.
func limits(a ranking.Answer, name func(ranking.Outcome) string) (says string) {
	if limit := a.Best.Limit(); limit != "" {
		says = " Its J is a limit, and not that of a method: " + limit + "."
	} else if a.Best.StartsAtFile() {
		says = " Draws from its start, " + a.Best.Job.Initial + ", count as free."
	}
	if a.Best.AtTarget {
		says += fmt.Sprintf(" %s hardly anneals: a plain chain on the target, with all levels but the first there, "+
			"has less than %g times its %s.", a.Best.Job.Schedule, ranking.AboutAsGood, searchedBy(a.Best.Job.Schedule))
	}
	if a.Best.Stopped {
		says += " Its descent stopped before it converged: betas with less J may exist."
	}
	if a.Method != nil {
		from := ""
		if a.Method.StartsAtFile() {
			from = " from the file"
		}
		says += fmt.Sprintf(" Of the rows that do anneal%s %s is the best: J %.3g", from, name(*a.Method),
			a.Method.J.Q2)
		if experiments.IsOptimal(a.Method.Job.Schedule) {
			says += ", at betas that are chosen by exact numbers"
		}
		says += "."
	}
	return says
}

// place says where outcomes compete: "On easy, at T = 1,000".
func place(all []ranking.Outcome, j sweep.Job) string {
	at := "at T = " + table.Thousands(j.T)
	switch {
	case j.Budget > 0:
		at = fmt.Sprintf("at %s evaluations", table.Thousands(j.Budget))
	case ranking.Repeat.Differs(all):
		at += fmt.Sprintf(" and repeat %d", j.Repeat)
	}
	if ranking.Target.Differs(all) {
		return fmt.Sprintf("On %s, %s", j.TargetName(), at)
	}
	return "A" + strings.TrimPrefix(at, "a")
}

// bestJ returns J of the best outcome in words.
func bestJ(a ranking.Answer) string {
	if isRounding(a) {
		return fmt.Sprintf("below rounding (under %.0e)", experiments.Negligible)
	}
	return fmt.Sprintf("%.3g", a.Best.J.Q2)
}

// isRounding reports whether J of the best outcome is so small that its digits, and quotients by it, say nothing.
func isRounding(a ranking.Answer) bool { return isZero(a.Best.J.Q2) }

// isZero reports whether a number is 0 to rounding.
func isZero(x float64) bool { return x < experiments.Negligible }

// comparison says how much less J the best outcome has than another, and on how many of several draws.
func comparison(a ranking.Answer, other string) string {
	says := percent(a.Less) + " less than " + other
	switch {
	case a.Less == 0 && a.LessB:
		return "the same as " + other + ", and less B"
	case a.Less == 0:
		return "the same as " + other
	case math.IsInf(a.Other.J.Q2, 1):
		says = fmt.Sprintf("where that of %s is infinite", other)
	case isRounding(a):
		says = fmt.Sprintf("beside %.3g of %s", a.Other.J.Q2, other)
	case a.Less > 0.99:
		says = "over 99% less than " + other
	}
	if a.Draws > 1 {
		says += fmt.Sprintf(" (%s of %s draws)", table.Thousands(a.Wins), table.Thousands(a.Draws))
	}
	return says
}

// choiceByB says which outcome has the least B, and at which J.
func choiceByB(a ranking.Answer, names func(ranking.Outcome) string) string {
	if a.ByB == nil {
		return "B does not choose"
	}
	says := "choosing by B takes " + names(*a.ByB)
	const many = 10
	switch {
	case names(*a.ByB) == names(a.Best) && a.Beats:
		return "choosing by B takes it too"
	case names(*a.ByB) == names(a.Best):
		return "choosing by B takes it"
	case a.More == 0:
		return says + ", at the same J"
	case isRounding(a):
		return says + fmt.Sprintf(", at J %.3g", a.ByB.J.Q2)
	case a.More > many:
		return says + fmt.Sprintf(", at %.3g times the J", 1+a.More)
	}
	return says + fmt.Sprintf(", at %s more J", percent(a.More))
}

// percent returns a share in words: 29%, and 1.2% if it is small.
func percent(share float64) string {
	switch {
	case share < 0.001:
		return "under 0.1%"
	case share < 0.1:
		return fmt.Sprintf("%.2g%%", 100*share)
	}
	return fmt.Sprintf("%.0f%%", 100*share)
}

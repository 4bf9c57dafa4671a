package reports

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// annealersOf returns the annealers of runs.
func annealersOf(rows []experiments.Measurement) []experiments.Annealer {
	return table.Each(rows, func(r experiments.Measurement) experiments.Annealer { return r.Annealer })
}

// withSubjects returns these columns after target, seed and T. A table of annealings for people begins with them, and
// drops target or seed if all rows are alike in it.
func withSubjects(specs ...string) []table.Column {
	return table.Columns(append([]string{"target", "seed", "T"}, specs...)...)
}

// subjectLead holds the number of columns that name a row of such a table.
const subjectLead = 3

// annealersTitle returns the title of a table of several annealers. Columns have what differs among them, and the title
// has the rest.
func annealersTitle(t *table.Table, all []experiments.Annealer) string {
	dropSubjects(t, all)
	if len(all) == 0 {
		return ""
	}
	an := all[0]
	if slices.ContainsFunc(t.Columns, func(column table.Column) bool { return column.Key == "seed" }) {
		an.Seed = nil
	}
	if !severalTargets(all) {
		return AnnealerTitle(an)
	}
	an.Initial = ""
	targets := table.Each(all, experiments.Annealer.TargetName)
	slices.Sort(targets)
	return settingTitle(text.Count(len(slices.Compact(targets)), "target"), an.Setting)
}

// AnnealerTitle returns words for all that is set of an annealer.
func AnnealerTitle(an experiments.Annealer) string {
	return settingTitle(an.TargetName()+" on "+an.GridName(), an.Setting)
}

// settingTitle returns words for an annealing on a target, which is named with its grid.
func settingTitle(target string, c experiments.Setting) string {
	s := []string{target + SeedWords(c.Seed)}
	for _, part := range [][2]string{{"kernel", c.KernelLabel()}, {"bridge", c.Bridge}, {"schedule", c.Schedule}} {
		if part[1] != "" { // a command of the user may have none
			s = append(s, part[0]+" "+part[1])
		}
	}
	if c.Initial != "uniform" && c.Initial != "" {
		s = append(s, "from "+c.Initial)
	}
	if c.Axes != "" {
		s = append(s, "axes "+c.Axes)
	}
	if c.SkipLast {
		s = append(s, "without the last kernel")
	}
	return strings.Join(s, "; ")
}

// dropSubjects leaves out the columns in which all annealers are alike.
func dropSubjects(t *table.Table, all []experiments.Annealer) {
	dropAlike(t, "target", table.Each(all, experiments.Annealer.TargetName))
	dropAlike(t, "seed", table.Each(all, func(an experiments.Annealer) string { return SeedWords(an.Seed) }))
}

// targetWords returns a function that names the target of an annealer, as " of easy", or returns "" if there is one
// target.
func targetWords(all []experiments.Annealer) func(experiments.Annealer) string {
	if !severalTargets(all) {
		return func(experiments.Annealer) string { return "" }
	}
	return func(an experiments.Annealer) string { return " of " + an.TargetName() }
}

// severalTargets reports whether annealers have several targets. Seeds do not make targets different.
func severalTargets(all []experiments.Annealer) bool {
	return !alike(table.Each(all, experiments.Annealer.TargetName))
}

// SeedWords returns the seed of a target in words, behind its name; "" if nothing in it is random.
func SeedWords(seed *uint64) string {
	if seed == nil {
		return ""
	}
	return fmt.Sprintf(", seed %d", *seed)
}

// dropAlike drops a leading column if all its names are the same.
func dropAlike(t *table.Table, key string, names []string) {
	there := slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Key == key })
	if there && alike(names) {
		t.Lead--
		t.Drop(key)
	}
}

// alike reports whether all of these are the same.
func alike(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return name != names[0] })
}

package reports

import (
	"fmt"
	"slices"
	"strings"

	"breadboard/experiments"
	"breadboard/reports/table"
)

func chainTitle(c experiments.Chain) string {
	return settingTitle(c.TargetName(), c.Target.Grid.String(), c.Setting)
}

// settingTitle names an annealing on a target and its grid.
func settingTitle(target, grid string, c experiments.Setting) string {
	s := []string{target + " on " + grid + ofSeed(c.Seed)}
	for _, part := range [][2]string{{"kernel", c.Kernel}, {"bridge", c.Bridge}, {"schedule", c.Schedule}} {
		if part[1] != "" { // a program from outside may have none
			s = append(s, part[0]+" "+part[1])
		}
	}
	if c.Initial != "uniform" {
		s = append(s, "from "+c.Initial)
	}
	if c.Density != "" {
		s = append(s, "density "+c.Density)
	}
	if c.SkipLast {
		s = append(s, "without the last kernel")
	}
	return strings.Join(s, "; ")
}

// seedTitle is the title of a table of chains. If their seeds differ the seed is a column, and otherwise it
// is in the title.
func seedTitle(t *table.Table, all []experiments.Chain) string {
	if len(all) == 0 {
		t.Drop("seed")
		return ""
	}
	c := all[0]
	if oneSeed(t, each(all, func(c experiments.Chain) *uint64 { return c.Seed })); t.Columns[0].Key == "seed" {
		c.Seed = nil
	}
	return chainTitle(c)
}

// oneSeed drops the column of seeds if they are all the same.
func oneSeed(t *table.Table, seeds []*uint64) {
	if !slices.ContainsFunc(seeds, func(s *uint64) bool { return ofSeed(s) != ofSeed(seeds[0]) }) {
		t.Drop("seed")
		t.Lead--
	}
}

// ofSeed is the seed of a target in words, behind its name; "" if nothing in it is random.
func ofSeed(seed *uint64) string {
	if seed == nil {
		return ""
	}
	return fmt.Sprintf(", seed %d", *seed)
}

// dropAlike leaves out a leading column if all its names are the same.
func dropAlike(t *table.Table, key string, names []string) {
	if !slices.ContainsFunc(names, func(name string) bool { return name != names[0] }) {
		t.Lead--
		t.Drop(key)
	}
}

package power

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains/kernels"
	"breadboard/experiments/studies/run"
	"breadboard/experiments/validation/seeded"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// A powerTest is a column of the table.
type powerTest struct {
	key, head string
	moves     int                             // of the kernel that a draw takes
	of        func(m powered, all moves) Need // nil if it is a test of the annealing
}

// powerTests are the columns whose needs are computed.
var powerTests = []powerTest{
	{"stays", "p stays p", 1, nil}, {"rows", "rows", 1, nil}, {"weights", "means of w", seeded.Levels - 1, nil},
	jointTest("joint_1", "joint, 1 step", 1), jointTest("joint_20", "joint, 20 steps", 20),
	rankTest("sbc_20", "SBC, 20 apart", 20, true), rankTest("sbc_200", "SBC, 200 apart", 200, true),
	rankTest("invariance_1", "invariance, 1 apart", 1, false), rankTest("invariance_20",
		"invariance, 20 apart", 20, false),
}

func jointTest(key, head string, steps int) powerTest {
	return powerTest{key, head, steps, func(m powered, all moves) Need { return m.jointly(all, steps) }}
}

func rankTest(key, head string, steps int, calibration bool) powerTest {
	return powerTest{key, head, steps * rankOthers, func(m powered, all moves) Need {
		return m.ranked(all, steps, calibration)
	}}
}

// A Row has the needs of a bug in the order of powerTests.
type Row struct {
	Bug   string
	Needs []Need
	// RHat and ESS are how many of the runs of chains R-hat and ESS find wrong; negative if the bug is not in a kernel.
	RHat, ESS int
}

func (m powered) row(setting run.Setting, b seeded.Bug) Row {
	r := Row{Bug: cmp.Or(b.Name, "none: a sound kernel"), RHat: -1, ESS: -1}
	stays, rows := atLevels(b)
	r.Needs = []Need{stays, rows, weighed(b)}
	k := b.AtPosterior()
	if b.Name == "" {
		k = kernels.Metropolis{}
	}
	if k == nil { // the bug is not in a kernel
		r.Needs = append(r.Needs, slices.Repeat([]Need{never}, len(powerTests)-len(r.Needs))...)
		return r
	}
	all := m.moves(k)
	for _, test := range powerTests[len(r.Needs):] {
		r.Needs = append(r.Needs, test.of(m, all))
	}
	r.RHat, r.ESS = m.diagnosed(setting, all)
	return r
}

// cells are those of a row for people: no draws find the bug, more than anybody has, or a number.
func (r Row) cells() []any {
	all := []any{r.Bug}
	for _, n := range r.Needs {
		switch {
		case math.IsInf(n.Draws, 1):
			all = append(all, "")
		case n.Draws > 1e12:
			all = append(all, "over 10^12")
		case n.Draws > 1e7:
			all = append(all, fmt.Sprintf("%.2g", n.Draws))
		default:
			all = append(all, table.Thousands(int(n.Draws)))
		}
	}
	for _, alarms := range []int{r.RHat, r.ESS} {
		if alarms < 0 {
			all = append(all, "")
		} else {
			all = append(all, fmt.Sprintf("%d of %d", alarms, diagnoses))
		}
	}
	return all
}

// data are the same for programs.
func (r Row) data() []any {
	all := []any{r.Bug}
	for _, n := range r.Needs {
		draws, by := any(nil), any(nil)
		if !math.IsInf(n.Draws, 1) {
			draws, by = n.Draws, n.By
		}
		all = append(all, draws, by)
	}
	if r.RHat < 0 {
		return append(all, nil, nil)
	}
	return append(all, r.RHat, r.ESS)
}

// seededNeeds are the rows of all bugs. A quick look has three.
func seededNeeds(ctx context.Context, setting run.Setting) ([]Row, error) {
	m := newPowered()
	bugs := append([]seeded.Bug{{}}, seeded.Bugs...)
	if setting.Quick {
		bugs = []seeded.Bug{{}, seeded.Named("acceptance inverted"), seeded.Named("sweep not reversed")}
	}
	alike := slices.Repeat([]int{1}, len(bugs))
	each := func(_ context.Context, i int) (Row, error) {
		return m.row(setting, bugs[i]), nil
	}
	rows, err := run.Each(ctx, setting.Shelf, "seeded", alike, setting.Tell, each)
	if err != nil {
		return nil, err
	}
	for i := range rows[1:] {
		rows[i+1].clear(rows[0])
	}
	return rows, nil
}

// clear empties the cells of SBC in which a right kernel is accused by less than twice as many draws: SBC accuses
// kernels that are slow, and not for what is wrong with them.
func (r *Row) clear(sound Row) {
	for k, test := range powerTests {
		if strings.HasPrefix(test.key, "sbc") && 2*r.Needs[k].Draws > sound.Needs[k].Draws {
			r.Needs[k] = never
		}
	}
}

// addSeeded adds the table of all bugs. Its first row is the sound kernel.
func addSeeded(all *study.Study, rows []Row) {
	people := table.Table{Title: "The least number of draws that find a seeded bug half of the time, at level 1e-4",
		Columns: []table.Column{{Key: "bug", Head: "bug"}}}
	data := table.Table{Columns: []table.Column{{Key: "bug"}}}
	for _, k := range powerTests {
		people.Columns = append(people.Columns, table.Column{Key: k.key, Head: k.head})
		data.Columns = append(data.Columns, table.Column{Key: k.key}, table.Column{Key: k.key + "_by"})
	}
	people.Columns = append(people.Columns, table.Column{Key: "r_hat", Head: "R-hat"},
		table.Column{Key: "ess", Head: "ESS"})
	data.Columns = append(data.Columns, table.Column{Key: "r_hat"}, table.Column{Key: "ess"})
	for _, r := range rows {
		people.Add(r.cells()...)
		data.Add(r.data()...)
	}
	people.Note("An empty cell: no number of draws. In a column of SBC also: the sound kernel is accused by less " +
		"than twice as many.")
	var moves []string
	for _, k := range powerTests {
		moves = append(moves, fmt.Sprintf("%s %d", k.head, k.moves))
	}
	people.Note("Moves of the kernel that a draw takes: %s.", strings.Join(moves, "; "))
	people.Note("R-hat and ESS: by simulation, in how many of %d runs (seeds 0 to %d) they say that not all is well: "+
		"r-hat-rank above 1.01, or ess-bulk below 400, of a latent or of log f. Four chains from the prior, %d "+
		"states of each, one in %d steps.",
		diagnoses, diagnoses-1, diagnosed, thinned)
	all.People = append(all.People, people)
	all.Add("seeded", data)
	all.Others = append(all.Others, table.Page("seeded.md", people))
}

package validation_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/toys"
)

// Geweke's test takes the kernels of the seeded bugs on 7x7 cells, like the exact checks. The model
// has two points in seven clusters, and little noise.
var twoPoints = toys.Clustering{N: 2, K: 7, D: 2, Centres: 2, Noise: 0.3}.Model()

// The hunt doubles the draws until a statistic has p below sure. It looks for 15 bugs, some
// 7 times for each. Once in a hundred hunts one of them is found too soon, by chance.
const (
	fewestDraws, mostDraws = 100, 409600
	sure                   = 1e-4
	chainSteps             = 20
)

// outOfReach is a number of draws that nobody tries. A hunt for 1e8 would take days.
const outOfReach = 1e8

// atPosterior are the bugs that are about the levels of an annealing, with counterparts for a
// posterior and its data. At the target the last of them is no bug.
var atPosterior = map[string]chains.Kernel{
	"wrong temperature": bugs.Changed(kernels.Metropolis{}, bugs.Alter(bugs.Altered{
		AimAt: func(l *chains.Level) *chains.Level { return bugs.Copied(l, 0.9) }})),
	"level before":      bugs.Changed(kernels.Metropolis{}, bugs.Stale),
	"always the target": kernels.Metropolis{},
}

// buggy is the kernel with the bug; nil if the bug is not in a kernel.
func buggy(b validation.Bug) chains.Kernel {
	if k := atPosterior[b.Name]; k != nil {
		return k
	}
	return b.Kernel
}

// offInvariance is the exact check: it draws no chain.
func offInvariance(b validation.Bug) float64 {
	const data = 20
	sum := 0.0
	for seed := range uint64(data) {
		op, target := buggy(b).On(twoPoints.Grid), toys.Target{}
		for _, target = range []toys.Target{twoPoints.Simulated(seed + data), twoPoints.Simulated(seed)} {
			level := chains.NewLevel(chains.Geometric{From: target.LogF, To: target.LogF}, len(target.LogF))
			level.Move(2, 1)
			op.Aim(level) // at other data first, as in a chain
		}
		p := chains.Normalized(target.LogF)
		after := make([]float64, len(p))
		for x, row := range laws.RowsOf(op, len(p)) {
			for y, v := range row {
				after[y] += p[x] * v
			}
		}
		for x := range p {
			sum += math.Abs(after[x]-p[x]) / 2 / data
		}
	}
	return sum
}

// invisible is an average total variation that rounding explains.
const invisible = 1e-13

// blind says why Geweke's test sees nothing of these kernels: their steps leave the posterior of
// any data invariant.
var blind = map[string]string{
	"always the target":      "at a posterior, the only level, it is right",
	"walls entered":          "the model has no walls",
	"NaN between walls":      "the model has no walls",
	"one axis":               "each step is right; the first point just never moves",
	"sweep not reversed":     "its steps are right, its reversal is not",
	"push of another kernel": "its steps are right, its Push is not",
}

// gewekeHunt doubles the draws up to this many of each way. It returns the statistic that found
// the bug and the draws it took, or 0 draws.
func gewekeHunt(t *testing.T, b validation.Bug, most int) (draws int, by geweke.Finding) {
	t.Helper()
	for n := fewestDraws; n <= most; n *= 2 {
		test := geweke.Test{Model: twoPoints, Kernel: buggy(b), Steps: chainSteps, Draws: n, MCSeed: 1}
		r, err := test.Run(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if worst := r.Worst(); worst.P < sure {
			return n, worst
		}
	}
	return 0, geweke.Finding{}
}

// commitGeweke makes the tables anew, in four minutes on two busy cores.
func commitGeweke(t *testing.T) {
	t.Helper()
	var rows []gewekeRow
	n, few := newGewekeNeeds(gewekeData), newGewekeNeeds(gewekeData/4)
	for _, b := range validation.Bugs {
		rows = append(rows, exactGeweke(b, n, few).hunted(t, b, mostDraws))
	}
	for name, data := range gewekeFiles(t, rows) {
		if err := os.WriteFile(filepath.Join("..", "..", "reports", "validation", name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// committedGeweke reads the committed rows.
func committedGeweke(t *testing.T) (rows []gewekeRow) {
	t.Helper()
	if err := json.Unmarshal(committed(t, "geweke.json"), &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// TestGewekeTableIsUpToDate: everything that takes no draws, and the draws of every bug that few
// draws find. With -update all of it is made anew.
func TestGewekeTableIsUpToDate(t *testing.T) {
	if *update {
		commitGeweke(t)
	}
	const quick, command = 400, "go test ./experiments/validation -run Geweke -update makes it anew"
	rows := committedGeweke(t)
	if len(rows) != len(validation.Bugs) {
		t.Fatalf("%d rows for %d bugs; %s", len(rows), len(validation.Bugs), command)
	}
	n, few := newGewekeNeeds(gewekeData), newGewekeNeeds(gewekeData/4)
	for i, b := range validation.Bugs {
		was, is := rows[i], exactGeweke(b, n, few)
		if was.Draws > 0 && was.Draws <= quick {
			is = is.hunted(t, b, quick)
		} else {
			is.Draws, is.By, is.P = was.Draws, was.By, was.P
		}
		if !is.like(was) {
			t.Errorf("%+v, and in the table %+v; %s", is, was, command)
		}
	}
	for name, data := range gewekeFiles(t, rows) {
		if !bytes.Equal(data, committed(t, name)) {
			t.Errorf("%s does not have the rows of geweke.json; %s", name, command)
		}
	}
}

// like compares numbers to six digits. A bug's faults that cancel are rounding, and have fewer.
func (r gewekeRow) like(was gewekeRow) bool {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-6*math.Abs(b) }
	alike := near(r.Off, was.Off) && near(r.P, was.P) && (near(r.Needed, was.Needed) || r.AtLeast && was.AtLeast)
	r.Off, r.P, r.Needed = was.Off, was.P, was.Needed
	return alike && r == was
}

// TestGewekeFindsWhatItCan: the test finds every bug that changes a step, except those that need
// more draws than anybody has. The computed number of draws is right to within a factor of four.
func TestGewekeFindsWhatItCan(t *testing.T) {
	rows := committedGeweke(t)
	for _, r := range rows {
		ratio := float64(r.Draws) / r.Needed
		switch {
		case r.Visible && r.Needed < outOfReach && r.Draws == 0:
			t.Errorf("%s was not found by %d draws", r.Bug, mostDraws)
		case r.Draws > 0 && r.Needed > 0 && (ratio < 0.25 || ratio > 4):
			t.Errorf("%s took %d draws, and by computing %g", r.Bug, r.Draws, r.Needed)
		case !r.Visible && r.Why == "":
			t.Errorf("%s: nobody says why it is not visible", r.Bug)
		}
	}
}

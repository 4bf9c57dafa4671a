package validation

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation/seeded"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// Geweke's test takes the kernels of the seeded bugs on 7x7 cells, like the exact checks. The model has two points in
// seven clusters, and little noise. Its labels are walked as lines, which have the ends that bugs forget.
var twoPoints = func() toys.Model {
	m := toys.Clustering{N: 2, K: 7, D: 2, Centres: 2, Noise: 0.3}.Model()
	m.Grid = m.Grid.Of(grid.Line)
	return m
}()

// A hunt doubles the draws until a statistic has p below sure. Of 15 bugs, some 7 times for each, one is found too soon
// by chance once in a hundred hunts.
const (
	fewestDraws = 100
	sure        = 1e-4
	chainSteps  = 20
	outOfReach  = 1e8 // draws, which would take days
)

// offInvariance is the exact check: the total variation between a posterior and what a step makes of it, on average
// over data. It draws no chain.
func offInvariance(b seeded.Bug) float64 {
	const data = 20
	sum := 0.0
	for seed := range uint64(data) {
		op := b.AtPosterior().On(twoPoints.Grid)
		target := toys.Target{}
		for _, target = range []toys.Target{twoPoints.Simulated(seed + data), twoPoints.Simulated(seed)} {
			level := chains.NewLevel(chains.Geometric{From: target.LogF, To: target.LogF}, len(target.LogF))
			level.Move(2, 1)
			op.Aim(level) // at other data first, as in a chain
		}
		p := chains.Normalized(target.LogF)
		sum += floats.Distance(seeded.Pushed(p, laws.RowsOf(op, len(p))), p, 1) / 2 / data
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

// A gewekeRow says what Geweke's test finds of a bug, in the committed JSON.
type gewekeRow struct {
	Bug     string  `json:"bug"`
	Visible bool    `json:"visible"`      // a step moves the posterior, which is all that the test can see
	Off     float64 `json:"off"`          // the total variation between p and pT
	Needed  float64 `json:"draws_needed"` // by computing; 0 if that is unknown
	AtLeast bool    `json:"at_least"`     // these are a bound from below
	Draws   int     `json:"draws_taken"`  // 0 if it was not found
	By      string  `json:"found_by"`
	P       float64 `json:"p"`
	Why     string  `json:"why_not"`
}

// words are those of a row in the tables for people.
func (r gewekeRow) words() []string {
	words := []string{r.Why}
	if r.Visible {
		words = append(words, r.By, fmt.Sprintf("%.3g", r.Off))
	}
	if r.Draws > 0 {
		words = append(words, fmt.Sprintf(" %d ", r.Draws), fmt.Sprintf("%.3g", r.P))
	}
	return words
}

// The committed rows are kept by hand. Of every bug they say rightly whether a step moves the posterior, and how far,
// and why it is not found; and the draws of bugs that few draws find, in the long form of all of these. Every bug that
// changes a step is found, except those that need more draws than anybody has, by as many as were computed to within
// a factor of four.
func TestGewekeTable(t *testing.T) {
	const quick = 400
	var rows []gewekeRow
	must.Do(t, json.Unmarshal([]byte(committed(t, "geweke.json")), &rows))
	page := committed(t, "geweke.md")
	csv := committed(t, "geweke.csv")
	for i, b := range seeded.Bugs {
		r := rows[i]
		off := 0.0
		why := "it is in how annealed chains start"
		switch {
		case b.Kernel != nil:
			off, why = offInvariance(b), blind[b.Name]
		case b.Start == nil && b.ReverseStart == nil:
			why = "it is in the weights, and the test has none"
		}
		visible := off > invisible
		if r.Needed > outOfReach {
			why = "out of reach: nobody draws so many"
		}
		if r.Bug != b.Name || r.Visible != visible || visible && math.Abs(off-r.Off) > 1e-6*off || r.Why != why {
			t.Errorf("%s: off by %v, %q, and in the table %+v", b.Name, off, why, r)
		}
		if found := visible && r.Needed < outOfReach; (r.Draws > 0) != found || !found && r.Why == "" {
			t.Errorf("%s was found by %d draws, and nobody says why: %q", r.Bug, r.Draws, r.Why)
		}
		if ratio := float64(r.Draws) / r.Needed; r.Draws > 0 && r.Needed > 0 && (ratio < 0.25 || ratio > 4) {
			t.Errorf("%s took %d draws, and by computing %g", r.Bug, r.Draws, r.Needed)
		}
		if r.Draws > 0 && r.Draws <= quick && (i == 15 || long) {
			draws, by := gewekeHunt(t, b, quick, 1)
			if draws != r.Draws || by.Name != r.By || math.Abs(by.P-r.P) > 1e-6*r.P {
				t.Errorf("%d draws find it, by %+v, and in the table %+v", draws, by, r)
			}
			for seed := uint64(2); seed <= 6 && long; seed++ {
				if draws, _ := gewekeHunt(t, b, 2*quick, seed); draws == 0 || 4*draws < r.Draws || draws > 2*r.Draws {
					t.Errorf("%s: seed %d finds it by %d draws, and the table's by %d", r.Bug, seed, draws, r.Draws)
				}
			}
		}
		_, line, _ := strings.Cut(page, "\n| "+r.Bug+" ")
		line, _, _ = strings.Cut(line, "\n")
		for _, w := range r.words() {
			if !strings.Contains(line, w) {
				t.Errorf("%s: geweke.md does not say %q: %s", r.Bug, w, line)
			}
		}
		if !strings.Contains(csv, fmt.Sprintf("\n%s,%t,", r.Bug, r.Visible)) {
			t.Errorf("%s is not in geweke.csv", r.Bug)
		}
	}
}

// gewekeHunt doubles the draws up to this many of each way. It returns the statistic that found
// the bug and the draws it took, or 0 draws.
func gewekeHunt(t *testing.T, b seeded.Bug, most int, seed uint64) (draws int, by geweke.Finding) {
	t.Helper()
	for n := fewestDraws; n <= most; n *= 2 {
		test := geweke.Test{Model: twoPoints, Kernel: b.AtPosterior(), Kind: geweke.Joint, Steps: chainSteps,
			Draws: n, MCSeed: seed}
		if worst := must.Have(test.Run(t.Context(), nil))(t).Worst(); worst.P < sure {
			return n, worst
		}
	}
	return 0, geweke.Finding{}
}

// committed reads a file of the committed tables.
func committed(t *testing.T, name string) string {
	t.Helper()
	return string(must.Have(os.ReadFile(filepath.Join(folder, name)))(t))
}

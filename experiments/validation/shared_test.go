package validation

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// freshTarget draws a density of 6 to 8 rows and columns.
func freshTarget(r *rand.Rand) (g grid.Grid, logf []float64) {
	g = grid.New(6+r.IntN(3), 6+r.IntN(3))
	for range g.Size() {
		logf = append(logf, 1.5*r.NormFloat64())
	}
	return g, logf
}

// named is 1 if a kernel has its cause, and 0 if it has none. Another cause is an error.
func named(t *testing.T, name string, v Validation) int {
	t.Helper()
	switch {
	case v.Cause == nil:
		return 0
	case v.Cause.Name != name:
		t.Errorf("the cause is %q: %s", v.Cause.Name, v.Verdict())
		return 0
	}
	return 1
}

// A walker makes Metropolis' moves in a wrong way. It has a habit: "shares all" moves all states of a question by the
// same numbers, "shares" accepts them by the same number, and "shares all, halves" halves log f besides; "late" reads
// the log f that it was told before; "caches" keeps the first log f of each cell; and "stale" compares with log f of
// the last cell that it moved to.
type walker struct {
	habit      string
	g          grid.Grid
	dice       *rand.Rand
	logf, last []float64
	cache      map[int]float64
	kept       float64
	moves      int
}

func (w *walker) Aim(_ context.Context, _ float64, logf []float64) error {
	if w.habit == "shares all, halves" {
		logf = powerOf(0.5)(logf)
	}
	w.last, w.logf = w.logf, logf
	w.kept = math.NaN()
	return nil
}

func (w *walker) Move(_ context.Context, next, states []int) error {
	w.moves += len(states)
	move, u := w.dice.IntN(w.g.Moves()), w.dice.Float64()
	for i, x := range states {
		if !strings.HasPrefix(w.habit, "shares") {
			u = w.dice.Float64()
		}
		if !strings.HasPrefix(w.habit, "shares all") {
			move = w.dice.IntN(w.g.Moves())
		}
		next[i] = x
		if y, ok := w.g.Move(x, move); ok && u < math.Exp(w.read(y)-w.from(x)) {
			next[i] = y
			w.kept = w.logf[y]
		}
	}
	return nil
}

// read returns log f of a cell, as the habit has it.
func (w *walker) read(x int) float64 {
	if w.habit == "caches" {
		if _, ok := w.cache[x]; !ok {
			w.cache[x] = w.logf[x]
		}
		return w.cache[x]
	}
	if w.habit == "late" && w.last != nil {
		return w.last[x]
	}
	return w.logf[x]
}

// from returns log f of the cell that a move begins from, as the habit has it.
func (w *walker) from(x int) float64 {
	if w.habit == "stale" && !math.IsNaN(w.kept) {
		return w.kept
	}
	return w.read(x)
}

// TestShared: states that share random numbers are named, whether or not the step is right besides: no test holds for
// moves that are not independent. A wrong step whose states share none is never said to share: one that remembers what
// a chain changes is said to remember. It is told for what the last moves are asked.
func TestShared(t *testing.T) {
	n := uint64(2)
	if os.Getenv("BREADBOARD_LONG") != "" {
		n = 40
	}
	for habit, cause := range map[string]string{"shares": "shared", "shares all": "shared",
		"shares all, halves": "shared", "late": "level-before", "caches": "", "stale": "memory"} {
		count := 0
		for i := range n {
			r := rand.New(rand.NewPCG(5, i))
			g, logf := freshTarget(r)
			s := annealing(habit, g, make([]float64, g.Size()), logf, metropolis, 3)
			m := &walker{habit: habit, g: g, dice: r, cache: map[int]float64{}}
			o := sampling(200_000, 0.1)
			before := -1
			o.Doing = func(string) { before = m.moves }
			v := must.Have(s.Sample(t.Context(), m, nil, o))(t)
			together := 2 * rounds * statesOfRound
			ofCause := map[string]int{"": together, "shared": together, "memory": 3 * movesOfChains}
			asked := ofCause[v.named()]
			if more := m.moves - before; v.OK() || asked > 0 != (before >= 0) || asked > 0 && more != asked {
				t.Errorf("%q on %v: %d more moves: %s", habit, g, more, v.Verdict())
			}
			count += named(t, cause, v)
		}
		if cause != "" && count*10 < int(n)*8 {
			t.Errorf("%q: %d of %d are named", habit, count, n)
		}
	}
}

package validation

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
)

// told returns the i-th right kernel as rows that a command tells, with their validation.
func told(t *testing.T, i int) (Candidate, Validation) {
	t.Helper()
	r := rand.New(rand.NewPCG(31, uint64(i)))
	g := grid.New(2+i%2, 3)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = 2 * r.NormFloat64()
	}
	matrix := rightMatrix(r, g, i)
	s := rowed(g, logf, 4, func(here, _ []float64) [][]float64 { return matrix(here) })
	return s, must.Have(Run(t.Context(), s, nil))(t)
}

// alteredMoves change what a mover does with all states of a question.
type alteredMoves struct {
	*mover
	change func(next, states []int)
}

func (m alteredMoves) Move(ctx context.Context, next, states []int) error {
	err := m.mover.Move(ctx, next, states)
	m.change(next, states)
	return err
}

// TestMovesOfRows: the moves of forty right kernels agree with their rows. A step that remembers is told from one that
// goes wrong on many states alone, and three in four faults of the size that is said to show do show.
func TestMovesOfRows(t *testing.T) {
	shown, reach := 0, 0.0
	for i := range 40 {
		s, v := told(t, i)
		must.Do(t, s.CompareMoves(t.Context(), s.moves(sample.Seeded(uint64(i))), &v, uint64(i)))
		if !v.OK() || v.Reach.Moves != ComparedMoves || !(v.Reach.Step > 0.01 && v.Reach.Step < 0.1) {
			t.Fatalf("right kernel %d: %s", i, v.Verdict())
		}
		reach += v.Reach.Step / 40
		stays := 0.0 // the mean probability of staying, over levels and cells
		for l := 1; l <= 4; l++ {
			for x, row := range s.Given(l) {
				stays += row[x] / float64(4*len(row))
			}
		}
		var d chains.Dice // of a fault, whatever the order of faults
		last := 0
		for name, fault := range map[string]struct {
			law    laws.Law
			change func(next, states []int)
		}{
			"half of the moves repeat the one before": {laws.SeenTold, func(next, _ []int) {
				for k := range next {
					if d.Pick([]float64{1, 1}) == 0 {
						next[k] = last
					}
					last = next[k]
				}
			}},
			"all go where the first goes": {laws.SeenTogether, func(next, _ []int) {
				for k := range next {
					next[k] = next[0]
				}
			}},
			"some stay": {"", func(next, states []int) {
				share := v.Reach.Step / (1 - stays)
				for k := range next {
					if d.Pick([]float64{share, 1 - share}) == 0 {
						next[k] = states[k]
					}
				}
			}},
		} {
			d = sample.Seeded(uint64(i), 1)
			last = 0
			v := v
			v.Laws = v.Laws[1:]
			m := alteredMoves{s.moves(sample.Seeded(uint64(i), 2)), fault.change}
			must.Do(t, s.CompareMoves(t.Context(), m, &v, 1))
			if f := v.Laws[0]; f.Law != fault.law && fault.law != "" || f.OK && fault.law != "" {
				t.Errorf("%d: %s: %s", i, name, v.Verdict())
			} else if fault.law == "" && !f.OK {
				shown++
			}
		}
	}
	if shown < 30 {
		t.Errorf("%d of 40 faults show", shown)
	}
	must.Near(t, reach, 0.0606525, 1e-6, "the mean difference that is said to show")
}

// TestTwoKernels: moves that are drawn from other rows than those that are told are no fault of many states at once,
// however weak the fault is: of proposals 60, 62 and 65 to 40, 38 and 35, or of a border that the rows alone forget.
// Moves of the same rows agree with them.
func TestTwoKernels(t *testing.T) {
	g := grid.New(10)
	logf := []float64{0, 1.5, -1, 2, 0.3, -2, 1, 2.2, 0, -0.7}
	hops := func(ahead float64, inside bool) Candidate { // of one cell or two, by Barker's acceptance
		return rowed(g, logf, 11, func(here, _ []float64) [][]float64 {
			rows := make([][]float64, len(here))
			for x := range rows {
				rows[x] = make([]float64, len(here))
				share := 0.0 // of the proposals on the line
				for by, q := range map[int]float64{-2: 1 - ahead, -1: 1 - ahead, 1: ahead, 2: ahead} {
					if y := x + by; y >= 0 && y < len(here) {
						share += q / 2
						rows[x][y] = q / 2 / (1 + math.Exp(here[x]-here[y]))
					}
				}
				if inside {
					floats.Scale(1/share, rows[x])
				}
				rows[x][x] = 1 - floats.Sum(rows[x])
			}
			return rows
		})
	}
	rows := hops(0.5, false)
	kept := must.Have(Run(t.Context(), rows, nil))(t)
	found := 0
	for i, step := range []Candidate{rows, hops(0.6, false), hops(0.62, false), hops(0.65, false), hops(0.5, true)} {
		for seed := range uint64(20) {
			v := kept
			must.Do(t, rows.CompareMoves(t.Context(), step.moves(sample.Seeded(seed, 3)), &v, seed))
			f := v.Laws[0]
			if f.Law != laws.SeenTold || !f.OK && (i == 0 || v.Cause.Name != "rows") {
				t.Errorf("step %d, seed %d: %s", i, seed, v.Verdict())
			}
			if !f.OK {
				found++
			}
		}
	}
	if found < 60 {
		t.Errorf("%d of 80 slips are found", found)
	}
}

// TestAgain: rows that are told again may differ by rounding. A row with another entry is counted, and the entry that
// is farthest off is named.
func TestAgain(t *testing.T) {
	s, v := told(t, 0)
	first := slices.Concat(s.Given(4)...)
	for _, c := range []struct {
		change func(p []float64)
		rows   float64
		says   string
	}{
		{func(p []float64) { p[1] *= 1 + 1e-14; p[0] += 1e-13 }, 0, ""},
		{func(p []float64) { p[1] *= 1 + 1e-9; p[7] /= 2; p[8] *= 0.9 }, 2, "beta = 1 from cell (0, 1) to itself with"},
		{func(p []float64) { p[1] = math.NaN() }, 1, "and then NaN"},
	} {
		second := slices.Clone(first)
		c.change(second)
		var a experiments.Again
		a.See(s.Grid, 1, first, second)
		v := v
		v.Remember(a)
		if f := v.Laws[0]; f.Law != laws.Again || f.Value != c.rows || f.OK != (c.rows == 0) || v.OK() != f.OK {
			t.Errorf("%+v", f)
		} else {
			must.Say(t, f.Witness, c.says)
		}
	}
}

// TestOwnDice: of a step that draws by itself, here from a flat p, it is said that its rows change, and nothing else.
func TestOwnDice(t *testing.T) {
	k := kernels.Step(func(g grid.Grid, _ []float64, _ int, _ chains.Dice) int { return rand.IntN(g.Size()) })
	v := must.Have(Run(t.Context(), Candidate{Name: "jump", Annealing: chains.To(make([]float64, 5), grid.New(5), k, 4)},
		nil))(t)
	must.Say(t, v.Verdict(), "jump is wrong: it has other rows when it is asked again; at beta = 1 from cell ",
		"pick with the dice", "; it breaks 1 of 1 laws")
}

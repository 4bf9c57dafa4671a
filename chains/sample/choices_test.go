package sample

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// choosing is the way of annealing by turns, where to write all rows is thought to cost so many times what it does:
// with 0 they are written, and with infinitely many asked one by one. watch sees each stage; it may be nil.
func choosing(a chains.Annealing, writes float64, watch func(*chosen)) way {
	low, rise := a.Lowered()
	w := walking(a, tableLimit)
	w.rise = rise
	w.worker = func() worker {
		t := turningOf(low, 0)
		t.writes = writes
		s := newChosen(t)
		if watch != nil {
			watch(s)
		}
		return (&walker{a: low, stage: s}).walk
	}
	return w
}

// turning are the kernels of the catalogue whose steps are turns on g, and some that are made of them.
func turningOn(g grid.Grid) (all []chains.Entry[chains.Kernel]) {
	cycle := kernels.Cycle{Kernels: []chains.Kernel{kernels.Slice{}, kernels.Line{Axis: 0}, kernels.HeatBath{}}}
	more := []chains.Entry[chains.Kernel]{{Name: "a cycle", Make: cycle},
		{Name: "repeated", Make: kernels.Repeat{Times: 3, Kernel: cycle}}}
	for _, k := range append(more, kernels.All...) {
		if _, ok := operators.TurnsOf(k.Make, g); ok {
			all = append(all, k)
		}
	}
	return all
}

// Turns that are asked one by one are those that are written beforehand, to the last bit: of all kernels that are
// made of them, on every kind of axis, along every bridge that knows its cells, where mass is lost and where it is
// not, on any number of workers. Each kernel meets the first bridge on every grid, and each other bridge on one.
func TestTurnsAreWritten(t *testing.T) {
	for n, g := range []grid.Grid{grid.New(9, 6), grid.New(2, 2, 2, 2, 2).Of(grid.Any),
		grid.New(5, 2, 3).Of(grid.Ring, grid.Any, grid.Line)} {
		from, to := uneven(g)
		seen := map[string]bool{}
		for b, bridge := range []chains.Bridge{
			chains.Geometric{From: from, To: to}, chains.NewMixture(from, to), chains.NewQPath(from, to, 0.5),
			chains.Observations{Steps: [][]float64{chains.Uniform(to), chains.Tempered(to, 0.5), to}},
		} {
			for i, k := range turningOn(g) {
				if b > 0 && (i+b+n)%3 != 0 {
					continue
				}
				seen[k.Name] = true
				a := chains.Annealing{Grid: g, Bridge: bridge, Kernel: k.Make, Schedule: chains.Linear(4),
					SkipLast: i == 1}
				o := Options{Chains: Block + 300, Seed: 3, Workers: 1, Keep: true}
				asked := must.Have(choosing(a, math.Inf(1), nil).run(t.Context(), a, o, true))(t)
				o.Workers = 3
				written := must.Have(choosing(a, 0, nil).run(t.Context(), a, o, true))(t)
				if !reflect.DeepEqual(written, asked) {
					t.Fatalf("%v, %T, %s: turns that are asked give other chains:\n%.300s", g, bridge, k.Name,
						cmp.Diff(written, asked))
				}
			}
		}
		for _, name := range []string{"heat-bath", "cycle", "slice"} {
			if !seen[name] {
				t.Errorf("%s is not made of turns on %v", name, g)
			}
		}
	}
}

// An unsteady turn gives other weights each time that it is asked for a row.
type unsteady struct {
	operators.Turn
	asked int
}

func (u *unsteady) List(x, choice int) (to []int32, weights []float64) {
	u.asked++
	to, weights = u.Turn.List(x, choice)
	for i := range weights {
		weights[i] *= 1 + float64((u.asked+i)%3)
	}
	return to, weights
}

// The law above finds rows that are not the same both times.
func TestUnsteadyTurnsAreFound(t *testing.T) {
	a := annealing(toys.Barrier(), kernels.Slice{}, chains.Linear(4))
	watch := func(s *chosen) {
		for _, b := range s.books {
			b.turn = &unsteady{Turn: b.turn}
		}
	}
	o := Options{Chains: 300, Seed: 3, Workers: 1, Keep: true}
	asked := must.Have(choosing(a, math.Inf(1), watch).run(t.Context(), a, o, true))(t)
	written := must.Have(choosing(a, 0, watch).run(t.Context(), a, o, true))(t)
	if cmp.Equal(asked, written) {
		t.Error("rows that are other each time give the same chains")
	}
}

// A counted turn counts how often it is asked for a row.
type counted struct {
	operators.Turn
	lists *int
}

func (c counted) List(x, choice int) (to []int32, weights []float64) {
	*c.lists++
	return c.Turn.List(x, choice)
}

// Chains ask for a row each, until it costs less to write all of them: then as many are found as there are. The switch
// is where the counted costs of the two ways meet. Nothing is timed.
func TestTurnsAreWrittenByCost(t *testing.T) {
	const T = 4
	for _, k := range []chains.Kernel{kernels.HeatBath{}, kernels.GibbsSweep{}, kernels.Slice{},
		kernels.Repeat{Times: 3, Kernel: kernels.HeatBath{}}} {
		a := annealing(toys.Ising(2, 3, 0.4, 0), k, chains.Linear(T))
		turns, _ := operators.TurnsOf(k, a.Grid)
		cost := costsOf(turns)
		rows := 0
		for i, turn := range turns {
			if !slices.Contains(turns[:i], turn) { // the rows of a turn that is made again are there
				rows += turn.Rows()
			}
		}
		meet := int((findCosts + storeCosts) * cost.written / (findCosts * cost.asked))
		if meet < 3 || meet > Block {
			t.Fatalf("%T: the costs meet at %d chains", k, meet)
		}
		for n, each := range map[int]int{meet: meet * len(turns), meet + 1: rows} {
			lists := 0
			watch := func(s *chosen) {
				for _, b := range s.books {
					b.turn = counted{b.turn, &lists}
				}
			}
			o := Options{Chains: n, Seed: 1, Workers: 1}
			must.Have(choosing(a, 1, watch).run(t.Context(), a, o, true))(t)
			if want := 2 * (T - 1) * each; lists != want {
				t.Errorf("%T, %d chains: %d rows are found, and not %d", k, n, lists, want)
			}
		}
	}
}

// Where there is no room for all rows, chains ask however many they are; and so they do where it takes longer to look
// up a row, far from the processor, than to find it.
func TestTurnsThatAreNeverWritten(t *testing.T) {
	for name, c := range map[string]struct {
		target  toys.Target
		kernel  chains.Kernel
		written bool
	}{
		"near":                {toys.Ising(3, 4, 0.4, 0), kernels.HeatBath{}, true},
		"far, long rows":      {toys.Potts(1, 2, 60, 0.4), kernels.Slice{}, true},
		"far, short rows":     {toys.Ising(4, 4, 0.4, 0), kernels.GibbsSweep{}, false},
		"no room for so many": {toys.Potts(1, 2, 150, 0.4), kernels.Slice{}, false},
	} {
		a := annealing(c.target, c.kernel, chains.Linear(3))
		if written := turningOf(a, fewSlots).writesAll(math.MaxInt32); written != c.written {
			t.Errorf("%s: two billion chains have rows written: %v", name, written)
		}
	}
}

// Turns have the law of the program, by cell and log w, asked and written.
func TestTurnsHaveTheLaw(t *testing.T) {
	for i, s := range settings() {
		if s.a.Kernel != (kernels.Metropolis{}) {
			continue
		}
		for _, k := range []chains.Kernel{kernels.HeatBath{}, kernels.GibbsSweep{}, kernels.Slice{}} {
			a := s.a
			a.Kernel = k
			law := annealed(a)
			for _, writes := range []float64{0, math.Inf(1)} {
				o := Options{Chains: 10_000, Seed: uint64(i)}
				r := must.Have(choosing(a, writes, nil).run(t.Context(), a, o, true))(t)
				if p := law.fit(r); !(p >= unlikely) {
					t.Errorf("%s by %T, %v of the cost: runs do not fit, p = %v", s.name, k, writes, p)
				}
			}
		}
	}
}

// A shut kernel of lines redraws along the first axis alone, and says that it takes any.
type shut struct{ kernels.Slice }

func (k shut) Definition(g grid.Grid) chains.Definition {
	of := k.Slice.Definition(g).(chains.Outcomes)
	whole := of.Choice
	of.Choice = func(v chains.View[numbers.Float]) chains.Choice[numbers.Float] {
		choice := whole(v)
		return func(x, _ int, visit func(y int, weight numbers.Float)) { choice(x, 0, visit) }
	}
	return of
}

// Choices that are not those of the rows are found.
func TestWrongChoicesAreFound(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(2, 2), Kernel: kernels.Slice{}, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: []float64{0.3, 0.5, 0.1, 0.2}, To: []float64{0.1, -1.2, 0.9, 0.4}}}
	law := annealed(a)
	a.Kernel = shut{}
	for _, writes := range []float64{0, math.Inf(1)} {
		r := must.Have(choosing(a, writes, nil).run(t.Context(), a, Options{Chains: 20_000, Seed: 1}, true))(t)
		if p := law.fit(r); !(p <= unlikely) {
			t.Errorf("%v of the cost: the law of the program fits, p = %v", writes, p)
		}
	}
}

package sample

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// alone hides that a program can make many runs together.
type alone struct{ aide.Program[int] }

// looks makes looks with the seed 3. The progress counts them, and ends at their number.
func looks(t *testing.T, gold, target aide.Program[int], n, m aide.Counts, workers int) aide.Estimate {
	t.Helper()
	last := 0
	e, err := AIDE(t.Context(), gold, target, n, m, Options{Seed: 3, Workers: workers, Progress: func(done, total int) {
		if done <= last || total != n.Gold+n.Target {
			t.Errorf("%d looks of %d are done after %d", done, total, last)
		}
		last = done
	}})
	if err != nil || last != n.Gold+n.Target {
		t.Fatalf("%d looks are told of, and the error is %v", last, err)
	}
	return e
}

// TestAIDEOnAnyPath: programs that make many runs together give the same looks as run by run, to the last bit, on any
// number of workers.
func TestAIDEOnAnyPath(t *testing.T) {
	p := barrierAt(12)
	gold := programs.NewSIR(p, 3)
	target := programs.AIS{Problem: p}
	n := aide.Counts{Gold: 50, Target: 70}
	m := aide.Counts{Gold: 2, Target: 3}
	want := looks(t, alone{gold}, alone{target}, n, m, 1)
	for _, workers := range []int{1, 3, 8} {
		if diff := cmp.Diff(want, looks(t, gold, target, n, m, workers)); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
}

// TestAIDEGrows: more looks, and more runs in each, leave the first as they are.
func TestAIDEGrows(t *testing.T) {
	p := barrierAt(6)
	gold := programs.AIS{Problem: p}
	target := programs.NewSIR(p, 3)
	few := looks(t, gold, target, aide.Counts{Gold: 5, Target: 4}, aide.Counts{Gold: 2, Target: 1}, 1)
	many := looks(t, gold, target, aide.Counts{Gold: 99, Target: 40}, aide.Counts{Gold: 5, Target: 3}, 1)
	for _, s := range []struct {
		name         string
		few, many    []aide.Look
		owns, others int
	}{{"gold", few.Gold, many.Gold, 2, 1}, {"target", few.Target, many.Target, 1, 2}} {
		for i, l := range s.few {
			first := aide.Look{Own: s.many[i].Own[:s.owns], Other: s.many[i].Other[:s.others]}
			if diff := cmp.Diff(l, first); diff != "" {
				t.Errorf("%s, look %d: %s", s.name, i, diff)
			}
		}
	}
}

// TestAIDEHasTheLaw: the mean ratio of looks agrees with its expectation, by enumeration, within five standard errors.
func TestAIDEHasTheLaw(t *testing.T) {
	p := aimedAt(chains.Annealing{Grid: grid.New(2), Bridge: chains.Geometric{From: []float64{0, 1},
		To: []float64{0.3, -1}}, Schedule: chains.Linear(3), Kernel: kernels.Metropolis{}})
	gold := programs.NewSIR(p, 2)
	target := programs.AIS{Problem: p}
	m := aide.Counts{Gold: 2, Target: 2}
	want, ratio := 0.0, 0.0
	for _, pair := range [][2]aide.Program[int]{{gold, target}, {target, gold}} {
		for prob := range enumerate.Every(func(d chains.Dice) {
			same := func(_, _, _ int) chains.Dice { return d }
			ratio = aide.Looks(pair[0], pair[1], 2, 2, 1, same)[0].Ratio(2, 2)
		}) {
			want += prob * ratio
		}
	}
	got, stderr := looks(t, gold, target, aide.Counts{Gold: 3000, Target: 3000}, m, 0).At(m)
	if z := (got - want) / stderr; !(math.Abs(z) < 5) {
		t.Errorf("the estimate is %v ± %v, %.1f standard errors from %v", got, stderr, z, want)
	}
}

// TestAIDELosesRuns: after a forward run of weight 0 nothing runs in reverse.
func TestAIDELosesRuns(t *testing.T) {
	p := aimedAt(chains.Annealing{Grid: grid.New(2), Bridge: chains.Geometric{From: []float64{0, 0},
		To: []float64{0, math.Inf(-1)}}, Schedule: chains.Linear(2), Kernel: kernels.Metropolis{}})
	n := aide.Counts{Gold: 40, Target: 40}
	m := aide.Counts{Gold: 2, Target: 2}
	e := looks(t, programs.NewPosterior(p), programs.NewSIR(p, 1), n, m, 0)
	lost := 0
	for i, l := range e.Target {
		if math.IsInf(l.Own[0], -1) {
			lost++
			if l.Own[1] != 0 || l.Other[0] != 0 || l.Other[1] != 0 {
				t.Errorf("look %d at a run of weight 0 has runs in reverse: %v", i, l)
			}
		}
	}
	if lost == 0 || lost == len(e.Target) {
		t.Errorf("%d of %d runs have weight 0, want about half", lost, len(e.Target))
	}
}

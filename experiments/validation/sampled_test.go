package validation_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// A bentStepper is an outside kernel: an operator that steps at a part of the beta that
// it gets.
type bentStepper struct {
	op   chains.Operator
	dice chains.Dice
	bend float64
}

// newBentStepper is Metropolis at bend times the log density, on a 2x3 grid.
func newBentStepper(bend float64, seed uint64) *bentStepper {
	return &bentStepper{op: kernels.Metropolis{}.On(grid.New(2, 3)), dice: sample.Seeded(seed), bend: bend}
}

func (s *bentStepper) Aim(_ context.Context, _ float64, logf []float64) error {
	bent := make([]float64, len(logf))
	for x, v := range logf {
		bent[x] = s.bend * v
	}
	l := chains.NewLevel(chains.Geometric{From: bent, To: bent}, len(bent))
	l.Move(1, 1)
	s.op.Aim(l)
	return nil
}

func (s *bentStepper) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = s.op.Step(x, s.dice)
	}
	return nil
}

func small(declared chains.Kernel) validation.Candidate {
	logf := []float64{0.3, -1.2, 1.1, 0.5, 0.9, -0.4}
	return validation.Candidate{Name: "small", Declared: declared,
		Annealing: chains.Annealing{Grid: grid.New(2, 3), Kernel: kernels.Metropolis{},
			Schedule: chains.Linear(3), Bridge: chains.Geometric{From: make([]float64, 6), To: logf}}}
}

// A program that is sound is not accused, forty times over: by chance one would be
// once in 25 such tests, and the seeds are fixed.
func TestWatch(t *testing.T) {
	o := validation.Sampling{Budget: 1e6, Chains: 200, Fault: 0.1, Level: 0.001, Power: 0.9}
	for seed := range uint64(40) {
		o.Seed = seed
		v, err := small(kernels.Metropolis{}).Sample(t.Context(), newBentStepper(1, seed), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Laws) != 7 {
			t.Errorf("seed %d: %d laws, want 7", seed, len(v.Laws))
		}
		again := strings.Contains(strings.Join(v.Notes, "; "), "asked again on fresh moves it is not")
		if plan := small(kernels.Metropolis{}).Plan(o, nil); !again && float64(v.Moves) != plan {
			t.Errorf("seed %d: %d moves, want %v", seed, v.Moves, plan)
		}
		if !strings.Contains(v.Verdict(), " moves, enough to find a fault of 0.1") {
			t.Errorf("seed %d: %s", seed, v.Verdict())
		}
		for _, l := range v.Laws {
			if l.Unclear {
				t.Errorf("seed %d: unclear: %v", seed, l)
			}
			if l.Law != laws.Connected && !(l.Value > 0.001 && l.Value <= 1) { // counts give no p-value of ways
				t.Errorf("seed %d: p = %v, want from 0.001 to 1: %v", seed, l.Value, l)
			}
		}
	}
}

// A program at 0.4 of log f is found by every test that can, every time.
func TestWatchFinds(t *testing.T) {
	o := validation.Sampling{Budget: 60_000, Chains: 200, Fault: 0.1, Level: 0.001, Power: 0.9}
	for seed := range uint64(5) {
		o.Seed = seed
		v, err := small(kernels.Metropolis{}).Sample(t.Context(), newBentStepper(0.4, seed), nil, o)
		if err != nil {
			t.Fatal(err)
		}
		broken := map[laws.Law]bool{}
		for _, l := range v.Broken() {
			broken[l.Law] = true
		}
		for _, law := range []laws.Law{laws.SeenDraws, laws.SeenRank, laws.SeenBalance, laws.SeenRows} {
			if !broken[law] {
				t.Errorf("seed %d: %q is kept", seed, law)
			}
		}
		if broken[laws.SeenWalls] {
			t.Errorf("seed %d: %q is broken", seed, laws.SeenWalls)
		}
	}
}

// failing is a program that dies at its third question.
type failing struct {
	*bentStepper
	asked int
}

func (f *failing) Move(ctx context.Context, next, states []int) error {
	if f.asked++; f.asked == 3 {
		return context.DeadlineExceeded
	}
	return f.bentStepper.Move(ctx, next, states)
}

// What goes wrong with a program is returned; a kernel that enters a wall is seen to
// at once, and its chains are not taken on from there.
func TestWatchedProgramsThatFail(t *testing.T) {
	o := validation.Sampling{Budget: 1000, Chains: 10, Fault: 0.1, Level: 0.001, Power: 0.9}
	_, err := small(nil).Sample(t.Context(), &failing{bentStepper: newBentStepper(1, 1)}, nil, o)
	if err != context.DeadlineExceeded {
		t.Error(err)
	}
	walled := small(nil)
	logf := []float64{0.3, math.Inf(-1), 1.1, 0.5, 0.9, -0.4}
	walled.Bridge = chains.Geometric{From: chains.Uniform(logf), To: logf}
	v, err := walled.Sample(t.Context(), always{1, t, logf}, nil, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Broken()) == 0 {
		t.Error("no law is broken")
	}
	if v.OK() {
		t.Error("the kernel passes")
	}
	for _, l := range v.Laws {
		if l.Law != laws.SeenWalls {
			continue
		}
		if l.OK {
			t.Error("walls are kept")
		}
		if says := "to 1 [0 1], which has no mass"; !strings.Contains(l.Witness, says) {
			t.Errorf("the witness of walls is %q, want %q in it", l.Witness, says)
		}
	}
}

// always goes to one cell, and is never to be asked about one without mass.
type always struct {
	to   int
	t    *testing.T
	logf []float64
}

func (a always) Aim(context.Context, float64, []float64) error { return nil }
func (a always) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		if math.IsInf(a.logf[x], -1) {
			a.t.Errorf("asked about cell %d, which has no mass", x)
		}
		next[i] = a.to
	}
	return nil
}

// Few moves of a kernel that jumps anywhere alike accuse nobody, and it is said that
// they could not; enough of them accuse it, and enough of a sound one are enough.
func TestTooFewMoves(t *testing.T) {
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9}
	count := func(n int, law []float64) laws.Finding {
		d, seen := sample.Seeded(9, uint64(n)), evidence.NewTally(6)
		for i := range n {
			seen.Add(i%6, d.Pick(law))
		}
		v := small(nil).Count(seen, 1, o)
		for _, l := range v.Laws {
			if l.Law == laws.SeenBalance {
				if l.Unclear != strings.Contains(v.Verdict(), "not enough data to tell") {
					t.Errorf("%d moves: %s", n, v.Verdict())
				}
				return l
			}
		}
		t.Fatalf("%d moves: balance is not among the laws", n)
		return laws.Finding{}
	}
	uniform := []float64{1, 1, 1, 1, 1, 1}
	p := make([]float64, 6)
	for x, v := range []float64{0.3, -1.2, 1.1, 0.5, 0.9, -0.4} {
		p[x] = math.Exp(v)
	}
	for _, n := range []int{20, 40} {
		l := count(n, uniform)
		finds(t, fmt.Sprintf("%d moves", n), l, true, true)
		if says := "find a fault of 0.1"; !strings.Contains(l.Witness, says) {
			t.Errorf("%d moves: the witness is %q, want %q in it", n, l.Witness, says)
		}
	}
	finds(t, "40000 wrong moves", count(40000, uniform), false, false)
	finds(t, "40000 sound moves", count(40000, p), true, false)
}

// finds checks whether a law is kept, and whether that is unclear.
func finds(t *testing.T, of string, f laws.Finding, kept, unclear bool) {
	t.Helper()
	if f.OK != kept {
		t.Errorf("%s: kept %v, want %v: %s", of, f.OK, kept, f.Witness)
	}
	if f.Unclear != unclear {
		t.Errorf("%s: unclear %v, want %v: %s", of, f.Unclear, unclear, f.Witness)
	}
}

// Steps enough for one test of its level, but not for one of 31, are too few.
func TestStepsAreHeldToAllTests(t *testing.T) {
	one, all := evidence.Needed(0.1, 6, 0.001, 0.9), evidence.Needed(0.1, 6, 0.001/31/3, 0.9)
	o := validation.Sampling{Budget: 3 * (one + all), Fault: 0.1, Level: 0.001, Power: 0.9}
	v, err := small(kernels.Metropolis{}).Sample(t.Context(), newBentStepper(1, 3), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range v.Laws {
		if l.Law == laws.SeenDraws && !l.Unclear {
			t.Errorf("%d moves, and %d steps are needed at each of 3 betas: %v", v.Moves, all, l)
		}
	}
}

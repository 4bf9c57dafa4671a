package validation_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/grid/text"
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

// A program that is sound is not accused, in the long form forty times over: by chance one would be
// once in 25 such tests, and the seeds are fixed.
func TestWatch(t *testing.T) {
	o := validation.Sampling{Budget: 1e6, Chains: 200, Fault: 0.1, Level: 0.001, Power: 0.9}
	repeats := 8
	if os.Getenv("BREADBOARD_LONG") != "" {
		repeats = 40
	}
	for seed := range uint64(repeats) {
		o.Seed = seed
		v := must(small(kernels.Metropolis{}).Sample(t.Context(), newBentStepper(1, seed), nil, o))(t)
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
		v := must(small(kernels.Metropolis{}).Sample(t.Context(), newBentStepper(0.4, seed), nil, o))(t)
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

// A kernel that enters a wall is seen to at once, and its chains are not taken on from there.
func TestKernelsThatEnterWalls(t *testing.T) {
	o := validation.Sampling{Budget: 1000, Chains: 10, Fault: 0.1, Level: 0.001, Power: 0.9}
	walled := small(nil)
	logf := []float64{0.3, math.Inf(-1), 1.1, 0.5, 0.9, -0.4}
	walled.Bridge = chains.Geometric{From: chains.Uniform(logf), To: logf}
	v := must(walled.Sample(t.Context(), always{1, t, logf}, nil, o))(t)
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

// alongRows is Metropolis along the rows of a 2x3 grid alone: it leaves every density
// invariant, and never leaves a row.
type alongRows struct{ *bentStepper }

func (a alongRows) Move(ctx context.Context, next, states []int) error {
	if err := a.bentStepper.Move(ctx, next, states); err != nil {
		return err
	}
	for i, x := range states {
		if next[i]/3 != x/3 {
			next[i] = x
		}
	}
	return nil
}

// A kernel of which many moves lead along one axis alone is accused, and it is noted that it leaves no row; of one that
// goes everywhere nothing is noted.
func TestWaysThatAreNotSeen(t *testing.T) {
	o := validation.Sampling{Budget: 1e6, Fault: 0.1, Level: 0.001, Power: 0.9}
	notes := func(m interface {
		Aim(context.Context, float64, []float64) error
		Move(context.Context, []int, []int) error
	}) string {
		v := must(small(nil).Sample(t.Context(), m, nil, o))(t)
		_, along := m.(alongRows)
		if v.OK() == along {
			t.Error(v.Verdict())
		}
		if strings.Contains(v.Verdict(), "along axis 1, none changes it; ") != along {
			t.Errorf("along rows alone %v: %s", along, v.Verdict())
		}
		parted := len(v.Last().Pattern.Classes) > 1
		if says := "; not every cell was seen to lead to every other at 3 of 3 betas"; parted !=
			strings.Contains(v.Verdict(), says) {
			t.Errorf("%d classes: %s", len(v.Last().Pattern.Classes), v.Verdict())
		}
		return strings.Join(v.Notes, "\n")
	}
	if n := notes(alongRows{newBentStepper(1, 1)}); !strings.Contains(n,
		"at beta = 0 in 17,155 moves no way from cell 0 [0 0] to cell 3 [1 0] was seen: "+
			"they part the cells into 2 classes; so "+
			"it is at 3 of 3 betas") {
		t.Error(n)
	}
	if n := notes(newBentStepper(1, 1)); strings.Contains(n, "no way") {
		t.Error(n)
	}
}

// A way there without a way back is noted too. Cells without mass do not count.
func TestNoWayBack(t *testing.T) {
	s := small(nil)
	logf := []float64{0, 0, 0, math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	s.Bridge = chains.Geometric{From: chains.Uniform(logf), To: logf}
	seen := evidence.NewTally(6)
	for _, at := range [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 2}} {
		seen.Add(at[0], at[1])
	}
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9}
	if n := strings.Join(s.Count(seen, 1, o).Notes, "\n"); !strings.Contains(n,
		"in 4 moves no way from cell 2 [0 2] to cell 0 [0 0] was seen: they part the cells into 2 classes\n") {
		t.Error(n)
	}
	seen.Add(2, 0)
	if n := strings.Join(s.Count(seen, 1, o).Notes, "\n"); strings.Contains(n, "no way") {
		t.Error(n)
	}
}

// A kernel is not cleared by the moves from some of its cells, if what the others have
// together is more than the fault that is looked for: their moves may go anywhere.
func TestMovesFromSomeCells(t *testing.T) {
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9}
	s := small(nil)
	p := []float64{0.3, -1.2, 1.1, 0.5, 0.9, -0.4}
	sum := 0.0
	for x, v := range p {
		p[x] = math.Exp(v)
		sum += p[x]
	}
	for _, c := range []struct {
		without int // the cell from which no move is seen
		unclear bool
	}{{0, true}, {1, false}} {
		d, seen := sample.Seeded(9, uint64(c.without)), evidence.NewTally(6)
		for i := range 300_000 {
			if x := i % 6; x != c.without {
				seen.Add(x, d.Pick(p))
			}
		}
		v := s.Count(seen, 1, o)
		i := slices.IndexFunc(v.Laws, func(f laws.Finding) bool { return f.Law == laws.SeenBalance })
		f := v.Laws[i]
		finds(t, fmt.Sprintf("no move from cell %d, of mass %.3g", c.without, p[c.without]/sum), f, true, c.unclear)
		if says := strings.Contains(f.Witness, "no move is seen from cells of mass 0.1"); says != c.unclear {
			t.Errorf("no move from cell %d: %s", c.without, f.Witness)
		}
	}
}

// Few moves are no evidence: nothing is accused, and there is not enough data to
// tell. One impossible move is enough.
func TestCount(t *testing.T) {
	scene := validation.Seeded(validation.Bug{})
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9, Seed: 1}
	seen := evidence.NewTally(scene.Grid.Size())
	seen.Add(0, 0)
	seen.Add(0, 1)
	v := scene.Count(seen, 1, o)
	unclear := 0
	for _, l := range v.Laws {
		if l.Unclear {
			unclear++
		}
	}
	if !v.OK() {
		t.Errorf("two moves are accused: %s", v.Verdict())
	}
	if says := "of 2 there is not enough data to tell"; !strings.Contains(v.Verdict(), says) {
		t.Errorf("two moves: %s, want %q in it", v.Verdict(), says)
	}
	if unclear != 3 { // ways between cells too
		t.Errorf("two moves: %d laws are unclear", unclear)
	}
	seen.Add(0, 9)
	v = scene.Count(seen, 1, o)
	b := v.Broken()
	if len(b) == 0 {
		t.Fatalf("an impossible move breaks no law: %s", v.Verdict())
	}
	last := b[len(b)-1]
	if last.Law != laws.SeenRows {
		t.Errorf("an impossible move breaks %v, want %v", last.Law, laws.SeenRows)
	}
	if says := "from cell 0 [0 0] to 9 [1 2] 1 of 3 times, 0 expected"; !strings.Contains(last.Witness, says) {
		t.Errorf("an impossible move: the witness is %q, want %q in it", last.Witness, says)
	}
}

// A stepper shows samples of a kernel of the catalogue.
type stepper struct {
	op    chains.Operator
	level *chains.Level
	dice  chains.Dice
	left  int // lines until it fails; it never fails if negative
}

func (m *stepper) Aim(_ context.Context, beta float64, _ []float64) error {
	m.level.Move(1, beta)
	m.op.Aim(m.level)
	return nil
}

var errStepper = errors.New("it ended")

func (m *stepper) Move(_ context.Context, next, states []int) error {
	if m.left--; m.left == 0 {
		return errStepper
	}
	for i, x := range states {
		next[i] = m.op.Step(x, m.dice)
	}
	return nil
}

func watched(t *testing.T, kernel chains.Kernel, left int) (validation.Validation, error) {
	t.Helper()
	c := subject(t, "barrier", "metropolis", "linear", 4)
	m := &stepper{kernel.On(c.Grid), c.NewLevel(), sample.Seeded(29), left}
	return c.Sample(t.Context(), m, nil, validation.Sampling{Budget: 1e6, Chains: 500, Fault: 0.1, Level: 0.001,
		Power: 0.9, Seed: 1})
}

// round goes from cell 0 to 1, from 1 to 2 and from 2 to 0, each with half of the
// least of their masses: p is invariant, and nothing flows back.
func round(_ grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
	if x < 3 {
		visit((x+1)%3, math.Exp(min(logf[0], logf[1], logf[2])-logf[x])/2)
	}
}

// By samples alone a kernel that goes round is seen not to be reversible, once and
// with a pair of cells, and breaks no law of invariance; reversible kernels are not accused.
func TestReversibleBySamples(t *testing.T) {
	for name, c := range map[string]struct {
		kernel     chains.Kernel
		reversible bool
	}{
		"metropolis": {kernels.Metropolis{}, true},
		"heat bath":  {kernels.HeatBath{}, true},
		"round":      {kernels.Rows{To: round}, false},
	} {
		v := must(watched(t, c.kernel, -1))(t)
		notes := 0
		for _, n := range v.Notes {
			if strings.Contains(n, "the kernel is not reversible") {
				notes++
				for _, says := range []string{"at beta = ", "go from cell ", "and 0 back"} {
					if !strings.Contains(n, says) {
						t.Errorf("%s: %q is not in %q", name, says, n)
					}
				}
			}
		}
		for _, l := range v.Broken() {
			if l.Law != laws.Connected || c.reversible { // what goes round stays in its row
				t.Errorf("%s: %v", name, l)
			}
		}
		want := 1
		if c.reversible {
			want = 0
		}
		if notes != want {
			t.Errorf("%s: it is noted %d times that it is not reversible, want %d", name, notes, want)
		}
	}
}

// A program that fails in the middle is an error, and not a verdict.
func TestWatchFails(t *testing.T) {
	for left := 1; left <= 8; left++ {
		if _, err := watched(t, kernels.Metropolis{}, left); !errors.Is(err, errStepper) {
			t.Errorf("failing at line %d: %v", left, err)
		}
	}
}

// jumper draws from a power of the density: too high a one at beta = 1/2, one below 0
// at beta = 1. Its estimates cross.
type jumper struct {
	dice chains.Dice
	w    []float64
	bend map[float64]float64
}

func (j *jumper) Aim(_ context.Context, beta float64, logf []float64) error {
	j.w = make([]float64, len(logf))
	for x, v := range logf {
		j.w[x] = math.Exp(j.bend[beta] * v)
	}
	return nil
}

func (j *jumper) Move(_ context.Context, next, states []int) error {
	for i := range states {
		next[i] = j.dice.Pick(j.w)
	}
	return nil
}

// The sandwich names the step at which each side first breaks. Forward that is 3:
// what is weighed at step 2 are draws of p_1. In reverse it is 2: what is weighed first
// was moved at beta = 1. A sound kernel has no such step.
func TestTheStepAtWhichTheSandwichBreaks(t *testing.T) {
	o := validation.Sampling{Budget: 1e6, Chains: 5000, Fault: 0.1, Level: 0.001, Power: 0.9}
	sandwich := func(bend map[float64]float64) laws.Finding {
		v := must(small(nil).Sample(t.Context(), &jumper{dice: sample.Seeded(4), bend: bend}, nil, o))(t)
		for _, l := range v.Laws {
			if l.Law == laws.SeenSandwich {
				return l
			}
		}
		t.Fatal("the sandwich is not among the laws")
		return laws.Finding{}
	}
	l := sandwich(map[float64]float64{0: 1, 0.5: 8, 1: -3})
	if l.OK {
		t.Error("a broken sandwich is kept")
	}
	for _, says := range []string{
		"forward it first breaks at step 3 (beta = 1)",
		"in reverse it first breaks at step 2 (beta = 0.5)",
	} {
		if !strings.Contains(l.Witness, says) {
			t.Errorf("the witness is %q, want %q in it", l.Witness, says)
		}
	}
	l = sandwich(map[float64]float64{0: 1, 0.5: 1, 1: 1})
	if !l.OK {
		t.Errorf("a sound kernel's sandwich is broken: %s", l.Witness)
	}
	if strings.Contains(l.Witness, "breaks") {
		t.Errorf("a sound kernel's witness is %q, want no step that breaks", l.Witness)
	}
}

// The level is shared among all tests there are and all looks at them, so more betas take
// more moves of each kind. The plan counts the tests that are made, and the outcomes of the
// kernel that is declared: four of Metropolis on 2x3.
func TestPlanSharesTheLevel(t *testing.T) {
	for _, c := range []struct {
		declared chains.Kernel
		betas    []float64
		tests    int
	}{
		{kernels.Metropolis{}, nil, 3*(4+6) + 1},
		{kernels.Metropolis{}, []float64{1}, 4 + 6},
		{nil, []float64{1}, 4},
	} {
		o := validation.Sampling{Budget: 1e6, Chains: 200, Fault: 0.1, Level: 0.001, Power: 0.9}
		v := must(small(c.declared).Sample(t.Context(), newBentStepper(1, 3), c.betas, o))(t)
		notes, level := strings.Join(v.Notes, "\n"), 0.001/float64(3*c.tests)
		for _, want := range []string{
			fmt.Sprintf("corrected for %d tests (Holm) and 3 looks", c.tests),
			fmt.Sprintf("by %s steps", text.Thousands(evidence.Needed(0.1, 6, level, 0.9))),
			fmt.Sprintf("worth %s draws", text.Thousands(evidence.NeededForBalance(0.1, 6, level, 0.9))),
		} {
			if !strings.Contains(notes, want) {
				t.Errorf("%d tests: %q is not in %q", c.tests, want, notes)
			}
		}
		rows := fmt.Sprintf("%s moves from each cell, of which the declared kernel has 4 outcomes",
			text.Thousands(evidence.Needed(0.1, 4, level, 0.9)))
		if strings.Contains(notes, rows) != (c.declared != nil) {
			t.Errorf("%d tests: declared %v, and in the notes: %q", c.tests, c.declared, notes)
		}
	}
}

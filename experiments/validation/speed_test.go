package validation_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/toys"
)

// BARRIER has four modes, of nine cells each side by side, the heaviest in the upper
// right; the cells of its cross belong to the basins that they are beside.
func TestModes(t *testing.T) {
	modes := subject(t, "barrier", "metropolis", "linear", 3).Modes()
	b := toys.Barrier()
	if len(modes) != 4 {
		t.Fatalf("%d modes", len(modes))
	}
	mass, cells := 0.0, 0
	for i, m := range modes {
		if len(m.Peak) != 9 {
			t.Errorf("mode %d peaks in %v", i, m.Peak)
		}
		mass += m.Mass
		cells += len(m.Basin)
	}
	for _, x := range modes[0].Peak {
		if b.Grid.Coord(x, 0) > 2 || b.Grid.Coord(x, 1) < 4 || b.LogF[x] != 3 {
			t.Errorf("the heaviest mode has cell %v", b.Grid.Coords(x))
		}
	}
	if math.Abs(mass-1) > 1e-12 || cells != 49 || !(modes[0].Mass > 0.87) {
		t.Errorf("basins of mass %v and %d cells, the first of %v", mass, cells, modes[0].Mass)
	}
}

// The catalogue beside a kernel: J and B at its T and at the T of equal cost are
// those of exact.Run; the cost of T - 1 levels of one is that of the other's to half
// a level; Barker and lazy Metropolis are below Metropolis in Peskun's order, and
// average no function better.
func TestBesideTheCatalogue(t *testing.T) {
	c, err := experiments.Setting{Toy: "easy", Kernel: "metropolis"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	const T = 7
	s, err := validation.Of(t.Context(), c, T)
	if err != nil {
		t.Fatal(err)
	}
	v, err := validation.Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Compare(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	run := func(kernel string, T int) exact.Result {
		c, err := experiments.Setting{Toy: "easy", Kernel: kernel}.Chain()
		if err != nil {
			t.Fatal(err)
		}
		a, _, err := c.At(t.Context(), T)
		if err != nil {
			t.Fatal(err)
		}
		r, err := exact.Run(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b)+1e-20 } // the digits that J and B are promised with
	for _, b := range v.Compared[1:] {
		if b.Name == "swap" { // 2401 states
			if !math.IsNaN(b.J) {
				t.Errorf("%+v", b)
			}
			continue
		}
		here, there := run(b.Name, T), run(b.Name, b.Equal)
		_, _, final := here.Marginal(49)
		if !near(b.J, final.Jeffreys()) || !near(b.B, here.B()) || !near(b.EqualB, there.B()) {
			t.Errorf("%+v: at equal T J = %v, B = %v; at equal cost B = %v", b, final.Jeffreys(), here.B(), there.B())
		}
		if off := math.Abs(float64(b.Equal-1)*b.Cost - (T-1)*s.Cost); off > b.Cost/2 && b.Equal > 2 {
			t.Errorf("%+v: its cost is %v from that of the kernel", b, off)
		}
		below := b.Name == "barker" || strings.HasPrefix(b.Name, "lazy") || b.Name == "identity"
		if (b.Order == "below") != below || (b.Order == "neither") != (b.Pair != "") {
			t.Errorf("%+v", b)
		}
	}
	iat := func(kernel string) []float64 {
		v, err := validation.At(t.Context(), subject(t, "easy", kernel, "linear", 3), 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Measure(t.Context(), nil); err != nil || v.Last().Speed == nil {
			t.Fatal(err, v.Last().SpeedErr)
		}
		var all []float64
		for _, f := range v.Last().Speed.Functions {
			all = append(all, f.IAT)
		}
		return all
	}
	best := iat("metropolis")
	for _, kernel := range []string{"barker", "lazy:0.5"} {
		for i, v := range iat(kernel) {
			if v < best[i] || len(best) != 4 {
				t.Errorf("%s averages better than metropolis: %v, %v", kernel, v, best[i])
			}
		}
	}
}

// A chain that is not invariant is told the speed of what it leaves invariant; one
// that is in pieces has no relaxation time.
func TestMeasureOfBrokenChains(t *testing.T) {

	v, err := validation.At(t.Context(), validation.Seeded(bugs.Named("rare wrong jump")), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Measure(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if s := v.Last().Speed; s == nil || v.Balance != validation.Unbalanced || len(s.Doubts) != 1 ||
		!strings.Contains(s.Doubts[0], "not invariant") || !(s.Gap > 0) {
		t.Errorf("%v: %+v", v.Balance, s)
	}
	v, err = validation.At(t.Context(), subject(t, "easy", "identity", "linear", 3), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Measure(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if s := v.Last().Speed; s == nil || len(s.Classes) != 49 || !math.IsInf(s.RelaxationTime, 1) ||
		len(s.Unreached) != 48 || len(s.Functions) != 0 || s.Gap != 0 {
		t.Errorf("%+v", s)
	}
}

// Few moves are no evidence: nothing is accused, and there is not enough data to
// tell. One impossible move is enough.
func TestCount(t *testing.T) {
	scene := validation.Seeded(bugs.Bug{})
	o := validation.Sampling{Moves: 1000, Fault: 0.1, Level: 0.001, Power: 0.9, Seed: 1}
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
	if !v.OK() || unclear != 2 || !strings.Contains(v.Verdict(), "of 2 there is not enough data to tell") {
		t.Errorf("%s: %+v", v.Verdict(), v.Laws)
	}
	seen.Add(0, 9)
	v = scene.Count(seen, 1, o)
	if b := v.Broken(); len(b) == 0 || b[len(b)-1].Law != laws.SeenRows ||
		!strings.Contains(b[len(b)-1].Witness, "from cell [0 0] to [1 2] 1 of 3 times, 0 expected") {
		t.Errorf("%s: %+v", v.Verdict(), v.Laws)
	}
}

// The kernel of the matrices of a catalogued kernel is that kernel, level by level.
func TestGiven(t *testing.T) {
	c, err := experiments.Setting{Toy: "easy", Kernel: "heat-bath"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), c, 4)
	if err != nil {
		t.Fatal(err)
	}
	m := validation.Matrices{Path: "k", Schedule: chains.Linear(4), P: [][]float64{nil}, Declared: true}
	op, l := s.Kernel.On(s.Grid), s.NewLevel()
	for k := 2; k <= 4; k++ {
		s.LevelAt(l, k)
		op.Aim(l)
		p := make([]float64, 49*49)
		for x := range 49 {
			p[x*50] = 1
			op.Row(x, func(y int, q float64) {
				p[x*49+y] += q
				p[x*50] -= q
			})
		}
		m.P = append(m.P, p)
	}
	given := validation.Given(c, m)
	v, err := validation.Run(t.Context(), given, nil)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), s.Annealing)
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK() || len(v.Levels) != 3 || math.Abs(v.B-truth.B()) > 1e-12 || math.Abs(v.J-truth.J()) > 1e-12 {
		t.Errorf("%s: %d levels, J = %v, B = %v, %+v", v.Verdict(), len(v.Levels), v.J, v.B, v.Broken())
	}
	m.P[2][3*49+4] += 1e-9
	given = validation.Given(c, m)
	if v, err = validation.Run(t.Context(), given, nil); err != nil || v.OK() || !strings.Contains(v.Verdict(), "[0 3]") {
		t.Errorf("an entry off by 1e-9: %s, %v", v.Verdict(), err)
	}
}

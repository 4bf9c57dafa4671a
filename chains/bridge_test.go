package chains_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
)

var inf = math.Inf(1)

// TestGeometric: the ends are met to the bit, 0 log 0 is 0, and the inside has
// mass where both ends have.
func TestGeometric(t *testing.T) {
	b := chains.Geometric{From: []float64{0.1, -inf, 2, -inf}, To: []float64{0.7, 1, -inf, -inf}}
	got := make([]float64, 4)
	for _, c := range []struct {
		beta float64
		want []float64
	}{
		{0, b.From},
		{1, b.To},
		{0.25, []float64{0.75*0.1 + 0.25*0.7, -inf, -inf, -inf}},
	} {
		b.At(got, c.beta)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("beta = %v: %s", c.beta, diff)
		}
	}
}

// TestGeometricSlope: the difference of the ends, 0 where there is no mass inside.
func TestGeometricSlope(t *testing.T) {
	b := chains.Geometric{From: []float64{0.5, -inf, 2, -inf}, To: []float64{0.75, 1, -inf, -inf}}
	for _, beta := range []float64{0, 0.3, 1} {
		got := []float64{9, 9, 9, 9}
		b.Slope(got, beta)
		if diff := cmp.Diff([]float64{0.25, 0, 0, 0}, got); diff != "" {
			t.Errorf("beta = %v: %s", beta, diff)
		}
	}
}

func TestUniform(t *testing.T) {
	if diff := cmp.Diff([]float64{0, -inf, 0}, chains.Uniform([]float64{3, -inf, -8})); diff != "" {
		t.Error(diff)
	}
}

func TestTempered(t *testing.T) {
	for beta, want := range map[float64][]float64{0.5: {0, -inf, -5.5}, 0: {0, -inf, 0}, -1: {0, -inf, 11}} {
		got := chains.Tempered([]float64{3, -inf, -8}, beta)
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return a == b })); diff != "" {
			t.Errorf("beta = %v: %s", beta, diff)
		}
	}
}

func TestLogRatio(t *testing.T) {
	for _, c := range []struct{ a, b, want float64 }{{3, 1, 2}, {-inf, 1, -inf}, {1, -inf, inf}, {-inf, -inf, 0}} {
		if got := chains.LogRatio(c.a, c.b); got != c.want {
			t.Errorf("LogRatio(%v, %v) = %v", c.a, c.b, got)
		}
	}
}

// TestLevel: a level forgets what it was lent when it moves.
func TestLevel(t *testing.T) {
	l := chains.NewLevel(chains.Geometric{From: []float64{0, 0}, To: []float64{0, 2}}, 2)
	l.Move(3, 0.5)
	l.P = []float64{1, 0}
	if diff := cmp.Diff([]float64{0, 1}, l.LogF()); diff != "" || l.T != 3 || l.Beta != 0.5 {
		t.Error(diff, l.T, l.Beta)
	}
	l.Move(4, 1)
	if diff := cmp.Diff([]float64{0, 2}, l.LogF()); diff != "" || l.P != nil {
		t.Error(diff, l.P)
	}
}

func TestCheck(t *testing.T) {
	a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(3)}
	for _, c := range []struct {
		from, to []float64
		says     string
	}{
		{[]float64{0, 0}, []float64{0, 5}, ""},
		{[]float64{0, 0}, []float64{-inf, 5}, ""},
		{[]float64{0, -inf}, []float64{-inf, 0}, "at beta = 0.5 no cell has any mass"},
		{[]float64{0, 0}, []float64{-inf, -inf}, "no cell has any mass"},
		{[]float64{0, 0}, []float64{0, math.NaN()}, "the log density of cell [1] is NaN"},
		{[]float64{0, inf}, []float64{0, 0}, "the log density of cell [1] is +Inf"},
	} {
		a.Bridge = chains.Geometric{From: c.from, To: c.to}
		err := a.Check()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("from %v to %v: %v, want %q", c.from, c.to, err, c.says)
		}
	}
	// A wall may have mass at the start, and nowhere inside.
	a.Grid = grid.New(2).WithWalls(1)
	a.Bridge = chains.Geometric{From: []float64{0, 0}, To: []float64{0, -inf}}
	if err := a.Check(); err != nil {
		t.Errorf("mass on a wall at the start: %v", err)
	}
	a.Bridge = chains.NewMixture([]float64{0, 0}, []float64{0, -inf})
	if err := a.Check(); err == nil || !strings.Contains(err.Error(), "at beta = 0.5 cell [1] has mass and is a wall") {
		t.Errorf("mass on a wall inside: %v", err)
	}
	// At two levels there is nothing inside, and a wall may have mass at one of both.
	a.Schedule = chains.Linear(2)
	for _, c := range []struct {
		from, to float64
		says     string
	}{{0, -inf, ""}, {-inf, 0, ""}, {-inf, -inf, ""}, {0, 0, "at beta = 1 cell [1] has mass and is a wall"}} {
		a.Bridge = chains.Geometric{From: []float64{0, c.from}, To: []float64{0, c.to}}
		if err := a.Check(); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("a wall of %v and %v at two levels: %v, want %q", c.from, c.to, err, c.says)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a bridge of another size did not panic")
		}
	}()
	a.Bridge = chains.Geometric{From: []float64{0}, To: []float64{0, 0}}
	_ = a.Check()
}

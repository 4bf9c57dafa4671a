package certain_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
)

func quiet(int, float64) {}

func truth(t *testing.T, a chains.Annealing) certain.Truth {
	t.Helper()
	tr := must.Have(certain.Measure(t.Context(), a, quiet))(t)
	return tr
}

// annealing returns one on a space small enough for every kernel.
func annealing(k chains.Kernel, T int) chains.Annealing {
	to := []float64{0.3, -1.2, 0.7, -3, 1.1, 2.5}
	return chains.Annealing{
		Grid:     grid.New(2, 3),
		Kernel:   k,
		Schedule: chains.Linear(T),
		Bridge:   chains.Geometric{From: make([]float64, 6), To: to},
	}
}

// TestRefused: what is a program is refused by a sentence, and so is a depth that
// no exponent is large enough for.
func TestRefused(t *testing.T) {
	program := kernels.Rows{To: func(grid.Grid, []float64, int, func(int, float64)) {}}
	for name, a := range map[string]chains.Annealing{
		"a program":     annealing(program, 3),
		"one in a part": annealing(kernels.Cycle{Kernels: []chains.Kernel{kernels.Barker{}, program}}, 3),
		"one in a half": annealing(kernels.Lazy{A: 0.5, Kernel: program}, 3),
	} {
		if _, err := certain.Measure(t.Context(), a, quiet); err == nil || !strings.Contains(err.Error(), "would do") {
			t.Errorf("%s: %v, want what would do", name, err)
		}
	}
	deep := annealing(kernels.Metropolis{}, 3)
	deep.Bridge = chains.Geometric{From: make([]float64, 6), To: []float64{0, 1e7, 0, 0, 0, 0}}
	_, err := certain.Measure(t.Context(), deep, quiet)
	if err == nil || !strings.Contains(err.Error(), "spans 1e+07 nats") {
		t.Errorf("deep: %v, want that it spans 1e+07 nats", err)
	}
}

// TestInterrupted: it stops when its context does, with its cause, and tells how
// far it has come.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	last := 0.0
	_, err := certain.Measure(ctx, annealing(kernels.Metropolis{}, 600), func(pass int, done float64) {
		if done < 0 || done > 1 {
			t.Errorf("%v of pass %d", done, pass)
		}
		if done < last && pass == 0 {
			t.Errorf("%v of pass %d after %v", done, pass, last)
		}
		if last = done; done > 0.5 {
			cancel(why)
		}
	})
	if !errors.Is(err, why) {
		t.Errorf("error %v, want %v", err, why)
	}
	if last < 0.5 {
		t.Errorf("it stopped after %v of the pass", last)
	}
}

// TestCells: the proved divergences of the cells are those of exact's marginal laws. They are less than those of
// the states if the kernel runs on more states, and otherwise the same.
func TestCells(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Lifted{}, kernels.Swap{Share: 0.5}} {
		a := annealing(k, 5).Extended()
		truth := truth(t, a)
		g := must.Have(exact.Measure(t.Context(), a))(t)
		_, _, cell := g.Marginal(6)
		qp, pq := truth.Cell.QP.Off(cell.Forward), truth.Cell.PQ.Off(cell.Reverse)
		if off := max(qp, pq, truth.Cell.J.Off(cell.Jeffreys())); !(off <= 1e-12*cell.Jeffreys()) {
			t.Errorf("%T: a divergence of the cells is off by %v from %v", k, off, cell)
		}
		if less := truth.Cell.J.Hi.Cmp(truth.J.Lo) < 0; less != (a.StatesPerCell() > 1) {
			t.Errorf("%T: J of the cells is less than J of the states: %v", k, less)
		}
	}
}

// TestBentObservations: a path with a bend is another, and that of the float64 run.
func TestBentObservations(t *testing.T) {
	a := annealing(kernels.Metropolis{}, 6)
	from, to := a.Ends()
	bend := []float64{0.5, 2, -1, 0, 0.25, 0}
	straight := truth(t, a)
	a.Bridge = chains.Observations{Steps: [][]float64{from, bend, to}}
	bent := truth(t, a)
	g := must.Have(exact.Measure(t.Context(), a))(t)
	if digits := bent.J.Digits(g.J()); digits < 13 {
		t.Errorf("J has %v right digits", digits)
	}
	if digits := straight.J.Digits(g.J()); digits > 1 {
		t.Errorf("J of a bent path has %v digits of a straight one's", digits)
	}
}

// TestEnclosures: digits follow from the relative error at the end that is farther away; a number that no float64 can
// tell from 0 is sure and has none; those that are sure are written, with a bound on their error.
func TestEnclosures(t *testing.T) {
	between := func(lo, hi float64) certain.Enclosure {
		return certain.Enclosure{Lo: big.NewFloat(lo), Hi: big.NewFloat(hi)}
	}
	e := between(2, 2.002)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"in the middle", e.Digits(2.001), 3.301}, {"at an end", e.Digits(2), 3}, {"outside", e.Digits(4), 0},
		{"negative", between(-2.002, -2).Digits(-2), 3}, {"the number itself", between(2, 2).Digits(2), certain.MostDigits},
		{"no number", e.Digits(math.NaN()), 0},
	} {
		if !(math.Abs(c.got-c.want) < 1e-3) {
			t.Errorf("%s: %v digits, want %v", c.name, c.got, c.want)
		}
	}
	if off := e.Off(math.Inf(1)); !math.IsInf(off, 1) {
		t.Errorf("infinity is %v off 2", off)
	}
	zero := between(0, 1e-60)
	if !zero.Vanishes() || !math.IsNaN(zero.Digits(1e-30)) || !zero.Sure(15) {
		t.Errorf("1e-60 vanishes: %v, 1e-30 has %v of its digits, sure: %v", zero.Vanishes(), zero.Digits(1e-30), zero.Sure(15))
	}
	if e.Sure(4) || !e.Sure(2) || between(-1, 1).Sure(1) {
		t.Errorf("sure are 4 digits of 2 to 2.002: %v, 2: %v, 1 of -1 to 1: %v", e.Sure(4), e.Sure(2), between(-1, 1).Sure(1))
	}
	if text, within := e.Decimal(20); text != "2.00" || !(within >= 0.001 && within < 0.0021) {
		t.Errorf("between 2 and 2.002 is %s, within %v", text, within)
	}
	third := func(bits uint) *big.Float { return new(big.Float).SetPrec(bits).Quo(big.NewFloat(1), big.NewFloat(3)) }
	text, within := certain.Enclosure{Lo: third(200), Hi: third(201)}.Decimal(20)
	if text != "0.33333333333333333333" || !(within > 3.3e-21 && within < 3.4e-21) {
		t.Errorf("a third is %s, within %v", text, within)
	}
}

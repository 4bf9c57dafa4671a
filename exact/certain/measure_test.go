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
)

func quiet(int, float64) {}

func truth(t *testing.T, a chains.Annealing) certain.Truth {
	t.Helper()
	tr, err := certain.Measure(t.Context(), a, quiet)
	if err != nil {
		t.Fatal(err)
	}
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

// TestTwoStates has rational numbers. Between two cells of mass 1 and 4 at the end
// and a half of that on the way, log R is log(5/2), Metropolis goes right with
// probability 1/2 and left with 1/2 of the quotient: q = 1/2 on the right becomes
// 3/4 - 1/8 = 5/8 at the second level and 5/8 + 3/16 - 5/64 = 47/64 at the third.
func TestTwoStates(t *testing.T) {
	half := math.Ln2 // log f on the right, as near as a float is; all that follows is of it
	a := chains.Annealing{Grid: grid.New(2), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(3),
		Bridge: chains.Geometric{From: []float64{0, 0}, To: []float64{0, 2 * half}}}
	tr := truth(t, a)
	q, p := 47./64, 4./5
	J := (q - p) * (math.Log(q/p) - math.Log((1-q)/(1-p)))
	fwd := (1./2 + 5./8) * half // of log w
	// in reverse 4/5 is 4/5 - 4/5/8 + 1/5/2 = 4/5 before T_3, and 4/5 - 4/5/4 + 1/5/2 = 7/10 before T_2
	rev := (4./5 + 7./10) * half
	logR := math.Log(5. / 2)
	for _, c := range []struct {
		name string
		got  certain.Enclosure
		want float64
	}{
		{"J", tr.J, J},
		{"B", tr.B, rev - fwd},
		{"log R", tr.LogR, logR},
		{"KL(fwd||rev)", tr.Fwd, logR - fwd},
		{"KL(rev||fwd)", tr.Rev, rev - logR},
	} {
		if off := c.got.Off(c.want); !(off < 1e-15) { // a float64 or two
			t.Errorf("%s is %.20g, want %.17g", c.name, c.got.Mid(), c.want)
		}
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
	_, err := certain.Measure(ctx, annealing(kernels.Metropolis{}, 2000), func(pass int, done float64) {
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

// The proved divergences of the cells are those of exact's marginal laws. They are less than those of
// the states if the kernel runs on more states, and otherwise the same.
func TestCells(t *testing.T) {
	for name, k := range map[string]chains.Kernel{
		"metropolis": kernels.Metropolis{}, "lifted": kernels.Lifted{}, "swap": kernels.Swap{Share: 0.5},
	} {
		a := chains.Annealing{Grid: grid.New(2, 3), Schedule: chains.Sigmoid(2, 5), Kernel: k,
			Bridge: chains.Geometric{From: []float64{0.3, -1.2, 0.8, 1.9, -0.4, 0.1},
				To: []float64{1.3, 0.2, -1.8, 0.9, 0.4, -2.1}}}.Extended()
		truth, err := certain.Measure(t.Context(), a, func(int, float64) {})
		if err != nil {
			t.Fatal(err)
		}
		g, err := exact.Measure(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		_, _, cell := g.Marginal(6)
		for _, c := range []struct {
			name string
			got  certain.Enclosure
			want float64
		}{
			{"KL(q||p)", truth.Cell.QP, cell.Forward}, {"KL(p||q)", truth.Cell.PQ, cell.Reverse},
			{"J", truth.Cell.J, cell.Jeffreys()},
		} {
			if off := c.got.Off(c.want); !(off <= 1e-12*c.want) { // nine digits are promised, and twelve are usual
				t.Errorf("%s: %s of the cells is off by %v from %v", name, c.name, off, c.want)
			}
		}
		if less := truth.Cell.J.Hi.Cmp(truth.J.Lo) < 0; less != (a.StatesPerCell() > 1) {
			t.Errorf("%s: J of the cells is less than J of the states: %v", name, less)
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
	g, err := exact.Measure(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if digits := bent.J.Digits(g.J()); digits < 13 {
		t.Errorf("J has %v right digits", digits)
	}
	if digits := straight.J.Digits(g.J()); digits > 1 {
		t.Errorf("J of a bent path has %v digits of a straight one's", digits)
	}
}

// TestDigits: the number of digits follows from the relative error at the end of the
// enclosure that is farther away.
func TestDigits(t *testing.T) {
	e := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2.002)}
	near := func(name string, got, want float64) {
		if !(math.Abs(got-want) < 1e-3) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("in the middle", e.Digits(2.001), 3.301)
	near("at an end", e.Digits(2), 3)
	near("outside", e.Digits(4), 0)
	near("negative", certain.Enclosure{Lo: big.NewFloat(-2.002), Hi: big.NewFloat(-2)}.Digits(-2), 3)
	point := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2)}
	near("the number itself", point.Digits(2), certain.MostDigits)
	near("no number", point.Digits(math.NaN()), 0)
	if off := point.Off(math.Inf(1)); !math.IsInf(off, 1) {
		t.Errorf("infinity is %v off 2", off)
	}
}

// TestVanishes: what no float64 can tell from 0 is sure, and has no digits.
func TestVanishes(t *testing.T) {
	zero := certain.Enclosure{Lo: big.NewFloat(0), Hi: big.NewFloat(1e-60)}
	if !zero.Vanishes() {
		t.Error("1e-60 does not vanish")
	}
	if digits := zero.Digits(1e-30); !math.IsNaN(digits) {
		t.Errorf("1e-30 has %v digits of what vanishes, want NaN", digits)
	}
	if !zero.Sure(15) {
		t.Error("what vanishes is not sure to 15 digits")
	}
}

// TestDecimal: as many digits are written as are sure, with a bound on their error.
func TestDecimal(t *testing.T) {
	e := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2.002)}
	text, within := e.Decimal(20)
	if text != "2.00" {
		t.Errorf("between 2 and 2.002 is %s", text)
	}
	if !(within >= 0.001 && within < 0.0021) {
		t.Errorf("between 2 and 2.002 is %s, within %v", text, within)
	}
	thirdOf := func(bits uint) *big.Float {
		return new(big.Float).SetPrec(bits).Quo(big.NewFloat(1), big.NewFloat(3))
	}
	third := certain.Enclosure{Lo: thirdOf(200), Hi: thirdOf(201)}
	text, within = third.Decimal(20)
	if text != "0.33333333333333333333" {
		t.Errorf("a third is %s", text)
	}
	if !(within > 3.3e-21 && within < 3.4e-21) {
		t.Errorf("a third is %s, within %v", text, within)
	}
}

// TestSure: the digits that a width leaves are sure, and none are of either sign.
func TestSure(t *testing.T) {
	e := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2.002)}
	if e.Sure(4) {
		t.Error("four digits of 2 to 2.002 are said to be sure")
	}
	if !e.Sure(2) {
		t.Error("two digits of 2 to 2.002 are said not to be sure")
	}
	if (certain.Enclosure{Lo: big.NewFloat(-1), Hi: big.NewFloat(1)}).Sure(1) {
		t.Error("a digit of -1 to 1 is said to be sure")
	}
}

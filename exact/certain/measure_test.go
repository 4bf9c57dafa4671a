package certain_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// truth returns the numbers of an annealing with their proof.
func truth(t *testing.T, a chains.Annealing) certain.Truth {
	t.Helper()
	return must.Have(certain.Measure(t.Context(), a, nil))(t)
}

// annealing returns one on a space small enough for every kernel.
func annealing(k chains.Kernel, T int) chains.Annealing {
	to := []float64{0.3, -1.2, 0.7, -3, 1.1, 2.5}
	return chains.Annealing{Grid: grid.New(2, 3), Kernel: k, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: make([]float64, 6), To: to}}
}

// TestRefused checks that a kernel that is a command is refused by a sentence, and so is a depth that no exponent is
// large enough for.
func TestRefused(t *testing.T) {
	program := kernels.Rows{To: func(grid.Grid, []float64, int, func(int, float64)) {}}
	for name, a := range map[string]chains.Annealing{
		"a program":     annealing(program, 3),
		"one in a part": annealing(kernels.Cycle{Kernels: []chains.Kernel{kernels.Barker{}, program}}, 3),
		"one in a half": annealing(kernels.Lazy{A: 0.5, Kernel: program}, 3),
	} {
		must.Refuse(certain.Measure(t.Context(), a, nil))(t, "use ", "%s", name)
	}
	deep := annealing(kernels.Metropolis{}, 3)
	deep.Bridge = chains.Geometric{From: make([]float64, 6), To: []float64{0, 1e7, 0, 0, 0, 0}}
	_, err := certain.Measure(t.Context(), deep, nil)
	must.Fail(t, err, "spans 1e+07 nats", "deep")
}

// TestInterrupted checks that Measure stops when its context does, with its cause, and tells how far it has come.
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
		last = done
		if done > 0.5 {
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

// TestBentObservations checks that a path with a bend is another one, and agrees with the float64 run.
func TestBentObservations(t *testing.T) {
	a := annealing(kernels.Metropolis{}, 6)
	from, to := a.Ends()
	bend := []float64{0.5, 2, -1, 0, 0.25, 0}
	straight := truth(t, a)
	must.Near(t, float64(straight.Bits), 256, 0, "the bits of the second pass, which agrees with the first")
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

// TestEnclosures checks that digits follow from the relative error at the end that is farther away; a number that no
// float64 can tell from 0 is sure and has none; those that are sure are written, with a bound on their error.
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
		{"negative", between(-2.002, -2).Digits(-2), 3},
		{"the number itself", between(2, 2).Digits(2), certain.MostDigits}, {"no number", e.Digits(math.NaN()), 0},
	} {
		if !(math.Abs(c.got-c.want) < 1e-3) {
			t.Errorf("%s: %v digits, want %v", c.name, c.got, c.want)
		}
	}
	if off := e.Off(math.Inf(1)); !math.IsInf(off, 1) {
		t.Errorf("infinity is %v off 2", off)
	}
	zero := between(0, 1e-60)
	if !zero.Vanishes() || !math.IsNaN(zero.Digits(1e-30)) || !zero.Sure() {
		t.Errorf("1e-60 vanishes: %v, 1e-30 has %v of its digits, sure: %v", zero.Vanishes(),
			zero.Digits(1e-30), zero.Sure())
	}
	for e, want := range map[certain.Enclosure]bool{between(2, 2+1.8e-15): true, between(2, 2+2.3e-15): false,
		between(-2-1.8e-15, -2): true, between(-2-2.3e-15, -2): false, between(-1, 1): false} {
		if e.Sure() != want {
			t.Errorf("15 digits of %v to %v are sure: %v", e.Lo, e.Hi, !want)
		}
	}
	if text, within := e.Decimal(20); text != "2.00" || !(within >= 0.001 && within < 0.0021) {
		t.Errorf("between 2 and 2.002 is %s, within %v", text, within)
	}
	huge := big.NewFloat(math.Inf(1))
	for e, want := range map[certain.Enclosure]string{{Lo: huge, Hi: huge}: "inf within 0",
		{Lo: big.NewFloat(1), Hi: huge}: "unknown within +Inf", zero: "0 within 1e-60",
		between(1234.5, 1234.5): "1234.50 within 0", between(123456789, 123456789): "1.23457e+08 within 211",
		between(0.00025, 0.00025):   "0.000250000 within 5.2e-21",
		between(0.000025, 0.000025): "2.50000e-05 within 1.2e-21"} {
		text, within := e.Decimal(6)
		if got := fmt.Sprintf("%s within %.3g", text, within); got != want {
			t.Errorf("%v to %v is %s, want %s", e.Lo, e.Hi, got, want)
		}
	}
	third := func(bits uint) *big.Float { return new(big.Float).SetPrec(bits).Quo(big.NewFloat(1), big.NewFloat(3)) }
	text, within := certain.Enclosure{Lo: third(200), Hi: third(201)}.Decimal(20)
	if text != "0.33333333333333333333" || !(within > 3.3e-21 && within < 3.4e-21) {
		t.Errorf("a third is %s, within %v", text, within)
	}
}

// TestEnclosed checks that passes in few bits enclose the proved numbers, for every kernel, bridge and initial density,
// with constants in the log densities: in few bits a number that is rounded the wrong way shows. Package exact, which
// shares nothing but the definitions of kernels, has the same numbers.
func TestEnclosed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if _, err := hold(t, drawn(t)); err != nil {
			t.Skip(err) // which is no miss; if many were refused, rapid would fail
		}
	})
}

// hold holds the truth about an annealing to passes in few bits and to package exact. The error says why there is none.
func hold(t rapid.TB, a chains.Annealing) (certain.Truth, error) {
	truth, err := certain.Measure(context.Background(), a, nil)
	if err != nil {
		return truth, err
	}
	numbers := func(t certain.Truth) []certain.Enclosure {
		return []certain.Enclosure{t.QP, t.PQ, t.J, t.Fwd, t.Rev, t.B, t.LogR}
	}
	for _, bits := range []uint{53, 64} {
		few, err := certain.Pass(context.Background(), a, bits)
		if err != nil {
			continue // few bits may leave open whether there is mass
		}
		for i, e := range numbers(few) {
			if is := numbers(truth)[i]; e.Lo.Cmp(is.Hi) > 0 || e.Hi.Cmp(is.Lo) < 0 {
				t.Errorf("%+v: in %d bits number %d is from %.40g to %.40g, and proved from %.40g to %.40g", a, bits,
					i, e.Lo, e.Hi, is.Lo, is.Hi)
			}
		}
	}
	g := must.Have(exact.Measure(context.Background(), a))(t)
	for i, v := range []float64{g.Final.Forward, g.Final.Reverse, g.J(), g.Paths.Forward,
		g.Paths.Reverse, g.B(), g.LogR} {
		slack := 1e-9
		if v == g.LogR { // the rounding of the constants
			first, last := a.Ends()
			slack += 1e-15 * (math.Abs(slices.Max(first)) + math.Abs(slices.Max(last)))
		}
		is := numbers(truth)[i]
		if !is.IsInf() {
			mid, _ := is.Mid().Float64()
			slack += 1e-9 * math.Abs(mid)
		}
		if off := is.Off(v); !(off <= slack) {
			first, last := a.Ends()
			t.Errorf("%T on %v along %T from %v to %v, betas %v, without the last step %v: number %d is %v, off by "+
				"%g from %v", a.Kernel, a.Grid,
				a.Bridge, first, last, a.Schedule.Betas(), a.SkipLast, i, v, off, is.Mid())
		}
	}
	return truth, nil
}

// drawn returns a small annealing, of a kernel of the catalogue or one made of those.
func drawn(t *rapid.T) chains.Annealing {
	kernel := evenly(t, kernels.Original, "kernel").Make
	boxes := [][]int{{2}, {3}, {1, 2}, {2, 1}, {2, 2}, {4}, {6}, {2, 3}, {2, 1, 3}, {2, 2, 2}}
	others := []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Langevin{Size: 0.7}}
	other := evenly(t, others, "other")
	switch rapid.IntRange(0, 9).Draw(t, "made of") {
	case 0:
		kernel = kernels.Lazy{A: rapid.SampledFrom([]float64{0, 0.3, 1}).Draw(t, "A"), Kernel: kernel}
	case 1:
		kernel = kernels.Repeat{Times: rapid.IntRange(1, 3).Draw(t, "times"), Kernel: kernel}
	case 2:
		kernel = kernels.Cycle{Kernels: []chains.Kernel{kernel, other}}
	case 3:
		kernel = kernels.Mixture{Weights: []float64{0.7, 0.1}, Kernels: []chains.Kernel{other, kernel}}
	}
	g := chaintest.DrawKinds(t, kernel, grid.New(evenly(t, boxes, "box")...))
	scale := evenly(t, []int{1, 256, 768, 7680}, "scale") // the smallest makes cells of equal density
	ends := [2][]float64{}
	open := rapid.IntRange(0, g.Size()-1).Draw(t, "open")
	for i := range ends {
		c := rapid.SampledFrom([]float64{0, 0, 1 << 10, -(1 << 30), 1 << 44}).Draw(t, "constant")
		for x := range g.Size() {
			v := float64(rapid.IntRange(-scale, scale).Draw(t, "log f")) / 256 // exact also others a constant
			if x != open && rapid.IntRange(0, 9).Draw(t, "none") == 9 {
				v = math.Inf(-1)
			}
			ends[i] = append(ends[i], c+v)
		}
	}
	for x, v := range ends[1] {
		if math.IsInf(v, -1) && rapid.Bool().Draw(t, "wall") {
			g, ends[0][x] = g.WithWalls(x), v
		}
	}
	inner := rapid.SampledFrom([]float64{1e-6, 0.1, 1. / 3, 0.5, 0.875, 0.99, 1})
	betas := append([]float64{0, 1}, rapid.SliceOfN(inner, 0, 4).Draw(t, "betas")...)
	slices.Sort(betas)
	s := must.Have(chains.NewSchedule(betas))(t)
	q := rapid.SampledFrom([]float64{0.5, -1.5, 2, 0.1, 1, 1.3, 0, 0.999}).Draw(t, "Q")
	bridge := evenly(t, chains.Bridges, "bridge").Make
	return chains.Annealing{Grid: g, Schedule: s, Kernel: kernel,
		SkipLast: rapid.IntRange(0, 4).Draw(t, "skip last") == 4,
		Bridge:   bridge.Of(q, ends[0], ends[1])}
}

// evenly draws one of a list, each as probable. SampledFrom prefers the first, so that metropolis came up four times as
// often as others.
func evenly[T any](t *rapid.T, of []T, name string) T {
	return of[rapid.Uint32().Draw(t, fmt.Sprint("which ", name))%uint32(len(of))]
}

// The truth about J of BARRIER after ten levels, and how many digits of the float64 result are right.
func Example() {
	target := toys.Barrier()
	a := chains.To(target.LogF, target.Grid, kernels.Metropolis{}, 10)
	truth, err := certain.Measure(context.Background(), a, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := exact.Measure(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := truth.J.Decimal(20)
	fmt.Println("J =", text)
	fmt.Println("at least 14 digits are right:", truth.J.Digits(result.J()) >= 14)
	// Output:
	// J = 1.8578785991784688751
	// at least 14 digits are right: true
}

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
	"breadboard/toys"
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

// TestSums: J and B are the sums of their parts; a perfect kernel's J vanishes;
// one that never moves has J = B; leaving out the last kernel changes J alone.
func TestSums(t *testing.T) {
	for _, k := range kernels.Catalogue {
		a := annealing(k.Make, 4).Extended()
		tr := truth(t, a)
		for _, c := range []struct {
			name   string
			all    certain.Enclosure
			up, by certain.Enclosure
		}{{"J", tr.J, tr.QP, tr.PQ}, {"B", tr.B, tr.Fwd, tr.Rev}} {
			sum := new(big.Float).Add(c.up.Mid(), c.by.Mid())
			if d, _ := sum.Sub(sum, c.all.Mid()).Float64(); math.Abs(d) > 1e-40 {
				t.Errorf("%s: the parts of %s are off by %g", k.Name, c.name, d)
			}
		}
		if k.Name == "perfect" && !tr.J.Vanishes() {
			t.Errorf("perfect: J is %v, want 0", tr.J.Mid())
		}
		if k.Name == "identity" && tr.J.Mid().Cmp(tr.B.Mid()) != 0 && apart(tr.J, tr.B) > 1e-40 {
			t.Errorf("identity: J is %v, B is %v, want the same", tr.J.Mid(), tr.B.Mid())
		}
		a.SkipLast = true
		other := truth(t, a)
		if apart(other.B, tr.B) > 1e-40 {
			t.Errorf("%s: B is %v, and %v without the last step", k.Name, tr.B.Mid(), other.B.Mid())
		}
		if k.Name != "identity" && apart(other.J, tr.J) < 1e-4 {
			t.Errorf("%s: J is %v, and %v without the last step", k.Name, tr.J.Mid(), other.J.Mid())
		}
	}
}

func apart(a, b certain.Enclosure) float64 {
	d, _ := new(big.Float).Sub(a.Mid(), b.Mid()).Float64()
	return math.Abs(d)
}

// TestBesideFloats: float64 results have at least twelve digits, for every kernel
// on every bridge.
func TestBesideFloats(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, b := range chains.Bridges {
			for _, q := range []float64{0.5, -1.5, 2} {
				a := annealing(k.Make, 5)
				ends := a.Bridge.(chains.Geometric)
				a.Bridge = b.Make.Of(q, ends.From, ends.To)
				if a = a.Extended(); b.Make.Param == "" && q != 0.5 {
					continue
				}
				tr := truth(t, a)
				g, err := exact.Measure(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				for name, digits := range map[string]float64{
					"J":            tr.J.Digits(g.J()),
					"B":            tr.B.Digits(g.B()),
					"log R":        tr.LogR.Digits(g.LogR),
					"KL(q||p)":     tr.QP.Digits(g.Final.Forward),
					"KL(p||q)":     tr.PQ.Digits(g.Final.Reverse),
					"KL(fwd||rev)": tr.Fwd.Digits(g.Paths.Forward),
					"KL(rev||fwd)": tr.Rev.Digits(g.Paths.Reverse),
				} {
					if digits < 12 { // and NaN where it vanishes
						t.Errorf("%s, %s %v: %s has %.1f digits", k.Name, b.Name, q, name, digits)
					}
				}
			}
		}
	}
}

// TestInfinite: mass that the target has none of makes B infinite and J not, and
// mass that the initial density has none of likewise; a walker that stays on it
// makes J infinite.
func TestInfinite(t *testing.T) {
	inf := math.Inf(1)
	a := annealing(kernels.Metropolis{}, 4)
	a.Grid = grid.New(4).WithWalls(2)
	a.Bridge = chains.Geometric{From: []float64{0, 0, 0, 0}, To: []float64{0, 1, -inf, 2}}
	infinite := func(name string, endless, finite map[string]certain.Enclosure) {
		for of, e := range endless {
			if !e.IsInf() {
				t.Errorf("%s: %s is %v, want +Inf", name, of, e.Mid())
			}
		}
		for of, e := range finite {
			if e.IsInf() {
				t.Errorf("%s: %s is infinite", name, of)
			}
		}
	}
	type some = map[string]certain.Enclosure
	tr := truth(t, a)
	infinite("mass on a wall", some{"B": tr.B, "KL(fwd||rev)": tr.Fwd}, some{"KL(rev||fwd)": tr.Rev, "J": tr.J})
	a.Kernel = kernels.Identity{}
	tr = truth(t, a)
	infinite("mass that stays on a wall", some{"J": tr.J, "KL(q||p)": tr.QP}, some{"KL(p||q)": tr.PQ})
	a.Kernel, a.Grid = kernels.Metropolis{}, grid.New(4)
	a.Bridge = chains.Geometric{From: []float64{0, 1, -inf, 2}, To: []float64{0, 0, 0, 0}}
	tr = truth(t, a)
	infinite("mass from nowhere", some{"B": tr.B, "KL(rev||fwd)": tr.Rev}, some{"KL(fwd||rev)": tr.Fwd, "J": tr.J})
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

// BenchmarkBarrier makes two passes over a thousand levels of BARRIER.
func BenchmarkBarrier(b *testing.B) {
	t := toys.Barrier()
	a := chains.Annealing{
		Grid:     t.Grid,
		Kernel:   kernels.Metropolis{},
		Schedule: chains.Linear(1000),
		Bridge:   chains.Geometric{From: chains.Uniform(t.LogF), To: t.LogF},
	}
	for b.Loop() {
		if _, err := certain.Measure(b.Context(), a, quiet); err != nil {
			b.Fatal(err)
		}
	}
}

package timeaverage

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
)

// A way finds accuracies.
type way func(t *testing.T, c *Chain, functions, starts [][]float64, ns []int) [][][]Accuracy

// ways are the plan and its two parts, each alone.
var ways = map[string]way{
	"the plan": func(t *testing.T, c *Chain, functions, starts [][]float64, ns []int) [][][]Accuracy {
		all, err := c.Measure(t.Context(), functions, starts, ns)
		if err != nil {
			t.Fatal(err)
		}
		return all
	},
	"steps": alone(func(ctx context.Context, c *Chain, of []centred, ns []int, show shower) error {
		return c.oneByOne(ctx, of, ns, show)
	}),
	"doubling": alone(func(ctx context.Context, c *Chain, of []centred, ns []int, show shower) error {
		return c.doubled(ctx, of, ns, 20, show)
	}),
	"blocks of 4": alone(func(ctx context.Context, c *Chain, of []centred, ns []int, show shower) error {
		return c.doubled(ctx, of, ns, 2, show)
	}),
}

func alone(part func(ctx context.Context, c *Chain, of []centred, ns []int, show shower) error) way {
	return func(t *testing.T, c *Chain, functions, starts [][]float64, ns []int) [][][]Accuracy {
		t.Helper()
		var of []centred
		for _, h := range functions {
			of = append(of, c.centred(h))
		}
		all := make([][][]Accuracy, len(functions))
		for f := range all {
			for range starts {
				all[f] = append(all[f], make([]Accuracy, len(ns)))
			}
		}
		err := part(t.Context(), c, of, rising(ns), func(f, n int, mean []twice, variance []float64) {
			for i, s := range starts {
				law, err := c.Start(s)
				if err != nil {
					t.Fatal(err)
				}
				all[f][i][slices.Index(ns, n)] = c.newSums(n, of[f], mean, variance).From(law)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
}

// held are held-back chains: each is a fresh draw.
var held = map[string]func(r *rand.Rand) problem{
	"not reversible":             func(r *rand.Rand) problem { return drawRound(r, 2) },
	"not reversible and slow":    func(r *rand.Rand) problem { return drawRound(r, 8) },
	"reversible":                 func(r *rand.Rand) problem { return drawReversible(r, 2, 0) },
	"1e7 steps to cross":         func(r *rand.Rand) problem { return drawReversible(r, 1, 7) },
	"masses down to 1e-30":       func(r *rand.Rand) problem { return drawReversible(r, 30, 0) },
	"1e7 steps and small masses": func(r *rand.Rand) problem { return drawReversible(r, 20, 7) },
}

// The mean squared error is the oracle's to 1e-9, on chains of every kind and by every way. The bias
// is as close, relative to the error. The worst of these is off by 4e-13.
func TestMeasureOracle(t *testing.T) {
	for kind, drawn := range held {
		r := rand.New(rand.NewPCG(3, uint64(len(kind))))
		for range 5 {
			q := drawn(r)
			n := len(q.p)
			functions := [][]float64{draw(r, n), logs(q.p), at(r.IntN(n), n)}
			starts := [][]float64{q.p, at(floats.MinIdx(q.p), n), at(floats.MaxIdx(q.p), n)}
			ns := []int{1 + r.IntN(9), 10 + r.IntN(1000), 1000 + r.IntN(3000), 1e6 + r.IntN(1000)}
			for way, measure := range ways {
				if way == "steps" || way == "blocks of 4" {
					ns = ns[:3]
				}
				q.hold(t, kind+" by "+way, functions, starts, measure(t, q.chain(), functions, starts, ns), 1e-9)
			}
		}
	}
}

// hold compares all accuracies with the oracle's.
func (q problem) hold(t *testing.T, name string, functions, starts [][]float64, all [][][]Accuracy, tolerance float64) {
	t.Helper()
	for f, h := range functions {
		for i, s := range starts {
			for _, a := range all[f][i] {
				if off := q.off(a, h, s); !(off <= tolerance) {
					t.Errorf("%s: function %d from start %d after %d steps is off by %.2g", name, f, i, a.N, off)
				}
			}
		}
	}
}

// TestMeasurePaths: the moments of a sum are those of all paths, and so are the oracle's.
func TestMeasurePaths(t *testing.T) {
	q := drawRound(rand.New(rand.NewPCG(5, 6)), 1)
	n, h := len(q.p), []float64{1, -2, 5, 0.5, 3}[:len(q.p)]
	for N := 1; N <= 5; N++ {
		for x := range n {
			bias, square := q.paths(h, x, N)
			b, s := q.oracle(h, at(x, n), N)
			within(t, "the oracle's sum", b, bias, 1e-12)
			within(t, "the oracle's square", s, square, 1e-12)
			for way, measure := range ways {
				a := measure(t, q.chain(), [][]float64{h}, [][]float64{at(x, n)}, []int{N})[0][0][0]
				within(t, "the bias by "+way, a.Bias*float64(N), bias, 1e-12)
				within(t, "the error by "+way, a.MSE()*float64(N*N), square, 1e-12)
			}
		}
	}
}

// paths sums over all paths of N steps from x: the mean of the sum, and of its square.
func (q problem) paths(h []float64, x, N int) (first, second float64) {
	mean := floats.Dot(q.p, h)
	var walk func(x, left int, prob, sum float64)
	walk = func(x, left int, prob, sum float64) {
		if left == 0 {
			first, second = first+prob*sum, second+prob*sum*sum
			return
		}
		for y, p := range q.at[x] {
			walk(y, left-1, prob*p, sum+h[y]-mean)
		}
	}
	walk(x, N, 1, 0)
	return first, second
}

// TestMeasureOrder: numbers of steps come back where they were asked for, also twice.
func TestMeasureOrder(t *testing.T) {
	q := drawRound(rand.New(rand.NewPCG(1, 2)), 1)
	n := len(q.p)
	ns := []int{1e6, 3, 1e6, 40, 1}
	all := ways["the plan"](t, q.chain(), [][]float64{at(0, n)}, [][]float64{q.p}, ns)
	for k, a := range all[0][0] {
		if a.N != ns[k] {
			t.Errorf("place %d is of %d steps, not %d", k, a.N, ns[k])
		}
		one := ways["the plan"](t, q.chain(), [][]float64{at(0, n)}, [][]float64{q.p}, ns[k:k+1])[0][0][0]
		within(t, "the error of one number alone", a.MSE(), one.MSE(), 1e-12)
	}
}

// TestMeasureMass: a start without mass is refused, and functions may be infinite there.
func TestMeasureMass(t *testing.T) {
	q := problem{p: []float64{0.5, 0, 0.5}, at: [][]float64{{0.5, 0, 0.5}, {0.5, 0, 0.5}, {0.5, 0, 0.5}}}
	h := [][]float64{{1, math.Inf(-1), 3}}
	all, err := q.chain().Measure(t.Context(), h, [][]float64{q.p}, []int{10})
	if err != nil {
		t.Fatal(err)
	}
	within(t, "RESS of ten draws", all[0][0][0].RESS(), 10, 1e-14)
	_, err = q.chain().Measure(t.Context(), h, [][]float64{{0.5, 0.5, 0}}, []int{10})
	if err == nil || err.Error() != "a start in state 1, whose mass is 0; a state with mass would do" {
		t.Errorf("a start without mass: %v", err)
	}
}

// TestMeasureCancelled: either way stops.
func TestMeasureCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := drawRound(rand.New(rand.NewPCG(1, 2)), 1)
	for _, n := range []int{1, 1e6} {
		_, err := q.chain().Measure(ctx, [][]float64{at(0, len(q.p))}, [][]float64{q.p}, []int{n})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%d steps were not cancelled: %v", n, err)
		}
	}
}

// off is how far an accuracy is from the oracle's, relative to the error. After whole rounds of a cycle
// the error is 0, which the oracle has within its bits.
func (q problem) off(a Accuracy, h, s []float64) float64 {
	n := float64(a.N)
	bias, square := q.oracle(h, s, a.N)
	if square < 1e-60 {
		return a.MSE()
	}
	return max(math.Abs(a.MSE()*n*n-square)/square, math.Abs(a.Bias*n-bias)/math.Sqrt(square))
}

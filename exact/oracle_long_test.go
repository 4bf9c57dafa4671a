package exact_test

import (
	"math/big"
	"sync"
	"testing"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/toys"
)

// ladder is f_t on the linear schedule from uniform, carried up or down by one
// 256-bit product a cell, which T of them leave good to 70 digits.
type ladder struct{ f, factor []*big.Float }

func newLadder(logf []float64, T int, up bool) *ladder {
	l := &ladder{}
	for _, v := range logf {
		h := quo(flt(v), flt(float64(T-1)))
		start := flt(1)
		if !up {
			start, h = exp(flt(v)), zero().Neg(h)
		}
		l.f, l.factor = append(l.f, start), append(l.factor, exp(h))
	}
	return l
}

func (l *ladder) step() {
	for x, f := range l.f {
		f.Mul(f, l.factor[x])
	}
}

// bigStep pushes q in place by one step at density f.
type bigStep func(q, f []*big.Float)

// metropolisStep moves what flows over each edge: min(1, f'/f)/4 of the mass. A
// ratio is found once for all edges with the same change of log f.
func metropolisStep(target toys.Target) bigStep {
	type edge struct {
		from, to int
		ratio    *big.Float // f(to)/f(from)/4, nil for 1/4
	}
	g, quarter, flow := target.Grid, flt(0.25), zero()
	var edges []edge
	falls := map[float64]edge{}
	for x := range g.Size() {
		for _, y := range neighbours(g, x) {
			e := edge{from: x, to: y}
			if d := target.LogF[y] - target.LogF[x]; d < 0 {
				if _, ok := falls[d]; !ok {
					falls[d] = edge{x, y, zero()}
				}
				e.ratio = falls[d].ratio
			}
			edges = append(edges, e)
		}
	}
	next := make([]*big.Float, g.Size())
	for x := range next {
		next[x] = zero()
	}
	return func(q, f []*big.Float) {
		for _, e := range falls {
			e.ratio.Mul(quarter, e.ratio.Quo(f[e.to], f[e.from]))
		}
		for x := range q {
			next[x].Set(q[x])
		}
		for _, e := range edges {
			rate := quarter
			if e.ratio != nil {
				rate = e.ratio
			}
			flow.Mul(q[e.from], rate)
			next[e.from].Sub(next[e.from], flow)
			next[e.to].Add(next[e.to], flow)
		}
		for x := range q {
			q[x].Set(next[x])
		}
	}
}

// heatBathStep redraws a row or a column, each with probability 1/2.
func heatBathStep(target toys.Target) bigStep {
	d, half := &dense{grid: target.Grid}, flt(0.5)
	on, mass, part := zero(), zero(), zero()
	next := make([]*big.Float, target.Grid.Size())
	for x := range next {
		next[x] = zero()
	}
	var lines [][]int
	for axis := range target.Grid.Axes() {
		for x := range target.Grid.Lines(axis) {
			lines = append(lines, d.line(x, axis))
		}
	}
	return func(q, f []*big.Float) {
		for x := range next {
			next[x].SetInt64(0)
		}
		for _, line := range lines {
			on.SetInt64(0)
			mass.SetInt64(0)
			for _, x := range line {
				on.Add(on, q[x])
				mass.Add(mass, f[x])
			}
			on.Quo(on.Mul(on, half), mass)
			for _, x := range line {
				next[x].Add(next[x], part.Mul(on, f[x]))
			}
		}
		for x := range q {
			q[x].Set(next[x])
		}
	}
}

// bigLongRun is J and B of an annealing from uniform on the linear schedule.
func bigLongRun(target toys.Target, T int, step func(toys.Target) bigStep) (J, B *big.Float) {
	h := quo(flt(1), flt(float64(T-1)))
	start := func(l *ladder) []*big.Float {
		Z, q := total(l.f), []*big.Float{}
		for _, f := range l.f {
			q = append(q, quo(f, Z))
		}
		return q
	}
	var logf []*big.Float
	for _, v := range target.LogF {
		logf = append(logf, flt(v))
	}
	mean := func(q []*big.Float) *big.Float {
		sum, part := zero(), zero()
		for x, v := range logf {
			sum.Add(sum, part.Mul(q[x], v))
		}
		return sum.Mul(sum, h)
	}
	var q, p []*big.Float
	fwd, rev := zero(), zero()
	var both sync.WaitGroup
	both.Go(func() {
		l, push := newLadder(target.LogF, T, true), step(target)
		q = start(l)
		for range T - 1 {
			fwd.Add(fwd, mean(q))
			l.step()
			push(q, l.f)
		}
	})
	both.Go(func() {
		l, push := newLadder(target.LogF, T, false), step(target)
		r := start(l)
		p = start(l)
		for range T - 1 {
			push(r, l.f)
			rev.Add(rev, mean(r))
			l.step()
		}
	})
	both.Wait()
	return add(kl(q, p), kl(p, q)), sub(rev, fwd)
}

// TestOracleHundredThousand is the longest of the paper's runs: BARRIER, where
// the slow mode keeps every rounding error, and the heat bath on it, whose J is
// 6e-10. What is promised is nine digits of each.
func TestOracleHundredThousand(t *testing.T) {
	const T = 100_000
	for _, c := range []struct {
		name   string
		kernel chains.Kernel
		step   func(toys.Target) bigStep
	}{
		{"metropolis", chains.Metropolis{}, metropolisStep},
		{"heat-bath", chains.HeatBath{}, heatBathStep},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			J, B := bigLongRun(toys.Barrier(), T, c.step)
			got, err := exact.Measure(t.Context(), annealing(toys.Barrier(), c.kernel, chains.Linear(T)))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("J = %.17g, want %.20g; B = %.17g, want %.20g", got.J(), J, got.B(), B)
			if e := apart(got.J(), J); !(e < 1e-9) {
				t.Errorf("J = %.17g, want %.17g: off by %.2g", got.J(), J, e)
			}
			if e := apart(got.B(), B); !(e < 1e-9) {
				t.Errorf("B = %.17g, want %.17g: off by %.2g", got.B(), B, e)
			}
		})
	}
}

package exact_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/toys"
)

// jeffreys returns the sum of (p-q)(log p - log q), to the letter.
func jeffreys(p, q []float64) float64 {
	sum := 0.0
	for x := range p {
		sum += (p[x] - q[x]) * (math.Log(p[x]) - math.Log(q[x]))
	}
	return sum
}

func at(target toys.Target, beta float64) []float64 {
	p, sum := make([]float64, len(target.LogF)), 0.0
	for x, v := range target.LogF {
		p[x] = math.Exp(beta * v)
		sum += p[x]
	}
	for x := range p {
		p[x] /= sum
	}
	return p
}

// TestPublishedBarrier: BREAD, Appendix B.1.1, prints J at T = 100 and J and B at
// T = 1000.
func TestPublishedBarrier(t *testing.T) {
	for _, c := range []struct {
		T            int
		J, B, digits float64
	}{{100, 1.65, 0, 0.005}, {1000, 1.085, 1.184, 0.0005}} {
		res := run(t, annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(c.T)))
		if math.Abs(res.J()-c.J) > c.digits {
			t.Errorf("T = %d: J = %v, published %v", c.T, res.J(), c.J)
		}
		if c.B > 0 && math.Abs(res.B()-c.B) > c.digits {
			t.Errorf("T = %d: B = %v, published %v", c.T, res.B(), c.B)
		}
	}
	if mass := sum(at(toys.Barrier(), 1), func(x int) bool { return x/7 < 3 && x%7 > 3 }); math.Abs(mass-0.87) > 0.005 {
		t.Errorf("the dominant mode has %v of the mass; 87%% is published", mass)
	}
}

func sum(p []float64, in func(int) bool) float64 {
	s := 0.0
	for x, v := range p {
		if in(x) {
			s += v
		}
	}
	return s
}

// TestPerfect: J is 0 and B the sum of J(p_t, p_{t+1}).
func TestPerfect(t *testing.T) {
	const T = 9
	want := 0.0
	for s := 1; s < T; s++ {
		want += jeffreys(at(toys.Hard(3), float64(s-1)/(T-1)), at(toys.Hard(3), float64(s)/(T-1)))
	}
	res := run(t, annealing(toys.Hard(3), kernels.Perfect{}, chains.Linear(T)))
	near(t, "B", res.B(), want, 1e-12)
	near(t, "J", res.J(), 0, 1e-25)
}

// TestPerfectSteep is TestPerfect from 32,768 cells on, where only J, B and their parts are computed, at log densities
// so far apart that functions of cells reach 1e22.
func TestPerfectSteep(t *testing.T) {
	target := toys.Target{Grid: grid.New(128, 256), LogF: make([]float64, 128*256)}
	dice := rand.New(rand.NewPCG(1, 1))
	for x := range target.LogF {
		target.LogF[x] = 40 * dice.NormFloat64()
	}
	for _, T := range []int{2, 3} {
		want := 0.0
		for s := 1; s < T; s++ {
			want += jeffreys(at(target, float64(s-1)/float64(T-1)), at(target, float64(s)/float64(T-1)))
		}
		res := run(t, annealing(target, kernels.Perfect{}, chains.Linear(T)))
		near(t, fmt.Sprintf("T = %d: B", T), res.B(), want, 1e-12)
		near(t, fmt.Sprintf("T = %d: J", T), res.J(), 0, 1e-20)
	}
}

// TestIdentity: J = B = J(p_1, p_T).
func TestIdentity(t *testing.T) {
	want := jeffreys(at(toys.Hard(3), 0), at(toys.Hard(3), 1))
	for _, T := range []int{2, 3, 50} {
		res := run(t, annealing(toys.Hard(3), kernels.Identity{}, chains.Linear(T)))
		near(t, "J", res.J(), want, 1e-12)
		near(t, "B", res.B(), want, 1e-12)
	}
}

// TestTwoStates has one number for a law, q = the mass of the right cell, and
// one for a kernel: with s = β log f(right)/f(left) > 0 Metropolis goes right
// with probability 1/2 and left with e^-s/2, so q -> 1/2 + q (1 - e^-s)/2.
// In reverse the same; and E[log w] gains (q or r) times the step of s.
func TestTwoStates(t *testing.T) {
	const T, slope = 6, 1.7
	logistic := func(s float64) float64 { return 1 / (1 + math.Exp(-s)) }
	next := func(q, s float64) float64 { return 0.5 + q*(0.5-0.5*math.Exp(-s)) }
	h := slope / (T - 1)
	q, r, fwd, rev := 0.5, logistic(slope), 0.0, 0.0
	for s := 1; s < T; s++ {
		fwd += q * h
		q = next(q, float64(s)*h)
	}
	for s := T - 1; s >= 1; s-- {
		r = next(r, float64(s)*h)
		rev += r * h
	}
	p := logistic(slope)
	target := toys.Target{Grid: grid.New(2), LogF: []float64{0, slope}}
	res := run(t, annealing(target, kernels.Metropolis{}, chains.Linear(T)))
	near(t, "q", res.Q[1], q, 1e-15)
	near(t, "J", res.J(), jeffreys([]float64{p, 1 - p}, []float64{q, 1 - q}), 1e-13)
	near(t, "E_fwd[log w]", res.FwdLogW(), fwd, 1e-14)
	near(t, "E_rev[log w]", res.RevLogW(), rev, 1e-14)
	near(t, "B", res.B(), rev-fwd, 1e-14)
	near(t, "log R", res.LogR, math.Log((1+math.Exp(slope))/2), 1e-15)
}

// TestIsing is the 4x4 periodic Ising model at coupling K on the 65,536 cells of
// a hypercube: the number of configurations of each energy is a published
// polynomial (2 at -32, 32 at -24, 64 at -20, 424 at -16, 1728 at -12, 6688 at
// -8, 13568 at -4, 20524 at 0, and the same above), so log Z_T/Z_1 is known.
func TestIsing(t *testing.T) {
	const K = 0.3
	counts := map[int]float64{32: 2, 24: 32, 20: 64, 16: 424, 12: 1728, 8: 6688, 4: 13568, 0: 20524}
	Z, all := 0.0, 0.0
	for e, n := range counts {
		Z += n * math.Exp(K*float64(e))
		all += n
		if e != 0 {
			Z += n * math.Exp(-K*float64(e))
			all += n
		}
	}
	if all != 1<<16 {
		t.Fatalf("%v configurations", all)
	}
	lens := make([]int, 16)
	for a := range lens {
		lens[a] = 2
	}
	g := grid.New(lens...)
	target := toys.Target{Grid: g, LogF: make([]float64, g.Size())}
	for x := range target.LogF {
		for a := range 16 {
			right, below := a/4*4+(a+1)%4, (a+4)%16
			spin := func(site int) float64 { return float64(2*g.Coord(x, site) - 1) }
			target.LogF[x] += K * spin(a) * (spin(right) + spin(below))
		}
	}
	res, err := exact.Measure(t.Context(), annealing(target, kernels.Metropolis{}, chains.Linear(5)))
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log R", res.LogR, math.Log(Z)-16*math.Log(2), 1e-12) // the sum of 65,536 terms
	if !(res.B() > res.J() && res.J() > 0) {
		t.Errorf("J = %v, B = %v", res.J(), res.B())
	}
}

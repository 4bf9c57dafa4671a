package exact_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
	"breadboard/grid/must"
)

// sum is the logarithm of the sum of two numbers, of which the logarithms are given.
func sum(a, b float64) float64 { return floats.LogSumExp([]float64{a, b}) }

// counted runs Metropolis of the Curie-Weiss model as the definition says it, in logarithms: a spin is picked, and
// flipped with min(1, f(y)/f(x)). It returns both divergences.
func counted(n int, coupling float64, T int) exact.Divergence {
	sizes := make([]float64, n+1)
	f := make([]float64, n+1)
	for k := range f {
		if k > 0 {
			sizes[k] = sizes[k-1] + math.Log(float64(n-k+1)/float64(k))
		}
		f[k] = -2 * coupling * float64(k) * float64(n-k) / float64(n) // less that of all up, or digits would be lost
	}
	law := func(beta float64) []float64 {
		l := make([]float64, n+1)
		for k := range l {
			l[k] = sizes[k] + beta*f[k]
		}
		floats.AddConst(-floats.LogSumExp(l), l)
		return l
	}
	q := law(0)
	for t := 1; t < T; t++ {
		beta := float64(t) / float64(T-1)
		next := make([]float64, n+1)
		for k := range next {
			next[k] = math.Inf(-1)
		}
		for k := range q {
			stay := 0.0
			for y, share := range map[int]float64{k + 1: float64(n-k) / float64(n), k - 1: float64(k) / float64(n)} {
				if share > 0 {
					d := min(0, beta*(f[y]-f[k]))
					next[y] = sum(next[y], q[k]+math.Log(share)+d)
					stay -= share * math.Expm1(d)
				}
			}
			next[k] = sum(next[k], q[k]+math.Log(stay))
		}
		q = next
	}
	var d exact.Divergence
	for k, p := range law(1) {
		d.Forward += math.Exp(q[k]) * (q[k] - p)
		d.Reverse += math.Exp(p) * (p - q[k])
	}
	return d
}

// flips are the flows of Metropolis by the number of spins that are up: one of n spins is proposed, and flipped by the
// densities of single configurations. The mass of x is that of all its configurations.
func flips[N numbers.Number[N]](n int, e *flows.Graph) flows.Setter[N] {
	return func(c []N, m flows.Masses[N]) {
		of := m.P[0].Of
		for i, x := range e.A {
			y := e.B[i]
			up := m.P[x].Times(of(float64(n - int(x))))
			down := m.P[y].Times(of(float64(y)))
			c[i] = up.Min(down).Over(of(float64(n)))
		}
	}
}

// byCount is the kernel of the number of n spins that are up.
type byCount struct{ n int }

func (k byCount) On(g grid.Grid) (chains.Operator, error) {
	return flows.New(g, func() flows.Form {
		e := &flows.Graph{}
		for x := range k.n {
			e.Add(x, x+1, 0)
		}
		return flows.Form{Graph: e, Float: flips[numbers.Float](k.n, e), Wide: flips[numbers.Wide](k.n, e)}
	}), nil
}

func (byCount) Cost(grid.Grid) float64 { return 1 }

// curieWeiss is the annealing by the number of spins that are up.
func curieWeiss(n int, coupling float64, T int) chains.Annealing {
	sizes := make([]float64, n+1)
	to := make([]float64, n+1)
	for k := range to {
		if k > 0 {
			sizes[k] = sizes[k-1] + math.Log(float64(n-k+1)/float64(k))
		}
		m := float64(2*k - n)
		to[k] = sizes[k] + coupling*m*m/(2*float64(n))
	}
	return chains.Annealing{Grid: grid.New(n + 1), Kernel: byCount{n}, Schedule: chains.Linear(T),
		Bridge: chains.Geometric{From: sizes, To: to}}
}

// reversalsAlone is what log(q/p) would be if it were pulled by the rows of the reversal: in the last cell.
func reversalsAlone(a chains.Annealing) float64 {
	l, op := a.NewLevel(), chains.On(a.Kernel, a.Grid)
	n := a.Grid.Size()
	p := make([]float64, n)
	before := make([]float64, n)
	after := make([]float64, n)
	h := make([]float64, n)
	a.LevelAt(l, 1)
	chains.NormalizeLog(p, before, l.LogF())
	for t := 2; t <= a.T(); t++ {
		a.LevelAt(l, t)
		chains.NormalizeLog(p, after, l.LogF())
		floats.Add(h, before)
		floats.Sub(h, after)
		copy(before, after)
		op.Aim(l)
		next := make([]float64, n)
		for x := range h {
			next[x] = h[x] + math.Log(chains.StayProbability(op, x))
			op.Reversal().Row(x, func(y int, rate float64) { next[x] = sum(next[x], h[y]+math.Log(rate)) })
		}
		h = next
	}
	return h[n-1]
}

// TestDeepCounts: the state with all of 1100 spins up has a mass of 2^-1100 at first, and the rates from it are
// e^-2000.
func TestDeepCounts(t *testing.T) {
	const n, coupling = 1100, 1000.
	for _, T := range []int{2, 10} {
		a := curieWeiss(n, coupling, T)
		want := counted(n, coupling, T)
		g := must.Have(exact.Measure(t.Context(), a))(t)
		must.Close(t, g.Final.Forward, want.Forward, 1e-12, "T = %d, KL(q||p)", T)
		must.Close(t, g.Final.Reverse, want.Reverse, 1e-12, "T = %d, KL(p||q)", T)
		if twin := -reversalsAlone(a); !(math.Abs(twin-want.Reverse) > 0.1) {
			t.Errorf("T = %d: by reversals alone %v, which is as good as %v", T, twin, want.Reverse)
		}
	}
}

func middle(e certain.Enclosure) float64 {
	v, _ := e.Mid().Float64()
	return v
}

// TestDeepLines holds J of every kernel against big floats where q of the target's mode is e^-1500 or so.
func TestDeepLines(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for T := 2; T <= 4; T++ {
			a := between([]float64{0, -800, -2300, -1500}, []float64{-900, -1700, -800, 0}, T, k.Make)
			g := must.Have(exact.Measure(t.Context(), a))(t)
			want := truth(t, a)
			must.Close(t, g.Final.Forward, middle(want.QP), 1e-12, "%s, T = %d, KL(q||p)", k.Name, T)
			must.Close(t, g.Final.Reverse, middle(want.PQ), 1e-12, "%s, T = %d, KL(p||q)", k.Name, T)
		}
	}
}

// TestLostRates: a heat bath leaves cell (0,0) for (0,2), and for (0,1) with a rate of e^-800, the only way to the
// mode (1,1). Neither this rate nor the one back is a float, and J is finite all the same.
func TestLostRates(t *testing.T) {
	g := grid.New(2, 3).Of(grid.Any)
	a := chains.Annealing{Grid: g, Kernel: kernels.HeatBath{}, Schedule: chains.Linear(3), Bridge: chains.Geometric{
		From: []float64{0, -3000, -2000, -5000, -5000, -5000}, To: []float64{-4000, -1000, -400, -3000, 0, -3000}}}
	want := truth(t, a)
	m := must.Have(exact.Measure(t.Context(), a))(t)
	must.Close(t, m.Final.Forward, middle(want.QP), 1e-12, "KL(q||p)")
	must.Close(t, m.Final.Reverse, middle(want.PQ), 1e-12, "KL(p||q)")
	if !(math.Abs(m.Final.Reverse-801.386) < 1e-3) {
		t.Errorf("KL(p||q) is %v", m.Final.Reverse)
	}
}

package laplace

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// onThree is a chain of three states on three cells. A lifted kernel has a reversal of its own.
func onThree(k chains.Kernel, all bool) *Chain {
	from, to := []float64{0, 0, 0}, []float64{0.3, -1, 0.8}
	a := chains.Annealing{Grid: grid.New(3), Kernel: k, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: from, To: to}}
	a = a.Extended()
	_, to = a.Ends()
	p, logp := make([]float64, len(to)), make([]float64, len(to))
	chains.NormalizeLog(p, logp, to)
	return NewChain(a, p, logp, 3, all)
}

// law is E[start(x_1) φ(M) | x], summed over all paths of three states.
func (c *Chain) law(start []float64, phi func(M float64) float64) []float64 {
	sum := make([]float64, len(c.P))
	for x, p := range c.P {
		each(c.op, x, func(y int, py float64) {
			each(c.op, y, func(z int, pz float64) {
				v := p * py * pz * phi((c.R[x]+c.R[y]+c.R[z])/3)
				if start != nil {
					v *= start[x]
				}
				for _, at := range []int{x, y, z}[:c.places] {
					sum[at] += v / c.P[at] / float64(c.places)
				}
			})
		})
	}
	return sum
}

// each visits where a step goes, and may stay. A row is read before the next is asked for.
func each(op chains.Operator, x int, visit func(y int, p float64)) {
	row := map[int]float64{x: chains.StayProbability(op, x)}
	op.Row(x, func(y int, p float64) { row[y] = p })
	for y, p := range row {
		visit(y, p)
	}
}

var sums = []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Lifted{}}

// All that a Chain knows is what all paths say; a chain of the reversal says otherwise of the first
// place if it is another chain.
func TestChainIsEnumerated(t *testing.T) {
	for _, k := range sums {
		for _, all := range []bool{false, true} {
			c := onThree(k, all)
			c.Aim(0)
			means, logs := c.Means()
			compare(t, "E[M | x]", means, c.law(nil, func(M float64) float64 { return M }))
			compare(t, "e^(log E[M | x])", exps(logs), means)
			compare(t, "P(M = 0 | x)", c.None(), c.law(nil, zero))
			some := []float64{0.5, 2, 0.25, 1, 3, 0}[:len(c.P)]
			for _, start := range [][]float64{nil, some} {
				for _, u := range []float64{-0.5, 3.4, 4} { // s = 32 is at u = 3.47
					seen(t, c, start, u)
				}
			}
		}
	}
}

// seen compares what a Chain says at a node.
func seen(t *testing.T, c *Chain, start []float64, u float64) {
	t.Helper()
	c.right = nil // made for another start
	must.Do(t, c.Reserve(start))
	c.See(NodeAt(u))
	s := math.Exp(u)
	compare(t, "E[e^-sM - e^-s | x]", c.Value,
		c.law(start, func(M float64) float64 { return math.Exp(-s*M) - math.Exp(-s) }))
	compare(t, "E[sM (e^-sM - e^-s) | x]", c.More,
		c.law(start, func(M float64) float64 { return s * M * (math.Exp(-s*M) - math.Exp(-s)) }))
}

func exps(logs []float64) (all []float64) {
	for _, v := range logs {
		all = append(all, math.Exp(v))
	}
	return all
}

func zero(M float64) float64 {
	if M == 0 {
		return 1
	}
	return 0
}

// compare fails t unless two functions are the same, to some roundings.
func compare(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if off := furthest(got, want); !(off < 1e-14) {
		t.Errorf("%s is off by %g", what, off)
	}
}

func furthest(a, b []float64) (off float64) {
	for x := range a {
		off = max(off, math.Abs(a[x]-b[x]))
	}
	return off
}

// The comparison sees a chain that forgets to run back.
func TestBrokenChainIsFound(t *testing.T) {
	c := onThree(kernels.Lifted{}, true)
	c.Aim(0)
	want := c.law(nil, func(M float64) float64 { return M })
	c.Back = c.op
	means, _ := c.Means()
	if off := furthest(means, want); off < 1e-3 {
		t.Errorf("with the kernel for its reversal E[M | x] is off by %g", off)
	}
}

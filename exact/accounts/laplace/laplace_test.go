package laplace

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid"
	"breadboard/grid/must"
)

// threeDraws calls do with the mean of every three draws of a law and its probability.
func threeDraws(mass, logv []float64, do func(prob, mean float64)) {
	for x, p := range mass {
		for y, q := range mass {
			for z, r := range mass {
				do(p*q*r, (math.Exp(logv[x])+math.Exp(logv[y])+math.Exp(logv[z]))/3)
			}
		}
	}
}

// The integrals over the transform of a mean of draws are the sums over all draws; of one draw
// more they are others.
func TestLogsOfAMean(t *testing.T) {
	mass := []float64{0.2, 0.5, 0.3}
	logv := []float64{0.9, -30, 0.2}
	lack, last := 1., []float64{}
	for x, p := range mass {
		last = append(last, p*math.Exp(logv[x]))
		lack -= last[x] // 0.14
	}
	all := append(mass, 0)
	last = append(last, lack)
	values := append(logv, math.Inf(1))
	var log, square float64
	threeDraws(mass, logv, func(prob, mean float64) {
		log += prob * math.Log(mean)
		square += prob * math.Log(mean) * math.Log(mean)
	})
	for _, draws := range []int{3, 4} {
		var l Logs
		m := NewMean(all, last, values, draws)
		for n, err := range Nodes(t.Context(), len(mass), m.Low, m.High) {
			must.Do(t, err)
			l.Add(n, n.Above(m.At(n)))
		}
		if same := math.Abs(l.First.Value()-log) < 1e-12; same != (draws == 3) {
			t.Errorf("of %d draws E log is %v, and %v of 3", draws, l.First.Value(), log)
		}
		if same := math.Abs(l.Second.Value()-square) < 1e-10; same != (draws == 3) { // squares are up to 900
			t.Errorf("of %d draws E log² is %v, and %v of 3", draws, l.Second.Value(), square)
		}
		if off := l.First.Off(); off > 1e-12 {
			t.Errorf("of %d draws E log says that it is off by %g", draws, off)
		}
	}
}

// Values that are the same are one, with the masses of all; infinite ones too.
func TestDistinct(t *testing.T) {
	inf := math.Inf(-1)
	some, masses, of := Distinct([]float64{2, inf, 2, 1, inf},
		[]float64{0.5, 0.25, 0, 0.125, 0.125}, []float64{1, 2, 4, 8, 16})
	if !slices.Equal(some, []float64{2, inf, 1}) {
		t.Errorf("the values are %v", some)
	}
	if !slices.Equal(masses[0], []float64{0.5, 0.375, 0.125}) || !slices.Equal(masses[1], []float64{5, 18, 8}) {
		t.Errorf("their masses are %v", masses)
	}
	if !slices.Equal(of, []int32{0, 1, 0, 2, 1}) {
		t.Errorf("the numbers by place are %v", of)
	}
}

// onThree is a chain of three states on three cells.
func onThree(k chains.Kernel, all bool) *Chain {
	from := []float64{0, 0, 0}
	to := []float64{0.3, -1, 0.8}
	a := chains.Annealing{Grid: grid.New(3), Kernel: k, Schedule: chains.Linear(2),
		Bridge: chains.Geometric{From: from, To: to}}
	p := make([]float64, len(to))
	logp := make([]float64, len(to))
	chains.NormalizeLog(p, logp, to)
	return newChain(a, p, logp, 3, all)
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

var sums = []chains.Kernel{kernels.Metropolis{}, kernels.GibbsSweep{}, kernels.Slice{}}

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
			some := []float64{0.5, 2, 0.25, 1, 3, 0, 1.5, 0.75, 4}[:len(c.P)]
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

package draws

import (
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// essSlowly is the least ESS by the definition: sums over all pairs, at all lags.
func essSlowly(g grid.Grid, p []float64, chains [][]int32) float64 {
	n, most := 0.0, 0.0
	for _, c := range chains {
		n += float64(len(c))
	}
	for axis := -1; axis < g.Axes(); axis++ {
		h := func(x int32) float64 {
			if axis < 0 {
				return math.Log(p[x])
			}
			return float64(g.Coord(int(x), axis))
		}
		mean := 0.0
		for _, c := range chains {
			for _, x := range c {
				mean += h(x) / n
			}
		}
		gamma := func(t int) (sum float64) {
			for _, c := range chains {
				for s := 0; s+t < len(c); s++ {
					sum += (h(c[s]) - mean) * (h(c[s+t]) - mean)
				}
			}
			return sum
		}
		if gamma(0) == 0 {
			continue
		}
		tau, least := -1.0, math.Inf(1)
		t := 0
		for ; gamma(t)+gamma(t+1) > 1e-9*gamma(0); t += 2 {
			least = min(least, (gamma(t)+gamma(t+1))/gamma(0))
			tau += 2 * least
		}
		if tau <= 1+4*math.Sqrt(float64(t)/n) {
			tau = 1
		}
		most = max(most, tau)
	}
	return n / most
}

// walk is a chain of uniform cells that moves by one with this probability.
func walk(cells, n int, moves float64, seed uint64) (chain []int32) {
	dice := rand.New(rand.NewPCG(seed, 9))
	x := dice.IntN(cells)
	for range n {
		if dice.Float64() < moves {
			x = max(0, min(cells-1, x+2*dice.IntN(2)-1))
		}
		chain = append(chain, int32(x))
	}
	return chain
}

// TestESSSlowly: the ESS follows from the definition, of chains that forget at once, within the lags that are looked at
// first, after sixteen times as many, and never.
func TestESSSlowly(t *testing.T) {
	g := grid.New(3, 4)
	p := make([]float64, 12)
	for x := range p {
		p[x] = 1 / float64(12+x)
	}
	for _, chains := range [][][]int32{
		{independent(p, 2000, 3)},
		{walk(12, 4000, 0.9, 1)},
		{walk(12, 3000, 0.1, 2), walk(12, 900, 0.1, 3), walk(12, 30, 0.1, 4)},
		{walk(12, 3000, 0.01, 5)},
		{walk(12, 300, 0, 6), walk(12, 300, 0, 7), walk(12, 300, 0, 8)},
		{walk(12, 100, 0, 6), walk(12, 100, 0, 7), walk(12, 100, 0, 8)},
	} {
		got := leastESS(g, p, chains)
		want := essSlowly(g, p, chains)
		must.Near(t, got, want, 1e-6*want, "the ESS of %d chains, the first of %d", len(chains), len(chains[0]))
	}
}

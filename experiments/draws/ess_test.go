package draws

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid"
	"breadboard/grid/must"
)

// essSlowly is the least ESS by the definition: sums over all pairs, at all lags, and sums of batches of functions and
// of indicators of cells.
func essSlowly(cells int, chains [][]int32, functions ...func(x int32) float64) float64 {
	n, most := 0.0, 0.0
	for _, c := range chains {
		n += float64(len(c))
	}
	for _, h := range functions {
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
	if most == 0 {
		return float64(len(chains))
	}
	return n / max(most, tauOfBatches(cells, slices.Concat(chains...), most, functions))
}

// tauOfBatches is the largest tau of batches that is above tau by more than chance.
func tauOfBatches(cells int, all []int32, tau float64, functions []func(x int32) float64) (most float64) {
	n := len(all)
	try := func(freedom float64, of []func(x int32) float64) {
		for _, m := range []int{8, 16, 32, 64, 128} {
			b := n / m
			squares := 0.0
			variance := 0.0
			for _, h := range of {
				mean := 0.0
				for _, x := range all {
					mean += h(x) / float64(n)
				}
				for _, x := range all {
					variance += (h(x) - mean) * (h(x) - mean) / float64(n)
				}
				for i := range m {
					sum := 0.0
					for _, x := range all[i*b : (i+1)*b] {
						sum += h(x) - mean
					}
					squares += sum * sum / float64(b) / float64(m-1)
				}
			}
			free := freedom * float64(m-1)
			chance := distuv.ChiSquared{K: free}
			if is := squares / variance; b > 1 && chance.Survival(is/tau*free) < Level {
				most = max(most, is)
			}
		}
	}
	for _, h := range functions {
		try(1, []func(int32) float64{h})
	}
	q := mat.NewVecDense(cells, nil)
	var in []func(int32) float64
	for _, x := range all {
		q.SetVec(int(x), q.AtVec(int(x))+1/float64(n))
	}
	for cell := range cells {
		in = append(in, func(x int32) float64 {
			if int(x) == cell {
				return 1
			}
			return 0
		})
	}
	var covariance, square mat.Dense
	covariance.Outer(-1, q, q)
	covariance.Add(&covariance, mat.NewDiagDense(cells, q.RawVector().Data))
	square.Mul(&covariance, &covariance)
	try(math.Pow(mat.Trace(&covariance), 2)/mat.Trace(&square), in)
	return most
}

// turns has the draws of walkers that take turns, each step by itself or all in one chain.
func turns(walkers [][]int32, byStep bool) (steps [][]int32) {
	for k := range walkers[0] {
		var step []int32
		for _, w := range walkers {
			step = append(step, w[k])
		}
		steps = append(steps, step)
	}
	if !byStep {
		return [][]int32{slices.Concat(steps...)}
	}
	return steps
}

// lazy are walkers that stay with this probability, and otherwise draw from p anew: the tau of any function along each
// of them is (1 + stays)/(1 - stays).
func lazy(p []float64, walkers, steps int, stays float64, seed uint64) (all [][]int32) {
	dice := rand.New(rand.NewPCG(seed, 10))
	for i := range walkers {
		w := independent(p, steps, seed*1000+uint64(i))
		for k := 1; k < steps; k++ {
			if dice.Float64() < stays {
				w[k] = w[k-1]
			}
		}
		all = append(all, w)
	}
	return all
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

// TestESSSlowly: the ESS follows from the definition, of chains that forget at once, late and never, and of walkers
// that take turns.
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
		turns([][]int32{walk(12, 900, 0.5, 6), walk(12, 900, 0.5, 7), walk(12, 900, 0.5, 8)}, false),
		turns(lazy(p, 12, 200, 0.3, 4), true),
	} {
		shown := []func(x int32) float64{func(x int32) float64 { return math.Log(p[x]) }}
		for axis := range g.Axes() {
			shown = append(shown, func(x int32) float64 { return float64(g.Coord(int(x), axis)) })
		}
		got := leastESS(chains, logAndPlaces(g, p)...)
		want := essSlowly(len(p), chains, shown...)
		must.Near(t, got, want, 1e-6*want, "the ESS of %d chains, the first of %d", len(chains), len(chains[0]))
		if len(chains) == 1 {
			continue
		}
		odd := []float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1}
		got = leastESS(chains, odd)
		want = essSlowly(len(p), chains, func(x int32) float64 { return float64(x % 2) })
		must.Near(t, got, want, 1e-6*want, "the ESS of odd cells, of %d chains of %d", len(chains), len(chains[0]))
	}
}

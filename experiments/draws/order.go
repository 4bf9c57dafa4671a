package draws

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/diagnostics"
	"breadboard/grid"
	"breadboard/grid/text"
)

// Samplers with many walkers write step by step: the first step of each walker, then the second of each. Read as one
// chain, such draws are like none of the draws beside them, and like the one that is as many places off as there are
// walkers. Read as a chain for each step, they are like those of the next chain. So the order of time is looked for.

// mostWalkers is the largest number of walkers that within and across look for. byChance is the share of samples of
// independent draws in which each of the two finds walkers.
const mostWalkers, byChance = 4096, 0.001

// emcee is said of draws that several walkers wrote step by step.
const emcee = "this looks like (steps, walkers, axes), as emcee gives it: swapaxes(0, 1)"

// functions holds log p and each coordinate along the chains of a sample, one at a time: the ESS is taken of these.
type functions struct {
	grid       grid.Grid
	law        []float64
	chains     [][]int32
	n, longest int
	values     [][]float64 // of the function that was set last
	about      []float64   // for each chain the mean over all draws
	lags       diagnostics.Lags
}

// along returns the functions along these chains.
func along(g grid.Grid, p []float64, chains [][]int32) *functions {
	f := &functions{grid: g, law: p, chains: chains}
	for _, c := range chains {
		f.n += len(c)
		f.longest = max(f.longest, len(c))
	}
	all := make([]float64, f.n)
	f.values = make([][]float64, len(chains))
	f.about = make([]float64, len(chains))
	at := 0
	for i, c := range chains {
		f.values[i] = all[at : at+len(c)]
		at += len(c)
	}
	return f
}

// set sets the values to those of a coordinate, or of log p if axis is -1, less what it is of the first draw.
func (f *functions) set(axis int) {
	first, sum := f.chains[0][0], 0.0
	for i, c := range f.chains {
		for k, x := range c {
			v := math.Log(f.law[x] / f.law[first])
			if axis >= 0 {
				v = float64(f.grid.Coord(int(x), axis) - f.grid.Coord(int(first), axis))
			}
			f.values[i][k] = v
			sum += v
		}
	}
	for i := range f.about {
		f.about[i] = sum / float64(f.n)
	}
}

// rare returns how many standard errors the largest of so many correlations, of any function, exceeds by chance in a
// share byChance of samples.
func (f *functions) rare(lags int) float64 {
	return distuv.UnitNormal.Quantile(1 - byChance/float64(lags*(f.grid.Axes()+1)))
}

// within returns how many walkers took turns within each chain, or 0 if none did: the number of places after which
// draws are alike, and those one place nearer or farther are at most half as much so. A product of two rare draws is
// large, and its standard error is as large: it is of the squares of the products.
func (f *functions) within() (walkers int) {
	lags := min(mostWalkers+2, f.longest)
	if lags < 4 {
		return 0
	}
	most := f.rare(lags)
	for axis := -1; axis < f.grid.Axes(); axis++ {
		f.set(axis)
		products := f.lags.Products(f.values, f.about, lags)
		for i, c := range f.values {
			for k, v := range c {
				c[k] = (v - f.about[i]) * (v - f.about[i])
			}
		}
		squares := f.lags.Products(f.values, make([]float64, len(f.values)), lags)
		for t := 2; t+1 < len(products); t++ {
			beside := max(math.Abs(products[t-1]), math.Abs(products[t+1]))
			off := products[t] / math.Sqrt(squares[t])
			if products[t] > 2*beside && off > most {
				walkers = t
				most = 1.25 * off // after twice as many places draws are nearly as much alike
			}
		}
	}
	return walkers
}

// across returns how many walkers took turns, a step in each chain, or 0 if none did: then chains are equally long, and
// a draw is like that of the same place in the next chain, and less like the next of its own.
func (f *functions) across() (walkers int) {
	if len(f.chains) == 1 || f.longest > mostWalkers || f.n != len(f.chains)*f.longest {
		return 0
	}
	for axis := -1; axis < f.grid.Axes(); axis++ {
		f.set(axis)
		next := 0.0
		other := 0.0
		squares := 0.0
		for s, c := range f.values {
			for i := range c {
				v := c[i] - f.about[s]
				if i > 0 {
					next += v * (c[i-1] - f.about[s])
				}
				if s > 0 {
					product := v * (f.values[s-1][i] - f.about[s])
					other += product
					squares += product * product
				}
			}
		}
		perNext := math.Abs(next) / float64(max(1, f.n-len(f.chains)))
		perOther := other / float64(f.n-f.longest)
		if perOther > perNext && other > f.rare(1)*math.Sqrt(squares) {
			return f.longest
		}
	}
	return 0
}

// inTime returns the chains of a sample in the order of time, and their ESS. If they came in another order, says tells
// how they were written and what to type. An order is taken only if it lowers the ESS.
func inTime(g grid.Grid, p []float64, chains [][]int32) (_ [][]int32, ess float64, says string) {
	ess = leastESS(g, p, chains)
	given := chains
	try := func(walkers int, how string, turns func(walkers int) [][]int32) {
		if walkers == 0 {
			return
		}
		dealt := turns(walkers)
		several := text.Thousands(walkers) + " walkers"
		if walkers == 1 {
			several = "1 walker"
		}
		least := leastESS(g, p, dealt)
		if least < ess {
			chains = dealt
			ess = least
			steps := text.Thousands(len(dealt[0]))
			says = fmt.Sprintf("%s%s; what is said is of %s of %s steps", emcee, how, several, steps)
		}
	}
	f := along(g, p, given)
	across := f.across()
	within := f.within() // f is done before draws are dealt anew, and makes room
	try(across, "", func(int) [][]int32 { return turned(given) })
	try(within, " of get_chain(), and not flat=True", func(n int) [][]int32 { return dealt(given, n) })
	return chains, ess, says
}

// turned returns a chain for each walker, of chains that have a draw of each.
func turned(steps [][]int32) [][]int32 {
	walkers := make([][]int32, len(steps[0]))
	for i := range walkers {
		walkers[i] = make([]int32, len(steps))
		for s, step := range steps {
			walkers[i][s] = step[i]
		}
	}
	return walkers
}

// dealt returns a chain for each of n walkers that took turns in a chain. If none of them moves, the chain goes in a
// circle and stays as it is.
func dealt(chains [][]int32, n int) (walkers [][]int32) {
	moved := false
	for _, c := range chains {
		for i := range min(n, len(c)) {
			walker := make([]int32, 0, (len(c)-i+n-1)/n)
			for k := i; k < len(c); k += n {
				walker = append(walker, c[k])
				moved = moved || c[k] != c[i]
			}
			walkers = append(walkers, walker)
		}
	}
	if !moved {
		return chains
	}
	return walkers
}

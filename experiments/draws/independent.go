package draws

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid"
	"breadboard/grid/text"
)

// judgeCounts judges independent draws by the counts of cells. Pearson's test pools cells that expect fewer than 25
// draws. Of those the binomial tail of the lightest is exact. The two share the level.
func (r *Result) judgeCounts(g grid.Grid, counts []int, level float64) {
	fit := evidence.ChiSquareDeep(counts, r.Target)
	few := fit.TooFew() || fit.DF == 0
	if few {
		fit.P = 1
	}
	light, says := r.ofLightest(g, counts)
	r.P = min(1, 2*fit.P, 2*light)
	switch {
	case r.P <= level && light < fit.P:
		r.Verdict = Differs
		r.Why = says
	case r.P <= level:
		_, x := evidence.Deep(counts, r.Target)
		r.Verdict = Differs
		r.also("%s has %.4g of the draws, where p is %.4g", laws.Cell(g, x), r.Q[x], r.Target[x])
	case few:
		r.unclear("%s are too few for two parts of the cells in which p expects 25 each", text.Count(r.N, "draw"))
	default:
		r.Verdict = Fits
		// Σ (q-p)²/p is at least (2 TV)², by Cauchy and Schwarz.
		r.Reach = min(1, math.Sqrt(evidence.Noncentrality(fit.DF, level/2)/float64(r.N))/2)
	}
}

// ofLightest returns a p-value of the draws in the lightest cells, up to that cell where so many are the least likely,
// and says which they are. Their number is binomial, and the p-value is times the number of cells.
func (r *Result) ofLightest(g grid.Grid, counts []int) (p float64, says string) {
	p = 1
	mass, cells, n := 0.0, 0.0, 0
	for _, x := range evidence.Order(r.Target) {
		if r.Target[x] == 0 {
			continue
		}
		cells++
		n += counts[x]
		mass = min(1, mass+r.Target[x])
		if n == 0 {
			continue
		}
		if tail := mathext.RegIncBeta(float64(n), float64(r.N-n)+1, mass); tail < p {
			p = tail
			says = fmt.Sprintf("the lightest cells, up to %s, have %d of %d draws, where p expects %.4g",
				laws.Cell(g, x), n, r.N, float64(r.N)*mass)
		}
	}
	return min(1, p*cells), says
}

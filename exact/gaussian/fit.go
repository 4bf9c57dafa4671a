package gaussian

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"breadboard/chains"
	"breadboard/grid"
)

// A Law is a Gaussian on the cells of a grid.
type Law struct {
	Mean, SD []float64 // by axis, in cells, before the box cuts it; places are counted from 0
	Law      []float64 // the mass of each cell, 0 where the density has none
	KL       float64   // KL(Law||p)
}

// Fit returns the Gaussian that is closest to a log density, which need not be normalised. It is an
// error if no cell has mass. An axis of one cell, or of two for its standard deviation, leaves a
// parameter without meaning; it is then finite and otherwise anything.
func Fit(g grid.Grid, logf []float64) (Law, error) {
	if len(logf) != g.Size() {
		panic("gaussian: a density on other cells than the grid's")
	}
	if math.IsInf(floats.Max(logf), -1) {
		return Law{}, errors.New("a density without mass; a cell where log f is above -Inf would do")
	}
	f := newFamily(g, logf)
	best := Law{KL: math.Inf(1)}
	for _, s := range f.starts(g, logf) {
		if law := f.descend(s); law.KL < best.KL {
			best = law
		}
	}
	for {
		law := f.descend(f.better(best))
		if !(law.KL < best.KL-negligible) {
			return best, nil
		}
		best = law
	}
}

// negligible is a gain in KL that is not worth another search.
const negligible = 1e-9

// A family holds what all Gaussians on a density's cells share, and the last of them.
type family struct {
	cells  []int       // those with mass
	place  [][]float64 // by axis and cell
	logp   []float64   // by cell
	length []float64   // of each axis
	size   int         // the number of all cells
	units  []float64   // of the free numbers (bounds.go)

	logq, q []float64 // by cell, of the last Gaussian
}

func newFamily(g grid.Grid, logf []float64) *family {
	f := &family{place: make([][]float64, g.Axes()), size: g.Size()}
	logZ := chains.LogSum(logf)
	for x, v := range logf {
		if math.IsInf(v, -1) {
			continue
		}
		f.cells, f.logp = append(f.cells, x), append(f.logp, v-logZ)
		for a := range f.place {
			f.place[a] = append(f.place[a], float64(g.Coord(x, a)))
		}
	}
	for a := range f.place {
		f.length = append(f.length, float64(g.Len(a)))
	}
	f.logq, f.q = make([]float64, len(f.cells)), make([]float64, len(f.cells))
	return f
}

// at sets the law to a Gaussian, and returns its KL.
func (f *family) at(mean, sd []float64) (kl float64) {
	clear(f.logq)
	for a, place := range f.place {
		for i, c := range place {
			z := (c - mean[a]) / sd[a]
			f.logq[i] -= z * z / 2
		}
	}
	chains.NormalizeLog(f.q, f.logq, f.logq)
	for i, q := range f.q {
		if q > 0 {
			kl += q * (f.logq[i] - f.logp[i])
		}
	}
	return kl
}

// slopes sets the derivatives of KL by the means and by the logs of the standard deviations, at the
// Gaussian where at was called last. The derivative along a statistic t of log q is the covariance
// of t with log q/p.
func (f *family) slopes(byMean, byLogSD, mean, sd []float64, kl float64) {
	for a, place := range f.place {
		byMean[a], byLogSD[a] = 0, 0
		for i, c := range place {
			if f.q[i] > 0 {
				z, off := (c-mean[a])/sd[a], f.q[i]*(f.logq[i]-f.logp[i]-kl)
				byMean[a] += off * z / sd[a]
				byLogSD[a] += off * z * z
			}
		}
	}
}

// descend goes down from a start until the gradient is negligible. The last digit that a line
// search asks for may not be there, which it reports as an error; what it found counts.
func (f *family) descend(s start) Law {
	problem := optimize.Problem{
		Func: func(u []float64) float64 { return f.at(f.gaussian(u)) },
		Grad: func(grad, u []float64) { f.gradient(grad, u) },
	}
	f.unit(s.sd)
	u := f.free(s.mean, s.sd)
	result, _ := optimize.Minimize(problem, u, &optimize.Settings{MajorIterations: 500, GradientThreshold: 1e-9,
		Converger: &optimize.FunctionConverge{Absolute: 1e-14, Relative: 1e-13, Iterations: 20}}, &optimize.BFGS{})
	if result != nil {
		u = result.X
	}
	law := Law{Law: make([]float64, f.size)}
	law.Mean, law.SD = f.gaussian(u)
	law.KL = f.at(law.Mean, law.SD)
	for i, x := range f.cells {
		law.Law[x] = f.q[i]
	}
	return law
}

package validation

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/laws"
	"breadboard/experiments/validation/cause"
)

// fitLevel is the probability that moves which leave a density invariant are said not to.
const fitLevel = 0.01

// mostKept is the largest number of levels whose moves are kept for a cause, evenly chosen.
const mostKept = 64

// keep keeps the moves of a level for suspect.
func (v *Validation) keep(w *watched) {
	if every := (len(w.o.betas) + mostKept - 1) / mostKept; w.Grid.Size() <= mostDiagnosed && w.T%every == 0 {
		v.kept = append(v.kept, w)
	}
}

// suspect finds the likely cause of what samples break. It looks at the levels at which the moves
// exclude the density that they should leave invariant, and asks, by the same statistic, which
// other density fits them all.
func (v *Validation) suspect() {
	if v.OK() {
		return
	}
	if axis, stuck := v.stuck(); stuck {
		v.Cause = v.still(axis)
		return
	}
	c := cause.Case{Annealing: v.Candidate.Annealing}
	for _, w := range v.kept {
		if !w.fits(w.P, len(v.kept)) {
			c.Levels = append(c.Levels, cause.Level{Written: w.Written, Broken: map[laws.Law]bool{laws.EachCell: true},
				Fits: func(p []float64) bool { return w.fits(p, len(v.kept)) }})
		}
	}
	v.Cause = cause.OfSamples(c)
}

// fits reports whether the moves may leave a density invariant: whether the largest deviation of a
// cell after a step from it is one that the largest of all cells of so many levels exceeds with
// probability fitLevel at most (Bonferroni, and the normal law in the limit).
func (w *watched) fits(p []float64, levels int) bool {
	bound := distuv.UnitNormal.Quantile(1 - fitLevel/float64(2*levels*len(p)))
	for _, z := range offWeighted(w.all, p) {
		if math.Abs(z) > bound {
			return false
		}
	}
	return true
}

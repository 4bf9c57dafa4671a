package programs

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"breadboard/chains"
)

// VB is variational Bayes (BDMC, Section 5.1): it draws from the law q with independent
// coordinates that is nearest to the target, KL(q || p) being least. The weight f_T/q makes
// E_fwd[log w] the variational lower bound. q is found once, when it is first asked for, by
// coordinate ascent from several cells, so that it is a local optimum and perhaps not the best.
//
// q has no mass in cells where the target has none, and for that it may miss cells with mass. If
// the target is on two diagonal cells of a 2x2 box, q has only one of them. For a missed cell
// log w is +Inf in reverse, and E_fwd[w] is below R.
type VB struct {
	Problem
	best func() ascent
}

// An ascent is the best q of all restarts, with the product of its factors.
type ascent struct {
	factors [][]float64
	q, logq []float64
	logw    []float64 // log f_T/q, over Z_1
	cost    float64
}

// mostRestarts is the largest number of restarts. mostClimbed is the largest number of restarts
// times cells, and is about a second's work: it allows 10,000 restarts on 49 cells, and 16 on the
// 65,536 cells of 16 spins. A single start is always made.
const (
	mostRestarts = 10_000
	mostClimbed  = 1 << 20
)

func readVB(a *Args) Maker {
	restarts := a.WholeOr("restarts", 1, 1, mostRestarts)
	seed := a.WholeOr("seed", 1, 0, math.MaxInt)
	symmetric := a.WordOr("sym", "no", "yes") == "yes"
	return func(p Problem) (Estimator, error) {
		if cells := p.Grid.Size(); restarts > 1 && restarts*cells > mostClimbed {
			return nil, fmt.Errorf("vb climbs over all %d cells from each of %d starts, which takes long; restarts=%d would do",
				cells, restarts, max(1, mostClimbed/cells))
		}
		if symmetric {
			return NewSymmetricVB(p, restarts, uint64(seed))
		}
		return NewVB(p, restarts, uint64(seed)), nil
	}
}

// NewVB returns the best of several restarts. Each begins in a cell with mass under the target,
// which is drawn with this seed and the number of the restart.
func NewVB(p Problem, restarts int, seed uint64) VB {
	return VB{p, sync.OnceValue(func() ascent { return newAscent(p, restarts, seed) })}
}

func newAscent(p Problem, restarts int, seed uint64) ascent {
	low, rise := p.Lowered()
	first, last := low.Ends()
	var cells []int
	for x, v := range last {
		if !math.IsInf(v, -1) {
			cells = append(cells, x)
		}
	}
	best, v, found := math.Inf(-1), ascent{cost: 1}, meanField{}
	for r := range restarts {
		start := cells[rand.New(rand.NewPCG(seed, uint64(r))).IntN(len(cells))]
		m := pointAt(last, p.Grid.Lens(), p.Grid.Coords(start))
		bound, updates := m.climb()
		v.cost += float64(updates * len(last))
		if bound > best {
			best, found = bound, m
		}
	}
	v.factors = found.q
	v.q, v.logq = found.law()
	v.logw = make([]float64, len(last))
	logZ := chains.LogSum(first)
	for x := range last {
		v.logw[x] = chains.LogRatio(last[x]-logZ, v.logq[x]) + rise
	}
	return v
}

// Cost counts every cell for each update of a factor, over all restarts, and one density for
// the weight.
func (p VB) Cost() float64 { return p.best().cost }

// Law is q.
func (p VB) Law() (q, logq []float64) {
	best := p.best()
	return best.q, best.logq
}

// Forward draws each coordinate from its factor.
func (p VB) Forward(d chains.Dice) (x int, logw float64) {
	best := p.best()
	for axis, factor := range best.factors {
		x += p.Grid.Stride(axis) * d.Pick(factor)
	}
	return x, best.logw[x]
}

// Reverse returns the weight of x; there is nothing to draw.
func (p VB) Reverse(x int, _ chains.Dice) float64 { return p.best().logw[x] }

// SymmetricVB is VB for a model that does not change when its latents are relabelled: K clusters,
// for example, can be relabelled in K! ways. VB finds one labelling, and here its estimate of R
// is multiplied by the number of relabelings (BDMC, Section 6). That is right if the relabelled
// copies of q hardly overlap. But if q has mass wherever the target has, E_fwd[w] is R without
// the correction, and K! R with it. If the copies overlap much even the mean of log w is above
// log R. So this is no lower bound, and it has no reverse.
type SymmetricVB struct {
	vb             VB
	logRelabelings float64
}

// NewSymmetricVB returns VB with its correction. The error says that the problem is not a
// model's, so that the number of relabelings is not known.
func NewSymmetricVB(p Problem, restarts int, seed uint64) (SymmetricVB, error) {
	if p.Observed == nil {
		return SymmetricVB{}, errors.New("vb:sym=yes counts the relabelings of a model's latents; a model from its " +
			"prior, or sym=no, would do")
	}
	return SymmetricVB{NewVB(p, restarts, seed), p.Observed.LogRelabelings}, nil
}

// Cost is the cost of VB.
func (p SymmetricVB) Cost() float64 { return p.vb.Cost() }

// Law is the law q of VB.
func (p SymmetricVB) Law() (q, logq []float64) { return p.vb.Law() }

// LogRelabelings is the log of the number by which weights are multiplied.
func (p SymmetricVB) LogRelabelings() float64 { return p.logRelabelings }

// Forward runs VB, and multiplies its weight by the number of relabelings.
func (p SymmetricVB) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = p.vb.Forward(d)
	return x, logw + p.logRelabelings
}

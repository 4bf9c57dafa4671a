package accounts

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// nested is the account of nested sampling. With exact draws every particle is one of a line in
// which each has a higher likelihood than the one before it. Such a line visits likelihood C
// with probability h = p_1(L = C) / p_1(L >= C), whatever else it visits (the theory of
// records), and the P lines are independent. So a number with the law Binomial(P, h) dies at
// C, independently of the others, and the weight is a function of these numbers. There are
// (P+1)^(n-1) of them if there are n likelihoods: 10,201 for 100 particles and 3 likelihoods.
//
// The run stops early where the estimate gains less than 1e-10 of itself. It gains at least
// (P+1)^(1-n), and while that is above 1/mostWalks it does not stop early.
func (a *making) nested(ctx context.Context, e programs.NS) error {
	if e.S > 0 {
		return a.enumerate(ctx, e)
	}
	n := &nesting{making: a, ctx: ctx, e: e, levels: a.likelihoods()}
	if math.Pow(float64(e.P+1), float64(len(n.levels)-1)) > mostWalks {
		return ErrTooLarge
	}
	a.How, a.G = Deaths, nil
	a.MeanInvW, a.RevSquare = math.NaN(), math.NaN()
	n.logShares, n.expected = make([]float64, len(n.levels)), make([][2]float64, len(n.levels))
	n.from(0, 1, 0)
	for i, l := range n.levels {
		for _, x := range l.cells {
			a.Q[x] = n.expected[i][0] * a.first[x] / l.mass
			if a.Q[x] > 0 {
				a.F[x] = n.expected[i][1] * a.first[x] / l.mass
			}
		}
	}
	a.compare()
	a.Off = max(1e-10, math.Abs(floats.Sum(a.Q)-1)) * a.size()
	return context.Cause(ctx)
}

// A likelihood is a value of log f_T/f_1, less log R, with its cells and their mass under p_1.
type likelihood struct {
	logw  float64
	cells []int
	mass  float64
	above float64 // the mass of the higher ones
}

// likelihoods returns them from the lowest. Cells tie if the difference of their log densities
// is the same number, as the program has it.
func (a *making) likelihoods() (all []likelihood) {
	low, rise := a.problem.Lowered()
	from, to := low.Ends()
	cells := map[float64][]int{}
	for x, mass := range a.first {
		if mass > 0 {
			logw := chains.LogRatio(to[x], from[x])
			cells[logw] = append(cells[logw], x)
		}
	}
	for logw, at := range cells {
		l := likelihood{logw: logw - (a.LogR - rise), cells: at}
		for _, x := range at {
			l.mass += a.first[x]
		}
		all = append(all, l)
	}
	slices.SortFunc(all, func(k, l likelihood) int { return cmp.Compare(k.logw, l.logw) })
	for i := len(all) - 1; i > 0; i-- {
		all[i-1].above = all[i].above + all[i].mass
	}
	return all
}

// A nesting goes over the numbers of the dead.
type nesting struct {
	*making
	ctx       context.Context
	e         programs.NS
	levels    []likelihood
	logShares []float64    // what the particles of each likelihood stand for
	expected  [][2]float64 // of the cell that is returned: its likelihood, and log w on it
}

// from goes over the numbers at likelihood i and above. Those below have probability prob, and
// leave a volume.
func (n *nesting) from(i int, prob, logV float64) {
	l := n.levels[i]
	if i == len(n.levels)-1 {
		n.logShares[i] = l.logw + logV
		n.add(prob)
		return
	}
	if n.ctx.Err() != nil {
		return
	}
	logDie, logPass := math.Log(l.mass/(l.mass+l.above)), math.Log(l.above/(l.mass+l.above))
	for dead := range n.e.P + 1 {
		P, k, left := float64(n.e.P), float64(dead), 1.0
		if dead > 0 {
			left = n.e.Left(n.e.P, dead)
		}
		n.logShares[i] = l.logw + logV + math.Log1p(-left)
		chance := math.Exp(combin.LogGeneralizedBinomial(P, k) + k*logDie + (P-k)*logPass)
		n.from(i+1, prob*chance, logV+math.Log(left))
	}
}

// add adds one outcome.
func (n *nesting) add(prob float64) {
	logw := floats.LogSumExp(n.logShares)
	n.MeanW += prob * math.Exp(logw)
	n.FwdSquare += prob * logw * logw
	if math.IsInf(logw, -1) { // every particle has likelihood 0, and one of them is returned
		n.expected[0][0] += prob
		n.expected[0][1] = logw
		return
	}
	for i, share := range n.logShares {
		if chance := prob * math.Exp(share-logw); chance > 0 {
			n.expected[i][0] += chance
			n.expected[i][1] += chance * logw
		}
	}
}

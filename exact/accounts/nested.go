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

// nested makes the account of nested sampling. With exact draws a first particle, the one that
// replaces it, and so on form a line of rising likelihood. The line visits likelihood C with
// probability h = p_1(L = C) / p_1(L >= C), whatever else it visits (the theory of records), and
// the P lines are independent. So the number of particles that die at C has the law
// Binomial(P, h), independently of the other likelihoods. The weight is a function of these
// numbers. With n likelihoods there are (P+1)^(n-1) outcomes: 10,201 for 100 particles and 3
// likelihoods.
//
// A run stops early if the estimate grows by less than a factor of 1 + 1e-10. A step gains at
// least (P+1)^(1-n) of the estimate. While that is above 1/mostWalks no run stops early.
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

// A likelihood is a value of log f_T/f_1 - log R, with its cells and their mass under p_1.
type likelihood struct {
	logw  float64
	cells []int
	mass  float64
	above float64 // the mass of the higher ones
}

// likelihoods returns the likelihoods from the lowest to the highest. Two cells tie if their
// log f_T - log f_1 is the same float, as in the program.
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

// from goes over the numbers of the dead at likelihood i and above. The numbers below have
// probability prob, and leave the volume e^logV.
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

// add adds one outcome: a number of the dead at every likelihood.
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

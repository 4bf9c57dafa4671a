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
	"breadboard/exact/accounts/laplace"
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
	if e.S > 0 || e.Labels > 1 {
		return a.enumerate(ctx, e)
	}
	levels := a.likelihoods()
	if math.Pow(float64(e.P+1), float64(len(levels)-1)) > mostWalks {
		return ErrTooLarge
	}
	a.How = Deaths
	a.oneWay()
	by := make([]struct { // what is expected of runs that return a cell of one likelihood: their law, and log w on them
		law  laplace.LogSum
		logw float64
	}, len(levels))
	var meanW laplace.LogSum
	logShares := make([]float64, len(levels)) // what the particles of each likelihood stand for
	add := func(logProb float64) {            // one outcome: a number of the dead at every likelihood
		logw := floats.LogSumExp(logShares)
		if math.IsInf(logw, -1) { // every particle has likelihood 0, and one of them is returned
			by[0].law.Add(logProb)
			by[0].logw, a.FwdSquare = logw, math.Inf(1)
			return
		}
		meanW.Add(logProb + logw)
		a.FwdSquare += math.Exp(logProb) * logw * logw
		for i, share := range logShares {
			if !math.IsInf(share, -1) {
				chance := logProb + share - logw
				by[i].law.Add(chance)
				by[i].logw += math.Exp(chance) * logw
			}
		}
	}
	// from goes over the numbers of the dead at likelihood i and above. The numbers below have probability e^logProb,
	// and leave the volume e^logV.
	var from func(i int, logProb, logV float64)
	from = func(i int, logProb, logV float64) {
		l := levels[i]
		if i == len(levels)-1 {
			logShares[i] = l.logw + logV
			add(logProb)
			return
		}
		if ctx.Err() != nil {
			return
		}
		// A line that comes up to the likelihood visits it, or goes by.
		logDie, logPass := -softplus(l.logAbove-l.logMass), -softplus(l.logMass-l.logAbove)
		for dead := range e.P + 1 {
			P := float64(e.P)
			k := float64(dead)
			left := 1.0
			if dead > 0 {
				left = e.Left(e.P, dead)
			}
			logShares[i] = l.logw + logV + math.Log1p(-left)
			logChance := combin.LogGeneralizedBinomial(P, k) + k*logDie + (P-k)*logPass
			from(i+1, logProb+logChance, logV+math.Log(left))
		}
	}
	from(0, 0, 0)
	a.LogQ = chains.LogMasses(a.Q)
	for i, l := range levels {
		for _, x := range l.cells {
			logShare := a.ends.LogP1[x] - l.logMass
			a.LogQ[x] = by[i].law.Log() + logShare
			a.Q[x], a.F[x] = math.Exp(a.LogQ[x]), by[i].logw*math.Exp(logShare)
		}
	}
	a.MeanW = math.Exp(meanW.Log())
	a.compare()
	a.Off = max(1e-10, math.Abs(floats.Sum(a.Q)-1)) * a.size()
	return context.Cause(ctx)
}

// A likelihood is a value of log f_T/f_1 - log R, with its cells and the log of their mass under p_1. The mass
// may be below any float, and yet what the particles there stand for is most of the estimate.
type likelihood struct {
	logw     float64
	cells    []int
	logMass  float64
	logAbove float64 // of the mass of the higher ones
}

// softplus is log(1 + e^v).
func softplus(v float64) float64 { return max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))) }

// likelihoods returns the likelihoods from the lowest to the highest. Two cells tie if their
// log f_T - log f_1 is the same float, as in the program.
func (a *making) likelihoods() (all []likelihood) {
	low, rise := a.problem.Lowered()
	from, to := low.Ends()
	cells := map[float64][]int{}
	for x, logp1 := range a.ends.LogP1 {
		if !math.IsInf(logp1, -1) {
			logw := chains.LogRatio(to[x], from[x])
			cells[logw] = append(cells[logw], x)
		}
	}
	for logw, at := range cells {
		var mass laplace.LogSum
		for _, x := range at {
			mass.Add(a.ends.LogP1[x])
		}
		all = append(all, likelihood{logw - (a.LogR - rise), at, mass.Log(), math.Inf(-1)})
	}
	slices.SortFunc(all, func(k, l likelihood) int { return cmp.Compare(k.logw, l.logw) })
	var above laplace.LogSum
	for i := len(all) - 1; i > 0; i-- {
		above.Add(all[i].logMass)
		all[i-1].logAbove = above.Log()
	}
	return all
}

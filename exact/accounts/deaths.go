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
	d := &deaths{of: e, levels: levels, logShares: make([]float64, len(levels)), returns: make([]returned, len(levels))}
	d.from(ctx, 0, 0, 0)
	a.FwdSquare = d.square
	a.MeanW = math.Exp(d.meanW.Log())
	a.LogQ = chains.LogMasses(a.Q)
	for i, l := range levels {
		for _, x := range l.cells {
			logShare := a.ends.LogP1[x] - l.logMass
			a.LogQ[x] = d.returns[i].law.Log() + logShare
			a.Q[x] = math.Exp(a.LogQ[x])
			a.F[x] = d.returns[i].logw * math.Exp(logShare)
		}
	}
	a.compare()
	a.Off = max(1e-10, math.Abs(floats.Sum(a.Q)-1)) * a.size()
	return context.Cause(ctx)
}

// deaths go through all outcomes of a run: how many particles die at each likelihood.
type deaths struct {
	of        programs.NS
	levels    []likelihood
	logShares []float64  // of the present outcome: what the particles of each likelihood stand for
	returns   []returned // by likelihood
	meanW     laplace.LogSum
	square    float64 // E[(log ŵ)²]
}

// returned is what is expected of runs that return a cell of one likelihood: their law, and log ŵ on them.
type returned struct {
	law  laplace.LogSum
	logw float64
}

// from goes over the numbers of the dead at likelihood i and above. The numbers below have probability e^logProb, and
// leave the volume e^logV.
func (d *deaths) from(ctx context.Context, i int, logProb, logV float64) {
	l := d.levels[i]
	if i == len(d.levels)-1 {
		d.logShares[i] = l.logw + logV
		d.add(logProb)
		return
	}
	if ctx.Err() != nil {
		return
	}
	// A line that comes up to the likelihood visits it, or goes by.
	logDie := -softplus(l.logAbove - l.logMass)
	logPass := -softplus(l.logMass - l.logAbove)
	P := float64(d.of.P)
	for dead := range d.of.P + 1 {
		k := float64(dead)
		left := 1.0
		if dead > 0 {
			left = d.of.Left(d.of.P, dead)
		}
		d.logShares[i] = l.logw + logV + math.Log1p(-left)
		logChance := combin.LogGeneralizedBinomial(P, k) + k*logDie + (P-k)*logPass
		d.from(ctx, i+1, logProb+logChance, logV+math.Log(left))
	}
}

// add adds the present outcome, which has a probability.
func (d *deaths) add(logProb float64) {
	logw := floats.LogSumExp(d.logShares)
	if math.IsInf(logw, -1) { // every particle has likelihood 0, and one of them is returned
		d.returns[0].law.Add(logProb)
		d.returns[0].logw = logw
		d.square = math.Inf(1)
		return
	}
	d.meanW.Add(logProb + logw)
	d.square += math.Exp(logProb) * logw * logw
	for i, share := range d.logShares {
		if !math.IsInf(share, -1) {
			chance := logProb + share - logw
			d.returns[i].law.Add(chance)
			d.returns[i].logw += math.Exp(chance) * logw
		}
	}
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

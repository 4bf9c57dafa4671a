package accounts

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/programs"
	"breadboard/exact/accounts/laplace"
)

// sir computes the account of SIR. Let φ be the Laplace transform of ŵ/P for one draw. Then the mean of all P weights
// has the transform φ^P, and the mean with x kept among the draws has ψ_x = e^(-sŵ(x)/P) φ^(P-1). By the law of package
// programs q(x) = p(x) E_rev[1/ŵ | x] and F(x) = p(x) E_rev[log ŵ/ŵ | x]. These, G(x) and the mean square in reverse
// are integrals over ψ_x. The integrals of a cell are p times a function of its weight, so that cells of the same
// weight share them.
func (a *builder) sir(ctx context.Context, p programs.SIR) error {
	a.How = Integral
	logw, masses, of := laplace.Distinct(a.ends.LogW, a.ends.P1, a.P)
	weights := make([]keptWeight, len(logw))
	for i := range weights {
		weights[i].logp = math.Inf(-1)
	}
	var zero laplace.LogSum   // p_1's mass where the target has none
	draw, reached := 0.0, 0.0 // E[(ŵ - 1)²] and E[ŵ] of one draw
	for x, logp := range a.LogP {
		c := &weights[of[x]]
		c.logp = max(c.logp, logp)
		if a.wasted(x) {
			zero.Add(a.ends.LogP1[x])
		}
		if !math.IsInf(a.ends.LogP1[x], -1) {
			draw += squareOfW(a.ends.LogP1[x], chains.LogRatio(logp, a.ends.LogP1[x]))
			reached += a.P[x]
		}
	}
	a.VarW = (draw - (reached-1)*(reached-1)) / float64(p.P) // of a mean of independent weights
	mean, err := integrated(ctx, laplace.NewMean(masses[0], masses[1], logw, p.P), logw, weights)
	if err != nil {
		return err
	}
	logWasted := float64(p.P-1) * zero.Log() // that all others of a run have weight 0
	a.addKept(weights, of, logWasted, mean.First.Off())
	a.FwdSquare = mean.Second.Value()
	a.divergences()
	if math.IsInf(zero.Log(), -1) {
		a.Off = max(a.Off, difference(-mean.First.Value(), a.Paths.Forward))
		a.Paths.Forward = -mean.First.Value()
	}
	// q and F are integrals too, and J has the logarithms of masses that may be below any float
	a.Off = max(4*a.Off, 1e-13*magnitude([]float64{a.J()}))
	return nil
}

// integrated computes the integrals of all weights that may be kept, and of the mean of P weights.
func integrated(ctx context.Context, sum *laplace.Mean, logw []float64, weights []keptWeight) (mean laplace.Logs,
	err error) {
	for n, err := range laplace.Nodes(ctx, len(weights), sum.Low, sum.High) {
		if err != nil {
			return mean, err
		}
		mean.Add(n, n.Above(sum.At(n)))
		crew.Parallel(len(weights), func(from, to int) {
			for i := from; i < to; i++ {
				if c := &weights[i]; !math.IsInf(c.logp, -1) && !math.IsInf(logw[i], 1) { // a run can keep it
					c.see(n, sum.Kept(n, i))
				}
			}
		})
	}
	return mean, nil
}

// addKept sets the numbers of each cell from the integrals of its weight. logWasted is the log of the probability that
// all draws of a run but one have weight 0, and logOff the error of E[log ŵ].
func (a *builder) addKept(weights []keptWeight, of []int32, logWasted, logOff float64) {
	a.LogQ = chains.LogMasses(a.Q)
	for x, mass := range a.P {
		c := &weights[of[x]]
		switch {
		case a.wasted(x): // returned if all draws have weight 0
			a.LogQ[x] = a.ends.LogP1[x] + logWasted
			a.F[x] = math.Inf(-1)
			a.Q[x] = math.Exp(a.LogQ[x])
			continue
		case math.IsInf(a.LogP[x], -1): // the cell has mass at neither end
			continue
		case math.IsInf(a.ends.LogW[x], 1):
			a.G[x] = math.Inf(1)
			a.RevSquare = math.Inf(1)
		default:
			share := math.Exp(a.LogP[x] - c.logp)
			a.MeanW += mass
			a.Q[x], a.LogQ[x] = c.mass(mass, a.LogP[x], share)
			a.F[x] = share * c.over.Value()
			a.G[x] = c.First.Value()
			a.RevSquare += mass * c.Second.Value()
			logOff += mass * c.First.Off()
		}
		a.MeanInvW += a.Q[x]
	}
	a.Off = max(logOff, math.Abs(floats.Sum(a.Q)-1), 1e-15)
}

// A keptWeight holds the integrals for one weight that is kept among the P.
type keptWeight struct {
	logp float64 // the largest of its cells
	laplace.Logs
	more    laplace.Integral // of p s D
	over    laplace.Integral // of -p (u + γ) s D
	inverse laplace.LogSum   // of s ψ at the nodes
}

// see adds the transform at a node to the integrals.
func (c *keptWeight) see(n laplace.Node, psi laplace.Phi) {
	above, scale := n.Above(psi), math.Exp(c.logp+n.U)
	c.Add(n, above)
	if above != 0 { // scale may be infinite
		c.more.Add(n, scale*above)
		c.over.Add(n, -(n.U+laplace.Euler)*scale*above)
	}
	c.inverse.Add(n.U + psi.Log)
}

// mass returns q of a cell that has this share of the integrals. If q is near p it is computed as p plus a small
// difference; otherwise that sum would cancel, and q is computed from its own integral.
func (c *keptWeight) mass(p, logp, share float64) (q, logq float64) {
	if more := share * c.more.Value(); math.Abs(more) < p/2 {
		return p + more, math.Log(p + more)
	}
	logq = logp + c.inverse.Log() + math.Log(laplace.Step)
	return math.Exp(logq), logq
}

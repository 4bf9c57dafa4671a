package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A cellwise finds F and G from their definitions, on any bridge, at any depth. Upward it
// pushes two measures of the forward chain, and pulls two functions of the reverse one:
//
//	F_t(x) = E[log ŵ; x_t = x, ŵ > 0]                  lost_t(x) = P(x_t = x, ŵ = 0)
//	G_t(x) = E[log ŵ | x_t = x, all paths from p_1]    new_t(x) > 0 if there are other paths
type cellwise struct {
	*passage          // its law is live, of the chains whose weight is not 0
	lost, f, g, found []float64
}

// byCellPlainly sets F and G.
func (w *Result) byCellPlainly(prog *progress, a chains.Annealing) {
	v := vectors(a.Grid.Size(), 4)
	c := cellwise{newPassage(a), v[0], v[1], v[2], v[3]}
	c.run(prog, true, func(int) { c.weigh() }, c.push, func() {})
	w.F, w.G = c.f, c.g
	// E_fwd[ŵ] and E_rev[1/ŵ] if weighted measures would need masses below any float: by the law of programs they are
	// the mass of the reverse paths from p_1, and of the forward paths to p_T.
	if math.IsNaN(w.MeanW) {
		w.MeanW = 1 - floats.Dot(w.P, c.found)
	}
	if math.IsNaN(w.MeanInvW) {
		w.MeanInvW = floats.Sum(c.law)
	}
	for x := range c.lost {
		if c.lost[x] > 0 {
			w.F[x] = math.Inf(-1)
		}
		if c.found[x] > 0 {
			w.G[x] = math.Inf(1)
		}
	}
}

func (c *cellwise) weigh() {
	for x := range c.logp {
		rise := chains.LogRatio(c.logp[x], c.before[x])
		switch {
		case math.IsInf(c.logp[x], -1): // whoever is here has weight 0, and no reverse chain comes here
			c.lost[x] += c.law[x]
			c.law[x] = 0
			c.f[x] = 0
			c.g[x] = 0
			c.found[x] = 0
		case math.IsInf(rise, 1):
			c.g[x], c.found[x] = 0, 1
		default:
			c.f[x] += c.law[x] * rise
			c.g[x] += rise
		}
	}
}

// push makes the kernel's step. All but f and g are nowhere negative, and a zero of theirs
// is exact.
func (c *cellwise) push(op chains.Operator) {
	move(op.Push, &c.law, &c.scratch)
	move(op.Push, &c.lost, &c.scratch)
	move(op.Push, &c.f, &c.scratch)
	back := op.Reversal()
	move(back.Pull, &c.g, &c.scratch)
	if floats.Max(c.found) == 0 {
		return
	}
	move(back.Pull, &c.found, &c.scratch)
}

// unchecked adds to a gap the laws of log w and the effective sample size, and if asked F and G. With B finite neither
// chain has paths that the other lacks, so that E_fwd[ŵ] and E_rev[1/ŵ] are 1.
func (o Options) unchecked(prog *progress, a chains.Annealing, gap Measured) Result {
	res := bare(gap)
	if o.ByLastCell {
		res.MeanW, res.MeanInvW = 1, 1
	}
	if !res.weigh(prog, newWeightLaws(a)) { // by running both chains, which works on any bridge
		_, fwd, rev := runPlainly(prog, a, true, false)
		res.FwdLaw = fwd.moments
		res.RevLaw = rev.moments
		res.ESS = math.Exp(-fwd.logSquare)
		if heavy(a) {
			_, square := deepWeights(prog, a)
			res.ESS = math.Exp(-square)
		}
	}
	if o.ByLastCell {
		res.byCellPlainly(prog, a)
	}
	if res.ESS == 0 {
		res.Warnings = append(res.Warnings, "ess is below the smallest float")
	}
	return res
}

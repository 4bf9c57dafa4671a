package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A lastCell finds F and G from their definitions, on any bridge, at any depth. Upward it pushes two measures of the
// forward chain, and pulls two functions of the reverse one:
//
//	f_t(x) = E[log ŵ; x_t = x, ŵ > 0]                  none_t(x) = P(x_t = x, ŵ = 0)
//	g_t(x) = E[log ŵ | x_t = x, all paths from p_1]    other_t(x) > 0 if there are other paths
type lastCell struct {
	*chain                   // whose mass counts runs of a weight above 0
	none, f, g, other, spare []float64
}

// byLastCell sets F and G.
func (r *Result) byLastCell(prog *progress, a chains.Annealing) {
	v := vectors(a.Grid.Size(), 5)
	c := lastCell{newChain(a, true), v[0], v[1], v[2], v[3], v[4]}
	c.run(prog, func(int) { c.weigh() }, c.push, func() {})
	r.F, r.G = c.f, c.g
	// Weighted measures may need masses below any float. By the law of programs E_fwd[ŵ] is also the mass of the
	// reverse paths from p_1, and E_rev[1/ŵ] the mass of the forward paths to p_T.
	if math.IsNaN(r.MeanW) {
		r.MeanW = 1 - floats.Dot(r.P, c.other)
	}
	if math.IsNaN(r.MeanInvW) {
		r.MeanInvW = floats.Sum(c.mass)
	}
	for x := range c.none {
		if c.none[x] > 0 {
			r.F[x] = math.Inf(-1)
		}
		if c.other[x] > 0 {
			r.G[x] = math.Inf(1)
		}
	}
}

// weigh adds a step of the weight to all four.
func (c *lastCell) weigh() {
	for x := range c.logp {
		logw := chains.LogRatio(c.logp[x], c.logpBefore[x]) // of the step, normalised
		switch {
		case math.IsInf(c.logp[x], -1): // a forward chain here has weight 0, and no reverse chain comes here
			c.none[x] += c.mass[x]
			c.mass[x] = 0
			c.f[x] = 0
			c.g[x] = 0
			c.other[x] = 0
		case math.IsInf(logw, 1):
			c.g[x], c.other[x] = 0, 1
		default:
			c.f[x] += c.mass[x] * logw
			c.g[x] += logw
		}
	}
}

// push makes the kernel's step. All but f and g are nowhere negative, and a zero of theirs is exact.
func (c *lastCell) push() {
	apply(c.op.Push, &c.mass, &c.scratch)
	apply(c.op.Push, &c.none, &c.scratch)
	apply(c.op.Push, &c.f, &c.scratch)
	from := chains.Pair{c.g, c.other}
	to := chains.Pair{c.scratch, c.spare}
	c.op.Reversal().Pull(&to, &from)
	c.g, c.other = to[0], to[1]
	c.scratch, c.spare = from[0], from[1]
}

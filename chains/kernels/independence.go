package kernels

import (
	"cmp"
	"slices"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/grid"
)

// FromPrior proposes a cell from the distribution q that the bridge begins at, such as the prior of a model, wherever
// the walker is. It accepts y from x with min(1, w(y)/w(x)), where w = f/q. It is reversible (Hastings 1970; Liu 1996):
// the flow is
//
//	f(x) T(x,y) = min(f(x) q(y), f(y) q(x)).
//
// With a prior for q, w(y)/w(x) is the ratio of the likelihoods. A cell without mass under q is never proposed, and so
// never left.
type FromPrior struct{}

// On refuses large spaces.
func (FromPrior) On(g grid.Grid) (chains.Operator, error) {
	if err := tooMany(g, float64(g.Size()-1)); err != nil {
		return nil, err
	}
	return flows.New(g, func() flows.Form {
		e := &flows.Graph{}
		eachLine(grid.New(g.Size()), func(all []int) { join(e, all) })
		return flows.Form{
			Graph:      e,
			Float:      proposedByStartFloats(e),
			Wide:       proposedByStart[numbers.Wide](e),
			Interval:   proposedByStart[*numbers.Interval](e),
			TimesStart: true,
			PullPair:   rankedPull(g.Size()),
		}
	}), nil
}

// Cost counts the proposal.
func (FromPrior) Cost(grid.Grid) float64 { return 1 }

// proposedByStart returns the flows of proposals from q, which it computes once.
func proposedByStart[N numbers.Number[N]](e *flows.Graph) flows.Flows[N] {
	var q []N
	return flows.Flows[N]{Set: func(c []N, m flows.Masses[N]) {
		if q == nil {
			q = normalized(m.Start())
		}
		for i, x := range e.A {
			y := e.B[i]
			c[i] = m.P[x].Times(q[y]).Min(m.P[y].Times(q[x]))
		}
	}}
}

// proposedByStartFloats does as proposedByStart over float64, where a method's call takes longer than all else.
func proposedByStartFloats(e *flows.Graph) flows.Flows[numbers.Float] {
	var q []numbers.Float
	return flows.Flows[numbers.Float]{Set: func(c []numbers.Float, m flows.Masses[numbers.Float]) {
		if q == nil {
			q = normalized(m.Start())
		}
		for i, x := range e.A {
			y := e.B[i]
			c[i] = min(m.P[x]*q[y], m.P[y]*q[x])
		}
	}}
}

// rankedPull returns the pull in cells ranked by w = f/q, the largest first. Let Q(x) and A(x) be the sums of q and q u
// over the cells down to x, and P(x) and B(x) those of f and f u over the cells after it. Then
//
//	(Tu)(x) = u(x) + A(x) - Q(x) u(x) + (B(x) - P(x) u(x))/w(x).
func rankedPull(n int) func(dst, u *chains.Pair, f []float64, l *chains.Level) {
	var q []float64
	w := make([]float64, n)
	ranked := make([]int, n)
	for x := range ranked {
		ranked[x] = x
	}
	return func(dst, u *chains.Pair, f []float64, l *chains.Level) {
		if q == nil {
			q = chains.Normalized(l.Start())
		}
		for x := range w {
			w[x] = f[x] / q[x]
		}
		slices.SortFunc(ranked, func(x, y int) int { return cmp.Compare(w[y], w[x]) })
		for k := range u {
			down := 0.0
			sum := 0.0
			for _, x := range ranked {
				down += q[x]
				sum += q[x] * u[k][x]
				dst[k][x] = u[k][x] + sum - down*u[k][x]
			}
			after := 0.0
			sum = 0
			for _, x := range slices.Backward(ranked) {
				dst[k][x] += (sum - after*u[k][x]) / w[x]
				after += f[x]
				sum += f[x] * u[k][x]
			}
		}
	}
}

// normalized returns masses over their sum.
func normalized[N numbers.Number[N]](masses []N) (q []N) {
	sum := masses[0].Of(0)
	for _, v := range masses {
		sum = sum.Plus(v)
	}
	for _, v := range masses {
		q = append(q, v.Over(sum))
	}
	return q
}

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
			Interval:   proposedByStart(e),
			TimesStart: true,
			Pull:       rankedPull(g.Size()),
		}
	}), nil
}

// Cost counts the proposal.
func (FromPrior) Cost(grid.Grid) float64 { return 1 }

// byStart sets the flows of proposals from q.
type byStart[N numbers.Number[N]] struct {
	graph   *flows.Graph
	q, stay []N // q is computed once; staying is to propose x itself, or to reject
}

// proposedByStart returns the flows of proposals from q over intervals.
func proposedByStart(e *flows.Graph) flows.Flows[*numbers.Interval] {
	o := &byStart[*numbers.Interval]{graph: e}
	return flows.Flows[*numbers.Interval]{Set: o.set, Stay: func(x int) *numbers.Interval { return o.stay[x] }}
}

// begin sets the probabilities of staying to those of proposing x itself.
func (o *byStart[N]) begin(m flows.Masses[N]) {
	if o.q == nil {
		o.q = normalized(m.Start())
		o.stay = make([]N, len(o.q))
	}
	copy(o.stay, o.q)
}

// set sets c to the flows.
func (o *byStart[N]) set(c []N, m flows.Masses[N]) {
	o.begin(m)
	for i, x := range o.graph.A {
		y := o.graph.B[i]
		there := m.P[x].Times(o.q[y])
		back := m.P[y].Times(o.q[x])
		c[i] = there.Min(back)
		o.reject(x, y, there.Excess(c[i]), m)
		o.reject(y, x, back.Excess(c[i]), m)
	}
}

// reject adds the rejected part of the proposal of y to the probability of staying at x. excess is f(x) times it if y
// has mass.
func (o *byStart[N]) reject(x, y int32, excess N, m flows.Masses[N]) {
	rejected := o.q[y]
	if m.Has(y) {
		rejected = excess.Over(m.P[x])
	}
	o.stay[x] = o.stay[x].Plus(rejected)
}

// proposedByStartFloats does as proposedByStart over float64, where a method's call takes longer than all else. It
// leaves levels with cells without mass to that.
func proposedByStartFloats(e *flows.Graph) flows.Flows[numbers.Float] {
	o := &byStart[numbers.Float]{graph: e}
	set := func(c []numbers.Float, m flows.Masses[numbers.Float]) {
		if m.None != nil {
			o.set(c, m)
			return
		}
		o.begin(m)
		for i, x := range e.A {
			y := e.B[i]
			there := m.P[x] * o.q[y]
			back := m.P[y] * o.q[x]
			c[i] = min(there, back)
			o.stay[x] += (there - c[i]) / m.P[x]
			o.stay[y] += (back - c[i]) / m.P[y]
		}
	}
	return flows.Flows[numbers.Float]{Set: set, Stay: func(x int) numbers.Float { return o.stay[x] }}
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

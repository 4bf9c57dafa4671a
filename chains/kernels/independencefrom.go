package kernels

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// IndependenceFrom proposes a cell from a law q, wherever the walker is. It accepts y from x with
// min(1, w(y)/w(x)), where w = f/q. It is reversible (Hastings 1970; Liu 1996). With the prior of
// a model for q the ratio is that of the likelihoods. Independence is the case of a uniform q.
type IndependenceFrom struct {
	// LogQ returns the log density of q on a grid, unnormalised. It is finite in every cell.
	LogQ func(g grid.Grid) []float64
}

// On returns the operator on g. It panics if LogQ returns anything but finite numbers, one a cell.
func (k IndependenceFrom) On(g grid.Grid) chains.Operator {
	logq := slices.Clone(k.LogQ(g))
	if len(logq) != g.Size() {
		panic(fmt.Sprintf("kernels: a proposal of %d cells on a grid of %d", len(logq), g.Size()))
	}
	o := &fromLaw{grid: g, q: make([]float64, g.Size()), logq: logq, logw: make([]float64, g.Size()),
		reject: make([]float64, g.Size())}
	chains.NormalizeLog(o.q, o.logq, logq)
	for x, v := range o.logq {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			panic(fmt.Sprintf("kernels: log q of cell %v is %v", g.Coords(x), v))
		}
	}
	o.law = chains.NewLaw(o.q)
	return o
}

// Facts counts the proposal.
func (IndependenceFrom) Facts(g grid.Grid) chains.Facts { return proposing(1, others(g)) }

// fromLaw is the operator. Cells in the order of their weights let one pass upward and one downward
// sum up all proposals.
type fromLaw struct {
	grid    grid.Grid
	q, logq []float64
	law     chains.Law

	logw   []float64 // log w; -Inf in walls and in cells without mass, which are not entered
	order  []int     // the cells by w, rising
	reject []float64 // by cell: the probability that the proposal is rejected
}

func (o *fromLaw) Reversal() chains.Operator { return o }

// Aim ranks the cells. The cells below rank x are rejected with 1 - w(y)/w(x). If w rises by a factor
// e^d from one rank to the next, their sum changes from c to c e^-d + (1 - e^-d) q(cells below).
func (o *fromLaw) Aim(l *chains.Level) {
	if o.order == nil {
		for x := range o.logw {
			o.order = append(o.order, x)
		}
	}
	for x, v := range l.LogF() {
		if o.logw[x] = v - o.logq[x]; o.grid.Wall(x) {
			o.logw[x] = math.Inf(-1)
		}
	}
	slices.SortFunc(o.order, func(x, y int) int { return cmp.Compare(o.logw[x], o.logw[y]) })
	below, reject, last := 0.0, 0.0, math.Inf(-1)
	for _, x := range o.order {
		if w := o.logw[x]; math.IsInf(w, -1) {
			below += o.q[x]
		} else {
			fall := math.Exp(last - w)
			reject, last = reject*fall+below*-math.Expm1(last-w), w
			below += o.q[x]
			o.reject[x] = reject
		}
	}
	o.refuse()
}

// refuse sets what a walker in a cell that is not entered rejects: all proposals of such cells.
func (o *fromLaw) refuse() {
	none := 0.0
	for x, w := range o.logw {
		if math.IsInf(w, -1) {
			none += o.q[x]
		}
	}
	for x, w := range o.logw {
		if math.IsInf(w, -1) {
			o.reject[x] = none
		}
	}
}

// accept is the probability that a proposal of y is accepted in x.
func (o *fromLaw) accept(x, y int) float64 {
	switch {
	case math.IsInf(o.logw[y], -1):
		return 0
	case o.logw[y] >= o.logw[x]:
		return 1
	}
	return math.Exp(o.logw[y] - o.logw[x])
}

func (o *fromLaw) Row(x int, visit func(y int, p float64)) {
	for y, q := range o.q {
		if a := o.accept(x, y); y != x && a > 0 {
			visit(y, q*a)
		}
	}
}

// Stay counts a rejection, and the proposal of x itself if x is entered.
func (o *fromLaw) Stay(x int) float64 {
	if math.IsInf(o.logw[x], -1) {
		return o.reject[x]
	}
	return o.reject[x] + o.q[x]
}

// Push adds to each cell what comes from cells of less weight, which accept it, and from cells of
// more weight.
func (o *fromLaw) Push(dst, q []float64) {
	sum := 0.0
	for _, x := range o.order {
		dst[x] = o.reject[x] * q[x]
		if sum += q[x]; !math.IsInf(o.logw[x], -1) {
			dst[x] += o.q[x] * sum
		}
	}
	sum, last := 0.0, 0.0
	for _, x := range slices.Backward(o.order) {
		w := o.logw[x]
		if math.IsInf(w, -1) {
			break
		}
		if sum != 0 {
			sum *= math.Exp(w - last)
		}
		dst[x] += o.q[x] * sum
		sum, last = sum+q[x], w
	}
}

// PushLaw is Push, which subtracts nothing.
func (o *fromLaw) PushLaw(dst, q []float64) { o.Push(dst, q) }

// Pull takes the mean over the proposals of less weight and over those of more.
func (o *fromLaw) Pull(dst, f []float64) {
	sum, last := 0.0, math.Inf(-1)
	for _, x := range o.order {
		dst[x] = o.reject[x] * f[x]
		if w := o.logw[x]; !math.IsInf(w, -1) {
			if sum != 0 {
				sum *= math.Exp(last - w)
			}
			sum, last = sum+o.q[x]*f[x], w
			dst[x] += sum
		}
	}
	sum = 0
	for _, x := range slices.Backward(o.order) {
		dst[x] += sum
		if !math.IsInf(o.logw[x], -1) {
			sum += o.q[x] * f[x]
		}
	}
}

// Step draws a proposal, and then whether it is accepted.
func (o *fromLaw) Step(x int, d chains.Dice) int {
	y := o.law.Draw(d)
	if y == x {
		return x
	}
	if a := o.accept(x, y); a == 0 || d.Pick([]float64{a, 1 - a}) == 1 {
		return x
	}
	return y
}

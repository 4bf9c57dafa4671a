package kernels

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// MultipleTry is the kernel of Liu, Liang and Wong (2000) with weights f. It draws Tries of
// the 2d moves from x, with replacement, and picks one of them, to y, by the densities of
// the cells that they lead to, 0 off the grid. Then it draws Tries - 1 of the moves from y.
// Their cells and x are the reference set. It accepts y with probability min(1, sum of f
// over the tries / sum of f over the reference set). With one try it is Metropolis.
//
// Let S and R be the sums over the other tries and the other references, each of
// Tries - 1 moves drawn at random from x and from y. The flow is
//
//	f(x) T(x,y) = Tries/2d f(x) f(y) E[min(1/(f(y)+S), 1/(f(x)+R))],
//
// It is symmetric in x and y, so the kernel is reversible. The rows are this expectation
// over multisets of moves, not one draw.
type MultipleTry struct{ Tries int }

// On returns the operator on g. It panics if there are no tries.
func (k MultipleTry) On(g grid.Grid) chains.Operator {
	if k.Tries < 1 {
		panic(fmt.Sprintf("kernels: a kernel of %d tries", k.Tries))
	}
	t := newTries(g, k.Tries)
	o := operators.NewWritten(g.Size(), t.walls, t.rows)
	o.Pulls = t.pull
	return o
}

// Facts counts the tries and the references besides x; in bytes, the sums over all
// multisets of the other tries (thousands of them on many axes) and the cell that each move
// leads to.
func (k MultipleTry) Facts(g grid.Grid) chains.Facts {
	others := max(k.Tries-1, 0)
	sets := math.Round(combin.GeneralizedBinomial(float64(g.Moves()+others-1), float64(others)))
	return written(float64(2*k.Tries-1), reach(g, 2), 16*sets+4*float64(g.Moves()))
}

// A multiset is a number of moves drawn with replacement, in any order, and the probability
// of the draw.
type multiset struct {
	moves []int
	p     float64
}

func multisets(m, k int) []multiset {
	all := []multiset{{p: 1}}
	for drawn := range k {
		var more []multiset
		for _, s := range all {
			least, run := 0, 0
			if drawn > 0 {
				least = s.moves[drawn-1]
			}
			for i := drawn - 1; i >= 0 && s.moves[i] == least; i-- {
				run++
			}
			for move := least; move < m; move++ {
				// a run of r equal moves divides the number of orders by r!
				p := s.p * float64(drawn+1) / float64(m)
				if move == least && run > 0 {
					p /= float64(run + 1)
				}
				more = append(more, multiset{append(slices.Clone(s.moves), move), p})
			}
		}
		all = more
	}
	return all
}

type tries struct {
	grid  grid.Grid
	walls operators.Walls
	all   []multiset
	share float64 // tries over moves

	near  []int32   // by cell and move, the cell it leads to; below 0 if off the grid
	terms []term    // by cell, the densities of the multisets of moves from there, rising
	ends  [2][]term // the terms of the two ends of an edge
	above []float64

	f    []float64 // p or log f, and so are the terms
	none float64   // the value of f in a cell without mass
}

func newTries(g grid.Grid, n int) *tries {
	o := &tries{grid: g, walls: operators.WallsOf(g), all: multisets(g.Moves(), n-1)}
	o.share = float64(n) / float64(g.Moves())
	o.near = make([]int32, 0, g.Size()*g.Moves())
	for x := range g.Size() {
		for m := range g.Moves() {
			y, ok := g.Move(x, m)
			if !ok {
				y = -1
			}
			o.near = append(o.near, int32(y))
		}
	}
	k := len(o.all)
	o.terms, o.above = make([]term, g.Size()*k), make([]float64, k+1)
	o.ends = [2][]term{make([]term, k), make([]term, k)}
	return o
}

// A term is a value of a random number, and the probability of that value.
type term struct{ v, p float64 }

// rows are by p if the level has it, and otherwise from log f.
func (o *tries) rows(l *chains.Level) operators.RowFunc {
	if l.P != nil && !o.walls.HaveMass(l.P) {
		o.weigh(l.P)
	} else {
		o.weighLogs(l.LogF())
	}
	moves := o.grid.Moves()
	return func(x int, visit func(y int, p float64)) {
		for _, y := range o.near[x*moves:][:moves] {
			if y >= 0 && o.f[y] != o.none {
				visit(int(y), o.between(x, int(y)))
			}
		}
	}
}

// pull goes along every edge once.
func (o *tries) pull(dst, base, f *chains.Pair, p []float64, share float64) {
	o.weigh(p)
	operators.Identity{}.PullPair(dst, base, f, share)
	moves := o.grid.Moves()
	for i, to := range o.near {
		x, y := i/moves, int(to)
		if y < x || p[x] == 0 || p[y] == 0 { // none, or seen from its other end
			continue
		}
		there := share * o.between(x, y)
		back := there * (p[x] / p[y])
		g0, g1 := f[0][y]-f[0][x], f[1][y]-f[1][x]
		dst[0][x] += there * g0
		dst[1][x] += there * g1
		dst[0][y] -= back * g0
		dst[1][y] -= back * g1
	}
}

// weigh sets the terms by p. A cell has few of them, so they are sorted by insertion.
func (o *tries) weigh(p []float64) {
	o.f, o.none = p, 0
	o.eachCell(func(there []float64, list []term) {
		for i, s := range o.all {
			t := term{p: s.p}
			for _, m := range s.moves {
				t.v += there[m]
			}
			for ; i > 0 && list[i-1].v > t.v; i-- {
				list[i] = list[i-1]
			}
			list[i] = t
		}
	})
}

// weighLogs sets the terms to logarithms.
func (o *tries) weighLogs(logf []float64) {
	o.f, o.none = logf, math.Inf(-1)
	var part []float64
	o.eachCell(func(there []float64, list []term) {
		for i, s := range o.all {
			part = append(part[:0], o.none)
			for _, m := range s.moves {
				part = append(part, there[m])
			}
			list[i] = term{floats.LogSumExp(part), s.p}
		}
		slices.SortFunc(list, func(a, b term) int { return cmp.Compare(a.v, b.v) })
	})
}

// eachCell calls do for every cell with the densities of the cells that its moves lead to,
// and with its terms.
func (o *tries) eachCell(do func(there []float64, list []term)) {
	k, there := len(o.all), make([]float64, o.grid.Moves())
	for x := range o.grid.Size() {
		for m, y := range o.near[x*len(there):][:len(there)] {
			there[m] = o.none
			if y >= 0 {
				there[m] = o.f[y]
			}
		}
		do(there, o.terms[x*k:][:k])
	}
}

// between is T(x,y). It divides all terms by f(y), so that those of log f that count do not
// underflow.
func (o *tries) between(x, y int) float64 {
	k, here, there, fx, fy := len(o.all), o.ends[0], o.ends[1], o.f[x], o.f[y]
	if o.none != 0 {
		for i, t := range o.terms[x*k:][:k] {
			here[i] = term{1 + math.Exp(t.v-fy), t.p}
		}
		for i, t := range o.terms[y*k:][:k] {
			there[i] = term{math.Exp(fx-fy) + math.Exp(t.v-fy), t.p}
		}
		return o.share * meanMin(here, there, o.above)
	}
	scale := 1 / fy
	for i, t := range o.terms[x*k:][:k] {
		here[i] = term{1 + t.v*scale, t.p}
	}
	for i, t := range o.terms[y*k:][:k] {
		there[i] = term{(fx + t.v) * scale, t.p}
	}
	return o.share * meanMin(here, there, o.above)
}

// meanMin is E[min(1/a, 1/b)] for independent a and b, both lists rising. Given a, every b
// below it gives 1/a, and every b above it 1/b. above is a buffer of len(bs)+1 numbers.
func meanMin(as, bs []term, above []float64) float64 {
	above[len(bs)] = 0
	for i := len(bs) - 1; i >= 0; i-- {
		above[i] = above[i+1] + bs[i].p/bs[i].v
	}
	mean, below, i := 0.0, 0.0, 0
	for _, a := range as {
		for ; i < len(bs) && bs[i].v <= a.v; i++ {
			below += bs[i].p
		}
		mean += a.p * (below/a.v + above[i])
	}
	return mean
}

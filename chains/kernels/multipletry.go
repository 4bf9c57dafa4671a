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
// the cells they lead to, 0 off the grid. Then it draws Tries - 1 of the moves from y; with
// x they are the reference set. It accepts y with probability min(1, sum of f over the
// tries / sum of f over the reference set). With one try it is Metropolis.
//
// Let S and R be the sums over the other tries and the other references, each of
// Tries - 1 moves drawn at random from x and from y. The flow is
//
//	f(x) T(x,y) = Tries/2d f(x) f(y) E[min(1/(f(y)+S), 1/(f(x)+R))],
//
// and x and y can change places in it: the kernel is reversible. The rows are this
// expectation over multisets of moves, not a draw of it.
type MultipleTry struct{ Tries int }

// On returns the operator on g. It panics if there are no tries.
func (k MultipleTry) On(g grid.Grid) chains.Operator {
	if k.Tries < 1 {
		panic(fmt.Sprintf("kernels: a kernel of %d tries", k.Tries))
	}
	t := &tries{grid: g, walls: operators.WallsOf(g), all: multisets(g.Moves(), k.Tries-1)}
	t.share = float64(k.Tries) / float64(g.Moves())
	o := operators.NewWritten(g.Size(), t.walls, t.rows)
	o.Pulls = t.pull
	return o
}

// Facts counts the tries, the references besides x, the sums over all multisets of the
// other tries (thousands of them on many axes), and the cell that each move leads to.
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

// multisets lists all draws of k of m moves.
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

	// These are nil until a pair is pulled.
	near  []int32   // by cell and move, the cell it leads to; below 0 if off the grid
	terms []term    // by cell and multiset of moves from there, the sum of p, rising
	ends  [2][]term // the terms of the two ends of an edge
	above []float64
}

// A term is a value of a random number, and the probability of that value.
type term struct{ v, p float64 }

// sums lists the logs of the densities of all multisets of moves from x, rising.
func (o *tries) sums(logf []float64, x int) []term {
	there := make([]float64, o.grid.Moves())
	for m := range there {
		there[m] = math.Inf(-1)
		if y, ok := o.grid.Move(x, m); ok {
			there[m] = logf[y]
		}
	}
	list, part := make([]term, len(o.all)), []float64(nil)
	for i, s := range o.all {
		part = append(part[:0], math.Inf(-1))
		for _, m := range s.moves {
			part = append(part, there[m])
		}
		list[i] = term{floats.LogSumExp(part), s.p}
	}
	slices.SortFunc(list, func(a, b term) int { return cmp.Compare(a.v, b.v) })
	return list
}

// rows are by p if the level has it, and otherwise from log f.
func (o *tries) rows(l *chains.Level) operators.RowFunc {
	if p := l.P; p != nil && !o.walls.HaveMass(p) {
		return o.rowsByMass(p)
	}
	logf := l.LogF()
	lists := make([][]term, o.grid.Size())
	for x := range lists {
		lists[x] = o.sums(logf, x)
	}
	above := make([]float64, len(o.all)+1)
	return func(x int, visit func(y int, p float64)) {
		for m := range o.grid.Moves() {
			if y, ok := o.grid.Move(x, m); ok && !math.IsInf(logf[y], -1) {
				here, there := scaled(lists[x], 0, logf[y]), scaled(lists[y], logf[x]-logf[y], logf[y])
				visit(y, o.share*meanMin(here, there, above))
			}
		}
	}
}

// scaled is e^more + e^(v-by) for every v, in their order. With log f(y) for by nothing
// that counts is too small for a float.
func scaled(list []term, more, by float64) []term {
	out := make([]term, len(list))
	for i, s := range list {
		out[i] = term{math.Exp(more) + math.Exp(s.v-by), s.p}
	}
	return out
}

// meanMin is E[min(1/a, 1/b)] for independent a and b, both lists rising. Beside one a,
// every b below it gives 1/a, and every b above it 1/b. above is a buffer for one number
// more than there are bs.
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

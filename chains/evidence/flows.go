package evidence

import (
	"maps"
	"math"
	"slices"
)

// Flows tests whether the kernel whose moves were counted is reversible, at one level or along many, wherever the
// moves began.
//
// At a level with density p let n moves begin in x and m in y. If p(x) T(x,y) = p(y) T(y,x), the numbers of moves
// from x to y and back have means in the ratio n/p(x) to m/p(y). Let r be the first one's part of the sum. Of k
// moves both ways, those from x to y less r k have mean 0, a variance of r (1-r) times the mean of k at most, and no
// move counts for more than 1. Such differences are summed over levels. By Bernstein's bound a sum as large as t, of
// variance v, has probability 2 exp(-t²/(2v + 2t/3)) at most. k stands for its mean, which is right in the limit.
type Flows struct {
	logf  []float64
	from  map[int]int    // by cell, the moves since Aim
	went  map[[2]int]int // by two cells
	all   map[[2]int]Flow
	moves int
}

// A Flow is what was seen between two cells.
type Flow struct {
	X, Y         int
	There, Again int     // moves from X to Y, and back
	Mean         float64 // of There, if the kernel is reversible
	variance     float64
}

// NewFlows returns flows of no moves.
func NewFlows() *Flows {
	return &Flows{from: map[int]int{}, went: map[[2]int]int{}, all: map[[2]int]Flow{}}
}

// Aim says what density the moves are to leave invariant from now on, by its logarithm up to a constant.
func (f *Flows) Aim(logf []float64) {
	f.sum()
	f.logf = append(f.logf[:0], logf...)
}

// Add counts a move from x to y.
func (f *Flows) Add(x, y int) {
	f.moves++
	if f.from[x]++; x != y {
		f.went[[2]int{x, y}]++
	}
}

// Moves returns how many moves were counted.
func (f *Flows) Moves() int { return f.moves }

// sum adds the moves of the level to all. A pair with a cell that no move began in says nothing: one way alone could
// be seen.
func (f *Flows) sum() {
	for at := range f.went {
		x, y := min(at[0], at[1]), max(at[0], at[1])
		there, again := f.went[[2]int{x, y}], f.went[[2]int{y, x}]
		if x != at[0] && there > 0 {
			continue // this pair comes in its other order too
		}
		n, m := float64(f.from[x]), float64(f.from[y])
		if n == 0 || m == 0 || math.IsInf(f.logf[x], -1) || math.IsInf(f.logf[y], -1) {
			continue
		}
		r, k := 1/(1+m/n*math.Exp(f.logf[x]-f.logf[y])), float64(there+again)
		was := f.all[[2]int{x, y}]
		f.all[[2]int{x, y}] = Flow{x, y, was.There + there, was.Again + again, was.Mean + r*k, was.variance + r*(1-r)*k}
	}
	clear(f.from)
	clear(f.went)
}

// Worst returns the flow that is the least probable of a reversible kernel, and the p-value of all flows together:
// its own, times their number. P is 1 if there are none.
func (f *Flows) Worst() (worst Flow, p float64) {
	f.sum()
	most := 0.0
	for _, at := range slices.SortedFunc(maps.Keys(f.all), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) }) {
		flow := f.all[at]
		t := math.Abs(float64(flow.There) - flow.Mean)
		if e := t * t / (2*flow.variance + 2*t/3); e > most {
			worst, most = flow, e
		}
	}
	return worst, min(1, 2*float64(max(1, len(f.all)))*math.Exp(-most))
}

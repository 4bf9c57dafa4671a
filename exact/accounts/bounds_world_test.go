package accounts_test

import (
	"fmt"
	"math"
	"math/big"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// A world is a problem on two cells. There the state of any number of particles, or of the places of a chain, is
// a number: how many are in cell 1. So every account is a sum that can be written out in big floats.
type world struct {
	name     string
	from, to [2]float64
	moves    bool // Metropolis; otherwise nothing moves
	T        int
}

func (w world) problem() programs.Problem {
	p := ends(w.from[:], w.to[:])
	if p.Schedule = chains.Linear(w.T); w.moves {
		p.Kernel = kernels.Metropolis{}
	}
	o := &chains.Observations{Axes: make([][]int, w.T-1)}
	for t := range w.T {
		o.Steps = append(o.Steps, make([]float64, 2))
		p.Bridge.At(o.Steps[t], p.Schedule.Beta(t+1))
	}
	p.Observed, p.Grid = o, grid.New(2)
	return p
}

// holes reports whether an end has no mass somewhere.
func (w world) holes() bool { return w.from[1] == none || w.to[1] == none }

// level is p_t. Its log densities are the floats that a program sees.
func (w world) level(t int) pair {
	logf := make([]float64, 2)
	p := w.problem()
	p.Bridge.At(logf, p.Schedule.Beta(t))
	return pair{exp(big256(logf[0])), exp(big256(logf[1]))}.normalized()
}

func big256(v float64) *big.Float {
	if math.IsInf(v, -1) {
		return num(0).SetInf(true)
	}
	return num(v)
}

// ratio is over/under by cell, in a cell where only under is 0 nil, and 0 where both are.
func ratio(over, under pair) (r pair) {
	for x := range r {
		switch {
		case under[x].Sign() > 0:
			r[x] = quo(over[x], under[x])
		case over[x].Sign() == 0:
			r[x] = num(0)
		}
	}
	return r
}

// kernel are the rows of the kernel at p: half of the proposals lead to the other cell.
func (w world) kernel(p pair) [2]pair {
	rows := [2]pair{{num(1), num(0)}, {num(0), num(1)}}
	for x := range rows {
		if y := 1 - x; w.moves {
			if rows[x][y] = num(0.5); p[y].Cmp(p[x]) < 0 {
				rows[x][y] = quo(p[y], mul(num(2), p[x]))
			}
			rows[x][x] = sub(num(1), rows[x][y])
		}
	}
	return rows
}

// moved is a law after a step.
func moved(law pair, rows [2]pair) pair {
	return pair{add(mul(law[0], rows[0][0]), mul(law[1], rows[1][0])),
		add(mul(law[0], rows[0][1]), mul(law[1], rows[1][1]))}
}

// chainsKnown are what along has found: a chain of 1,000 places takes a second.
var chainsKnown = map[string][2][]*big.Float{}

// along are the probabilities under p that a chain of K places starts in cell x, and is in cell 1 n times.
func (w world) along(p pair, K int) (all [2][]*big.Float) {
	key := fmt.Sprint(w.name, K)
	if known, ok := chainsKnown[key]; ok {
		return known
	}
	defer func() { chainsKnown[key] = all }()
	rows := w.kernel(p)
	for x := range all {
		if !w.moves {
			for range K + 1 {
				all[x] = append(all[x], num(0))
			}
			all[x][x*K] = p[x]
			continue
		}
		at := [2][]*big.Float{make([]*big.Float, K+1), make([]*big.Float, K+1)} // by the last cell
		for n := range K + 1 {
			at[0][n], at[1][n] = num(0), num(0)
		}
		at[x][x] = p[x]
		for k := 1; k < K; k++ {
			for n := k + 1; n >= 0; n-- {
				stay, come := num(0), num(0)
				for y := range at {
					stay = add(stay, mul(at[y][n], rows[y][0]))
					if n > 0 {
						come = add(come, mul(at[y][n-1], rows[y][1]))
					}
				}
				at[0][n], at[1][n] = stay, come
			}
		}
		for n := range K + 1 {
			all[x] = append(all[x], add(at[0][n], at[1][n]))
		}
	}
	return all
}

// A slow is an account in big floats. Every outcome of a program is added to it, with ŵ.
type slow struct {
	Q, F, G      pair // G times p
	lost, missed [2]bool
	fwd, rev     *big.Float // the mean squares
	w, inverse   *big.Float // E_fwd[ŵ] and E_rev[1/ŵ]
	reversible   bool
}

func newSlow() *slow {
	return &slow{Q: zeros(), F: zeros(), G: zeros(), fwd: num(0), rev: num(0), w: num(0), inverse: num(0)}
}

// forward adds an outcome. ŵ may be 0.
func (s *slow) forward(prob *big.Float, x int, w *big.Float) {
	if prob.Sign() == 0 {
		return
	}
	s.Q[x] = add(s.Q[x], prob)
	if w.Sign() == 0 {
		s.lost[x] = true
		return
	}
	l := mul(prob, ln(w))
	s.F[x], s.fwd, s.w = add(s.F[x], l), add(s.fwd, mul(l, ln(w))), add(s.w, mul(prob, w))
}

// reverse adds an outcome that starts in x, where prob has the factor p(x). 1/ŵ may be 0.
func (s *slow) reverse(prob *big.Float, x int, inverse *big.Float) {
	s.reversible = true
	if prob.Sign() == 0 {
		return
	}
	if inverse.Sign() == 0 {
		s.missed[x] = true
		return
	}
	l := mul(prob, ln(inverse))
	s.G[x], s.rev, s.inverse = sub(s.G[x], l), add(s.rev, mul(l, ln(inverse))), add(s.inverse, mul(prob, inverse))
}

// inverseOf is 1/w, and 0 if w is infinite.
func inverseOf(w *big.Float) *big.Float {
	if w == nil {
		return num(0)
	}
	return quo(num(1), w)
}

// both adds a reverse outcome with 1/ŵ = inverse, and by the law of package programs the forward one.
func (s *slow) both(prob *big.Float, x int, inverse *big.Float) {
	s.reverse(prob, x, inverse)
	if inverse.Sign() > 0 {
		s.forward(mul(prob, inverse), x, quo(num(1), inverse))
	}
}

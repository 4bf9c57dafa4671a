package laws

import (
	"iter"
	"math"
)

// An Exchange is what rows tell of a pair of cells with mass, X < Y.
type Exchange struct {
	X, Y        int
	There, Back Move // from X to Y, and from Y to X
}

// A Move has the probabilities of a move and of proposing it.
type Move struct {
	P, Q float64
	Told bool // Q is known; otherwise Q is P, as if the move were accepted without asking
}

// Exchanges yields all pairs of cells between which a step moves.
func (w *LevelMatrices) Exchanges() iter.Seq[Exchange] {
	move := func(x, y int) Move {
		p := w.Rows[x][y]
		if w.Proposed == nil || math.IsNaN(w.Proposed[x][y]) {
			return Move{p, p, false}
		}
		return Move{p, w.Proposed[x][y], true}
	}
	return func(yield func(Exchange) bool) {
		for y := range w.Rows {
			for x := range y {
				moves := w.P[x] > 0 && w.P[y] > 0 && w.Rows[x][y]+w.Rows[y][x] > 0
				if moves && !yield(Exchange{x, y, move(x, y), move(y, x)}) {
					return
				}
			}
		}
	}
}

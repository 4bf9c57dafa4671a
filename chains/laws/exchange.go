package laws

import "math"

// An Exchange is what rows tell of a pair of cells with mass, X < Y.
type Exchange struct {
	X, Y        int
	There, Back Way // from X to Y, and from Y to X
}

// A Way has the probabilities of a move and of proposing it.
type Way struct {
	P, Q float64
	Told bool // Q is known; otherwise Q is P, as if the move were accepted without asking
}

// Exchanges returns all pairs of cells between which a step moves, of rows whose proposals are known.
func (w *LevelMatrices) Exchanges() (all []Exchange) {
	way := func(x, y int) Way {
		p, q := w.Rows[x][y], w.Proposed[x][y]
		if math.IsNaN(q) {
			return Way{p, p, false}
		}
		return Way{p, q, true}
	}
	for y := range w.Proposed {
		for x := range y {
			if w.P[x] > 0 && w.P[y] > 0 && w.Rows[x][y]+w.Rows[y][x] > 0 {
				all = append(all, Exchange{x, y, way(x, y), way(y, x)})
			}
		}
	}
	return all
}

package kernels

import (
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/lanes"
	"breadboard/grid"
)

// Metropolis picks an axis uniformly, proposes a move along it, and accepts that with min(1, f(y)/f(x)). Along a line
// or a ring the move goes back or forth, and from a label to any other. A move off the end of a line is rejected; on a
// line of one value all moves are. On a ring of two both ways lead to the one neighbour. An axis of one label has no
// moves and is not picked. On two lines it is the kernel of BREAD, Appendix B.1.1.
type Metropolis struct{}

// On returns the operator on g.
func (Metropolis) On(g grid.Grid) (chains.Operator, error) {
	return flows.Moves(g, lanes.Metropolis), nil
}

// Cost counts the proposal.
func (Metropolis) Cost(grid.Grid) float64 { return 1 }

// Barker proposes as Metropolis does and accepts with f(y)/(f(x)+f(y)). By Peskun's order
// it is never better than Metropolis, and it is smooth in f.
type Barker struct{}

// On returns the operator on g.
func (Barker) On(g grid.Grid) (chains.Operator, error) { return flows.Moves(g, lanes.Barker), nil }

// Cost counts the proposal.
func (Barker) Cost(grid.Grid) float64 { return 1 }

// King proposes each of the 3^d - 1 moves to a cell that differs by at most one along every
// axis, with equal probability, and accepts with min(1, f(y)/f(x)). Moves off the grid are rejected and not left out.
// Otherwise cells at the border would propose fewer moves, and the proposal would not be symmetric. One move joins the
// ends of a ring. A spin is flipped or not.
type King struct{}

// On refuses axes of three labels or more: labels have no neighbours. Moves to any label along all axes would be a draw
// from all cells.
func (King) On(g grid.Grid) (chains.Operator, error) {
	if err := ordered(g); err != nil {
		return nil, err
	}
	many := 1
	for a := range g.Axes() {
		many *= 1 + g.Ways(a)
		if many > mostJoined {
			return nil, fmt.Errorf("it has more than %d ways to move along %d axes", mostJoined, g.Axes())
		}
	}
	moves, counts := kingMoves(g)
	return flows.NewSymmetric(g, flows.Counted(lanes.Metropolis, max(many-1, 1), moves, counts)), nil
}

// Cost counts the proposal.
func (King) Cost(grid.Grid) float64 { return 1 }

// kingMoves returns one of each two opposite moves of a king, and the number of proposals that each stands for.
func kingMoves(g grid.Grid) (moves []flows.Move, counts []int) {
	moves = []flows.Move{make(flows.Move, g.Axes())} // the first stays
	counts = []int{1}
	for a := range g.Axes() {
		for i := range moves {
			for _, s := range slices.Backward(g.Shifts(a)) { // forth first
				if i == 0 && s.Cells < 0 {
					continue
				}
				move := slices.Clone(moves[i])
				move[a] = s.Cells
				moves = append(moves, move)
				counts = append(counts, counts[i]*s.Ways) // Ways and not Moves: all axes move, none is picked
			}
		}
	}
	return moves[1:], counts[1:]
}

package tune

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/experiments/columns"
)

// An Accepted is how often a kernel that proposes and accepts does accept, of proposals of another cell.
type Accepted struct {
	Target  columns.Real `json:"target"`  // from draws of the target
	Path    columns.Real `json:"path"`    // over the moves of forward runs
	Advised float64      `json:"advised"` // the rate of the usual advice: kernels.Accepting
}

// A tally adds up probabilities, over states and moves.
type tally struct {
	moved    float64 // that a move leads to another cell
	proposed float64 // that another cell is proposed
	moves    float64
}

// add adds those of a move of a law at a level, at which the operator is aimed. itself is kernels.Accepting's.
func (s *tally) add(op chains.Operator, law []float64, itself func(x int) float64) {
	for x, mass := range law {
		if mass > 0 {
			s.moved += mass * (1 - chains.StayProbability(op, x))
			s.proposed += mass * (1 - itself(x))
		}
	}
	s.moves++
}

// rate is the share of proposals of other cells that are accepted.
func (s *tally) rate() columns.Real { return columns.Real(min(s.moved/s.proposed, 1)) }

// share is the share of moves that lead to another cell.
func (s *tally) share() columns.Real { return columns.Real(math.Min(s.moved/s.moves, 1)) }

// movesOfRun is the share of a run's moves that lead to another cell, over all its steps and forward runs, and how
// often it accepts; nil of a kernel that does not propose and accept.
func movesOfRun(a chains.Annealing) (moved columns.Real, accepted *Accepted) {
	times := 1
	if repeated, ok := a.Kernel.(kernels.Repeat); ok {
		times = repeated.Times
		a.Kernel = repeated.Kernel
	}
	of, accepts := kernels.AcceptingOf(a.Kernel, a.Grid)
	op := a.Kernel.On(a.Grid)
	level := a.NewLevel()
	a.LevelAt(level, 1)
	q := chains.Normalized(level.LogF())
	next := make([]float64, len(q))
	var path tally
	for t := 2; t <= a.T(); t++ {
		a.LevelAt(level, t)
		op.Aim(level)
		for range times {
			path.add(op, q, of.Itself(level))
			op.Push(next, q)
			q, next = next, q
		}
	}
	if !accepts {
		return path.share(), nil
	}
	return path.share(), &Accepted{Target: columns.Real(AcceptedAtTarget(a)), Path: path.rate(), Advised: of.Advised}
}

// AcceptedAtTarget is how often a kernel accepts proposals of another cell, from draws of the target: the rate by which
// scales are chosen. It is NaN of a kernel that does not propose and accept.
func AcceptedAtTarget(a chains.Annealing) float64 {
	of, accepts := kernels.AcceptingOf(a.Kernel, a.Grid)
	if !accepts {
		return math.NaN()
	}
	op, level := a.Aimed(a.T(), 1)
	var target tally
	target.add(op, chains.Normalized(level.LogF()), of.Itself(level))
	return float64(target.rate())
}

package sample

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Kernels that do more than to propose and accept can be asked too, if their definition has rows of single cells
// (operators.Stepper). A chain then asks for the log densities that its step looks at: of the two cells of a spin that
// Gibbs redraws, of the neighbours that an informed proposal weighs. So chains of these kernels start at once on any
// space whose densities fit into memory. Where a table of the level has room, that is faster, and is taken. The choice
// is a matter of the space and the kernel alone, never of the number of chains: the two ways take other dice.

// Asks reports whether chains of a kernel on a large space ask for their moves, if the bridge knows its log density
// cell by cell.
func Asks(k chains.Kernel, g grid.Grid) bool {
	_, _, ok := operators.NewStepper(k, g)
	return ok && !hasTable(k, g, tableLimit) || proposes(k, g)
}

// hasTable reports whether the kernel has rows, and those at a level, with staying, fit into a table of so many slots.
func hasTable(k chains.Kernel, g grid.Grid, limit int) bool {
	facts := chains.FactsOf(k, g)
	return !facts.Drawn && (facts.Moves+1)*float64(g.Size()) <= float64(limit)
}

// A single stage knows nothing of a level beforehand.
type single struct {
	looked
	there, back operators.Stepper
}

// singlesOf returns how a stage is made whose steps ask for single cells, or nil if levels are to be prepared: if their
// tables have at most limit slots, or if single cells cannot be asked.
func singlesOf(a chains.Annealing, limit int) func() stage {
	of := unpreparedOf(a)
	if of == nil || hasTable(a.Kernel, a.Grid, limit) {
		return nil
	}
	_, _, ok := operators.NewStepper(a.Kernel, a.Grid)
	if !ok {
		return nil
	}
	return func() stage {
		there, back, _ := operators.NewStepper(a.Kernel, a.Grid)
		return &single{looked: looked{unprepared: of}, there: there, back: back}
	}
}

func (s *single) begin(t int, reverse bool, blocks []block) {
	s.draw(reverse, blocks)
	s.to(t)
}

func (s *single) to(t int) {
	beta := s.look(t)
	s.there.Aim(t, beta, s.here)
	s.back.Aim(t, beta, s.here)
}

func (s *single) pass(ctx context.Context, blocks []block, asked pass) error {
	steps := s.there
	if asked.reverse {
		steps = s.back
	}
	for _, b := range blocks {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		s.stay(b, asked)
		if !asked.moves {
			continue
		}
		d := seeded{b.gen}
		for i, x := range b.x {
			b.x[i] = int32(steps.Step(int(x), d))
		}
	}
	return nil
}

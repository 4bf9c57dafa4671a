package sample

import (
	"context"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Kernels that do more than to propose and accept, or to begin with a choice, can be asked too, if their definition
// has rows or draws of single cells (operators.Stepper). A chain then asks for the log densities that its step looks
// at, as of the neighbours that an informed proposal weighs. So chains of these kernels start at once on any space
// whose densities fit into memory.
//
// Here a seed's chains are a matter of the space and the kernel alone, never of the number of chains, and so is which
// way is taken. A table of a prepared level has the law of a whole step, and takes one word for it. A drawn step
// takes a word for each thing that it draws: three moves, one of them, two moves back, and whether to accept. No
// order in which to search a table sends these words where they would go. To tell the law from the words one would
// have to walk all that a step may draw, for each cell, which is what it is drawn for not to do. Log f alone is known
// in two ways, and which is a matter of the number of chains: cell by cell, or by a table, which is the same to the
// last bit.

// hasTable reports whether the rows of the kernel at a level, with staying, fit into a table of so many slots.
func hasTable(k chains.Kernel, g grid.Grid, limit int) bool {
	return (chains.FactsOf(k, g).Moves+1)*float64(g.Size()) <= float64(limit)
}

// someSlots is the number of slots up to which levels are prepared whose steps take other dice if they are asked: to
// prepare them takes a millisecond, as long as to ask for the moves of some ten thousand chains.
const someSlots = 1 << 16

// A single stage knows nothing of a level beforehand.
type single struct {
	looked
	there, back operators.Stepper
	looks       float64 // at how many cells a step looks, at the least
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
		return &single{looked: looked{unprepared: of}, there: there, back: back, looks: leastLooks}
	}
}

// leastLooks is the number of cells that a step looks at, where it only proposes one: there, and here now and before.
const leastLooks = 3

func (s *single) begin(t int, reverse bool, blocks []block) {
	walking := walkingIn(blocks)
	s.tabulate(walking, s.looks)
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

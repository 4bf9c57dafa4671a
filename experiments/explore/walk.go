package explore

import (
	"cmp"
	"context"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/experiments"
)

// usualWalkers is the number of walkers if none is asked for.
const usualWalkers = 4

// Walk runs single forward chains, and returns where they were at so many levels, evenly from the first to the last. A
// walker has dice of its own, so that it goes the same way however many others there are. Four walk if walkers is 0.
func Walk(ctx context.Context, q Question, walkers, frames int, seed uint64) (Walkers, error) {
	walkers, frames = cmp.Or(walkers, usualWalkers), cmp.Or(frames, usualFrames)
	if walkers < 1 || walkers > MostWalkers {
		return Walkers{}, experiments.Faultf("%d walkers; a number from 1 to %d would do", walkers, MostWalkers)
	}
	if frames < 2 || frames > MostFrames {
		return Walkers{}, experiments.Faultf("%d frames; a number from 2 to %d would do", frames, MostFrames)
	}
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.run(ctx)
	if err != nil {
		return Walkers{}, err
	}
	a := r.annealing
	w := Walkers{Levels: evenly(frames, a.T()), Cells: make([][]int, walkers)}
	for _, t := range w.Levels {
		w.Betas = append(w.Betas, Number(a.Schedule.Beta(t)))
	}
	dice := make([]chains.Dice, walkers)
	for i := range dice {
		dice[i] = sample.Seeded(seed, uint64(i))
	}
	err = walk(ctx, a, w, dice)
	return w, err
}

// walk fills in the cells of the walkers. The first state is a draw of p_1; at each level above it the kernel makes a
// step, except at the last if that is left out (BREAD, Eq. 1).
func walk(ctx context.Context, a chains.Annealing, w Walkers, dice []chains.Dice) error {
	a, _ = a.Lowered()
	level, op := a.NewLevel(), a.Kernel.On(a.Grid)
	a.LevelAt(level, 1)
	states, first := make([]int, len(dice)), chains.NewLaw(chains.Normalized(level.LogF()))
	for i, d := range dice {
		states[i] = first.Draw(d)
	}
	frame := 0
	for t := 1; t <= a.T(); t++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if t > 1 && t <= a.PathEnd() {
			a.LevelAt(level, t)
			op.Aim(level)
			for i, d := range dice {
				states[i] = op.Step(states[i], d)
			}
		}
		if frame < len(w.Levels) && t == w.Levels[frame] {
			frame++
			for i, state := range states {
				w.Cells[i] = append(w.Cells[i], state/a.PerCell())
			}
		}
	}
	return nil
}

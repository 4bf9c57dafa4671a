package explore

import (
	"cmp"
	"context"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/experiments"
)

// usualFrames is the number of frames if none is asked for.
const usualFrames = 61

// Along returns the laws at so many levels, evenly from the first to the last. There are fewer frames if T is less, and
// on many cells: 24 on 4096. The parts of a frame are those of all steps since the frame before it, so that the sum
// over all frames is B. A program has no laws along levels.
func Along(ctx context.Context, q Question, frames int) (Levels, error) {
	frames = cmp.Or(frames, usualFrames)
	if err := within(frames, 2, MostFrames, "frames"); err != nil {
		return Levels{}, err
	}
	return answered(ctx, q, func(r run, ctx context.Context) (Levels, error) { return r.along(ctx, frames) })
}

func (r run) along(ctx context.Context, frames int) (Levels, error) {
	if r.program() {
		return Levels{}, experiments.Faultf("%v %s has no laws along the levels; ais would do", experiments.FieldProgram,
			r.chain.Program)
	}
	frames = min(frames, MostDrawn/r.chain.Target.Grid.Size())
	all, err := exact.Along(ctx, r.annealing, evenly(frames, r.annealing.T()))
	if err != nil {
		return Levels{}, err
	}
	l := Levels{Shape: shapeOf(r.chain.Target.Grid)}
	for i, f := range all {
		one := Frame{T: f.T, Beta: Number(f.Beta), P: Numbers(f.P), Forward: Numbers(f.Forward),
			Reverse: Numbers(f.Reverse), Off: Number(f.Off)}
		if i > 0 {
			one.BParts, one.Step = Numbers(f.Parts), Number(floats.Sum(f.Parts))
		}
		l.Frames = append(l.Frames, one)
	}
	return l, nil
}

// evenly returns so many levels from 1 to T at equal distances, up to rounding, or all T levels.
func evenly(frames, T int) (levels []int) {
	frames = min(frames, T)
	for i := range frames {
		levels = append(levels, 1+(2*i*(T-1)+frames-1)/(2*(frames-1)))
	}
	return levels
}

// usualWalkers is the number of walkers if none is asked for.
const usualWalkers = 4

// Walk runs single forward chains, and returns where they were at so many levels, evenly from the first to the last. A
// walker has dice of its own, so that it goes the same way however many others there are. Four walk if walkers is 0.
func Walk(ctx context.Context, q Question, walkers, frames int, seed uint64) (Walkers, error) {
	walkers, frames = cmp.Or(walkers, usualWalkers), cmp.Or(frames, usualFrames)
	err := within(walkers, 1, MostWalkers, "walkers")
	if err == nil {
		err = within(frames, 2, MostFrames, "frames")
	}
	if err != nil {
		return Walkers{}, err
	}
	return answered(ctx, q, func(r run, ctx context.Context) (Walkers, error) {
		a := r.annealing
		w := Walkers{Levels: evenly(frames, a.T()), Cells: make([][]int, walkers)}
		for _, t := range w.Levels {
			w.Betas = append(w.Betas, Number(a.Schedule.Beta(t)))
		}
		dice := make([]chains.Dice, walkers)
		for i := range dice {
			dice[i] = sample.Seeded(seed, uint64(i))
		}
		return w, walk(ctx, a, w, dice)
	})
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
				w.Cells[i] = append(w.Cells[i], state/a.StatesPerCell())
			}
		}
	}
	return nil
}

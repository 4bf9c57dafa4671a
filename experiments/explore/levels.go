package explore

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"breadboard/exact"
	"breadboard/experiments"
)

// usualFrames is the number of frames if none is asked for.
const usualFrames = 61

// Along returns the laws at so many levels, evenly from the first to the last. There are fewer frames if T is less, and
// on many cells: 24 on 4096. The parts of a frame are those of all steps since the frame before it, so that the sum
// over all frames is B. A program has no laws along levels.
func Along(ctx context.Context, q Question, frames int) (Levels, error) {
	if frames == 0 {
		frames = usualFrames
	}
	if frames < 2 || frames > MostFrames {
		return Levels{}, experiments.Faultf("%d frames; a number from 2 to %d would do", frames, MostFrames)
	}
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.run(ctx)
	if err != nil {
		return Levels{}, err
	}
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

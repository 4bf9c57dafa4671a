package portrait

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/spectra"
	"breadboard/experiments"
)

// A Span is a run of steps: those to the levels after From up to To. Errors are total variations, as shares of the runs
// in the wrong place.
type Span struct {
	From, To  int
	Low, High float64 // the betas of From and To
	B         float64 // what the steps add to B
	Entered   float64 // the error that entered in them (exact.Remainder)
	Left      float64 // and as much of it as the last law has
}

// mostSpans is the number of spans, and spanWork that of cells times levels times spans, beyond which there are fewer.
const mostSpans, leastSpans, spanWork = 40, 5, 800_000_000

// Spans takes B and the error of the last law apart by steps. If there are more than 40 steps, those with their middle
// in the same fortieth of beta are one span. On a large space the pieces of beta are longer.
func Spans(ctx context.Context, a chains.Annealing) ([]Span, error) {
	most := float64(spanWork) / float64(a.T()) / float64(a.Grid.Size())
	levels := spanEnds(a.Schedule, min(max(int(most), leastSpans), mostSpans))
	along, err := exact.Along(ctx, a, levels)
	if err != nil {
		return nil, err
	}
	remains, err := exact.Remains(ctx, a, levels)
	if err != nil {
		return nil, err
	}
	spans := make([]Span, len(remains))
	for i, r := range remains {
		spans[i] = Span{From: levels[i], To: levels[i+1], Low: along[i].Beta, High: r.Beta,
			B: floats.Sum(along[i+1].Parts), Entered: r.Entered, Left: floats.Norm(r.Left, 1) / 2}
	}
	return spans, nil
}

// spanEnds are level 1 and the last levels of the spans.
func spanEnds(s chains.Schedule, most int) []int {
	levels, T := []int{1}, s.Len()
	piece := func(t int) int { // of the step to level t
		return min(int(float64(most)*(s.Beta(t-1)+s.Beta(t))/2), most-1)
	}
	for t := 2; t < T; t++ {
		if T-1 <= most || piece(t) != piece(t+1) {
			levels = append(levels, t)
		}
	}
	return append(levels, T)
}

// The betas at which relaxation times are found, evenly from 0 to 1, and the most states.
const relaxed, mostRelaxed = 21, 256

// Relaxations are the relaxation times of the kernel, in steps, at betas that rise evenly from 0 to 1: NaN where none is
// known. There are none of more than 256 states, or of a kernel that is known at its own levels alone.
func Relaxations(ctx context.Context, c experiments.Chain, a chains.Annealing) ([]float64, error) {
	if a.Grid.Size() > mostRelaxed || c.Matrix != "" {
		return nil, nil
	}
	a, _ = a.Lowered()
	times := slices.Repeat([]float64{math.NaN()}, relaxed)
	err := experiments.Each(ctx, relaxed, nil, func(_ context.Context, i int) error {
		op, level := a.Aimed(1, float64(i)/(relaxed-1))
		p := chains.Normalized(level.LogF())
		if found, err := spectra.Of(op, len(p)).Spectrum(p); err == nil { // without mass in a cell there may be none
			times[i] = found.RelaxationTime
		}
		return nil
	})
	return times, err
}

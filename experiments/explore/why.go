package explore

import (
	"context"
	"math"

	"breadboard/exact/tuning"
	"breadboard/experiments"
	"breadboard/experiments/portrait"
)

// gradientBytes is about what exact/tuning keeps for each state at each level.
const gradientBytes = 6 * 8

// WhyOf answers why B is loose or tight, and which way J falls: where on the schedule errors enter, what the last law
// still has of them, and the gradients of J and B by every beta. A program has no steps to look at.
func WhyOf(ctx context.Context, q Question) (Why, error) {
	return answered(ctx, q, func(r run, ctx context.Context) (w Why, err error) {
		if r.program() {
			return w, experiments.Faultf("%v %s has no steps along a schedule; ais would do", experiments.FieldProgram,
				r.chain.Program)
		}
		m, err := r.measure(ctx)
		if err != nil {
			return w, err
		}
		spans, err := portrait.Spans(ctx, r.annealing)
		if err != nil {
			return w, err
		}
		w = Why{J: m.J.Sum, B: m.B.Sum, Off: m.J.Off, Betas: Numbers(r.annealing.Schedule.Betas())}
		for _, s := range spans {
			w.Spans = append(w.Spans, Span{From: s.From, To: s.To, Low: Number(s.Low), High: Number(s.High),
				B: Number(s.B), Entered: Number(s.Entered), Left: Number(s.Left)})
		}
		return w, w.slopes(ctx, r)
	})
}

// slopes adds the gradients, or the note that says why there are none. The error is the context's.
func (w *Why) slopes(ctx context.Context, r run) error {
	a := r.annealing
	if float64(a.T())*float64(a.Grid.Size())*gradientBytes > MostMemory {
		w.Note = "the gradient takes too much memory; fewer levels or cells would do"
		return nil
	}
	g, err := tuning.GradientsOf(a)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		w.Note = "the kernel does not know its derivative, so the way in which J falls is not known"
	case w.Off > 0 || math.IsInf(float64(w.J), 1): // a derivative would be rounding, or none
		w.ByB, w.Note = Numbers(g.ByB), "J is infinite, or 0 up to rounding, so there is no way in which it falls"
	default:
		w.ByJ, w.ByB = Numbers(g.ByJ), Numbers(g.ByB)
	}
	return nil
}

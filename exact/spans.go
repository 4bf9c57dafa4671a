package exact

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// A Span is a run of steps, those beyond level From up to level To, with what they add to B, the error that enters the
// forward chain in them, and what the last law still has of it.
type Span struct {
	From, To   int
	B, Entered float64   // Entered is the sum of ‖e_t‖/2, each the total variation of two laws of states
	Left       []float64 // the sum of e_t T_t ... T_T, by cell
}

// Remains is the total variation of what is left.
func (s Span) Remains() float64 { return floats.Norm(s.Left, 1) / 2 }

// Spans takes B and the error of the last law apart into so many spans of equally many steps, or by steps if there are
// fewer. On large spaces there are fewer, but five. The weight's step to level t leaves the law where it is and moves
// the target, so that the error e_t = p_{t-1} - p_t enters. The kernels from T_t on push it. A kernel leaves p_t where
// it is, hence q_t - p_t = (q_{t-1} - p_{t-1} + e_t) T_t, and the sum of all that is left is the whole error,
//
//	q - p_T = sum over t of e_t T_t T_{t+1} ... T_T,
//
// without T_T if that is skipped. Half the l1 norm of what is left is at most what entered, because no kernel lengthens
// a measure. A level costs a push for each span that has begun. What is left has an error of some 1e-16.
func Spans(ctx context.Context, a chains.Annealing, most int) ([]Span, error) {
	most = min(most, max(5, 20_000_000/a.T()/a.Grid.Size()))
	spans := make([]Span, min(most, a.T()-1))
	levels := []int{1}
	for i := range spans {
		levels = append(levels, 1+(i+1)*(a.T()-1)/len(spans))
	}
	frames, err := Along(ctx, a, levels)
	if err != nil {
		return nil, err
	}
	for i, left := range vectors(a.Grid.Size(), len(spans)) {
		spans[i] = Span{From: levels[i], To: levels[i+1], B: floats.Sum(frames[i+1].Parts), Left: left}
	}
	low, _ := a.Lowered()
	s := newPassage(low)
	prog := newProgress(ctx, low, nil)
	begun := 0
	s.run(prog, true, func(t int) {
		for t > spans[begun].To {
			begun++
		}
		for x, v := range s.logp {
			e := math.Exp(s.before[x]) - math.Exp(v)
			spans[begun].Entered += math.Abs(e) / 2
			spans[begun].Left[x] += e
		}
	}, func(op chains.Operator) {
		for i := range spans[:begun+1] {
			move(op.Push, &spans[i].Left, &s.scratch)
		}
	}, func() {})
	return spans, prog.err
}

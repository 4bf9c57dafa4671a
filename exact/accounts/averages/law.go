package averages

import (
	"context"

	"breadboard/chains"
)

// A Law is the law of L + N, where L = log w - log R is of the forward or of the reverse runs of
// an annealing, and N is a normal that stays within Width (see Tail). So
//
//	Above(b + Width) <= P(L > b) <= Above(b - Width),
//
// to the rounding of a sum: 1e-12. Runs of weight 0 are left out.
type Law struct {
	Width     float64
	Low, High float64 // L lies between them
	series    series
	inverse   bool
}

// LawOf returns the law of log w of all forward runs, or of all reverse runs. Its width is a
// share of High - Low, 0.001 say, or as much more as is needed to have it in some seconds.
func LawOf(ctx context.Context, a chains.Annealing, reverse bool, share float64) (l Law, err error) {
	l.Low, l.High = weightSpan(a)
	l.inverse = reverse
	l.Width = max(share*(l.High-l.Low), narrow)
	visits := powersTo(l.Width, l.High-l.Low) * float64(a.T()) * float64(8*max(a.Grid.Size(), fewCells))
	l.Width *= max(1, visits/quicklyPushed)
	l.series, err = annealedWeight{a: a, inverse: reverse}.series(ctx, l.Width)
	return l, err
}

// quicklyPushed bounds the cells that the pushes of a Law visit: three seconds' work. A push of
// less than fewCells takes as long as one of these.
const quicklyPushed, fewCells = 1 << 32, 40

// Above is P(L + N > b).
func (l Law) Above(b float64) float64 {
	if l.inverse { // the series is of -L
		return l.series.mass - l.series.above(-b)
	}
	return l.series.above(b)
}

package accounts

import (
	"context"

	"breadboard/chains"
)

// narrow is the least width. Rounding moves the atoms of a law by less.
const narrow = 1e-12

const (
	// spread is the width over the standard deviation σ of N.
	spread = 8
	// fading over σ is from where on the characteristic function of N is below 1e-16.
	fading = 8.6
)

// A Law is the law of L + N, to the rounding of a sum: 1e-12. L is log w - log R of the forward
// runs of an annealing, or of the reverse ones, and N is an independent normal that stays within
// Width with probability 1 - 1e-15. log w takes finitely many values, and its law has jumps, which N makes smooth. So
//
//	Above(b + Width) <= P(L > b) <= Above(b - Width).
//
// Runs of weight 0 are left out.
type Law struct {
	Width     float64
	Low, High float64 // L lies between them
	series    series
	inverse   bool
}

// LawOf returns the law of log w of all forward runs, or of all reverse runs. Its width is a
// share of High - Low, 0.001 say, or as much more as is needed to have it in some seconds. If that
// is more than the coarsest share, the error is ErrTooLarge.
func LawOf(ctx context.Context, a chains.Annealing, reverse bool, share float64) (l Law, err error) {
	v := newAnnealedWeight(a, reverse)
	l.Low = v.low
	l.High = v.high
	l.inverse = reverse
	l.Width = max(share*(l.High-l.Low), narrow)
	each := float64((4 + a.Grid.Moves()) * max(a.Grid.Size(), fewCells))
	visits := powersTo(l.Width, l.High-l.Low) * float64(a.T()) * each
	if l.Width *= max(1, visits/quicklyPushed); l.Width > max(share, coarsest)*(l.High-l.Low)+narrow {
		return l, ErrTooLarge
	}
	l.series, err = v.series(ctx, l.Width)
	return l, err
}

const (
	// quicklyPushed bounds the cells that the pushes of a Law visit: two seconds' work.
	quicklyPushed = 1 << 31
	// fewCells is the number of cells below which a push takes no less time.
	fewCells = 40
)

// coarsest is a share of the interval in which log w lies. A wider law says next to nothing.
const coarsest = 1. / 12

// Sigma is the standard deviation of N.
func (l Law) Sigma() float64 { return l.Width / spread }

// Above is P(L + N > b).
func (l Law) Above(b float64) float64 {
	if l.inverse { // the series is of -L
		return l.series.mass - l.series.above(-b)
	}
	return l.series.above(b)
}

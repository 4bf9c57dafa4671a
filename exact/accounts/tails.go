package accounts

import (
	"context"
	"math"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// A Tail brackets the probability that log w is more than B nats on the wrong side of log R:
// above it forward, or below it in reverse. Markov's inequality bounds it by e^-B, since
// E_fwd[w] is R and E_rev[1/w] is 1/R.
//
// log w takes finitely many values, and its law has jumps. If the tail of L = log w - log R is
// found from the characteristic function, a normal N is added to L. N stays within the width r
// with probability 1 - 1e-15. Then
//
//	P(L + N > B + r) <= P(L > B) <= P(L + N > B - r)
//
// and these are Low and High, to the rounding of a sum: 1e-12.
type Tail struct {
	B, Low, High float64
	How          How
}

// inverted is a tail from a characteristic function. Rounding can put its bounds in the wrong order.
func inverted(b, low, high float64) Tail {
	return Tail{b, min(low, high), max(low, high), Inverted}
}

// Markov is the bound e^-B.
func (t Tail) Markov() float64 { return math.Exp(-t.B) }

// narrow is the width for a law that is known by its atoms. Rounding moves the atoms by less.
const narrow = 1e-12

const (
	// spread is the width over the standard deviation σ of N.
	spread = 8
	// fading over σ is from where on the characteristic function of N is below 1e-16.
	fading = 8.6
)

// mostWaves bounds the number of complex exponentials for all tails: half a minute's work. A tail
// of SIR with a width of a hundredth of a nat takes 17,000 of them for each weight.
const mostWaves = 1 << 27

// Above returns P_fwd(log w > log R + b) for each b, to a width in nats. It knows programs that
// draw their cell at once, SIR and AIS. For others the error is ErrTooLarge, and also if
// tails of this width would take minutes.
func Above(ctx context.Context, e programs.Estimator, p programs.Problem, width float64, b ...float64) ([]Tail, error) {
	return tailsOf(ctx, e, p, false, width, b)
}

// Below returns P_rev(log w < log R - b) for each b, of the same programs.
func Below(ctx context.Context, e programs.Estimator, p programs.Problem, width float64, b ...float64) ([]Tail, error) {
	return tailsOf(ctx, e, p, true, width, b)
}

func tailsOf(ctx context.Context, e programs.Estimator, p programs.Problem, reverse bool, width float64, b []float64) (
	[]Tail, error) {
	l, err := lawOf(e, p, reverse, errNoTails)
	if err != nil {
		return nil, err
	}
	return l.tails(ctx, width, b)
}

// A Law is the law of L + N, to the rounding of a sum: 1e-12. L is log w - log R of the forward
// runs of an annealing, or of the reverse ones, and N is an independent normal that stays within
// Width (see Tail). So
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

// Largest returns the largest log w of K forward runs, for programs that draw their cell at
// once, SIR and AIS. Of the latter two it knows the tails at places a width apart, each
// between two bounds. Mean and Square are in the middle of what these allow, and Off is half
// of that, which falls with the width. The width is what makes Off as asked for, if that takes a
// second or two; else it is wider. If even the widest would take minutes the error is
// ErrTooLarge.
func Largest(ctx context.Context, e programs.Estimator, p programs.Problem, K int, off float64) (Combined, error) {
	l, err := lawOf(e, p, false, errNoTails)
	if err != nil {
		return Combined{}, err
	}
	switch l := l.(type) {
	case atoms:
		return l.largest(K), nil
	case sirLaw:
		if K == 1 { // the largest of one run is the run, and an integral has its mean to twelve digits at once
			return l.mean(ctx, 1)
		}
		low, high := math.Inf(1), math.Inf(-1)
		for x, q := range l.first {
			if q > 0 {
				low = min(low, l.logw[x])
				high = max(high, l.logw[x])
			}
		}
		return largest(ctx, l, low, high, K, off)
	case annealedWeight:
		lost, err := l.mayBeZero(ctx)
		if err != nil {
			return Combined{}, err
		}
		low := l.low
		if lost {
			low = math.Inf(-1)
		}
		return largest(ctx, l, low, l.high, K, off)
	}
	return Combined{}, errNoTails
}

const (
	// widest is the first width in nats.
	widest = 0.1
	// quickWaves bounds the complex exponentials of a finer width.
	quickWaves = 1 << 24
	// mostPlaces bounds the places at which the tails of a width are asked for.
	mostPlaces = 1 << 20
)

// largest is Largest for a law of log w that lies from low to high and knows how many complex exponentials its
// tails take.
func largest(ctx context.Context, l interface {
	weightLaw
	waves(width float64, tails int) float64
}, low, high float64, K int, off float64) (c Combined, _ error) {
	if math.IsInf(low, -1) { // all weights may be 0
		return infinite, nil
	}
	places := func(width float64) float64 { return (high-low)/width + 5 }
	if places(widest) > mostPlaces {
		return c, ErrTooLarge
	}
	for width := widest; ; {
		var at []float64
		for b := low - 2*width; b < high+3*width; b += width {
			at = append(at, b)
		}
		tails, err := l.tails(ctx, width, at)
		if err != nil {
			return Combined{}, err
		}
		if c = largestBy(tails, K); c.Off <= off {
			return c, nil
		}
		finer := width * min(0.9, 0.95*off/c.Off)
		for finer < width && !(places(finer) <= mostPlaces && l.waves(finer, int(places(finer))) <= quickWaves) {
			finer *= 1.1
		}
		if finer > 0.95*width {
			return c, nil
		}
		width = finer
	}
}

// largestBy integrates P(M > b) and 2b P(M > b) for the largest M of K values. Both tails fall,
// so that an interval's integral lies between its values at the ends.
func largestBy(tails []Tail, K int) Combined {
	above := func(tail float64) float64 { return -math.Expm1(float64(K) * math.Log1p(-min(max(tail, 0), 1))) }
	from := tails[0].B
	mean := [2]float64{from, from}
	square := [2]float64{from * from, from * from}
	for i, t := range tails[1:] {
		width := t.B - tails[i].B
		slope := t.B*t.B - tails[i].B*tails[i].B
		low, high := above(t.Low), above(tails[i].High)
		mean[0] += width * low
		mean[1] += width * high
		square[0] += min(slope*low, slope*high)
		square[1] += max(slope*low, slope*high)
	}
	return Combined{(mean[0] + mean[1]) / 2, (square[0] + square[1]) / 2,
		max(mean[1]-mean[0], square[1]-square[0]) / 2, Inverted}
}

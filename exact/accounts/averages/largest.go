package averages

import (
	"context"
	"math"

	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// Largest returns the largest log w of K forward runs, for programs that draw their cell at
// once, SIR and AIS. Of the latter two it knows the tails at places a width apart, each
// between two bounds. Mean and Square are in the middle of what these allow, and Off is half
// of that, which falls with the width. The width is what makes Off as asked for, if that takes a
// second or two; else it is wider. If even the widest would take minutes the error is
// laplace.ErrTooLarge.
func Largest(ctx context.Context, e programs.Estimator, p programs.Problem, K int, off float64) (Combined, error) {
	if err := p.Check(); err != nil {
		return Combined{}, err
	}
	ends := exact.NewEnds(p.Annealing)
	switch e := e.(type) {
	case programs.Direct:
		q, logq := e.Law()
		return newAtoms(q, logq, ends.P, ends.LogP).largest(K), nil
	case programs.SIR:
		if K == 1 { // the largest of one run is the run, and an integral has its mean to twelve digits at once
			return Arithmetic(ctx, e, p, 1)
		}
		low, high := math.Inf(1), math.Inf(-1)
		for x, q := range ends.P1 {
			if q > 0 {
				low, high = min(low, ends.LogW[x]), max(high, ends.LogW[x])
			}
		}
		return spanned{newMeanLaw(ends, e.P, false), low, high}.largest(ctx, K, off)
	case programs.AIS:
		v := annealedWeight{a: e.Annealing}
		lost, err := v.mayBeZero(ctx)
		if err != nil {
			return Combined{}, err
		}
		low, high := weightSpan(e.Annealing)
		if lost {
			low = math.Inf(-1)
		}
		return spanned{v, low, high}.largest(ctx, K, off)
	}
	return Combined{}, errNoTails
}

// A spanned law of log w is between two places. It has tails, and knows how many complex
// exponentials they take.
type spanned struct {
	law interface {
		above(ctx context.Context, width float64, b []float64) ([]Tail, error)
		waves(width float64, tails int) float64
	}
	low, high float64
}

// widest is the first width in nats, and quickWaves bounds the exponentials of finer ones.
const widest, quickWaves = 0.1, 1 << 24

func (s spanned) largest(ctx context.Context, K int, off float64) (Combined, error) {
	if math.IsInf(s.low, -1) { // all weights may be 0
		return infinite, nil
	}
	c, err := s.to(ctx, widest, K)
	for width := widest; err == nil && c.Off > off; {
		finer := width * min(0.9, 0.95*off/c.Off)
		for finer < width && !s.quick(finer) {
			finer *= 1.1
		}
		if finer > 0.95*width {
			break
		}
		width = finer
		c, err = s.to(ctx, width, K)
	}
	return c, err
}

// quick reports whether tails at places so far apart take a second or so.
func (s spanned) quick(width float64) bool {
	places := s.places(width)
	return places <= mostPlaces && s.law.waves(width, int(places)) <= quickWaves
}

// mostPlaces bounds the places of the tails.
const mostPlaces = 1 << 20

// places is the number of places a width apart.
func (s spanned) places(width float64) float64 { return (s.high-s.low)/width + 5 }

// to is the largest of K from tails at places a width apart.
func (s spanned) to(ctx context.Context, width float64, K int) (Combined, error) {
	if s.places(width) > mostPlaces {
		return Combined{}, laplace.ErrTooLarge
	}
	var places []float64
	for at := s.low - 2*width; at < s.high+3*width; at += width {
		places = append(places, at)
	}
	tails, err := s.law.above(ctx, width, places)
	if err != nil {
		return Combined{}, err
	}
	return largest(tails, K), nil
}

// largest integrates P(M > b) and 2b P(M > b) for the largest M of K values. Both tails fall,
// so that an interval's integral lies between its values at the ends.
func largest(tails []Tail, K int) Combined {
	above := func(tail float64) float64 { return -math.Expm1(float64(K) * math.Log1p(-min(max(tail, 0), 1))) }
	from := tails[0].B
	mean, square := [2]float64{from, from}, [2]float64{from * from, from * from}
	for i, t := range tails[1:] {
		width, slope := t.B-tails[i].B, t.B*t.B-tails[i].B*tails[i].B
		low, high := above(t.Low), above(tails[i].High)
		mean[0], mean[1] = mean[0]+width*low, mean[1]+width*high
		square[0], square[1] = square[0]+min(slope*low, slope*high), square[1]+max(slope*low, slope*high)
	}
	return Combined{(mean[0] + mean[1]) / 2, (square[0] + square[1]) / 2,
		max(mean[1]-mean[0], square[1]-square[0]) / 2, Inverted}
}

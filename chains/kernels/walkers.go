package kernels

import (
	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Walkers is the bridge of independent walkers: walker k from the base at Shares[k] times beta.
type Walkers struct {
	Base   chains.Bridge
	N      int       // cells of the base
	Shares []float64 // from 0 to 1, the first of them 1
}

// At sets dst to the sum of log f_(share beta) at all walkers' places.
func (b Walkers) At(dst []float64, beta float64) {
	b.sum(dst, func(part []float64, share float64) { b.Base.At(part, share*beta) })
}

// Slope sets dst to the sum of the derivatives, each times its share.
func (b Walkers) Slope(dst []float64, beta float64) {
	b.sum(dst, func(part []float64, share float64) {
		b.Base.Slope(part, share*beta)
		floats.Scale(share, part)
	})
}

// Bend adds up how the walkers' densities bend. Those with a share below 1 do so at beta = 1 too.
func (b Walkers) Bend(dst []float64, beta float64) (ok bool) {
	b.sum(dst, func(part []float64, share float64) {
		ok = chains.Bend(b.Base, part, share*beta)
	})
	return ok
}

// Sharpen sharpens the rises of all walkers.
func (b Walkers) Sharpen(rise []float64, from, to float64) {
	b.sum(rise, func(part []float64, share float64) { b.risen(part, share*from, share*to) })
}

// risen is by how much the base's log density rises.
func (b Walkers) risen(rise []float64, from, to float64) {
	before := make([]float64, b.N)
	b.Base.At(rise, to)
	b.Base.At(before, from)
	for x := range rise {
		rise[x] = chains.LogRatio(rise[x], before[x])
	}
	sharpen(b.Base, rise, from, to)
}

// sum sets dst to the sum of a part for each walker at its own place. The first walker's place varies slowest.
func (b Walkers) sum(dst []float64, of func(part []float64, share float64)) {
	sums := []float64{0}
	for k, share := range b.Shares {
		part := make([]float64, b.N)
		of(part, share)
		next := make([]float64, 0, len(sums)*b.N)
		if k == len(b.Shares)-1 {
			next = dst[:0]
		}
		for _, before := range sums {
			for _, v := range part {
				next = append(next, before+v)
			}
		}
		sums = next
	}
}

// Lowered takes a constant off the base, and so off all walkers. The rise is the base's own for each of them, times its
// share. The result is geometric if the base is: the path of each walker between its own ends is then geometric too.
func (b Walkers) Lowered() (_ chains.Bridge, rise float64) {
	base, own := chains.Lowered(b.Base)
	b.Base = base
	states := 1
	for _, share := range b.Shares {
		rise += share * own
		states *= b.N
	}
	if _, ok := b.Base.(chains.Geometric); !ok {
		return b, rise
	}
	return between(b, states), rise
}

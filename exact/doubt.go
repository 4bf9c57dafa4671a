package exact

import (
	"math"

	"breadboard/chains"
)

// unit is the largest relative error of one rounding.
const unit = 0x1p-53

// A doubt is how far a function u = q/p - 1 that a walk carries can be from what it
// stands for, in the mean under p, and what that does to the sum of its steps.
//
// A step of a kernel brings no two laws further apart: of an error e that a level
// makes no more than the mean of |e| is left at any later one. So errors are added
// up, and never multiplied. There are two sorts.
//
// State: a pull rounds what it moves, to a few units of |u| for every entry of a
// row, and it aims at a density whose logarithm was rounded, to |log f| units, once
// for as many levels as the density is carried. What the density has moved is
// rounded to a few units of that. All this is bounded by what it is relative to, and
// none of it is thought to be forgotten. Where it is made afresh many times, not all
// errors go the same way: as sums of independent roundings they are larger than
// sure times the root of their squares with a probability below e^(-sure²/2), 1e-14
// (Higham and Mary 2019).
//
// Noise: where betas are taken for equally spaced that are so but for rounding, or
// log f_t - log f_{t-1} is a difference of rounded numbers, the error is one of the
// size of a rounding, however small the step. It is a multiple of the very function
// that the step adds to u, or like one, and is forgotten as that is. How long that
// takes u itself tells: if it is as large as what the last m levels have added to
// it, m of them are remembered, and memory times m is taken for it.
//
// The first sort is bounded but for the few units that a rounded step comes to and
// for chance; how long the second is remembered is an estimate. Both are held against
// proved results over the catalogue of kernels.
type doubt struct {
	moves  float64 // entries of a row
	state  float64 // the sum
	square float64 // and the sum of squares
	noise  float64
	path   float64 // of the path divergence
}

// A footprint is what one level of a walk is like.
type footprint struct {
	u     float64 // Σ p|u|
	log   float64 // Σ p|u| |log f|
	moved float64 // Σ |p_t - p_{t-1}|
	lag   float64 // Σ p|u| |log p_t/p_{t-1}|
	noise float64 // Σ p times the error of log p_t/p_{t-1}
	share float64 // and what such errors do to the step's share of the path divergence
}

// Add is both together, for cells that were taken piece by piece.
func (f footprint) Add(g footprint) footprint {
	return footprint{f.u + g.u, f.log + g.log, f.moved + g.moved, f.lag + g.lag, f.noise + g.noise, f.share + g.share}
}

// memory is how many times longer an error is remembered than u tells, and sure how
// many standard deviations a sum of roundings is allowed.
const (
	memory = 16
	sure   = 8
)

// through adds what n levels like this one bring.
func (e *doubt) through(n float64, f footprint) {
	pulled, carried := unit*((8+e.moves)*f.u+4*math.Sqrt(1+e.moves)*f.moved), unit*f.log
	e.state += n * (pulled + carried)
	e.square += n*pulled*pulled + n*n*carried*carried
	forget := 1.0
	if f.u*memory > f.moved {
		forget = f.moved / (f.u * memory)
	}
	if forget*n < 1e-3 {
		e.noise += n * f.noise
	} else {
		left := math.Pow(1-forget, n)
		e.noise = left*e.noise + (1-left)/forget*f.noise
	}
	weight := f.moved
	if f.u > 0 {
		weight = max(weight, f.lag/f.u)
	}
	e.path += n * (2*(e.total()*weight+4*unit*f.lag) + f.share)
}

// total is how far u can be off.
func (e *doubt) total() float64 { return min(e.state, sure*math.Sqrt(2*e.square)) + e.noise }

// tracks are the footprints of both functions of a twin walk.
type tracks struct{ u, v footprint }

// Add is both together.
func (t tracks) Add(s tracks) tracks { return tracks{t.u.Add(s.u), t.v.Add(s.v)} }

// size is what log f was rounded at in a cell with mass, at any level.
func (w *twin) size(x int) float64 { return math.Abs(w.ends.From[x]) + math.Abs(w.ends.To[x]) }

// tracks are those of a level like the one at hand, by unit of beta, in some of the
// cells.
func (w *twin) tracks(from, to int) tracks {
	var u, v, logU, logV, lagU, lagV, moved, share float64
	for x := from; x < to; x++ {
		if p := w.p[x]; p > 0 { // and so it has at both ends
			first, last := w.ends.From[x], w.ends.To[x]
			size, slope := math.Abs(first)+math.Abs(last), math.Abs(last-first-w.mean)
			pu, pv := p*math.Abs(w.f[0][x]), p*math.Abs(w.f[1][x])
			u, logU, lagU = u+pu, logU+pu*size, lagU+pu*slope
			v, logV, lagV = v+pv, logV+pv*size, lagV+pv*slope
			moved += p * slope
			share += unit * (8 + size) * p * slope * slope
		}
	}
	return tracks{footprint{u, logU, moved, lagU, moved, share}, footprint{v, logV, moved, lagV, moved, share}}
}

// A stride is what has happened since P was last made afresh.
type stride struct {
	length, fast float64    // of beta, and the largest step
	off          float64    // by how much betas were off at the most
	u            [2]float64 // Σ p|u| and Σ p|v| at its start,
	slope        float64    // the mean distance of log f_T - log f_1 from its mean,
	share        float64    // and what p's own rounding makes of its square
}

// stepped lengthens the stride by a step of beta.
func (s *stride) stepped(h, off float64) {
	s.length, s.fast, s.off = s.length+h, max(s.fast, h), max(s.off, off)
}

// stood takes note of the stride that ends here, at a level like t by unit of beta.
// In between u has been larger than at either end where steps were, and never by
// more than what they added.
func (w *twin) stood(t tracks) {
	w.count()
	s, n := w.stride, float64(w.age)
	for k, f := range [2]footprint{t.u, t.v} {
		slope := max(f.moved, s.slope)
		u := max(f.u, s.u[k])
		if w.pace < s.fast {
			grown := s.u[k] + s.length*slope
			if w.pace > 0 {
				grown = min(grown, f.u*s.fast/w.pace)
			}
			u = max(u, grown)
		}
		more := 1.0
		if f.u > 0 {
			more = u / f.u
		}
		if h := s.length / n; n > 0 {
			w.doubts[k].through(n, footprint{u, f.log * more, h * slope, h * f.lag * more, s.off * slope, h * h * max(f.share, s.share)})
		}
	}
	w.stride = stride{u: [2]float64{t.u.u, t.v.u}, slope: t.u.moved, share: t.u.share}
}

// leapt takes note of a step without products.
func (w *twin) leapt(t tracks) {
	w.count()
	w.doubts[0].through(1, t.u)
	w.doubts[1].through(1, t.v)
	w.stride = stride{u: [2]float64{t.u.u + t.u.moved, t.v.u + t.v.moved}}
}

// leap adds a cell that takes a step without products: its rise is the difference
// of logarithms, each rounded at size. What is pulled next is as large as u and v are
// then.
func (t *tracks) leap(p, after, rise, u, v, size float64) {
	moved, off := math.Abs(after-p), unit*(2+size)
	noise, large := off*(p+after), max(p, after)
	cell := func(f, then float64) footprint {
		lag := large * math.Abs(f) * math.Abs(rise)
		f = max(large*math.Abs(f), math.Abs(then))
		return footprint{f, f * size, moved, lag, noise, noise*math.Abs(rise) + 2*off*f}
	}
	t.u = t.u.Add(cell(u, p*u+p-after))
	t.v = t.v.Add(cell(v, after*(v+rise)))
}

// count counts the moves of a row once there are any.
func (w *twin) count() {
	if w.doubts[0].moves == 0 && w.aimed {
		w.doubts[0].moves = entries(w.op, w.p)
		w.doubts[1].moves = w.doubts[0].moves
	}
}

// entries is about how many moves a row of an aimed operator has.
func entries(op chains.Operator, p []float64) float64 {
	const most, looks = 1 << 12, 8
	if len(p) > most {
		return 64
	}
	longest := 0
	for x := 0; x < len(p); x += (len(p) + looks - 1) / looks {
		n := 0
		if p[x] > 0 {
			op.Row(x, func(int, float64) { n++ })
		}
		longest = max(longest, n)
	}
	return float64(longest)
}

package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// up moves to the next level and returns the step's shares of both path
// divergences.
func (w *twin) up() (fwd, rev float64) {
	if to := w.level.T + 1; to > w.until {
		w.pace, w.until, w.off = pace(w.a.Schedule, to)
		w.ready = false
	}
	if !(w.most() < lanes.Small) {
		return w.leap()
	}
	w.level.Move(w.level.T+1, w.a.Schedule.Beta(w.level.T+1))
	w.level.P = w.p
	fwd, rev = w.share(w.carry())
	w.stride.stepped(w.pace, w.off)
	if w.age++; w.age == oldest || math.Abs(w.excess) > drift {
		w.stand(w.level.T)
	}
	return fwd, rev
}

// pace returns the step of beta to a level, and up to which level the following
// are the same but for the rounding of two betas: it is then their mean, of which
// the rounding is least. The betas that are carried so are off by no more than off.
func pace(s chains.Schedule, to int) (h float64, until int, off float64) {
	from := s.Beta(to - 1)
	first := s.Beta(to) - from
	for until = to; until < s.Len() && until < to+oldest; until++ {
		if math.Abs(s.Beta(until+1)-s.Beta(until)-first) > 0x1p-52 {
			break
		}
	}
	h = (s.Beta(until) - from) / float64(until-to+1)
	for t := to; t < until; t++ {
		off = max(off, math.Abs(s.Beta(t)-from-float64(t-to+1)*h))
	}
	return h, until, off + 2*unit*(s.Beta(until)-from)
}

// share is what the sums over a step that was carried come to. With s the growth
// of P's mass and l = log(1+s), KL(p_{t-1} || p_t) is <p, more> + l - s, and the
// mean m of v becomes, v having gained its rise,
//
//	(m + s - <p, more> + <p, grow v>)/(1+s)
//
// of which l is a shift.
func (w *twin) share(sum lanes.Sums) (fwd, rev float64) {
	z := 1 + w.excess
	s, more, gain := sum.Grow/z, sum.More/z, sum.Gain/z
	rest := log1pmx(s)
	fwd = more + rest - sum.Lag - (s-more)*w.excess
	rev = (gain-more-s*(w.total+w.shift)-s*s)/(1+s) - rest
	w.total += rev
	w.shift += s + rest
	w.excess += sum.Grow
	return fwd, rev
}

// carry takes the step by products alone.
func (w *twin) carry() lanes.Sums {
	if n := len(w.p); n < chains.ParallelFrom {
		if w.slope == nil {
			w.slope, w.step = make([]float64, n), newStep(n)
		}
		if !w.even {
			w.slopes(w.slope, 0)
			w.even = true
		}
		if !w.ready {
			lanes.Rates(&w.step, w.slope, w.pace)
			w.ready = true
		}
		return lanes.Carry(w.p, &w.f, &w.step)
	}
	return reduce(len(w.p), func(from, to int) lanes.Sums {
		const chunk = 1024
		step, room := newStep(chunk), make([]float64, chunk)
		var sum lanes.Sums
		for a := from; a < to; a += chunk {
			b := min(to, a+chunk)
			slope := room[:b-a]
			w.slopes(slope, a)
			lanes.Rates(&step, slope, w.pace)
			sum = sum.Add(lanes.Carry(w.p[a:b], &lanes.Pair{w.f[0][a:b], w.f[1][a:b]}, &step))
		}
		return sum
	})
}

// slopes are those of log f in beta, less their mean, of the cells from one on.
func (w *twin) slopes(slope []float64, from int) {
	first, last, p := w.ends.From[from:], w.ends.To[from:], w.p[from:]
	for i := range slope {
		slope[i] = 0
		if p[i] > 0 {
			slope[i] = last[i] - first[i] - w.mean
		}
	}
}

// most is the largest change of log f that a step of the pace brings to a cell,
// beside its mean.
func (w *twin) most() float64 { return w.pace * max(w.high-w.mean, w.mean-w.low) }

// leap takes a step that is too large for products.
func (w *twin) leap() (fwd, rev float64) {
	t := w.level.T
	if w.age > 0 {
		w.stand(t)
	}
	before := w.logZ
	h := w.a.Schedule.Beta(t+1) - w.level.Beta
	w.a.LevelAt(w.level, t+1)
	w.level.P = w.p
	mass := w.masses(w.next[0])
	s := reduce(len(w.p), func(from, to int) sums { return w.leapCells(from, to, mass, h, w.logZ-before) })
	w.leapt(s.tracks)
	w.mean = s.slope / s.mass
	w.total += s.rev
	return s.fwd, s.rev
}

// masses sets f to f_t at the level over its largest, and log Z_t; it returns their
// sum.
func (w *twin) masses(f []float64) float64 {
	top := reduce(len(f), func(from, to int) sums {
		s := sums{max: math.Inf(-1)}
		part := chains.Geometric{From: w.ends.From[from:to], To: w.ends.To[from:to]}
		part.At(f[from:to], w.level.Beta)
		for _, v := range f[from:to] {
			s.max = max(s.max, v)
		}
		return s
	}).max
	mass := reduce(len(f), func(from, to int) (s sums) {
		for x := from; x < to; x++ {
			f[x] = math.Exp(f[x] - top)
			s.mass += f[x]
		}
		return s
	}).mass
	w.logZ = top + math.Log(mass)
	return mass
}

// leapCells moves cells by a step h of beta, over which log Z rises as said, to
// where next[0] has their mass, of such a sum. Where log p changes little the step is
// as one of products.
func (w *twin) leapCells(from, to int, mass, h, logZ float64) (s sums) {
	for x := from; x < to; x++ {
		p := w.p[x]
		if p == 0 {
			continue
		}
		slope := w.ends.To[x] - w.ends.From[x]
		after, rise := w.next[0][x]/mass, h*slope-logZ
		u, v := w.f[0][x], w.f[1][x]
		s.leap(p, after, rise, u, v, w.size(x)+math.Abs(w.logZ))
		if math.Abs(rise) < lanes.Small {
			more := expm1mx(rise)
			grow := rise + more
			s.fwd += p * (more - u*rise)
			s.rev += p * (rise*grow - more + v*grow)
			w.f[0][x] -= grow / (1 + grow) * (1 + u)
		} else {
			s.fwd += after - p - p*(1+u)*rise
			s.rev += p - after + after*rise + v*(after-p)
			w.f[0][x] = (1+u)*(p/after) - 1
		}
		w.f[1][x] += rise
		w.p[x] = after
		s.mass += after
		s.slope += after * slope
	}
	return s
}

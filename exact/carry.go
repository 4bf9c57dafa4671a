package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// small is how many nats a step may change a log density by, in any cell, to be
// made by products.
const small = 0.5

// up moves to the next level and returns the step's shares of both path
// divergences.
func (w *twin) up() (fwd, rev float64) {
	if to := w.level.T + 1; to > w.until {
		w.pace, w.until, w.off = pace(w.a.Schedule, to)
		w.ready = false
	}
	if !(w.pace*max(w.high-w.mean, w.mean-w.low) < small) {
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
	if n := len(w.p); n < chains.Wide {
		if !w.ready {
			w.rates(&w.step, 0, n)
			w.ready = true
		}
		return lanes.Carry(w.p, &w.f, &w.step)
	}
	return reduce(len(w.p), func(from, to int) lanes.Sums {
		var sum lanes.Sums
		const chunk = 1024
		step := newStep(chunk)
		for a := from; a < to; a += chunk {
			b := min(to, a+chunk)
			w.rates(&step, a, b)
			sum = sum.Add(lanes.Carry(w.p[a:b], &lanes.Pair{w.f[0][a:b], w.f[1][a:b]}, &step))
		}
		return sum
	})
}

// rates sets s to what a step of the pace does to the cells from..to.
func (w *twin) rates(s *lanes.Step, from, to int) {
	for x := from; x < to; x++ {
		rise := 0.0
		if w.p[x] > 0 {
			rise = w.pace * (w.ends.To[x] - w.ends.From[x] - w.mean)
		}
		more := expm1mx(rise)
		grow := rise + more
		i := x - from
		s.Rise[i], s.Grow[i], s.More[i], s.Shrink[i] = rise, grow, more, -grow/(1+grow)
	}
}

// leap takes a step over which log p changes so much that nothing cancels.
func (w *twin) leap() (fwd, rev float64) {
	t := w.level.T
	if w.age > 0 {
		w.stand(t)
	}
	w.a.LevelAt(w.level, t+1)
	w.level.P = w.p
	w.logZ = w.logMass()
	s := reduce(len(w.p), w.leapCells)
	w.leapt(s.tracks)
	w.mean, w.ready = s.slope/s.mass, false
	w.total += s.rev
	return s.fwd, s.rev
}

// logMass is log Z at the level.
func (w *twin) logMass() float64 {
	logf := func(from, to int, visit func(v float64)) {
		part := chains.Geometric{From: w.ends.From[from:to], To: w.ends.To[from:to]}
		part.At(w.next[0][from:to], w.level.Beta)
		for _, v := range w.next[0][from:to] {
			visit(v)
		}
	}
	top := reduce(len(w.p), func(from, to int) sums {
		s := sums{max: math.Inf(-1)}
		logf(from, to, func(v float64) { s.max = max(s.max, v) })
		return s
	}).max
	mass := reduce(len(w.p), func(from, to int) (s sums) {
		for _, v := range w.next[0][from:to] {
			s.mass += math.Exp(v - top)
		}
		return s
	}).mass
	return top + math.Log(mass)
}

// leapCells moves cells to the level, of which next[0] has log f.
func (w *twin) leapCells(from, to int) (s sums) {
	for x := from; x < to; x++ {
		p := w.p[x]
		if p == 0 {
			continue
		}
		after := math.Exp(w.next[0][x] - w.logZ)
		rise := math.Log(after / p)
		down, up := klTerms(p, after)
		u, v := &w.f[0][x], &w.f[1][x]
		s.leap(p, after, rise, *u, *v, w.size(x)+math.Abs(w.logZ))
		s.fwd += down - p**u*rise
		s.rev += up + *v*(after-p)
		*u = (p**u + (p - after)) / after
		*v += rise
		w.p[x] = after
		s.mass += after
		s.slope += after * (w.ends.To[x] - w.ends.From[x])
	}
	return s
}

package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/lanes"
)

// up moves to the next level. It returns what the step adds to both path divergences.
func (w *onePass) up() (fwd, rev float64) {
	if w.jumps() {
		return w.jump()
	}
	w.level.Move(w.level.T+1, w.a.Schedule.Beta(w.level.T+1))
	w.level.P = w.p
	fwd, rev = w.share(w.advance())
	if w.age++; w.age == oldest || math.Abs(w.excess) > drift {
		w.refresh(w.level.T)
	}
	return fwd, rev
}

// jumps finds the pace of the next step, and reports whether it is too large for products.
func (w *onePass) jumps() bool {
	if to := w.level.T + 1; to > w.until {
		w.pace, w.until = pace(w.a.Schedule, to)
		w.ready = false
	}
	return !(w.most() < lanes.Small)
}

// pace returns the step of beta to a level, and the last level that steps of the same size
// lead to, up to the rounding of two betas. The returned step is their mean, which is
// rounded least.
func pace(s chains.Schedule, to int) (h float64, until int) {
	from := s.Beta(to - 1)
	first := s.Beta(to) - from
	for until = to; until < s.Len() && until < to+oldest; until++ {
		if math.Abs(s.Beta(until+1)-s.Beta(until)-first) > 0x1p-52 {
			break
		}
	}
	return (s.Beta(until) - from) / float64(until-to+1), until
}

// share turns the sums over cells of an advance into its shares of both path
// divergences. Let P's mass grow by s, and l = log(1+s). Then KL(p_{t-1} || p_t) is
// <p, more> + l - s. After v has gained its rise its mean m becomes
//
//	(m + s - <p, more> + <p, grow v>)/(1+s),
//
// and l of that is a shift.
func (w *onePass) share(sum lanes.Sums) (fwd, rev float64) {
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

// advance takes a step by products alone, without exponentials.
func (w *onePass) advance() lanes.Sums {
	if n := len(w.p); n < chains.ParallelFrom {
		if w.slope == nil {
			w.slope, w.step = make([]float64, n), newStep(n)
		}
		if !w.ready {
			w.slopes(w.slope, 0)
			lanes.Rates(&w.step, w.slope, w.pace)
			w.ready = true
		}
		return lanes.Carry(w.p, &w.f, &w.step)
	}
	return chains.Reduce(len(w.p), func(from, to int) lanes.Sums {
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
	}, lanes.Sums.Add)
}

// slopes sets slope to the slopes of log f in beta, less their mean, for cells from on.
func (w *onePass) slopes(slope []float64, from int) {
	first, last, p := w.bridge.From[from:], w.bridge.To[from:], w.p[from:]
	for i := range slope {
		slope[i] = 0
		if p[i] > 0 {
			slope[i] = last[i] - first[i] - w.mean
		}
	}
}

// most is the largest change of log f, less its mean, that the step brings to a cell.
func (w *onePass) most() float64 { return w.pace * max(w.high-w.mean, w.mean-w.low) }

// jump takes a step that is too large for products, with an exponential a cell.
func (w *onePass) jump() (fwd, rev float64) {
	t := w.level.T
	if w.age > 0 {
		w.refresh(t)
	}
	before := w.logZ
	h := w.a.Schedule.Beta(t+1) - w.level.Beta
	w.a.LevelAt(w.level, t+1)
	w.level.P = w.p
	mass := w.masses(w.next[0])
	s := chains.Reduce(len(w.p), func(from, to int) sums {
		return w.jumpCells(from, to, mass, h, w.logZ-before)
	}, sums.Add)
	w.mean, w.ready = s.slope/s.mass, false
	w.total += s.rev
	return s.fwd, s.rev
}

// masses sets f to f_t over its largest value, and logZ to log Z_t. It returns the sum of
// f.
func (w *onePass) masses(f []float64) float64 {
	top := chains.Reduce(len(f), func(from, to int) sums {
		s := sums{max: math.Inf(-1)}
		part := chains.Geometric{From: w.bridge.From[from:to], To: w.bridge.To[from:to]}
		part.At(f[from:to], w.level.Beta)
		for _, v := range f[from:to] {
			s.max = max(s.max, v)
		}
		return s
	}, sums.Add).max
	mass := chains.Reduce(len(f), func(from, to int) (s sums) {
		for x := from; x < to; x++ {
			f[x] = math.Exp(f[x] - top)
			s.mass += f[x]
		}
		return s
	}, sums.Add).mass
	w.logZ = top + math.Log(mass)
	return mass
}

// jumpCells moves cells by a step h of beta. Their new mass is next[0] over mass, and log Z
// rises by logZ. If log p changes by little the step computes second-order terms as advance
// does.
func (w *onePass) jumpCells(from, to int, mass, h, logZ float64) (s sums) {
	for x := from; x < to; x++ {
		p := w.p[x]
		if p == 0 {
			continue
		}
		slope := w.bridge.To[x] - w.bridge.From[x]
		after, rise := w.next[0][x]/mass, h*slope-logZ
		u, v := w.f[0][x], w.f[1][x]
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

// sums holds the sums of a pass over cells, and the largest number that it compared.
type sums struct {
	max, mass, slope, fwd, rev float64
}

// Add joins the sums of two parts.
func (s sums) Add(t sums) sums {
	return sums{max(s.max, t.max), s.mass + t.mass, s.slope + t.slope, s.fwd + t.fwd, s.rev + t.rev}
}

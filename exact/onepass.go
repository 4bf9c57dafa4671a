package exact

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/flows"
	"breadboard/chains/lanes"
)

// A onePass runs both chains at once, upward. It makes small steps along geometric bridges by products (advance), and
// all others by exponentials (jump). It need not run the reverse chain: by Crooks, E_rev[log w] = E_fwd[ŵ log ŵ] for
// the normalised weight ŵ = w Z_1/Z_T. From level to level it pulls two functions, relative to a mass P_t that is f_t
// times a constant:
//
//	u = q/P - 1                               1 + u_t = T̃_t ((1 + u_{t-1}) P_{t-1}/P_t)
//	v = E_fwd[ŵ log ŵ; x_t = x] / p_t(x)      v_t = T̃_t (v_{t-1} + log P_t/P_{t-1})
//
// At level t, ŵ is the weight so far times Z_1/Z_t; since E_fwd[ŵ; x_t = x] is p_t(x), v gains all of log P_t/P_{t-1}.
// v is E_rev[log ŵ | x_t = x]. T̃ is the reversal of T. The first line is q_t = q_{t-1} T_t over P_t: by Bayes (qT)/p =
// T̃(q/p). Since T̃ 1 = 1, P need not have mass 1: u and v are then off by known constants (drift). A step subtracts
// from u only the change of the density, and a pull moves only differences. So u keeps its digits if q is near p, as d
// = q - p does.
//
// At each step of the weight, before the pull, the forward path divergence grows by KL(p_{t-1} || p_t) - <d_{t-1}, log
// f_t/f_{t-1}>. The reverse one is the mean of v under p, which a pull does not change. It grows by <p_t - p_{t-1},
// v_{t-1} + log p_t/p_{t-1}> - KL(p_{t-1} || p_t). Both are of second order, and are added up as such.
type onePass struct {
	a        chains.Annealing
	op       chains.Operator
	reversal chains.Operator // of op, by which functions are pulled; nil unless op is known to keep p
	level    *chains.Level
	bridge   chains.Geometric // the bridge, or a geometric one between its ends
	change   []float64        // of log f in the last step; nil if the bridge is geometric
	low      float64          // the least slope, log f_T - log f_1, of a cell with mass
	high     float64          // the largest

	p     []float64   // P_t
	uv    *lanes.Pair // u and v
	next  *lanes.Pair // room for a pull, which changes places with uv: then it has u and v from before the pull
	paths Divergence  // both path divergences so far
	drift drift       // how far P, u and v are off a P of mass 1
	logZ  float64     // log Z_t where the drift was last 0
	mean  float64     // the mean of the slope under p there
	age   int         // the number of products since P was exponentiated

	pace  float64        // the step of beta to the next level, and to each up to level until; only on geometric bridges
	until int            // the last level that steps of this size lead to
	step  lanes.BetaStep // what the step does to each cell; not used on large spaces
	slope []float64      // the slope less mean; not used on large spaces
	ready bool           // step and slope belong to this pace and mean

	growth []float64 // what a step multiplies f by, where jumps are alike; nil before it is needed for this pace
}

// A drift says how far P, u and v are off their values for a P of mass 1. An advance divides f_t/f_{t-1} by exp(pace ·
// mean), which is known before the step, and not by Z_t/Z_{t-1}. Where P has mass 1 the drift is 0. From there on, with
// logZ and mean of that level,
//
//	P = (1 + excess) p_t                 v = E_fwd[ŵ log ŵ; x_t = x] / p_t(x) + shift
//	1 + u = (q/p_t) / (1 + excess)       log Z_t = logZ + scale + log(1 + excess)
//
// scale is the sum of pace · mean over the steps. shift is log(1 + excess), added up step by step as v gains it, with
// the same roundings.
type drift struct{ excess, shift, scale float64 }

// large reports whether the mass of P is so far off 1 that the drift has to be taken off.
func (d drift) large() bool { return math.Abs(d.excess) > mostDrift }

// P is exponentiated after mostProducts, and scaled when its mass is off 1 by mostDrift: both so seldom that it takes
// no time, and so often that it costs a digit or so. 128 products have as many roundings, 1e-14 of P. A drift D that is
// taken off u leaves a rounding of the size of D's, so that D may not be much larger than u. n steps that each change
// log f by r make D = (nr)²/2, and u is at least r = sqrt(2D)/n, which one step takes off it. So D is at most n
// sqrt(D/2) times u: 16 times, which is a digit.
const (
	mostProducts = 128
	mostDrift    = 1. / 32
)

// mostGrowth bounds the change of log f by a step for which a jump multiplies f, so that no factor leaves float64.
const mostGrowth = 300

// leastMass is the smallest mass of a pass. Where a bridge has less, though its ends are shallow, the pass ends in NaN.
const leastMass = 1e-280

// newOnePass returns nil unless both ends of the bridge are shallow.
func newOnePass(a chains.Annealing) *onePass {
	if !shallow(a) {
		return nil
	}
	w := &onePass{a: a, op: chains.On(a.Kernel, a.Grid), level: a.NewLevel(), low: math.Inf(1), high: math.Inf(-1)}
	w.bridge.From, w.bridge.To = a.Ends()
	if _, geometric := a.Bridge.(chains.Geometric); !geometric {
		w.change = make([]float64, a.Grid.Size())
	}
	for x, from := range w.bridge.From {
		if slope := w.bridge.To[x] - from; !math.IsNaN(slope) {
			w.low = min(w.low, slope)
			w.high = max(w.high, slope)
		}
	}
	if flows.Invariant(w.op) {
		w.reversal = w.op.Reversal()
	}
	v := vectors(a.Grid.Size(), 5)
	w.p = v[0]
	w.uv = &lanes.Pair{v[1], v[2]}
	w.next = &lanes.Pair{v[3], v[4]}
	w.refresh(1)
	return w
}

// inOnePass runs both chains in one pass from level 1 to T.
func (g *Measured) inOnePass(prog *progress, w *onePass) {
	end := w.a.PathEnd()
	for t := range prog.through(g.T) {
		w.weigh(t)
		if t <= end {
			w.pull()
		}
	}
	g.Paths = w.paths
	if w.change == nil { // u is rounded relative to the changes of log f, whose squares make B, about T B in all
		g.rounding *= min(1, float64(g.T)*g.B())
	}
	w.finish(prog, g)
}

// weigh makes the weight's step to level t, the next one, and adds its shares to both path divergences: 0 where beta
// stands.
func (w *onePass) weigh(t int) {
	beta := w.a.Schedule.Beta(t)
	if beta == w.level.Beta {
		w.level.T = t // the density stands, and so does all that was computed from it
		return
	}
	w.setPace(t)
	if w.tooSteep() {
		w.jump(t, beta)
		return
	}
	w.level.Move(t, beta)
	w.level.P = w.p
	w.add(w.advance())
	w.age++
	switch {
	case w.age >= mostProducts:
		w.refresh(t)
	case w.drift.large():
		w.rescale()
	}
}

// setPace sets the pace of the step to level t.
func (w *onePass) setPace(t int) {
	if w.change != nil || t <= w.until {
		return
	}
	w.pace, w.until = evenSteps(w.a.Schedule, t-1)
	w.ready = false
	w.growth = nil
}

// evenSteps looks at the run of equal steps of beta that begins at a level, equal up to the rounding of two betas. It
// returns their mean, and the last level that they lead to.
func evenSteps(s chains.Schedule, from int) (pace float64, until int) {
	start := s.Beta(from)
	first := s.Beta(from+1) - start
	until = from + 1
	for until < s.Len() && until-from <= mostProducts && math.Abs(s.Beta(until+1)-s.Beta(until)-first) <= 0x1p-52 {
		until++
	}
	return (s.Beta(until) - start) / float64(until-from), until
}

// tooSteep reports whether the next step is too large for products alone, which have their digits below lanes.Small.
func (w *onePass) tooSteep() bool {
	if w.change != nil {
		return true
	}
	most := w.pace * max(w.high-w.mean, w.mean-w.low) // the largest change of log f, less its mean, in a cell
	return !(most < lanes.Small)
}

// advance makes the weight's step by products alone, without exponentials, and returns its sums over cells.
func (w *onePass) advance() lanes.Sums {
	if n := len(w.p); n < crew.ParallelFrom {
		if !w.ready {
			w.setStep(n)
		}
		return lanes.Carry(w.p, w.uv, &w.step)
	}
	return crew.Reduce(len(w.p), func(from, to int) lanes.Sums {
		const chunk = 1024
		step := newStep(chunk)
		room := make([]float64, chunk)
		var sum lanes.Sums
		for a := from; a < to; a += chunk {
			b := min(to, a+chunk)
			slope := room[:b-a]
			w.slopes(slope, a)
			lanes.Rates(&step, slope, w.pace)
			sum = sum.Add(lanes.Carry(w.p[a:b], &lanes.Pair{w.uv[0][a:b], w.uv[1][a:b]}, &step))
		}
		return sum
	}, lanes.Sums.Add)
}

// setStep sets step and slope by this pace and mean, on n cells.
func (w *onePass) setStep(n int) {
	if w.slope == nil {
		w.slope = make([]float64, n)
		w.step = newStep(n)
	}
	w.slopes(w.slope, 0)
	lanes.Rates(&w.step, w.slope, w.pace)
	w.ready = true
}

// newStep returns a step of n cells.
func newStep(n int) lanes.BetaStep {
	v := vectors(n, 4)
	return lanes.BetaStep{Rise: v[0], Grow: v[1], More: v[2], Shrink: v[3]}
}

// slopes sets slope to the slopes of log f in beta, less their mean, for the cells that begin at from.
func (w *onePass) slopes(slope []float64, from int) {
	first := w.bridge.From[from:]
	last := w.bridge.To[from:]
	p := w.p[from:]
	for i := range slope {
		slope[i] = 0
		if p[i] > 0 {
			slope[i] = last[i] - first[i] - w.mean
		}
	}
}

// add adds an advance, by its sums over cells, to both path divergences and to the drift. Let z be the mass of P
// before, p = P/z, s = <p, grow>, by which P's mass grows, and l = log(1+s). By cell (lanes.BetaStep, lanes.Sums), rise
// is the change of log f less pace · mean, grow = e^rise - 1 and more = grow - rise; Lag is Σ P u rise, and Gain Σ P
// grow v. The forward share is
//
//	KL(p_{t-1} || p_t) - <q - p, rise>,   KL = <p, more> + l - s,   q - p = P u + (z-1) p,   <p, rise> = s - <p, more>.
//
// v gains rise, where it should gain rise - l. So its mean under p, which was m = paths.Reverse + shift, becomes
//
//	(m + s - <p, more> + <p, grow v>)/(1+s),    with v after the step,
//
// of whose growth the shift takes l = s + bend, and the path divergence the rest, which is the new mean less m + l:
//
//	(<p, grow v> - <p, more> - s m - s²)/(1+s) - bend.
func (w *onePass) add(sum lanes.Sums) {
	z := 1 + w.drift.excess
	s := sum.Grow / z
	more := sum.More / z
	gain := sum.Gain / z
	bend := log1pmx(s) // l - s
	m := w.paths.Reverse + w.drift.shift
	w.paths.Forward += more + bend - sum.Lag - (s-more)*w.drift.excess
	w.paths.Reverse += (gain-more-s*m-s*s)/(1+s) - bend
	w.drift.excess += sum.Grow
	w.drift.shift += s + bend
	w.drift.scale += w.pace * w.mean
}

// refresh computes P from log f at level t.
func (w *onePass) refresh(t int) {
	w.a.LevelAt(w.level, t)
	w.level.P = w.p
	_, w.logZ = w.exponentiate(w.p)
	w.age = 0
	w.centre()
}

// rescale takes the drift of P's mass into log Z.
func (w *onePass) rescale() {
	scale := w.drift.scale // which centre sets to 0
	w.logZ += math.Log(w.centre()) + scale
}

// centre gives P mass 1, and takes the drift off u and v. It returns the mass that P had.
func (w *onePass) centre() (mass float64) {
	sum := crew.Reduce(len(w.p), func(from, to int) (s sums) {
		for x := from; x < to; x++ {
			if w.p[x] > 0 {
				s.mass += w.p[x]
				s.slope += w.p[x] * (w.bridge.To[x] - w.bridge.From[x])
			}
		}
		return s
	}, sums.Add)
	w.mean = sum.slope / sum.mass
	inverse := 1 / sum.mass
	off := w.drift
	crew.Parallel(len(w.p), func(from, to int) {
		p := w.p[from:to]
		u := w.uv[0][from:to]
		v := w.uv[1][from:to]
		for x := range p {
			p[x] *= inverse
			u[x] += off.excess * (1 + u[x])
			v[x] -= off.shift
		}
	})
	w.drift = drift{}
	w.ready = false
	return sum.mass
}

// jump makes the weight's step to level t if that is too large for an advance. Where log p changes by little it
// computes second-order terms, as an advance does.
func (w *onePass) jump(t int, beta float64) {
	if w.drift != (drift{}) {
		w.rescale()
	}
	h := beta - w.level.Beta
	if w.change == nil {
		w.level.Move(t, beta)
	} else {
		moveTo(&w.a, w.level, t, w.change)
	}
	w.level.P = w.p
	f := w.next[0]
	mass, logZ := w.nextMasses(f)
	logRatio := logZ - w.logZ // log Z_t/Z_{t-1}
	w.logZ = logZ
	s := crew.Reduce(len(w.p), func(from, to int) (s sums) {
		for x := from; x < to; x++ {
			p, after := w.p[x], f[x]/mass
			if p == 0 && after == 0 {
				continue
			} else if !(min(p, after) > leastMass) {
				s.fwd = math.NaN()
				continue
			}
			slope := w.bridge.To[x] - w.bridge.From[x]
			rise := h*slope - logRatio
			if w.change != nil {
				rise = w.change[x] - logRatio
			}
			u, v := w.uv[0][x], w.uv[1][x]
			if math.Abs(rise) < lanes.Small {
				more := lanes.Expm1mx(rise)
				grow := rise + more
				s.fwd += p * (more - u*rise)
				s.rev += p * (rise*grow - more + v*grow)
				w.uv[0][x] -= grow / (1 + grow) * (1 + u)
			} else {
				s.fwd += after - p - p*(1+u)*rise
				s.rev += p - after + after*rise + v*(after-p)
				w.uv[0][x] = (1+u)*(p/after) - 1
			}
			w.uv[1][x] += rise
			w.p[x] = after
			s.mass += after
			s.slope += after * slope
		}
		return s
	}, sums.Add)
	w.paths.Forward += s.fwd
	w.paths.Reverse += s.rev
	w.mean = s.slope / s.mass
	w.ready = false
}

// nextMasses sets f to f_t up to a factor. It returns the sum of f, and log Z_t. P and logZ belong to the level before.
// Where steps are alike f is a product, with no exponential but those of the first step.
func (w *onePass) nextMasses(f []float64) (sum, logZ float64) {
	large := len(f) >= crew.ParallelFrom
	if w.change != nil || large || w.age >= mostProducts || !(w.pace*max(w.high, -w.low) < mostGrowth) {
		w.age = 0
		return w.exponentiate(f)
	}
	if w.growth == nil {
		w.growth = make([]float64, len(f))
		for x, p := range w.p {
			if p > 0 {
				w.growth[x] = math.Exp(w.pace * (w.bridge.To[x] - w.bridge.From[x]))
			}
		}
	}
	w.age++
	for x, p := range w.p {
		f[x] = p * w.growth[x]
		sum += f[x]
	}
	return sum, w.logZ + math.Log(sum)
}

// exponentiate sets f to f_t over its largest value. It returns the sum of f, and log Z_t.
func (w *onePass) exponentiate(f []float64) (sum, logZ float64) {
	if w.change != nil {
		copy(f, w.level.LogF())
	}
	top := crew.Reduce(len(f), func(from, to int) sums {
		s := sums{max: math.Inf(-1)}
		if w.change == nil {
			part := chains.Geometric{From: w.bridge.From[from:to], To: w.bridge.To[from:to]}
			part.At(f[from:to], w.level.Beta)
		}
		for _, v := range f[from:to] {
			s.max = max(s.max, v)
		}
		return s
	}, sums.Add).max
	sum = crew.Reduce(len(f), func(from, to int) (s sums) {
		for x := from; x < to; x++ {
			f[x] = math.Exp(f[x] - top)
			s.mass += f[x]
		}
		return s
	}, sums.Add).mass
	return sum, top + math.Log(sum)
}

// pull makes the kernel's step in both functions.
func (w *onePass) pull() {
	w.op.Aim(w.level) // which aims its reversal too
	if w.reversal != nil {
		w.reversal.Pull(w.next, w.uv)
		w.uv, w.next = w.next, w.uv
		return
	}
	for k, f := range w.uv { // P f is pushed as a measure, which is right also if the kernel does not keep p
		measure := w.next[k]
		for x, p := range w.p {
			measure[x] = p * f[x]
		}
		w.op.Push(f, measure)
		w.divideByP(f)
	}
}

// divideByP makes a measure a function, 0 where P has no mass.
func (w *onePass) divideByP(measure []float64) {
	for x, p := range w.p {
		if p > 0 {
			measure[x] /= p
		} else {
			measure[x] = 0
		}
	}
}

// finish sets P, log P, Q and Q - P of g, and with them the divergences. The pass is over, and gives its vectors: Q - P
// takes the place of v, and Q that of u before the last pull.
func (w *onePass) finish(prog *progress, g *Measured) {
	w.refresh(g.T)
	u, before := w.uv[0], w.next[0]
	if w.reversal == nil { // next holds measures
		w.divideByP(before)
	}
	rough := roughCells(w.p, u, before)
	g.P, g.d = w.p, w.uv[1]
	for x, p := range w.p {
		g.d[x] = p * u[x]
	}
	g.Q, g.logp = w.next[0], w.next[1]
	if rough == nil {
		for x, p := range g.P {
			g.Q[x] = p * (1 + u[x])
		}
	} else { // pushed by itself every mass has an error relative to itself, and not to p
		g.Q = newChain(w.a, true).pushed(prog)
	}
	for x, is := range rough {
		if is {
			g.d[x] = g.Q[x] - g.P[x]
		}
	}
	w.bridge.At(g.logp, 1)
	for x := range g.P {
		g.logp[x] -= w.logZ
	}
	g.setFinal()
}

// sums holds the sums of a pass over cells, and the largest number that it compared.
type sums struct {
	max, mass, slope, fwd, rev float64
}

// Add returns the sums of two parts.
func (s sums) Add(t sums) sums {
	return sums{max(s.max, t.max), s.mass + t.mass, s.slope + t.slope, s.fwd + t.fwd, s.rev + t.rev}
}

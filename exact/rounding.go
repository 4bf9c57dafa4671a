package exact

import (
	"math"

	"breadboard/chains"
)

// Rounding. J and B are sums of squares, and may be far below ε = 2^-53: 1e-25 with all digits right, or 1e-32 where
// exact arithmetic has 0. So measure looks again wherever rounding may be all there is. It runs the chains again, and
// carries the error of Q - P along with Q - P itself. Each operation has a known largest error, in proportion to the
// numbers that it combines, but an unknown sign. So every cell gets errors of the largest size at every level, with
// drawn signs, and the kernel carries them on as it carries Q - P: what it forgets of Q - P it forgets of the errors,
// and what it keeps of them adds up. Of a few such draws the largest error of each cell counts, fourfold. Real errors
// are several times smaller than their bounds, so that this is a bound in all but name; tests hold it to proofs.
//
// Two numbers come of it, Final.Off and Paths.Off. A divergence that is no more than its Off is rounding, and is 0.
// That is decided here, and nowhere else: J of a run, of its cells (Marginal), and of any program (Divergence.Within).
//
// A bound is usually below 1e-6 of J and B, at any depth: masses of Q that are faint have logarithms of their own.

// A J or B below doubt, or a J that is above B(1-alike), is looked at again. This decides nothing. It is far above any
// error, which is 1e-18 after a million levels of a thousand nats, and saves the time for other runs.
const doubt, alike = 1e-14, 1e-9

// doubtful reports whether J or B may be rounding, or one be the other but for rounding.
func (g *Measured) doubtful(a chains.Annealing) (j, b bool) {
	jeffreys, bound := g.J(), g.B()
	if math.IsInf(jeffreys+bound, 0) {
		return false, false
	}
	if k := a.StatesPerCell(); k > 1 {
		_, _, cell := g.Marginal(len(g.P) / k)
		jeffreys = cell.Jeffreys()
	}
	b = bound < doubt || jeffreys > bound*(1-alike)
	return b || jeffreys < doubt, b
}

// Within is the divergence with a bound on its error. It is 0 if it is no more than that, and may then be off by both.
func (d Divergence) Within(off float64) Divergence {
	if sum := d.Jeffreys(); sum <= off {
		return Divergence{Off: off + max(sum, 0)}
	}
	d.Off = off
	return d
}

// doubted is Within if the divergence is in doubt. One that is not has a bound too, if its distance to another is.
func (d Divergence) doubted(off float64) Divergence {
	if d.Jeffreys() < doubt {
		return d.Within(off)
	}
	d.Off = off
	return d
}

// Less is B - J, and 0 if that is no more than both their errors. It is below 0 only if something is wrong.
func (b Divergence) Less(j Divergence) float64 { return Beyond(b.Jeffreys()-j.Jeffreys(), b.Off+j.Off) }

// Beyond is a difference of two numbers, and 0 if that is rounding alone.
func Beyond(difference, off float64) float64 {
	if math.Abs(difference) <= off {
		return 0
	}
	return difference
}

// An error counts manyfold, and is the largest of so many draws.
const draws, manyfold = 3, 4

// underflow is more than what is lost below the smallest float with all digits.
const underflow = 1e-300

// ulp is the largest relative error of an operation.
const ulp = 0x1p-53

// A noise is what rounding may have done to a chain.
type noise struct {
	seed  uint64
	draw  uint64
	depth float64 // what relative errors of masses are made of: the span of log f, in nats
	moves float64 // the number of terms that a step adds up in a cell
	cells float64
	share float64   // the largest relative error of a law that was pushed from level 1 to T
	most  []float64 // by cell, the largest error of any draw
	mass  float64   // the largest error of the whole mass

	sum   float64    // the error of a path divergence, in this draw
	size  float64    // the sizes of its terms
	paths Divergence // the largest errors of both
}

func newNoise(a chains.Annealing) *noise {
	first, last := a.Ends()
	f := chains.FactsOf(a.Kernel, a.Grid)
	e := &noise{
		seed:  1,
		depth: chains.LogSpan(first) + chains.LogSpan(last),
		moves: max(f.Moves, f.Proposals, f.Paths),
		cells: float64(a.Grid.Size()),
		most:  make([]float64, a.Grid.Size()),
	}
	e.share = ulp * float64(a.T()) * (e.moves + e.depth + 8)
	return e
}

// of is an error of so many roundings, drawn evenly from both signs and up to twice the size (xorshift64*): errors of
// one size would often cancel.
func (e *noise) of(size float64) float64 {
	e.seed ^= e.seed >> 12
	e.seed ^= e.seed << 25
	e.seed ^= e.seed >> 27
	return float64(int64(e.seed*0x2545F4914F6CDD1D)) * 0x1p-62 * ulp * size
}

// same is one rounding with a sign that a cell has at all levels of a draw: what is wrong at both ends of the bridge
// adds up.
func (e *noise) same(x int) float64 {
	bits := (uint64(x) + e.draw<<32 + 1) * 0x9E3779B97F4A7C15
	return float64(int64((bits^bits>>29)*0xBF58476D1CE4E5B9)) * 0x1p-62 * ulp
}

// add adds the error of a sum over cells of errors times weight, and the size of its terms.
func (e *noise) add(sum, size float64) { e.sum, e.size = e.sum+sum, e.size+size }

// keepSum ends a draw of a path divergence.
func (e *noise) keepSum(of *float64, T int) {
	e.draw++
	*of = max(*of, manyfold*math.Abs(e.sum)+(e.cells+float64(T)+16)*ulp*e.size+underflow)
	e.sum, e.size = 0, 0
}

// keep ends a draw of the law. It takes the change of the mass apart from the errors of the cells.
func (e *noise) keep(p, errors []float64) {
	mass := 0.0
	for _, v := range errors {
		mass += v
	}
	e.mass = max(e.mass, manyfold*math.Abs(mass))
	for x, v := range errors {
		e.most[x] = max(e.most[x], manyfold*math.Abs(v-mass*p[x]))
	}
}

// bound returns a bound on the error of a J from its parts. off bounds the error of d, besides that of its sum. As d
// sums to 0, a share of p that is added to it changes J only by the square.
func (e *noise) bound(p, logp, d, q, logq, off []float64) float64 {
	var sum, terms, up, down float64
	for x := range p {
		if logq != nil && !(math.Abs(d[x]) < p[x]/2) {
			is, change := e.farTerm(p[x], logp[x], q[x], logq[x])
			terms += is
			sum += change
			continue
		}
		is := jeffreysTerm(p[x], logp[x], d[x], q[x])
		terms += is
		by := e.mass * p[x]
		if !(math.Abs(d[x]) < p[x]/2) { // its error is that of its own mass
			by = 0
		}
		up += jeffreysTerm(p[x], logp[x], d[x]+by, q[x]+by) - is
		down += jeffreysTerm(p[x], logp[x], d[x]-by, q[x]-by) - is
		if off[x] == 0 {
			continue
		}
		more := jeffreysTerm(p[x], logp[x], d[x]+off[x], q[x]+off[x])
		less := jeffreysTerm(p[x], logp[x], d[x]-off[x], q[x]-off[x])
		change := max(math.Abs(more-is), math.Abs(less-is))
		if math.Abs(d[x]) <= off[x] {
			change = max(change, is)
		}
		sum += change
	}
	sum += max(math.Abs(up), math.Abs(down))
	return sum + (e.cells+e.depth+16)*ulp*terms + underflow
}

// farTerm is a cell's term (q - p) log q/p of J, and a bound on its error, where log q is known:
//
//	|q - p| δ(log q/p) + |log q/p| (δq + δp).
//
// Both logarithms are off by roundings of their own size, and q by its share.
func (e *noise) farTerm(p, logp, q, logq float64) (is, off float64) {
	if p == 0 && q == 0 {
		return 0, 0
	}
	rise := logq - logp
	logs := e.share + ulp*(4*(math.Abs(logq)+math.Abs(logp))+16)
	masses := e.share*q + ulp*(e.depth+8)*p
	return (q - p) * rise, math.Abs(q-p)*logs + math.Abs(rise)*masses
}

// LawsOff bounds the error of the J of two laws, made from their logarithms, whose masses are off by a share besides.
func LawsOff(q, logq, p, logp []float64, share float64) (off float64) {
	for x := range p {
		l := math.Abs(logq[x] - logp[x])
		if !(l < math.Inf(1)) { // one of them is exactly 0, or both are
			continue
		}
		by := share + ulp*(float64(len(p))+16+2*math.Abs(logq[x])+2*math.Abs(logp[x]))
		off += 2 * by * ((q[x]+p[x])*(l+2*by) + math.Abs(q[x]-p[x]))
	}
	return off + underflow
}

// jeffreysTerm is a cell's term of J. What a q below every float adds is in doubt, as in divergence.
func jeffreysTerm(p, logp, d, q float64) float64 {
	switch u := d / p; {
	case math.Abs(u) < 0.5:
		return d * math.Log1p(u)
	case math.IsInf(logp, -1):
		return 0
	case q > 0:
		return (q - p) * (chains.LogMass(q) - logp)
	}
	return p * deepest
}

// roundedInOnePass finds what rounding may have done to J, and to B if asked, and J again.
func (g *Measured) roundedInOnePass(prog *progress, w *onePass, b bool) (sound bool) {
	e, all := newNoise(w.a), []int{0} // u, last, which law takes
	if b {
		all = []int{1, 0}
	}
	prog.detour(len(all)*draws*g.T, func() {
		for _, of := range all {
			for range draws {
				w.rounded(prog, e, of)
			}
		}
	})
	g.noise, g.off = e, e.most
	if b {
		g.Paths.Off = e.paths.Jeffreys()
	}
	return w.law(prog, g)
}

// rounded runs one chain again: u with its errors in the place of v, or v with its errors in the place of u.
func (w *onePass) rounded(prog *progress, e *noise, of int) {
	clear(w.f[0])
	clear(w.f[1])
	w.excess = 0
	w.shift = 0
	w.total = 0
	w.until = 0
	w.refresh(1)
	for t := range prog.through(2, w.a.T(), 1) {
		w.upRounded(e, of)
		if t <= w.a.PathEnd() {
			w.pushRounded(e, of)
		}
	}
	if of == 1 {
		e.keepSum(&e.paths.Reverse, w.a.T())
		return
	}
	e.keepSum(&e.paths.Forward, w.a.T())
	for x, p := range w.p {
		w.f[1][x] *= p
	}
	e.keep(w.p, w.f[1])
}

// upRounded is up with errors. The function whose place they have is 0 before the step, so that it then says by how
// much log P has risen.
func (w *onePass) upRounded(e *noise, of int) {
	errors, spare := w.f[1-of], w.next[1]
	clear(spare)
	w.f[1-of] = spare
	before := w.level.Beta
	jumps := w.jumps()
	exponents := math.Abs(w.logZ)
	w.up()
	exponents += math.Abs(w.logZ) + e.depth
	if !jumps {
		exponents = 0
	}
	w.f[1-of], w.next[1] = errors, spare
	h, late := w.level.Beta-before, 0.0
	if h > 0 { // beta is rounded at the size of 1, for all cells alike
		late = e.of(2)
	}
	for x, p := range w.p {
		if p == 0 {
			errors[x] = 0
			continue
		}
		rise := spare[x]
		f := w.f[of][x]
		scale := 1.0
		if of == 1 {
			rise = min(-math.Log1p(rise), chains.MaxLogSpan)
		}
		grow := grown(rise)
		change, weight := math.Abs(rise), grow
		if of == 0 { // 1 + u = (1 + u) P/P
			scale, weight = 1+f, rise
			change = min(1, math.Abs(grown(-rise))) * scale // a jump upward is a product, and rounds as one
			errors[x] *= 1 - grow
		}
		first := w.bridge.From[x]
		last := w.bridge.To[x]
		roundings := 2 * math.Abs(f)
		roundings += exponents * scale
		if math.Abs(rise) > 0.4 {
			roundings += exponents * change
		}
		given := h * (math.Abs(first) + math.Abs(last))
		errors[x] += e.of(roundings) + late*scale*(last-first-w.mean) + e.same(x)*(4*change+given*scale)
		least := (2*given + exponents) / 16 // the error of rise, in the units of size
		e.add(p*errors[x]*weight, p*(math.Abs(weight)*(math.Abs(f)+change)+least*(math.Abs(f)+least*ulp)))
	}
}

// grown is 1 - exp(-rise), to the digits that an error needs.
func grown(rise float64) float64 {
	if math.Abs(rise) < 1e-3 {
		return rise * (1 - rise/2)
	}
	return -math.Expm1(-rise)
}

// pushRounded is push with errors. An entry of the operator is wrong by the errors of P, and moves only differences.
func (w *onePass) pushRounded(e *noise, of int) {
	mean, size := 0.0, e.moves+e.depth+4*float64(w.age)+8
	if of == 1 {
		mean = w.total + w.shift
	}
	for x, f := range w.f[of] {
		w.f[1-of][x] += e.of(size * math.Abs(f-mean))
	}
	w.push()
	before, errors := w.before(of), w.f[1-of]
	for x, f := range w.f[of] {
		if w.p[x] > 0 {
			errors[x] += e.of(size*(math.Abs(before(x)-mean)+math.Abs(f-mean)) + 2*math.Abs(f))
		}
	}
}

// roundedInWalks finds what rounding may have done to J and B, and J again.
func (g *Measured) roundedInWalks(prog *progress, a chains.Annealing) (sound bool) {
	e := newNoise(a)
	sound = true
	prog.detour(2*draws*g.T, func() {
		for range draws {
			sound = sound && g.inTwoWalks(prog, a, e)
		}
	})
	return sound
}

// rounded adds the errors of a step from p and log p to a level of log density logf. A log density is rounded at its
// own size, and so is the relative error of a mass.
func (w *walk) rounded(p, logp, logf []float64) {
	for x, to := range w.p {
		if math.IsInf(logf[x], -1) && p[x] == 0 {
			continue
		}
		rise := chains.LogRatio(w.logp[x], logp[x])
		if math.IsInf(rise, 0) {
			rise = 0
		}
		deep := math.Abs(w.logp[x])
		if math.IsInf(deep, 1) {
			deep = math.Abs(logp[x])
		}
		d := math.Abs(w.d[x]) + math.Abs(p[x]-to)
		w.errors[x] += w.noise.of((6*deep+12)*(p[x]+to) + 2*d)
		least := 6*deep + 12
		w.noise.add(w.errors[x]*rise,
			math.Abs(rise)*(d+p[x]*min(1, math.Abs(rise)))+math.Abs(p[x]-to)+least*(d+p[x]*least*ulp))
	}
}

// roundedSharply is rounded for a small step by h of a bridge that knows its rises. A rise is off by roundings of its
// own size, and by h of the size of the log densities at the ends, which are rounded too: by the same at every step.
func (w *walk) roundedSharply(p, logp []float64, h float64) {
	for x, to := range w.p {
		if math.IsInf(logp[x], -1) {
			continue
		}
		rise := math.Abs(w.logp[x] - logp[x])
		deep := math.Abs(w.logp[x])
		change := p[x] * min(1, rise)
		d := math.Abs(w.d[x]) + change
		given := 4 * h * w.noise.depth
		w.errors[x] += w.noise.of((6*deep+16)*change+2*d) + w.noise.same(x)*given*(p[x]+to)
		least := 4*rise + given
		w.noise.add(w.errors[x]*(w.logp[x]-logp[x]), rise*(d+change)+least*(d+p[x]*least*ulp))
	}
}

// pushRounded pushes the errors as push did d.
func (w *walk) pushRounded(op chains.Operator) {
	size := w.noise.moves + 3*w.noise.depth + 8
	for x, before := range w.next {
		w.errors[x] += w.noise.of(size * math.Abs(before))
	}
	op.Push(w.rise, w.errors)
	w.errors, w.rise = w.rise, w.errors
	for x, before := range w.next {
		w.errors[x] += w.noise.of(size * (math.Abs(before) + math.Abs(w.d[x])))
	}
}

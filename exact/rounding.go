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

package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// plain pushes distributions and weighted measures as the paper writes it. It starts from
// the log densities of every level anew, and normalises them by a log Z of its own, so
// that Measure can be checked against it. At each level the operator is aimed once for
// all pushes, and at each step the differences of log f are taken once for all weights.
// On a shallow bridge the operator is aimed at p_t, so that log f is exponentiated once a
// cell and not once a move.
type plain struct {
	a       chains.Annealing
	checked bool // the passes check Measure
	end     int  // the last level at which their kernels run
	shallow bool
	mixed   bool // one end of the bridge has mass in a cell where the other has none
	abreast bool // measures go side by side, unless
	thin    bool // some mass was found too small for that
	level   *chains.Level
	logZ    []float64 // by level; NaN until it is known
	rise    []float64 // log f at the level, less log f at the level before
	scratch []float64
}

// newPlain returns passes that check Measure, or that find only the laws of log w. The
// latter leave out T_T, which comes after the last weight, or in reverse before the
// first.
func newPlain(a chains.Annealing, checked bool) *plain {
	n := a.Grid.Size()
	p := &plain{a: a, checked: checked, end: a.T() - 1, shallow: OnePass(a), mixed: !a.SameCells(), level: a.NewLevel(),
		logZ: make([]float64, a.T()+1), rise: make([]float64, n), scratch: make([]float64, n)}
	if checked {
		p.end = a.PathEnd()
		p.abreast = shallow(a)
	}
	floats.AddConst(math.NaN(), p.logZ)
	return p
}

// normalize finds log Z of the level.
func (c *plain) normalize() {
	if math.IsNaN(c.logZ[c.level.T]) {
		c.logZ[c.level.T] = chains.LogSum(c.level.LogF())
	}
}

// density moves to level t and returns p_t.
func (c *plain) density(t int) []float64 {
	c.a.LevelAt(c.level, t)
	c.normalize()
	p := make([]float64, c.a.Grid.Size())
	for x, v := range c.level.LogF() {
		p[x] = math.Exp(v - c.logZ[t])
	}
	return p
}

// aim aims op at the level, whose masses are p.
func (c *plain) aim(op chains.Operator, p []float64) {
	if c.shallow || c.abreast {
		c.level.P = p
	}
	op.Aim(c.level)
}

// push makes a step of op in a measure. One that is nowhere negative is a law: of it no rounding is left in a cell that
// all mass leaves, which counts on a mixed bridge.
func (c *plain) push(op chains.Operator, q *[]float64, law bool) {
	if law && c.mixed {
		move(lawPush(op), q, &c.scratch)
		return
	}
	move(op.Push, q, &c.scratch)
}

// A runner takes what a chain needs from level to level: a pass measure by measure, an abreast side by side.
type runner interface {
	// step moves to level t, next to the present one.
	step(t int)
	// push makes a step of the kernel, aimed at the level.
	push()
	// masses is p_t, or nil if it is not kept.
	masses() []float64
	// law is the law of the chain's state. It is valid until the next step.
	law() []float64
	// ran returns what is known of the chain so far.
	ran() *ran
	// end returns what is known in the end.
	end() *ran
}

// A ran is what a chain was found to do. In reverse log f rises by -log w, so all moments are of -log w until the end.
type ran struct {
	final        []float64 // the law of the last state
	mean, size   float64   // E[log w], and the sum of the sizes of its terms
	moments      Moments   // of log w
	steps, parts []float64 // by t, the mean of the weight's step, and the walk's share
	walked       float64   // the path divergence, by the walk
	weighted     float64   // E[ŵ]
	logSquare    float64   // log E[ŵ²], of a forward chain
	pairs        *pairwise // of a forward chain
}

func newRan(T int) ran { return ran{steps: make([]float64, T+1), parts: make([]float64, T+1)} }

// largestSquare is the number from which on E[ŵ²; x] is divided, so that its cells stay in the range of floats.
const largestSquare = 1e100

// begin returns a runner of op at level t.
func (c *plain) begin(t int, op chains.Operator) runner {
	if c.abreast {
		return c.newAbreast(t, op)
	}
	return c.newPass(t, op)
}

// forward runs the forward chain. It sums Eq. (22)-(23) over the pairwise marginals of
// both chains, if there is room for the laws of the reverse one, which went down.
func (c *plain) forward(prog *progress, laws keptLaws, down *ran) *ran {
	op := c.a.Kernel.On(c.a.Grid)
	w := c.begin(1, op)
	pairs := newPairwise(c.a, laws, w.law(), down)
	for t := range prog.through(2, c.a.T(), 1) {
		w.step(t)
		if t <= c.end {
			c.aim(op, w.masses())
			pairs.step(op, w, t)
			w.push()
			pairs.pushed(w, t)
		}
	}
	r := w.end()
	r.pairs = pairs
	return r
}

// reverse runs the reverse chain. It keeps laws of the chain's states in laws.
func (c *plain) reverse(prog *progress, laws keptLaws) *ran {
	op := c.a.Kernel.On(c.a.Grid).Reversal()
	w := c.begin(c.a.T(), op)
	for t := range prog.through(c.a.T(), 2, -1) {
		if t <= c.end {
			if laws != nil {
				laws.mark(t, w.law)
			}
			c.aim(op, w.masses())
			w.push()
		}
		w.step(t - 1)
	}
	if laws != nil {
		laws.mark(1, w.law)
	}
	r := w.end()
	r.mean = -r.mean // log f rose by -log w
	r.moments.Mean = -r.moments.Mean
	r.moments.Skewness = -r.moments.Skewness
	floats.Scale(-1, r.steps)
	return r
}

// A pass runs one chain plainly and finds the law of log w. If numbers are checked it also
// pushes the weighted measure, and runs the chain as a walk beside.
type pass struct {
	c    *plain
	op   chains.Operator
	q    []float64 // the law of the chain's state
	walk *walk     // nil if nothing is checked
	p    []float64 // the walk's p_t
	is   ran

	weighted             []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1); 0 if nothing is checked
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	square               []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
}

// newPass returns a pass of op from level t on.
func (c *plain) newPass(t int, op chains.Operator) *pass {
	w := &pass{c: c, op: op, q: c.density(t), is: newRan(c.a.T())}
	v := vectors(c.a.Grid.Size(), 5)
	w.weighted = v[0]
	w.square = v[1]
	w.first = v[2]
	w.second = v[3]
	w.third = v[4]
	if t == 1 {
		copy(w.square, w.q)
	}
	if c.checked {
		copy(w.weighted, w.q)
		w.walk = newWalk(c.a, c.level, nil)
		w.p = w.walk.p
	}
	return w
}

func (w *pass) masses() []float64 { return w.p }
func (w *pass) law() []float64    { return w.q }
func (w *pass) ran() *ran         { return &w.is }

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	w.c.push(w.op, &w.q, true)
	for _, f := range []*[]float64{&w.first, &w.second, &w.third} {
		w.c.push(w.op, f, false)
	}
	if w.walk != nil {
		w.c.push(w.op, &w.weighted, true)
		w.walk.push(w.op, w.c.level)
	}
	w.c.push(w.op, &w.square, true)
}

// step moves to level t, next to the present one, and the walk with it.
func (w *pass) step(t int) {
	before := w.c.level.T
	moveTo(w.c.a, w.c.level, t, w.c.rise)
	w.c.normalize()
	if w.walk != nil {
		w.is.parts[max(t, before)] = w.walk.step(w.c.level, w.c.rise)
	}
	mean, size := 0.0, 0.0
	for x, q := range w.q {
		if q != 0 {
			step := q * w.c.rise[x]
			mean += step
			size += math.Abs(step)
		} else if w.fallsFrom(x) {
			mean = math.Inf(-1)
		}
	}
	w.is.mean += mean
	w.is.size += size
	w.is.steps[max(t, before)] = mean
	for x, q := range w.q {
		first, second := w.first[x], w.second[x]
		if q == 0 { // the moments of a cell that the chain has left are 0
			w.first[x] = 0
			w.second[x] = 0
			w.third[x] = 0
			continue
		}
		y := w.c.rise[x] - mean
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
	climb, largest := w.c.logZ[t]-w.c.logZ[before], 0.0
	for x, rise := range w.c.rise {
		if w.weighted[x] == 0 && w.square[x] == 0 {
			continue
		}
		by := math.Exp(rise - climb)
		w.weighted[x] *= by
		if w.square[x] != 0 {
			w.square[x] *= by * by
			largest = max(largest, w.square[x])
		}
	}
	if largest > largestSquare && !math.IsInf(largest, 1) {
		floats.Scale(1/largest, w.square)
		w.is.logSquare += math.Log(largest)
	}
}

// fallsFrom reports whether log f falls to -Inf in a cell where the chain can be with a probability below every float.
func (w *pass) fallsFrom(x int) bool {
	return math.IsInf(w.c.rise[x], -1) && w.walk != nil && w.walk.can != nil && w.walk.can.in[x]
}

func (w *pass) end() *ran {
	r := w.is // a copy, which does not hold the vectors
	r.final = w.q
	r.moments = momentsOf(r.mean, floats.Sum(w.second), floats.Sum(w.third))
	r.weighted = floats.Sum(w.weighted)
	r.logSquare += math.Log(floats.Sum(w.square))
	if w.walk != nil {
		r.walked = w.walk.sum
	}
	return &r
}

// keptLaws are laws of the reverse chain's states. They are written in descending order of the levels and read in
// ascending order.
type keptLaws interface {
	// mark is told the law at level t, and may keep it.
	mark(t int, law func() []float64)
	// at returns the law at level t. It is valid until the law two levels higher is asked for.
	at(t int) []float64
	// has reports whether the laws at the levels t-1 and t are kept.
	has(t int) bool
}

// reverseLaws holds the laws of the reverse chain's states at levels 1..end. They are
// written in descending order and read in ascending order. If they are too many, every
// √T-th is kept, and those in between are computed again, a block at a time.
type reverseLaws struct {
	a     chains.Annealing
	op    chains.Operator
	end   int
	every int
	marks []float64   // mark k, n cells of it: the law at level end - k*every, the last at level 1
	block [][]float64 // block[i] is the law at level top-i
	made  []float64   // the laws of a block other than its mark
	top   int
}

// LawBytes bounds the memory of the reverse chain's laws in a Run, and of the moves of a
// step.
const LawBytes = 64 << 20

// mostPairs is the number of steps up to which pairs are compared at all of them. A pair costs several times what
// the rest of a level does.
const mostPairs = 1024

// keep returns what keeps the laws of the reverse chain for pairs at every level, or at some if there are many. It is
// nil if there is no room.
func keep(a chains.Annealing, every bool) keptLaws {
	n, steps := a.Grid.Size(), a.PathEnd()-1
	if steps > mostPairs && !every {
		stride := (steps + mostPairs - 1) / mostPairs
		some := (steps-1)/stride + 1
		if 16*n*some > LawBytes {
			return nil
		}
		return &someLaws{n: n, end: a.PathEnd(), stride: stride, laws: make([]float64, 2*n*some)}
	}
	if l := newReverseLaws(a); l != nil {
		return l
	}
	return nil
}

// someLaws keeps the laws at the levels t and t-1 of every so many t, from 2 to the end.
type someLaws struct {
	n, end, stride int
	laws           []float64
}

func (l *someLaws) has(t int) bool { return t >= 2 && t <= l.end && (t-2)%l.stride == 0 }

// place is where the law at level t is, as the first or the second of two.
func (l *someLaws) place(t, second int) []float64 {
	i := 2*((t-2)/l.stride) + second
	return l.laws[i*l.n : (i+1)*l.n]
}

func (l *someLaws) mark(t int, law func() []float64) {
	switch {
	case l.has(t):
		copy(l.place(t, 1), law())
	case l.has(t + 1):
		copy(l.place(t+1, 0), law())
	}
}

func (l *someLaws) at(t int) []float64 {
	if l.has(t) {
		return l.place(t, 1)
	}
	return l.place(t+1, 0)
}

// newReverseLaws returns nil if there is no room.
func newReverseLaws(a chains.Annealing) *reverseLaws {
	n := a.Grid.Size()
	every, marks, ok := lawsRoom(n, a.T())
	if !ok {
		return nil
	}
	return &reverseLaws{a: a, op: a.Kernel.On(a.Grid).Reversal(), end: a.PathEnd(), every: every,
		marks: make([]float64, 0, marks*n), made: make([]float64, (every-1)*n)}
}

// lawsRoom returns how many levels lie between two marks, and the number of marks. ok is false if there is
// no room for them and for what lies between.
func lawsRoom(n, T int) (every, marks int, ok bool) {
	every = 1
	if 8*n*T > LawBytes {
		every = int(math.Ceil(math.Sqrt(float64(T))))
	}
	marks = T/every + 2
	return every, marks, 8*n*(marks+every) <= LawBytes
}

// ReverseLawBytes is the memory of the reverse chain's laws in a Run of T levels on n states: all of
// them on few, and on more those of some levels, at most LawBytes.
func ReverseLawBytes(n, T int) int {
	every, marks, ok := lawsRoom(n, T)
	if !ok {
		return 0
	}
	return 8 * n * (marks + every - 1)
}

func (l *reverseLaws) has(int) bool { return true }

// mark keeps the law at level t, if t is marked; t descends.
func (l *reverseLaws) mark(t int, law func() []float64) {
	if (l.end-t)%l.every == 0 || t == 1 {
		l.marks = append(l.marks, law()...)
	}
}

// at returns the law at level t. It is valid until at is called for two blocks higher. A block that is computed anew is
// from its mark down to the mark below, so that a level and the one above it are always in the same block.
func (l *reverseLaws) at(t int) []float64 {
	if l.block != nil && t <= l.top {
		return l.block[l.top-t]
	}
	n, k := l.a.Grid.Size(), (l.end-t)/l.every
	mark := func(k int) []float64 { return l.marks[k*n : (k+1)*n] }
	l.top = l.end - k*l.every
	bottom := max(l.top-l.every, 1)
	l.block = append(l.block[:0], mark(k))
	level := l.a.NewLevel()
	for s := l.top; s > bottom+1; s-- {
		i := l.top - s
		l.a.LevelAt(level, s)
		l.op.Aim(level)
		next := l.made[i*n : (i+1)*n]
		l.op.Push(next, l.block[i])
		l.block = append(l.block, next)
	}
	if bottom < l.top {
		l.block = append(l.block, mark(k+1))
	}
	return l.block[l.top-t]
}

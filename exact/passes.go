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
	if c.shallow {
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

// A pass runs one chain plainly and finds the law of log w. If numbers are checked it also
// pushes the weighted measure, and runs the chain as a walk beside. In reverse log f rises
// by -log w, so all moments are of -log w until the end.
type pass struct {
	c    *plain
	op   chains.Operator
	law  []float64 // of the chain's state
	walk *walk     // nil if nothing is checked
	p    []float64 // the walk's p_t

	weighted             []float64 // E[ŵ; x] for ŵ = w Z_1/Z_T, in reverse Z_T/(w Z_1); 0 if nothing is checked
	first, second, third []float64 // E[(log w - mean)^k; x]; the mean is subtracted at every step
	mean, size           float64   // E[log w] so far, and the sum of the sizes of its terms
	steps, parts         []float64 // by t, the mean of the weight's step, and the walk's share

	// of a forward pass
	pairs     *pairwise
	square    []float64 // E[ŵ²; x] over exp(logSquare), and 0 in reverse
	logSquare float64   // in the end log E[ŵ²]
}

// newPass returns a pass of op from level t on.
func (c *plain) newPass(t int, op chains.Operator) *pass {
	T := c.a.T()
	w := &pass{c: c, op: op, law: c.density(t), steps: make([]float64, T+1), parts: make([]float64, T+1)}
	v := vectors(c.a.Grid.Size(), 5)
	w.weighted = v[0]
	w.square = v[1]
	w.first = v[2]
	w.second = v[3]
	w.third = v[4]
	if c.checked {
		copy(w.weighted, w.law)
		w.walk = newWalk(c.a, c.level, nil)
		w.p = w.walk.p
	}
	return w
}

// forward runs the forward chain. It sums Eq. (22)-(23) over the pairwise marginals of
// both chains, if there is room for the laws of the reverse one.
func (c *plain) forward(prog *progress, laws *reverseLaws) *pass {
	w := c.newPass(1, c.a.Kernel.On(c.a.Grid))
	copy(w.square, w.law)
	w.pairs = newPairwise(laws, w.law)
	for t := range prog.through(2, c.a.T(), 1) {
		w.step(t)
		if t <= c.end {
			c.aim(w.op, w.p)
			w.pairs.step(w.op, w.law, t)
			w.push()
			c.push(w.op, &w.square, true)
		}
	}
	w.logSquare += math.Log(floats.Sum(w.square))
	return w
}

// reverse runs the reverse chain. It keeps the laws of the chain's states in laws.
func (c *plain) reverse(prog *progress, laws *reverseLaws) *pass {
	w := c.newPass(c.a.T(), c.a.Kernel.On(c.a.Grid).Reversal())
	for t := range prog.through(c.a.T(), 2, -1) {
		if t <= c.end {
			laws.mark(t, w.law)
			c.aim(w.op, w.p)
			w.push()
		}
		w.step(t - 1)
	}
	laws.mark(1, w.law)
	w.mean = -w.mean // log f rose by -log w
	floats.Scale(-1, w.steps)
	floats.Scale(-1, w.third)
	return w
}

// push makes a step of the kernel in all measures.
func (w *pass) push() {
	w.c.push(w.op, &w.law, true)
	for _, f := range []*[]float64{&w.first, &w.second, &w.third} {
		w.c.push(w.op, f, false)
	}
	if w.walk != nil {
		w.c.push(w.op, &w.weighted, true)
		w.walk.push(w.op, w.c.level)
	}
}

// step moves to level t, next to the present one, and the walk with it.
func (w *pass) step(t int) {
	before := w.c.level.T
	moveTo(w.c.a, w.c.level, t, w.c.rise)
	w.c.normalize()
	if w.walk != nil {
		w.parts[max(t, before)] = w.walk.step(w.c.level, w.c.rise)
	}
	mean, size := 0.0, 0.0
	for x, q := range w.law {
		if q != 0 {
			step := q * w.c.rise[x]
			mean += step
			size += math.Abs(step)
		} else if w.fallsFrom(x) {
			mean = math.Inf(-1)
		}
	}
	w.mean += mean
	w.size += size
	w.steps[max(t, before)] = mean
	for x, q := range w.law {
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
	if largest > 1e100 && !math.IsInf(largest, 1) { // so that its cells stay in the range of floats
		floats.Scale(1/largest, w.square)
		w.logSquare += math.Log(largest)
	}
}

// fallsFrom reports whether log f falls to -Inf in a cell where the chain can be with a probability below every float.
func (w *pass) fallsFrom(x int) bool {
	return math.IsInf(w.c.rise[x], -1) && w.walk != nil && w.walk.can != nil && w.walk.can.in[x]
}

func (w *pass) moments() Moments { return momentsOf(w.mean, floats.Sum(w.second), floats.Sum(w.third)) }

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

// newReverseLaws returns nil if there is no room.
func newReverseLaws(a chains.Annealing) *reverseLaws {
	n := a.Grid.Size()
	every, marks, ok := lawsKept(n, a.T())
	if !ok {
		return nil
	}
	return &reverseLaws{a: a, op: a.Kernel.On(a.Grid).Reversal(), end: a.PathEnd(), every: every,
		marks: make([]float64, 0, marks*n), made: make([]float64, (every-1)*n)}
}

// lawsKept returns how many levels lie between two marks, and the number of marks. ok is false if there is
// no room for them and for what lies between.
func lawsKept(n, T int) (every, marks int, ok bool) {
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
	every, marks, ok := lawsKept(n, T)
	if !ok {
		return 0
	}
	return 8 * n * (marks + every - 1)
}

// mark keeps the law r at level t, if t is marked; t descends.
func (l *reverseLaws) mark(t int, r []float64) {
	if l != nil && ((l.end-t)%l.every == 0 || t == 1) {
		l.marks = append(l.marks, r...)
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

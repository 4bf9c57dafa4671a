package exact

import (
	"math"

	"breadboard/chains"
)

// keptLaws are laws of the reverse chain's states. They are written in descending order of the levels and read in
// ascending order.
type keptLaws interface {
	// mark may keep the law at level t, where w is.
	mark(t int, w runner)
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
	n := a.Grid.Size()
	stride, some := pairSteps(a, every)
	if stride > 1 {
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

// pairSteps says that pairs are compared at every so many steps, and at how many if there is room.
func pairSteps(a chains.Annealing, every bool) (stride, some int) {
	steps := a.PathEnd() - 1
	stride = 1
	if !every {
		stride = max(1, (steps+mostPairs-1)/mostPairs)
	}
	return stride, (steps-1)/stride + 1
}

// someLaws keeps the laws at the levels t and t-1 of every so many t, from 2 to the end.
type someLaws struct {
	n, end, stride int
	laws           []float64
}

func (l *someLaws) has(t int) bool { return t >= 2 && t <= l.end && (t-2)%l.stride == 0 }

// place returns the slice for one of the two laws that are kept at level t: the first is at t-1, and the second at t.
func (l *someLaws) place(t, second int) []float64 {
	i := 2*((t-2)/l.stride) + second
	return l.laws[i*l.n : (i+1)*l.n]
}

func (l *someLaws) mark(t int, w runner) {
	switch {
	case l.has(t):
		copy(l.place(t, 1), w.law())
	case l.has(t + 1):
		copy(l.place(t+1, 0), w.law())
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
func (l *reverseLaws) mark(t int, w runner) {
	if (l.end-t)%l.every == 0 || t == 1 {
		l.marks = append(l.marks, w.law()...)
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

// mostMoves is the largest number of moves of a step that are written out, at 96 bytes
// each.
const mostMoves = LawBytes / 96

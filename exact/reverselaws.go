package exact

import (
	"math"

	"breadboard/chains"
)

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
	n, T := a.Grid.Size(), a.T()
	every, marks, ok := lawsKept(n, T)
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

// at returns the law at level t. It is valid until at is called for two blocks higher.
func (l *reverseLaws) at(t int) []float64 {
	if l.block == nil || t > l.top {
		l.fill((l.end - t) / l.every)
	}
	return l.block[l.top-t]
}

// fill computes block k, from its mark down to the mark below, so that a level and the
// one above it are always in the same block.
func (l *reverseLaws) fill(k int) {
	n := l.a.Grid.Size()
	mark := func(k int) []float64 { return l.marks[k*n : (k+1)*n] }
	l.top = l.end - k*l.every
	bottom := max(l.top-l.every, 1)
	l.block = append(l.block[:0], mark(k))
	level := l.a.NewLevel()
	for t := l.top; t > bottom+1; t-- {
		i := l.top - t
		l.a.LevelAt(level, t)
		l.op.Aim(level)
		next := l.made[i*n : (i+1)*n]
		l.op.Push(next, l.block[i])
		l.block = append(l.block, next)
	}
	if bottom < l.top {
		l.block = append(l.block, mark(k+1))
	}
}

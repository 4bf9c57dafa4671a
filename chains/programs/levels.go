package programs

import (
	"slices"

	"breadboard/chains"
)

// levels is the path through the levels of an annealing. Step i weighs by f_t/f_{t-1} with
// t = i+2, and then moves by T_t, as often as times says. With SkipLast the last step only
// weighs.
type levels struct {
	a         chains.Annealing
	times     int
	was, here *chains.Level // at t-1 and at t
	op        chains.Operator
	logw      []float64
}

// newLevels returns the path of an annealing, which the caller has lowered.
func newLevels(a chains.Annealing, times int) *levels {
	return &levels{a, times, a.NewLevel(), a.NewLevel(), a.Kernel.On(a.Grid), make([]float64, a.Grid.Size())}
}

func (l *levels) Start() []float64 {
	first, _ := l.a.Ends()
	return chains.Normalized(first)
}

func (l *levels) Len() int { return l.a.T() - 1 }

func (l *levels) At(i int) Step {
	t := i + 2
	if l.was.T == t || l.here.T == t-1 {
		l.was, l.here = l.here, l.was // a neighbour of the last step shares a level with it
	}
	l.move(l.was, t-1)
	l.move(l.here, t)
	before := l.was.LogF()
	for x, v := range l.here.LogF() {
		l.logw[x] = chains.LogRatio(v, before[x])
	}
	if t > l.a.PathEnd() {
		return Step{LogW: l.logw}
	}
	l.op.Aim(l.here)
	return Step{l.logw, slices.Repeat([]Move{l.op}, l.times), slices.Repeat([]Move{l.op.Reversal()}, l.times)}
}

// move moves a level unless it is there.
func (l *levels) move(level *chains.Level, t int) {
	if level.T != t {
		l.a.LevelAt(level, t)
	}
}

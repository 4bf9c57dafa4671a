package exact

import (
	"breadboard/chains"
	"breadboard/chains/crew"
)

// lastLaw returns the law of x_T by pushing the law itself: p + d has the error of a rounding of p, and this has the
// error of a rounding in every cell. The bridge is shallow, so that op is aimed at p_t.
func lastLaw(prog *progress, a chains.Annealing, op chains.Operator) []float64 {
	l, v := a.NewLevel(), vectors(a.Grid.Size(), 3)
	q := v[0]
	next := v[1]
	p := v[2]
	a.LevelAt(l, 1)
	chains.NormalizeLog(q, next, l.LogF())
	for t := range prog.through(2, a.PathEnd(), 1) {
		a.LevelAt(l, t)
		chains.NormalizeLog(p, next, l.LogF())
		l.P = p
		op.Aim(l)
		move(op.Push, &q, &next)
	}
	return q
}

// pullLaw finds Q on a large space. It runs the forward chain once more by
// pulling q/p alone, which keeps the digits of small cells. It uses only the pass's own memory.
func (w *onePass) pullLaw(prog *progress) []float64 {
	w.refresh(1)
	f := w.f[0]
	dst := w.next[0]
	idle := w.next[1]
	for x := range f {
		f[x] = 1
	}
	for t := range prog.through(2, w.a.T(), 1) {
		w.a.LevelAt(w.level, t)
		w.level.P = w.p
		mass := w.masses(dst)
		crew.Parallel(len(w.p), func(from, to int) {
			for x := from; x < to; x++ {
				if before := w.p[x]; before > 0 {
					w.p[x] = dst[x] / mass
					f[x] *= before / w.p[x]
				}
			}
		})
		if t > w.a.PathEnd() { // no kernel runs at level T
			break
		}
		w.op.Aim(w.level)
		w.back.PullPair(&chains.Pair{dst, idle}, &chains.Pair{f, f})
		f, dst = dst, f
	}
	for x, p := range w.p {
		f[x] *= p
	}
	return f
}

// EndLaws are the laws at the two ends of an annealing, p_1 and p_T.
type EndLaws struct {
	LogR  float64   // log Z_T/Z_1
	P1    []float64 // p_1
	LogP1 []float64 // log p_1, also where p_1 is below any float
	P     []float64 // p_T
	LogP  []float64 // log p_T, likewise
	LogW  []float64 // log p_T/p_1, which is log f_T/f_1 - log R
}

// EndLawsOf returns the laws. A constant in a log density costs digits of LogR and of nothing else.
func EndLawsOf(a chains.Annealing) EndLaws {
	low, rise := a.Lowered()
	from, to := low.Ends()
	v := vectors(len(to), 5)
	e := EndLaws{chains.LogSum(to) - chains.LogSum(from) + rise, v[0], v[1], v[2], v[3], v[4]}
	chains.NormalizeLog(e.P1, e.LogP1, from)
	chains.NormalizeLog(e.P, e.LogP, to)
	for x := range to {
		e.LogW[x] = chains.LogRatio(e.LogP[x], e.LogP1[x])
	}
	return e
}

package sample

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

// An outcome is where a chain ended and its log weight, in units of 1e-9, so
// that the same number summed in two orders is one.
type outcome struct {
	x    int
	logw int64
}

func outcomeOf(x int, logw float64) outcome {
	switch {
	case math.IsInf(logw, 1):
		return outcome{x, math.MaxInt64}
	case math.IsInf(logw, -1):
		return outcome{x, math.MinInt64}
	}
	return outcome{x, int64(math.Round(logw * 1e9))}
}

// dense is everything about an annealing as plain tables: log f by level, and
// the matrices of the moves and of their reversals, the latter by Bayes.
type dense struct {
	logf       [][]float64
	move, back [][][]float64
}

func newDense(a chains.Annealing) dense {
	n := a.Grid.Size()
	d := dense{make([][]float64, a.T()+1), make([][][]float64, a.T()+1), make([][][]float64, a.T()+1)}
	op, l := a.Kernel.On(a.Grid), a.NewLevel()
	for t := 1; t <= a.T(); t++ {
		a.LevelAt(l, t)
		d.logf[t] = append([]float64(nil), l.LogF()...)
		op.Aim(l)
		d.move[t], d.back[t] = matrix(op, n), matrix(op.Reversal(), n)
		if t == a.T() && a.SkipLast {
			d.move[t], d.back[t] = matrix(kernels.Identity{}.On(a.Grid), n), matrix(kernels.Identity{}.On(a.Grid), n)
		}
		for y := range n {
			if math.IsInf(d.logf[t][y], -1) {
				continue // Bayes does not say, and the weight is already infinite: the kernel's word is taken
			}
			for x := range n {
				d.back[t][y][x] = d.move[t][x][y] * math.Exp(d.logf[t][x]-d.logf[t][y])
			}
		}
	}
	return d
}

// matrix returns an operator's rows.
func matrix(op chains.Operator, n int) [][]float64 {
	m := make([][]float64, n)
	for x := range m {
		m[x] = make([]float64, n)
		m[x][x] = 1
		op.Row(x, func(y int, p float64) {
			m[x][y] += p
			m[x][x] -= p
		})
	}
	return m
}

// laws walks every path of both chains by plain recursion.
func (d dense) laws() (fwd, rev map[outcome]float64) {
	T := len(d.logf) - 1
	fwd, rev = map[outcome]float64{}, map[outcome]float64{}
	var forward, reverse func(t, x int, prob, logw float64)
	forward = func(t, x int, prob, logw float64) { // the chain is at x_{t-1}
		if t > T {
			fwd[outcomeOf(x, logw)] += prob
			return
		}
		for y, p := range d.move[t][x] {
			if p > 0 {
				forward(t+1, y, prob*p, logw+d.rise(t, x, logw))
			}
		}
	}
	reverse = func(t, y int, prob, logw float64) { // the chain is at x_t
		if t == 1 {
			rev[outcomeOf(y, logw)] += prob
			return
		}
		for x, p := range d.back[t][y] {
			if p > 0 {
				reverse(t-1, x, prob*p, logw+d.rise(t, x, logw))
			}
		}
	}
	for x, v := range d.logf[1] {
		if !math.IsInf(v, -1) {
			forward(2, x, math.Exp(v)/total(d.logf[1]), 0)
		}
	}
	for x, v := range d.logf[T] {
		if !math.IsInf(v, -1) {
			reverse(T, x, math.Exp(v)/total(d.logf[T]), 0)
		}
	}
	return fwd, rev
}

// rise is log f_t - log f_{t-1} at x, and 0 for a log weight that is infinite.
func (d dense) rise(t, x int, logw float64) float64 {
	a, b := d.logf[t][x], d.logf[t-1][x]
	if math.IsInf(logw, 0) || math.IsInf(a, -1) && math.IsInf(b, -1) {
		return 0
	}
	return a - b
}

// total is Z.
func total(logf []float64) float64 {
	z := 0.0
	for _, v := range logf {
		z += math.Exp(v)
	}
	return z
}

// apart returns the largest difference between two laws.
func apart(a, b map[outcome]float64) float64 {
	most := 0.0
	for o, p := range a {
		most = max(most, math.Abs(p-b[o]))
	}
	for o, p := range b {
		most = max(most, math.Abs(p-a[o]))
	}
	return most
}

// expect returns the expectation of f(log w).
func expect(law map[outcome]float64, f func(logw float64) float64) float64 {
	e := 0.0
	for o, p := range law {
		logw := float64(o.logw) / 1e9
		switch o.logw {
		case math.MaxInt64:
			logw = math.Inf(1)
		case math.MinInt64:
			logw = math.Inf(-1)
		}
		e += p * f(logw)
	}
	return e
}

// TestOracleKeepsItsLaws holds the oracle itself to E[w] = Z_T/Z_1 and
// E[1/w] = Z_1/Z_T, which hold where no mass is won, or lost, on the way.
func TestOracleKeepsItsLaws(t *testing.T) {
	for _, s := range settings() {
		d := newDense(s.a)
		fwd, rev := d.laws()
		shared := func(t int) float64 { // the mass of level t where both ends have some
			z := 0.0
			for x, v := range d.logf[t] {
				if !math.IsInf(d.logf[1][x], -1) && !math.IsInf(d.logf[s.a.T()][x], -1) {
					z += math.Exp(v)
				}
			}
			return z
		}
		T := s.a.T()
		// outcomes are rounded to 1e-9, and so, relatively, is w
		if w, want := expect(fwd, math.Exp), shared(T)/total(d.logf[1]); math.Abs(w-want) > 3e-9 {
			t.Errorf("%s: E[w] = %v, want %v", s.name, w, want)
		}
		inv := func(l float64) float64 { return math.Exp(-l) }
		if w, want := expect(rev, inv), shared(1)/total(d.logf[T]); math.Abs(w-want) > 3e-9 {
			t.Errorf("%s: E[1/w] = %v, want %v", s.name, w, want)
		}
	}
}

// forward and reverse are the two chains of AIS, the second from an exact draw of p_T.
func forward(a chains.Annealing, d chains.Dice) (x int, logw float64) {
	return programs.AIS{Problem: programs.Problem{Annealing: a}}.Forward(d)
}

func reverse(a chains.Annealing, d chains.Dice) (x1 int, logw float64) {
	_, last := a.Ends()
	return programs.AIS{Problem: programs.Problem{Annealing: a}}.Back(d.Pick(chains.Normalized(last)), d)
}

package spectra

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// An Implicit is a chain that is never written out: it is known by what one step
// makes of a function. What is said of it takes up to 60 vectors of as many numbers as
// there are cells, and some hundred steps, so that a million cells take minutes.
//
// A function has one number a cell, and the product of two is the sum of π f g:
// masses multiply, and nothing is divided by them or by their roots but the start,
// so that a density that spans hundreds of nats loses nothing that a float holds. A
// cell whose mass is below the least float has none.
//
// A chain that is not reversible stands for its additive reversibilisation, half the
// sum of it and its reversal, which has the same Dirichlet form.
type Implicit struct {
	op, back chains.Operator // back is nil where the chain is reversible
	pi       []float64
	step     func(dst, f *[2][]float64) // what a step makes of both, or of the first where there is one
	total    float64                    // mass, 1 but for round-off
	cells    int                        // with mass
	rare     float64                    // the least mass
	mode     int
	others   float64   // the mass of all cells but the mode
	leave    []float64 // the probability of leaving each cell; nil where rows are not gone through
	classes  int       // 0 where that is not known
	even     bool      // of period 2
	most     int       // steps in search of one end of the spectrum
	parts    []float64
}

// Implicitly takes an operator aimed at pi, which it is to leave invariant and whose
// rows are to sum to 1. It goes through the rows once where they have at most MostMoves.
// An operator that says that it is its own reversal is believed to be reversible. pi is
// kept.
func Implicitly(op chains.Operator, pi []float64) (*Implicit, error) {
	return implicitly(op, pi, onePuller)
}

// ImplicitlyAt aims an operator at a level, with the density that it returns, from
// which steps are faster: it is P, where floats have room for that.
func ImplicitlyAt(op chains.Operator, l *chains.Level) (*Implicit, []float64, error) {
	pi := make([]float64, len(l.LogF()))
	logZ, least := floats.LogSumExp(l.LogF()), 1.0
	for x, v := range l.LogF() {
		pi[x] = math.Exp(v - logZ)
	}
	floats.Scale(1/floats.Sum(pi), pi)
	for _, v := range pi {
		if v > 0 {
			least = min(least, v)
		}
	}
	puller := onePuller
	if least > 1e-280 {
		l.P, puller = pi, pairPuller
	}
	op.Aim(l)
	c, err := implicitly(op, pi, puller)
	return c, pi, err
}

// A puller makes what a step of an operator makes of two functions, or one.
type puller func(op chains.Operator, n int) func(dst, f *[2][]float64)

func onePuller(op chains.Operator, _ int) func(dst, f *[2][]float64) {
	return func(dst, f *[2][]float64) {
		for k := range dst {
			if f[k] != nil {
				op.Pull(dst[k], f[k])
			}
		}
	}
}

// pairPuller pulls one function twice where there is no other: that is faster still.
func pairPuller(op chains.Operator, n int) func(dst, f *[2][]float64) {
	pairs, ok := op.(chains.PairPuller)
	if !ok {
		return onePuller(op, n)
	}
	idle := make([]float64, n)
	return func(dst, f *[2][]float64) {
		if f[1] == nil {
			one := chains.Pair{f[0], f[0]}
			pairs.PullPair(&chains.Pair{dst[0], idle}, &one, &one, 1)
			return
		}
		pairs.PullPair(dst, f, f, 1)
	}
}

func implicitly(op chains.Operator, pi []float64, pull puller) (*Implicit, error) {
	c := &Implicit{op: op, pi: pi, rare: 1, most: MostSteps, parts: make([]float64, len(pi)/chains.PieceSize+1), mode: floats.MaxIdx(pi)}
	c.step = pull(op, len(pi))
	if back := op.Reversal(); back != op {
		c.back = back
		c.step = c.additive(c.step, pull(back, len(pi)))
	}
	for x, v := range pi {
		if !(v >= 0) {
			return nil, fmt.Errorf("the probability of state %d is %g; a number from 0 to 1 would do", x, v)
		}
		if v > 0 {
			c.cells++
			c.rare = min(c.rare, v)
		}
		if x != c.mode {
			c.others += v
		}
	}
	c.total = c.sum(func(from, to int) float64 { return floats.Sum(pi[from:to]) })
	if !(math.Abs(c.total-1) <= rowSlack) {
		return nil, fmt.Errorf("the probabilities sum to %.12g; 1 would do", c.total)
	}
	c.roam()
	return c, nil
}

// additive is half of one step and half of another.
func (c *Implicit) additive(there, back func(dst, f *[2][]float64)) func(dst, f *[2][]float64) {
	other := [2][]float64{make([]float64, len(c.pi)), make([]float64, len(c.pi))}
	return func(dst, f *[2][]float64) {
		there(dst, f)
		back(&other, f)
		for k := range dst {
			if f[k] != nil {
				c.each(dst[k], func(x int) float64 { return (dst[k][x] + other[k][x]) / 2 })
			}
		}
	}
}

// squared is P*P, P* the reversal of the chain: of that rows are not gone through.
func (c *Implicit) squared() *Implicit {
	s := *c
	s.leave, s.classes, s.even, s.back = nil, 0, false, nil
	between := make([]float64, len(c.pi))
	s.step = func(dst, f *[2][]float64) {
		for k := range dst {
			if f[k] != nil {
				c.op.Pull(between, f[k])
				c.back.Pull(dst[k], between)
			}
		}
	}
	return &s
}

// Reversible is whether the operator is its own reversal.
func (c *Implicit) Reversible() bool { return c.back == nil }

// apply sets into to (I - P) f, or with plus to (I + P) f, of both or of the first; to
// 0 in cells without mass.
func (c *Implicit) apply(into, f *[2][]float64, plus bool) {
	c.step(into, f)
	sign := -1.0
	if plus {
		sign = 1
	}
	for k := range f {
		if f[k] != nil {
			c.each(into[k], func(x int) float64 { return f[k][x] + sign*into[k][x] })
		}
	}
}

// each sets f to a function of the cell where there is mass, else to 0.
func (c *Implicit) each(f []float64, of func(x int) float64) {
	chains.Parallel(len(f), func(from, to int) {
		for x := from; x < to; x++ {
			if c.pi[x] > 0 {
				f[x] = of(x)
			} else {
				f[x] = 0
			}
		}
	})
}

// sum is the sum of what each piece of the cells sums to: on any number of cores the
// same.
func (c *Implicit) sum(of func(from, to int) float64) float64 {
	clear(c.parts)
	chains.Parallel(len(c.pi), func(from, to int) { c.parts[from/chains.PieceSize] = of(from, to) })
	return floats.Sum(c.parts)
}

// dot is the product of two functions.
func (c *Implicit) dot(f, g []float64) float64 {
	return c.sum(func(from, to int) float64 {
		sum := 0.0
		for x := from; x < to; x++ {
			sum += c.pi[x] * f[x] * g[x]
		}
		return sum
	})
}

// norm is the root of the product of f with itself.
func (c *Implicit) norm(f []float64) float64 { return math.Sqrt(c.dot(f, f)) }

// center subtracts the mean of f where there is mass. Done again it takes what the
// first rounded.
func (c *Implicit) center(f []float64) {
	mean := c.sum(func(from, to int) float64 { return floats.Dot(c.pi[from:to], f[from:to]) })
	mean /= c.total
	c.each(f, func(x int) float64 { return f[x] - mean })
}

// scale multiplies f.
func scale(f []float64, by float64) {
	chains.Parallel(len(f), func(from, to int) { floats.Scale(by, f[from:to]) })
}

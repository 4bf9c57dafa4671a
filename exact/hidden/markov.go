package hidden

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	"breadboard/exact"
)

// A Markov is a law of paths: a Markov chain whose rows change from step to step.
type Markov struct {
	Initial []float64
	Rows    [][][]float64 // Rows[t][x] is the law of state t+1, if state t is x; nil if x has no mass
}

// Posterior returns p(x | y) and log p(y). A state passes on the probability of all observations after
// it, which are summed up from the last observation back.
func Posterior(m *hidden.Model) (law Markov, logP float64) {
	ahead := ones(m.States()) // p(y_{t+1}.. | x_t), over a constant
	law.Rows = make([][][]float64, m.Len()-1)
	for t := m.Len() - 1; t >= 0; t-- {
		floats.Mul(ahead, m.Seen(t))
		if t == 0 {
			break
		}
		now := make([]float64, m.States())
		law.Rows[t-1] = make([][]float64, m.States())
		for x := range now {
			law.Rows[t-1][x], now[x] = tilted(m.Next(x), ahead)
		}
		top := floats.Max(now)
		floats.ScaleTo(ahead, 1/top, now)
		logP += math.Log(top)
	}
	var sum float64
	law.Initial, sum = tilted(m.Initial(), ahead)
	return law, logP + math.Log(sum)
}

// Alone returns the law of the path that a filter of one particle returns. If an observation is
// impossible after a state, the particle goes on as if it had not been seen, with weight 0.
func Alone(m *hidden.Model, p programs.Proposal) (law Markov) {
	row := func(t int, before []float64) []float64 {
		if p == programs.Optimal {
			if after, sum := tilted(before, m.Seen(t)); sum > 0 {
				return after
			}
		}
		return before
	}
	law.Initial = row(0, m.Initial())
	for t := 1; t < m.Len(); t++ {
		rows := make([][]float64, m.States())
		for x := range rows {
			rows[x] = row(t, m.Next(x))
		}
		law.Rows = append(law.Rows, rows)
	}
	return law
}

// tilted returns the law in proportion to law·by, and the sum of that. The law is nil if the sum is 0.
func tilted(law, by []float64) (after []float64, sum float64) {
	after = floats.MulTo(make([]float64, len(law)), law, by)
	if sum = floats.Sum(after); sum == 0 {
		return nil, 0
	}
	floats.Scale(1/sum, after)
	return after, sum
}

// Marginals are the laws of the states, step by step.
func (l Markov) Marginals() (all [][]float64) {
	now := l.Initial
	for _, rows := range l.Rows {
		all = append(all, now)
		next := make([]float64, len(now))
		for x, p := range now {
			if p > 0 {
				floats.AddScaled(next, p, rows[x])
			}
		}
		now = next
	}
	return append(all, now)
}

// Between returns both divergences between two laws of paths: Forward is KL(a||b). A path that only
// one of the two takes makes one of them infinite.
func Between(a, b Markov) exact.Divergence {
	d := exact.Between(a.Initial, b.Initial)
	inA, inB := a.Marginals(), b.Marginals()
	for t, rows := range a.Rows {
		for x, row := range rows {
			p, q := inA[t][x], inB[t][x]
			if p == 0 && q == 0 || row == nil || b.Rows[t][x] == nil {
				continue // a state that only one of them reaches has made its divergence infinite
			}
			between := exact.Between(row, b.Rows[t][x])
			d.Forward += times(p, between.Forward)
			d.Reverse += times(q, between.Reverse)
		}
	}
	return d
}

// times is p·v, and 0 if p is.
func times(p, v float64) float64 {
	if p == 0 {
		return 0
	}
	return p * v
}

// ones is a vector of ones.
func ones(n int) []float64 {
	v := make([]float64, n)
	floats.AddConst(1, v)
	return v
}

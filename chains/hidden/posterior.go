package hidden

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Posterior draws paths from p(x | y), by forward filtering and backward sampling. The weight of
// every run is p(y). AIDE measures filters against it as the gold standard.
type Posterior struct {
	Model *Model
	logP  float64
	last  chains.Law
	back  [][]chains.Law // back[t][y] is the law of x_t, if x_{t+1} is y
}

// NewPosterior filters forward.
func NewPosterior(m *Model) Posterior {
	p := Posterior{Model: m}
	now := make([]float64, m.States()) // p(x_t | y_1..y_t)
	for t := range m.Len() {
		ahead := m.initial
		if t > 0 {
			p.back = append(p.back, m.backward(now))
			ahead = m.predicted(now)
		}
		floats.MulTo(now, ahead, m.Seen(t))
		sum := floats.Sum(now)
		floats.Scale(1/sum, now)
		p.logP += math.Log(sum)
	}
	p.last = chains.NewLaw(now)
	return p
}

// predicted is the law of the state after one with the law now.
func (m *Model) predicted(now []float64) []float64 {
	ahead := make([]float64, len(now))
	for x, p := range now {
		floats.AddScaled(ahead, p, m.transition[x])
	}
	return ahead
}

// backward has, by the next state, the law of a state that has the law now.
func (m *Model) backward(now []float64) []chains.Law {
	laws := make([]chains.Law, len(now))
	for y := range laws {
		p := make([]float64, len(now))
		for x := range p {
			p[x] = now[x] * m.transition[x][y]
		}
		laws[y] = chains.NewLaw(p)
	}
	return laws
}

// Forward draws the last state, and then each state given the one after it.
func (p Posterior) Forward(d chains.Dice) (x *Path, logw float64) {
	states := make([]int, p.Model.Len())
	t := len(states) - 1
	states[t] = p.last.Draw(d)
	for ; t > 0; t-- {
		states[t-1] = p.back[t-1][states[t]].Draw(d)
	}
	return PathOf(states...), p.logP
}

// Reverse returns log p(y); there is nothing to draw.
func (p Posterior) Reverse(*Path, chains.Dice) float64 { return p.logP }

// LogP is log p(y).
func (p Posterior) LogP() float64 { return p.logP }

package hidden_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/hidden"
	"breadboard/chains/programs"
	exactly "breadboard/exact/hidden"
)

// inLogs has the messages of a model in logs: an independent way to its expectations.
type inLogs struct {
	m           *hidden.Model
	ahead, back [][]float64 // log p(x_t, y_1..y_t) and log p(y_{t+1}.. | x_t)
	logP        float64
}

func newInLogs(m *hidden.Model) (l inLogs) {
	l = inLogs{m: m, ahead: make([][]float64, m.Len()), back: make([][]float64, m.Len())}
	terms := make([]float64, m.States())
	for t := range m.Len() {
		l.ahead[t], l.back[t] = make([]float64, m.States()), make([]float64, m.States())
		for y := range terms {
			before := math.Log(m.Initial()[y])
			if t > 0 {
				for x := range terms {
					terms[x] = l.ahead[t-1][x] + math.Log(m.Next(x)[y])
				}
				before = floats.LogSumExp(terms)
			}
			l.ahead[t][y] = before + math.Log(m.Seen(t)[y])
		}
	}
	for t := m.Len() - 2; t >= 0; t-- {
		for x := range terms {
			for y := range terms {
				terms[y] = math.Log(m.Next(x)[y]) + math.Log(m.Seen(t + 1)[y]) + l.back[t+1][y]
			}
			l.back[t][x] = floats.LogSumExp(terms)
		}
	}
	l.logP = floats.LogSumExp(l.ahead[m.Len()-1])
	return l
}

// logW is the log weight at t of a filter of one particle, by the state that decides.
func (l inLogs) logW(p programs.Proposal, t int) []float64 {
	v := make([]float64, l.m.States())
	for x := range v {
		switch {
		case p == programs.Prior:
			v[x] = math.Log(l.m.Seen(t)[x])
		case t == 0:
			v[x] = math.Log(floats.Dot(l.m.Initial(), l.m.Seen(0)))
		default:
			v[x] = math.Log(floats.Dot(l.m.Next(x), l.m.Seen(t)))
		}
	}
	return v
}

// own are the laws of the states of a filter of one particle.
func (l inLogs) own(p programs.Proposal) (laws [][]float64) {
	for t := range l.m.Len() {
		now := make([]float64, l.m.States())
		add := func(mass float64, row []float64) {
			sum := floats.Dot(row, l.m.Seen(t))
			for y, v := range row {
				if p == programs.Optimal {
					v *= l.m.Seen(t)[y] / sum
				}
				now[y] += mass * v
			}
		}
		if t == 0 {
			add(1, l.m.Initial())
		} else {
			for x, mass := range laws[t-1] {
				add(mass, l.m.Next(x))
			}
		}
		laws = append(laws, now)
	}
	return laws
}

// means are E[log w] under the posterior, and under the filter's own law.
func (l inLogs) means(p programs.Proposal) (posterior, own float64) {
	laws := l.own(p)
	for t := range laws {
		s := t // the state that decides
		if p == programs.Optimal && t > 0 {
			s = t - 1
		}
		for x, v := range l.logW(p, t) {
			own += laws[s][x] * v
			posterior += math.Exp(l.ahead[s][x]+l.back[s][x]-l.logP) * v
		}
	}
	return posterior, own
}

// On the authors' model the divergences are E_p[log w] - log p(y) and log p(y) - E_q[log w], with
// messages in logs. The recorded digits are of this computation.
func TestAuthors(t *testing.T) {
	m := authors(t)
	l := newInLogs(m)
	posterior, logP := exactly.Posterior(m)
	if !near(logP, l.logP) {
		t.Errorf("log p(y) is %.12g, in logs %.12g", logP, l.logP)
	}
	for proposal, recorded := range map[programs.Proposal]float64{programs.Prior: 79.649, programs.Optimal: 24.222} {
		p, q := l.means(proposal)
		got := exactly.Between(posterior, exactly.Alone(m, proposal))
		if !near(got.Forward, p-l.logP) || !near(got.Reverse, l.logP-q) {
			t.Errorf("%s proposal: the divergences are %.12g, in logs %.12g and %.12g", proposal, got, p-l.logP,
				l.logP-q)
		}
		if math.Abs(got.Jeffreys()-recorded) > 0.0005 {
			t.Errorf("%s proposal: %.6g, recorded %g", proposal, got.Jeffreys(), recorded)
		}
	}
}

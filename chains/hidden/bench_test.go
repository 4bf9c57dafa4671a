package hidden_test

import (
	"strconv"
	"testing"

	"breadboard/chains/hidden"
	"breadboard/chains/particles"
	"breadboard/chains/sample"
)

// cyclic is a model of 20 states and 50 observations.
func cyclic(b *testing.B) *hidden.Model {
	p := hidden.Parameters{Observed: make([]int, 50)}
	law := func(n, at int) []float64 {
		l := make([]float64, n)
		for i := range l {
			l[i] = 0.1 / float64(n)
		}
		l[at%n] += 0.9
		return l
	}
	p.Initial = law(20, 0)
	for x := range 20 {
		p.Transition, p.Emission = append(p.Transition, law(20, x+1)), append(p.Emission, law(4, x))
	}
	for t := range p.Observed {
		p.Observed[t] = t % 4
	}
	m, err := hidden.New(p)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// BenchmarkFilter runs a filter forward, and the same particles one by one.
func BenchmarkFilter(b *testing.B) {
	m := cyclic(b)
	for _, proposal := range proposals {
		s := hidden.NewSequence(m, proposal)
		for _, P := range []int{1, 100, 1000} {
			for name, p := range map[string]hidden.Program{"filter": hidden.Filter{Sequence: s, P: P},
				"smc": particles.SMC[*hidden.Path]{Sequence: s, P: P}} {
				d := sample.Seeded(1)
				b.Run(name+"/"+string(proposal)+"/"+strconv.Itoa(P), func(b *testing.B) {
					for b.Loop() {
						p.Forward(d)
					}
				})
			}
		}
	}
}

package flows_test

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/chains/flows"
	"breadboard/chains/numbers"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid"
)

// Knight proposes one of the eight moves of a knight, each as probable, and accepts with min(1, f(y)/f(x)).
type Knight struct{}

func (Knight) On(g grid.Grid) (chains.Operator, error) {
	return flows.New(g, func() flows.Form {
		e := &flows.Graph{}
		for x := range g.Size() {
			for _, jump := range [][2]int{{1, -2}, {1, 2}, {2, -1}, {2, 1}} { // each edge from its lower cell
				if y, ok := g.Along(x, 0, jump[0]); ok {
					if y, ok := g.Along(y, 1, jump[1]); ok {
						e.Add(x, y, 0)
					}
				}
			}
		}
		return flows.Form{Graph: e, Float: eighth[numbers.Float](e), Interval: eighth[*numbers.Interval](e)}
	}), nil
}

func (Knight) Cost(grid.Grid) float64 { return 1 }

func eighth[N numbers.Number[N]](e *flows.Graph) flows.Flows[N] {
	return flows.Flows[N]{Set: func(c []N, m flows.Masses[N]) {
		for i, x := range e.A {
			c[i] = m.P[x].Min(m.P[e.B[i]]).Over(m.P[x].Of(8))
		}
	}}
}

// A kernel of one's own is a graph and a function, written once over any number: J and B follow, and the proof of J.
func Example() {
	logf := []float64{0, 3, -1, 2, 1, 0, 0.5, 2, -2, 1, 4, 0}
	a := chains.To(logf, grid.New(3, 4), Knight{}, 10)
	result, err := exact.Run(context.Background(), a)
	if err != nil {
		fmt.Println(err)
		return
	}
	truth, err := certain.Measure(context.Background(), a, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J = %.6f, B = %.6f, at least 13 digits are right: %v\n", result.J(), result.B(),
		truth.J.Digits(result.J()) >= 13)
	// Output:
	// J = 0.994927, B = 1.634459, at least 13 digits are right: true
}

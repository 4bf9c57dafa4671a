package studies

import (
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/studies/paper"
)

func testCurves() []paper.Curve {
	var curves []paper.Curve
	for i, name := range []string{"ONE", "TWO", "THREE"} {
		c := paper.Curve{Toy: name, T: []int{10, 100, 1000}, Published: []paper.Published{
			{Quantity: experiments.J, T: 100, Printed: "0.13"}, {Quantity: experiments.B, T: 1000, Printed: "0.07"}}}
		for k := range c.T {
			c.J = append(c.J, math.Pow(10, float64(-i-k)))
			c.B = append(c.B, 3*c.J[k])
		}
		curves = append(curves, c)
	}
	return curves
}

// A zero and an infinity have no place on a logarithmic axis.
func TestTrace(t *testing.T) {
	if got := trace([]int{10, 20, 50}, []float64{0, 2, math.Inf(1)}); len(got) != 1 || got[0].X != 20 || got[0].Y != 2 {
		t.Errorf("the points are %v", got)
	}
}

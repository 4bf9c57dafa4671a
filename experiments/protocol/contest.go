package protocol

import (
	"math"
	"slices"
	"sort"
)

// A Contest says which of two forms has the smaller measure, such as B, at a price, such as T or
// the cost of a run.
type Contest struct {
	First     string    // the better form at the lowest price at which both have runs
	Crossings []float64 // the prices at which the other form becomes the better one
}

// Better compares the forms along a price. Between two runs of a form the measure is taken to
// be a straight line on logarithmic axes.
func (c Comparison) Better(price, measure func(Formed) float64) Contest {
	var curves [2]curve
	for i, f := range c.Forms {
		for _, r := range f.Runs {
			curves[i].x = append(curves[i].x, math.Log(price(r)))
			curves[i].y = append(curves[i].y, math.Log(measure(r)))
		}
	}
	at := slices.Sorted(slices.Values(slices.Concat(curves[0].x, curves[1].x)))
	low, high := max(curves[0].x[0], curves[1].x[0]), min(slices.Max(curves[0].x), slices.Max(curves[1].x))
	var out Contest
	was, from := 0.0, low
	for _, x := range at {
		if x < low || x > high {
			continue
		}
		off := curves[0].at(x) - curves[1].at(x)
		switch {
		case out.First == "" && off < 0:
			out.First = c.Forms[0].Name
		case out.First == "":
			out.First = c.Forms[1].Name
		case was*off < 0:
			out.Crossings = append(out.Crossings, math.Exp(from+(x-from)*was/(was-off)))
		}
		was, from = off, x
	}
	return out
}

// A curve is a line through points, x rising.
type curve struct{ x, y []float64 }

// at is the height of the line at x, which is not beyond its ends.
func (c curve) at(x float64) float64 {
	i := min(max(sort.SearchFloat64s(c.x, x), 1), len(c.x)-1)
	share := (x - c.x[i-1]) / (c.x[i] - c.x[i-1])
	return c.y[i-1] + share*(c.y[i]-c.y[i-1])
}

package programs

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/grid"
)

// A climber is a law that is being improved, with what it needs of the box.
type climber struct {
	meanField
	box grid.Grid
}

// drawClimber draws a log density on a box, with walls, and starts at a cell with mass; or,
// without walls, at a law that has mass everywhere.
func drawClimber(t *rapid.T) climber {
	box := grid.New(rapid.SliceOfN(rapid.IntRange(1, 4), 1, 3).Draw(t, "lengths")...)
	walls := rapid.Bool().Draw(t, "walls")
	logf := make([]float64, box.Size())
	start := rapid.IntRange(0, box.Size()-1).Draw(t, "start")
	for x := range logf {
		logf[x] = rapid.Float64Range(-5, 0).Draw(t, "log f")
		if walls && x != start && rapid.IntRange(0, 3).Draw(t, "wall") == 0 {
			logf[x] = math.Inf(-1)
		}
	}
	c := climber{pointAt(logf, box.Lens(), box.Coords(start)), box}
	if !walls {
		for _, factor := range c.q {
			draw(t, factor)
		}
	}
	return c
}

// draw sets a factor to a random law.
func draw(t *rapid.T, factor []float64) {
	for i := range factor {
		factor[i] = rapid.Float64Range(-3, 3).Draw(t, "log factor")
	}
	chains.Normalize(factor, factor)
}

// direct is the bound summed over cells.
func (c climber) direct() (sum float64) {
	for x, v := range c.logf {
		q := 1.0
		for axis, factor := range c.q {
			q *= factor[c.box.Coord(x, axis)]
		}
		if q > 0 {
			sum += q * (v - math.Log(q))
		}
	}
	return sum
}

func TestBoundIsASumOverCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawClimber(t)
		if got, want := c.bound(), c.direct(); math.Abs(got-want) > 1e-12 {
			t.Errorf("the bound is %.15g, and %.15g summed over cells", got, want)
		}
	})
}

// An updating replaces one factor.
type updating func(c climber, axis int)

// updateFault says what is wrong with an update: after it another factor is better, or the
// bound has fallen. "" is nothing.
func updateFault(t *rapid.T, c climber, update updating) string {
	for axis, factor := range c.q {
		before := c.direct()
		update(c, axis)
		best := c.direct()
		if best < before-1e-12 {
			return "the bound falls"
		}
		kept := append([]float64(nil), factor...)
		for range 3 {
			draw(t, factor)
			share := rapid.SampledFrom([]float64{1, 0.1, 1e-3}).Draw(t, "share")
			for i := range factor {
				factor[i] = (1-share)*kept[i] + share*factor[i]
			}
			if c.direct() > best+1e-12 {
				return "another factor is better"
			}
		}
		copy(factor, kept)
	}
	return ""
}

// TestUpdatesReachTheMaximum: every update is at least as good as other factors in its place
// (BDMC, Appendix B.1), so that the bound never falls.
func TestUpdatesReachTheMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if fault := updateFault(t, drawClimber(t), func(c climber, axis int) { c.update(axis) }); fault != "" {
			t.Error(fault)
		}
	})
}

// Updates that are wrong: one has the wrong sign, one takes the last axis as uniform, and one
// normalises f itself along the axis instead of the mean of its logarithm.
var wrongUpdates = map[string]updating{
	"sign": func(c climber, axis int) {
		e := c.expected(axis)
		for i := range e {
			e[i] = -e[i]
		}
		chains.Normalize(c.q[axis], e)
	},
	"forgotten axis": func(c climber, axis int) {
		other := (axis + 1) % len(c.q)
		kept := append([]float64(nil), c.q[other]...)
		for i := range c.q[other] {
			c.q[other][i] = 1 / float64(len(kept))
		}
		e := c.expected(axis)
		copy(c.q[other], kept)
		chains.Normalize(c.q[axis], e)
	},
	"log of the mean": func(c climber, axis int) {
		raised := meanField{make([]float64, len(c.logf)), c.q, c.logq}
		for x, v := range c.logf {
			raised.logf[x] = math.Exp(v)
		}
		e := raised.expected(axis)
		for i := range e {
			e[i] = math.Log(e[i])
		}
		chains.Normalize(c.q[axis], e)
	},
}

func TestWrongUpdatesAreFound(t *testing.T) {
	logf := []float64{-0.3, -2.1, -4.0, -0.9, -1.7, -0.2}
	for name, update := range wrongUpdates {
		found := false
		rapid.Check(t, func(t *rapid.T) {
			c := climber{meanField{logf, [][]float64{{0.3, 0.7}, {0.2, 0.3, 0.5}}, [][]float64{make([]float64, 2), make([]float64, 3)}}, grid.New(2, 3)}
			found = found || updateFault(t, c, update) != ""
		})
		if !found {
			t.Errorf("%s: nothing is found", name)
		}
	}
}

// TestClimbEndsAtAMaximum: where the climb ends no update gains much more than the last sweep,
// 1e-12.
func TestClimbEndsAtAMaximum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawClimber(t)
		bound, _ := c.climb()
		for axis := range c.q {
			c.update(axis)
			if gain := c.direct() - bound; math.Abs(gain) > 1e-10 {
				t.Errorf("axis %d: another update gains %g", axis, gain)
			}
		}
	})
}

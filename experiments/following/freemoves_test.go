package following_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/experiments/following"
	"breadboard/grid/must"
)

var everyCell = []int{0, 1, 2, 3, 4, 5, 6}

// A counted is a step whose free moves are counted, by the beta at which they are made.
type counted struct {
	written
	beta  float64
	moves map[float64]int
	aims  int
}

func (c *counted) Aim(ctx context.Context, beta float64, logf []float64) error {
	c.beta = beta
	c.aims++
	return c.written.Aim(ctx, beta, logf)
}

func (c *counted) Move(ctx context.Context, next, states []int) error {
	c.moves[c.beta] += len(states)
	return c.written.Move(ctx, next, states)
}

// coin returns a step that goes on or stays, alike.
func coin() *counted {
	return &counted{moves: map[float64]int{}, written: written{own: sample.Seeded(3),
		step: func(_ []float64, x int, d chains.Dice) int { return (x + d.Pick([]float64{1, 1})) % 7 }}}
}

// TestReachOfFreeMoves: of a step with two outcomes alike, n moves have a share of one that is normal about its odds
// with deviation 1/(2 sqrt n). A difference r shows at the level 1e-6, nine times in ten, once r is as many deviations
// as both quantiles together. As many moves are made, together and no more.
func TestReachOfFreeMoves(t *testing.T) {
	deviations := -distuv.UnitNormal.Quantile(1e-6/2) + distuv.UnitNormal.Quantile(0.9)
	for _, reach := range []float64{0.05, 0.03, 0.02} {
		c := coin()
		s := following.NewStep(c, ring, enumerate.Limits{}, 1)
		s.Reach = reach
		_, _, err := s.Rows(t.Context(), 1, logf, everyCell)
		must.Do(t, err)
		before := c.aims
		said, err := s.Agree(t.Context())
		must.Do(t, err)
		want := math.Pow(deviations/(2*reach), 2)
		must.Near(t, float64(s.Compared()), want, 0.002*want, "moves for a reach of %v", reach)
		must.Say(t, said, fmt.Sprintf("shows differences of %.1g", reach))
		must.Near(t, float64(c.aims-before), 4, 0, "questions: at three levels, and for all that is missing")
	}
}

// TestLevelsOfFreeMoves: whatever number of levels is followed, moves are made at the first, at the last, and as many
// at one that is neither, in the second half of them.
func TestLevelsOfFreeMoves(t *testing.T) {
	for n := 1; n <= 33; n++ {
		c := coin()
		s := following.NewStep(c, ring, enumerate.Limits{}, 1)
		for level := 1; level <= n; level++ {
			_, _, err := s.Rows(t.Context(), float64(level), logf, everyCell)
			must.Do(t, err)
		}
		_, err := s.Agree(t.Context())
		must.Do(t, err)
		middle := 0
		for beta, moves := range c.moves {
			if level := int(beta); level > 1 && level < n {
				middle = level
			}
			if n >= 3 && (moves < 660 || moves > 670) {
				t.Errorf("of %d levels %v has %d moves", n, beta, moves)
			}
		}
		if len(c.moves) != min(n, 3) || c.moves[1] == 0 || c.moves[float64(n)] == 0 || n >= 3 && 2*middle < n {
			t.Errorf("of %d levels there are moves at %v", n, c.moves)
		}
	}
}

// TestRowsByWhatIsHeld: a step that is lazier at each call, until it begins anew, has other rows after some moves,
// whatever its period is. So it has none, and no move of it is needed to say so.
func TestRowsByWhatIsHeld(t *testing.T) {
	for period := 2; period <= 10; period++ {
		calls, kept := 0, 0
		puts := false
		c := &counted{moves: map[float64]int{}, written: written{own: sample.Seeded(3)}}
		c.step = func(_ []float64, x int, d chains.Dice) int {
			if puts {
				calls = kept
			}
			calls++
			stays := 0.3 + 0.01*float64(calls%period)
			return (x + d.Pick([]float64{stays, 1 - stays})) % 7
		}
		c.hold = func(moves int) {
			puts = true
			kept += moves
		}
		s := following.NewStep(c, ring, enumerate.Limits{}, 1)
		_, _, err := s.Rows(t.Context(), 1, logf, everyCell)
		if none := (outside.NotTold{}); !errors.As(err, &none) || !none.Unsure || len(c.moves) > 0 {
			t.Errorf("a period of %d calls: error %v, after moves %v", period, err, c.moves)
		}
	}
}

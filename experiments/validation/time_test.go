package validation

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/grid/must"
	"breadboard/toys"
)

// A countdown is a context that ends when it has been looked at as often as it says. So a test can end a time at every
// place at which anybody looks, without a clock.
type countdown struct {
	context.Context
	left int
	over bool // somebody saw the end
}

func (c *countdown) Err() error {
	if c.left == 0 {
		c.over = true
		return context.Canceled
	}
	c.left--
	return nil
}

// A punctual mover fails the test if it is asked for anything after the time is over.
type punctual struct {
	*mover
	t    *testing.T
	time *countdown
}

func (m punctual) Move(ctx context.Context, next, states []int) error {
	if m.time.over {
		m.t.Error("moves are asked for after the time is over")
	}
	return m.mover.Move(ctx, next, states)
}

// TestTimeEndsAnywhere: wherever the time ends there is a verdict if there are moves, corrected for as many tests as
// with all the time. It says that moves were left out, and accuses no sound kernel.
func TestTimeEndsAnywhere(t *testing.T) {
	for _, power := range []float64{-1, 1} {
		judgedIn := func(n int) (Validation, *countdown, error) {
			time := &countdown{Context: t.Context(), left: n}
			m := punctual{drawing(sample.Seeded(3), always(power)), t, time}
			v, err := small(nil).Sample(time, m, nil, sampling(40_000, 0.1))
			return v, time, err
		}
		all, _, err := judgedIn(1e9)
		must.Do(t, err)
		if all.OK() != (power > 0) {
			t.Fatalf("with all the time: %s", all.Verdict())
		}
		stages := map[string]int{}
		for n := 0; ; n += 1 + n/10 {
			v, time, err := judgedIn(n)
			if !time.over {
				break
			}
			if v.Moves == 0 {
				stages["none"]++
				if !errors.Is(err, ErrNoMore) {
					t.Errorf("%d looks, no moves: %v", n, err)
				}
				continue
			}
			must.Do(t, err)
			if l := slices.IndexFunc(v.Levels, func(l Level) bool { return l.moves == 0 }); l >= 0 {
				t.Errorf("%d looks: there are no moves at beta = %v", n, v.Levels[l].Beta)
			}
			if v.stopped {
				stages["moves"]++
			}
			if v.stopped != strings.Contains(v.Verdict().String(), "stopped before the end") {
				t.Errorf("%d looks: %s", n, v.Verdict())
			}
			if power > 0 && !v.OK() {
				t.Errorf("%d looks: %s", n, v.Verdict())
			}
			if !v.stopped && v.Verdict().String() != all.Verdict().String() {
				t.Errorf("%d looks: nothing is said to be left out: %s", n, v.Verdict())
			}
		}
		if stages["none"] == 0 || stages["moves"] == 0 {
			t.Errorf("the time ended in the stages %v", stages)
		}
	}
}

// TestManySpins: spins on ten sites, which have 1,024 cells, are judged too. A sound kernel is not accused,
// and a wrong one is.
func TestManySpins(t *testing.T) {
	s := on(toys.Ising(1, 10, 0.4, 0), metropolis)
	for name, power := range map[string]float64{"sound": 1, "wrong": -1} {
		o := sampling(20_000, 0.3)
		m := steps(sample.Seeded(2), kernels.HeatBath{}, s.Grid, powerOf(power))
		v := must.Have(s.Sample(t.Context(), m, []float64{1}, o))(t)
		if v.OK() != (name == "sound") || v.Cause != nil {
			t.Errorf("%s: %s", name, v.Verdict())
		}
	}
}

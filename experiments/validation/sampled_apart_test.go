package validation_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/experiments/validation"
)

// alongRows is Metropolis along the rows of a 2x3 grid alone: it leaves every density
// invariant, and never leaves a row.
type alongRows struct{ *bentStepper }

func (a alongRows) Move(ctx context.Context, next, states []int) error {
	if err := a.bentStepper.Move(ctx, next, states); err != nil {
		return err
	}
	for i, x := range states {
		if next[i]/3 != x/3 {
			next[i] = x
		}
	}
	return nil
}

// A kernel of which many moves lead along one axis alone is accused, and it is noted that it leaves no row; of one that
// goes everywhere nothing is noted.
func TestWaysThatAreNotSeen(t *testing.T) {
	o := validation.Sampling{Budget: 1e6, Fault: 0.1, Level: 0.001, Power: 0.9}
	notes := func(m interface {
		Aim(context.Context, float64, []float64) error
		Move(context.Context, []int, []int) error
	}) string {
		v, err := small(nil).Sample(t.Context(), m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		_, along := m.(alongRows)
		if v.OK() == along {
			t.Error(v.Verdict())
		}
		if strings.Contains(v.Verdict(), "along axis 1, none changes it; ") != along {
			t.Errorf("along rows alone %v: %s", along, v.Verdict())
		}
		parted := len(v.Last().Pattern.Classes) > 1
		if says := "; not every cell was seen to lead to every other at 3 of 3 betas"; parted !=
			strings.Contains(v.Verdict(), says) {
			t.Errorf("%d classes: %s", len(v.Last().Pattern.Classes), v.Verdict())
		}
		return strings.Join(v.Notes, "\n")
	}
	if n := notes(alongRows{newBentStepper(1, 1)}); !strings.Contains(n,
		"at beta = 0 in 17,155 moves no way from cell 0 [0 0] to cell 3 [1 0] was seen: "+
			"they part the cells into 2 classes; so "+
			"it is at 3 of 3 betas") {
		t.Error(n)
	}
	if n := notes(newBentStepper(1, 1)); strings.Contains(n, "no way") {
		t.Error(n)
	}
}

// A way there without a way back is noted too. Cells without mass do not count.
func TestNoWayBack(t *testing.T) {
	s := small(nil)
	logf := []float64{0, 0, 0, math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	s.Bridge = chains.Geometric{From: chains.Uniform(logf), To: logf}
	seen := evidence.NewTally(6)
	for _, at := range [][2]int{{0, 1}, {1, 0}, {1, 2}, {2, 2}} {
		seen.Add(at[0], at[1])
	}
	o := validation.Sampling{Fault: 0.1, Level: 0.001, Power: 0.9}
	if n := strings.Join(s.Count(seen, 1, o).Notes, "\n"); !strings.Contains(n,
		"in 4 moves no way from cell 2 [0 2] to cell 0 [0 0] was seen: they part the cells into 2 classes\n") {
		t.Error(n)
	}
	seen.Add(2, 0)
	if n := strings.Join(s.Count(seen, 1, o).Notes, "\n"); strings.Contains(n, "no way") {
		t.Error(n)
	}
}

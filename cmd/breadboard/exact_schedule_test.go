package main

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"breadboard/exact/tuning"
	"breadboard/experiments"
)

// bestRow holds what JSON says of a schedule that descent found.
type bestRow struct {
	B           float64
	Start       string  `json:"schedule_start"`
	Converged   *bool   `json:"schedule_converged"`
	Gradient    float64 `json:"schedule_gradient"`
	Evaluations int     `json:"schedule_evaluations"`
	Rows, Cols  *int
	Grid        string
	Steps       []struct{ T, Beta float64 }
}

// JSON says how descent went, and its steps hold the betas that it found.
func TestBestJSON(t *testing.T) {
	var rows []bestRow
	worksJSON(t, &rows, t.TempDir(), "exact", "--toy", "ising:1x3:0.7", "-T", "8", "--schedule", "best-b", "--steps")
	c, err := experiments.Setting{Toy: "ising:1x3:0.7", Schedule: "best-b"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a, choice, err := c.At(t.Context(), 8)
	if err != nil {
		t.Fatal(err)
	}
	r := rows[0]
	r.descended(t, choice)
	if r.Grid != "2x2x2" {
		t.Errorf("the grid is %s, want 2x2x2", r.Grid)
	}
	if r.Rows != nil {
		t.Errorf("%d rows, want null", *r.Rows)
	}
	if r.Cols != nil {
		t.Errorf("%d columns, want null", *r.Cols)
	}
	for i, s := range r.Steps {
		if s.Beta != a.Schedule.Beta(i+2) {
			t.Errorf("step %d to %v, not %v", i, s.Beta, a.Schedule.Beta(i+2))
		}
	}
}

// descended checks how descent went.
func (r bestRow) descended(t *testing.T, choice *tuning.Choice) {
	t.Helper()
	if r.Start != choice.Start {
		t.Errorf("descent starts from %s, want %s", r.Start, choice.Start)
	}
	if r.Converged == nil || *r.Converged != choice.Converged {
		t.Errorf("converged is not %v", choice.Converged)
	}
	if r.Gradient != choice.Gradient {
		t.Errorf("gradient %g, want %g", r.Gradient, choice.Gradient)
	}
	if r.Evaluations != choice.Evaluations {
		t.Errorf("%d evaluations, want %d", r.Evaluations, choice.Evaluations)
	}
	if math.Abs(r.B-choice.Value) > 1e-9 {
		t.Errorf("B is %v, want %v", r.B, choice.Value)
	}
}

// near_b is the friction schedule's B near equilibrium, to the five digits that it has.
func TestNearJSON(t *testing.T) {
	c, err := experiments.Setting{Toy: "easy", Schedule: "friction"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a := at(t, c, 3)
	length, err := tuning.FrictionLength(a)
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Near  float64 `json:"near_b"`
		Floor float64 `json:"near_b_floor"`
	}
	worksJSON(t, &rows, t.TempDir(), "exact", "--toy", "easy", "-T", "3", "--schedule", "friction")
	for _, n := range []struct {
		name       string
		got, exact float64
	}{
		{"near_b", rows[0].Near, length.Action(a.Schedule)},
		{"near_b_floor", rows[0].Floor, length.Total() * length.Total() / 2},
	} {
		if want, _ := strconv.ParseFloat(fmt.Sprintf("%.5g", n.exact), 64); n.got != want {
			t.Errorf("%s is %v, want %v", n.name, n.got, want)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// slowMoves take a millisecond each, and the first line ten seconds more.
type slowMoves struct{ now time.Duration }

func (m *slowMoves) Aim(context.Context, float64, []float64) error { return nil }
func (m *slowMoves) Move(_ context.Context, next, _ []int) error {
	if m.now == 0 {
		m.now = 10 * time.Second
	}
	m.now += time.Duration(len(next)) * time.Millisecond
	return nil
}

// What is to come is said once, at the speed of the replies without the start of the program: 40,000
// moves of a millisecond. If that is the budget, what would be enough is said too.
func TestShownMoves(t *testing.T) {
	for _, c := range []struct {
		enough float64
		want   string
	}{
		{40_000, "breadboard: up to 40,000 moves at 2 betas, which take about 40s at the speed of the first replies " +
			"(1,000 a second)\n"},
		{3e6, "(1,000 a second); that is the budget, and 3,000,000 moves would decide every law\n"},
	} {
		var stderr bytes.Buffer
		m := &slowMoves{}
		start := time.Now()
		w := &world{stderr: &stderr, bar: true, clock: clock{now: func() time.Time { return start.Add(m.now) }}}
		shown := &shownMoves{Mover: m, w: w, enough: c.enough, budget: 40_000, betas: 2}
		for range 4 {
			if err := shown.Move(t.Context(), make([]int, 10_000), make([]int, 10_000)); err != nil {
				t.Fatal(err)
			}
		}
		shown.finish()
		if n := strings.Count(stderr.String(), c.want); n != 1 {
			t.Errorf("%q is said %d times, want once: %q", c.want, n, stderr.String())
		}
	}
}

// What is to come is said on a terminal, and in no pipe.
func TestShownOnTerminalsAlone(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip(err)
	}
	const says = "at the speed of the first replies"
	command := "validate --toy barrier --beta 1 --exec 'python3 " + absolute(t, "clients/metropolis.py") + "'"
	if out := onTerminal(t, command, "TERM=xterm"); strings.Count(out, says) != 1 {
		t.Errorf("what is to come is not said once on a terminal: %q", out)
	}
	r := program(t, t.TempDir(), "validate", "--toy", "barrier", "--beta", "1", "--exec",
		"python3 "+absolute(t, "clients/metropolis.py"))
	if r.stderr != "" {
		t.Errorf("a pipe gets %q on stderr, want nothing", r.stderr)
	}
}

package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/toys"
)

// metropolisOnWalls returns Metropolis, aimed at the wall's grid, and log f there.
func metropolisOnWalls(t *testing.T) (chains.Operator, []float64) {
	t.Helper()
	target, err := toys.Read(strings.NewReader(wallCSV), "g.csv", toys.LogF)
	if err != nil {
		t.Fatal(err)
	}
	l := chains.NewLevel(chains.Geometric{From: chains.Uniform(target.LogF), To: target.LogF}, target.Grid.Size())
	l.Move(1, 1)
	op := kernels.Metropolis{}.On(target.Grid)
	op.Aim(l)
	return op, target.LogF
}

// record writes moves of Metropolis on the wall's grid, n from each cell with mass.
func record(t *testing.T, n int) string {
	t.Helper()
	op, logf := metropolisOnWalls(t)
	d := sample.Seeded(23, uint64(n))
	var b strings.Builder
	for x, v := range logf {
		for range n {
			if !math.IsInf(v, -1) {
				fmt.Fprintf(&b, "%d,%d\n", x, op.Step(x, d))
			}
		}
	}
	return b.String()
}

// A record of moves is held to the declared kernel: many sound ones pass, a few are
// not enough to tell, and one impossible move is enough.
func TestValidateMoves(t *testing.T) {
	many, few := record(t, 4000), record(t, 5)
	dir := files(t, map[string]string{
		"g.csv":    wallCSV,
		"many.csv": many,
		"few.csv":  few,
		"jump.csv": few + "0,5\n",
		"out.csv":  few + "0,6\n",
		"none.csv": "",
	})
	validate := func(name string) (validated, result) {
		t.Helper()
		return validateJSON(t, dir, "--moves", name, "--target", "g.csv", "--kernel", "metropolis")
	}
	v, r := validate("many.csv")
	keepsAll(t, v, r)
	if strings.Contains(v.Verdict, "not enough") {
		t.Errorf("many are said to be too few: %s", v.Verdict)
	}
	v, r = validate("few.csv")
	if r.code != 0 {
		t.Errorf("few: exit code %d, want 0: %s", r.code, r.stderr)
	}
	if !strings.Contains(v.Verdict, "not enough data to tell") {
		t.Errorf("few are said to be enough: %s", v.Verdict)
	}
	v, r = validate("jump.csv")
	breaks(t, v, r, "moves are the declared kernel's",
		"from cell 0 [0 0] to 5 [1 2] 1 of 6 times, 0 expected (impossible)")
	for name, says := range map[string]string{
		"out.csv":                       "out.csv: row 26, column to is 6; a whole number from 0 to 5 would do",
		"none.csv":                      "none.csv: no moves",
		filepath.Join("no", "such.csv"): "no such file",
	} {
		_, r := validate(name)
		refused(t, r, says)
	}
}

// chainRecord writes the states of a chain of Metropolis on the wall's grid: n of them from cell 0.
func chainRecord(t *testing.T, n int) string {
	t.Helper()
	op, _ := metropolisOnWalls(t)
	d, x := sample.Seeded(23, uint64(n)), 0
	var b strings.Builder
	b.WriteString("state\n")
	for range n {
		fmt.Fprintln(&b, x)
		x = op.Step(x, d)
	}
	return b.String()
}

// The states of a chain are as good as its moves: a sound chain passes, and one that jumps where
// nothing goes is found out.
func TestValidateStates(t *testing.T) {
	sound := chainRecord(t, 40_000)
	dir := files(t, map[string]string{"g.csv": wallCSV, "sound.csv": sound, "jumps.csv": sound + "0\n5\n",
		"one.csv": "state\n0\n", "out.csv": "state\n0\n6\n"})
	states := func(name string) (validated, result) {
		t.Helper()
		return validateJSON(t, dir, "--moves", name, "--target", "g.csv", "--kernel", "metropolis")
	}
	v, r := states("sound.csv")
	keepsAll(t, v, r)
	v, r = states("jumps.csv")
	breaks(t, v, r, "moves are the declared kernel's", "from cell 0 [0 0] to 5 [1 2]")
	for name, says := range map[string]string{
		"one.csv": "one.csv: no moves; two states of a chain, or rows of from and to, would do",
		"out.csv": "out.csv: row 2, column state is 6; a whole number from 0 to 5 would do",
	} {
		_, r := states(name)
		refused(t, r, says)
	}
}

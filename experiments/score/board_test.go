package score

import (
	"math"
	"testing"

	"breadboard/exact/timeaverage"
)

// row is a row of this RESS.
func row(density, kernel, function string, n int, ress float64) Row {
	return Row{Density: density, Kernel: kernel, Function: function, Start: "exact", Budget: 100,
		Accuracy: timeaverage.Accuracy{N: n, Spread: 1, Variance: 1 / ress}}
}

// A leaderboard by hand: two axes on density A count as one estimate of 2/(1/20 + 1/60) = 30 draws.
func TestBoardByHand(t *testing.T) {
	rows := []Row{
		row("A", "slow", "mean:1", 100, 10), row("A", "slow", "mean:2", 100, 10), row("B", "slow", "mean:1", 100, 12),
		row("A", "fast", "mean:1", 50, 20), row("A", "fast", "mean:2", 50, 60), row("B", "fast", "mean:1", 50, 15),
	}
	Normalize(rows) // by the median of 50 and 100, which is 75
	b := Boards(rows)[0]
	if b.Lines[0].Kernel != "fast" {
		t.Errorf("%s comes first", b.Lines[0].Kernel)
	}
	fast, slow := b.Lines[0].Scores[0], b.Lines[1].Scores[0]
	if want := (30./75 + 15./75) / 2; !(math.Abs(fast.NESS-want) < 1e-12) {
		t.Errorf("NESS of fast is %v, want %v", fast.NESS, want)
	}
	if want := (10./75 + 12./75) / 2; !(math.Abs(slow.NESS-want) < 1e-12) {
		t.Errorf("NESS of slow is %v, want %v", slow.NESS, want)
	}
	if fast.Success != 1 {
		t.Errorf("fast succeeds on %v of the densities", fast.Success)
	}
	if slow.Success != 0.5 {
		t.Errorf("slow succeeds on %v of the densities, want one of two", slow.Success)
	}
}

// A profile counts functions one by one.
func TestProfileByHand(t *testing.T) {
	rows := []Row{row("A", "k", "mean:1", 100, 11), row("A", "k", "mean:2", 100, 13), row("B", "k", "mean:1", 100, 12)}
	early := rows[0]
	early.Budget = 10
	p := Profiles(append(rows, early))[0]
	if len(p.Budgets) != 2 || p.Budgets[0] != 10 || p.Solved[0] != 0 {
		t.Errorf("at budgets %v it solves %v", p.Budgets, p.Solved)
	}
	if got := p.Solved[1]; got != 2./3 {
		t.Errorf("at 100 it solves %v, want two of three", got)
	}
}

// At equal steps NESS is the efficiency.
func TestNESSAtEqualSteps(t *testing.T) {
	rows := []Row{row("A", "k", "mean:1", 100, 11), row("A", "l", "mean:1", 100, 13)}
	Normalize(rows)
	for _, r := range rows {
		if !(math.Abs(r.NESS-r.Efficiency()) < 1e-15) {
			t.Errorf("NESS of %s is %v, its efficiency %v", r.Kernel, r.NESS, r.Efficiency())
		}
	}
}

// A kernel that ran on one density of three comes last, whatever its score.
func TestFewDensitiesComeLast(t *testing.T) {
	rows := []Row{row("A", "easy alone", "mean:1", 100, 90)}
	for _, d := range []string{"A", "B", "C"} {
		rows = append(rows, row(d, "all", "mean:1", 100, 5))
	}
	Normalize(rows)
	if b := Boards(rows)[0]; b.Lines[0].Kernel != "all" {
		t.Errorf("%s comes first", b.Lines[0].Kernel)
	}
}

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// walkCSV returns the matrix of a chain on a grid of rows x columns whose density is flat: each of
// these moves, of a row and a column, is made with the same probability if it stays on the grid.
func walkCSV(rows, columns int, moves ...[2]int) string {
	var b strings.Builder
	for x := range rows * columns {
		row := make([]float64, rows*columns)
		row[x] = 1
		for _, m := range moves {
			i, j := x/columns+m[0], x%columns+m[1]
			if i >= 0 && i < rows && j >= 0 && j < columns {
				row[i*columns+j] += 1 / float64(len(moves))
				row[x] -= 1 / float64(len(moves))
			}
		}
		for y, p := range row {
			if y > 0 {
				b.WriteByte(',')
			}
			fmt.Fprint(&b, max(p, 0))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// structured holds the part of --format json on which cells meet.
type structured struct {
	OK                              bool
	Verdict                         string
	Period                          int
	Unreached, Transient, Absorbing []int
	Classes                         []struct {
		States []int
		Closed bool
		Period int
	}
}

// Vertical moves alone keep every cell in its column. The verdict says which cells never meet, and
// the exit code is 1, in JSON as for people.
func TestValidateVerticalMoves(t *testing.T) {
	dir := files(t, map[string]string{
		"flat.csv":     strings.Repeat("0,0,0,0,0\n", 5),
		"vertical.csv": walkCSV(5, 5, [2]int{1, 0}, [2]int{-1, 0}, [2]int{1, 0}, [2]int{-1, 0}),
	})
	r := program(t, dir, "validate", "--target", "flat.csv", "--matrix", "vertical.csv")
	if r.code != 1 {
		t.Errorf("the exit code is %d, want 1", r.code)
	}
	says := "from cell 0 [0 0], the heaviest, no way leads to 20 of 25 cells (80% of the mass), cell 1 [0 1] first; " +
		"5 parts never meet"
	if text := strings.Join(strings.Fields(r.stdout), " "); !strings.Contains(text, says) {
		t.Errorf("%q is not in\n%s", says, r.stdout)
	}
	var v structured
	endsJSON(t, &v, dir, 1, "validate", "--target", "flat.csv", "--matrix", "vertical.csv")
	if v.OK {
		t.Error("ok is true")
	}
	if len(v.Unreached) != 20 || v.Unreached[0] != 1 {
		t.Errorf("unreached are %v, want the 20 cells of the other columns", v.Unreached)
	}
	if len(v.Classes) != 5 {
		t.Fatalf("%d classes, want 5", len(v.Classes))
	}
	if states := v.Classes[1].States; !slices.Equal(states, []int{1, 6, 11, 16, 21}) {
		t.Errorf("the second class is %v, want the second column", states)
	}
}

// A chain that goes round and round keeps the density and never forgets where it started: it has
// the exit code 1. One that drains a cell breaks the density too.
func TestValidatePeriodicAndDrained(t *testing.T) {
	dir := files(t, map[string]string{
		"flat.csv":  "0,0,0\n",
		"round.csv": "0,1,0\n0,0,1\n1,0,0\n",
		"drain.csv": "0,1,0\n0,0,1\n0,0,1\n",
	})
	var v structured
	endsJSON(t, &v, dir, 1, "validate", "--target", "flat.csv", "--matrix", "round.csv")
	if v.Period != 3 {
		t.Errorf("the period is %d, want 3", v.Period)
	}
	if !strings.Contains(v.Verdict, "it goes round 3 groups of cells in turn") {
		t.Errorf("the verdict is %q", v.Verdict)
	}
	endsJSON(t, &v, dir, 1, "validate", "--target", "flat.csv", "--matrix", "drain.csv")
	if !slices.Equal(v.Transient, []int{0, 1}) {
		t.Errorf("transient are %v, want 0 and 1", v.Transient)
	}
	if !slices.Equal(v.Absorbing, []int{2}) {
		t.Errorf("absorbing are %v, want 2", v.Absorbing)
	}
	if want := "leaves 2 of 3 cells (67% of the mass) for good"; !strings.Contains(v.Verdict, want) {
		t.Errorf("%q is not in %q", want, v.Verdict)
	}
}

// A row of walls parts the target. Single moves do not lead past it, and redrawing a coordinate
// does.
func TestValidateBarrierOfWalls(t *testing.T) {
	dir := files(t, map[string]string{"parted.csv": "0,1\n-inf,-inf\n2,0\n"})
	var v structured
	endsJSON(t, &v, dir, 1, "validate", "--target", "parted.csv", "--kernel", "metropolis")
	if !slices.Equal(v.Unreached, []int{0, 1}) {
		t.Errorf("unreached are %v, want the cells above the walls", v.Unreached)
	}
	endsJSON(t, &v, dir, 0, "validate", "--target", "parted.csv", "--kernel", "heat-bath")
	if len(v.Unreached) > 0 {
		t.Errorf("unreached by heat-bath are %v, want none", v.Unreached)
	}
}

// Observed moves that keep to a column break no law that samples could show. The verdict says what was
// not seen, and JSON has the classes by the moves that were.
func TestValidateMovesThatNeverMeet(t *testing.T) {
	dir := files(t, map[string]string{
		"flat.csv":  "0,0\n0,0\n",
		"moves.csv": "from,to\n" + strings.Repeat("0,2\n2,0\n1,3\n3,1\n", 100),
	})
	var v structured
	endsJSON(t, &v, dir, 0, "validate", "--target", "flat.csv", "--moves", "moves.csv")
	if says := "not every cell was seen to lead to every other at beta = 1"; !strings.Contains(v.Verdict, says) {
		t.Errorf("%q is not in %q", says, v.Verdict)
	}
	if len(v.Classes) != 2 {
		t.Errorf("%d classes, want 2", len(v.Classes))
	}
	if !slices.Equal(v.Unreached, []int{1, 3}) {
		t.Errorf("unreached are %v, want the second column", v.Unreached)
	}
}

// endsJSON decodes what a run that ends with this exit code prints as JSON.
func endsJSON(t *testing.T, into *structured, dir string, code int, args ...string) {
	t.Helper()
	r := program(t, dir, append(args, "--format", "json")...)
	if r.code != code {
		t.Fatalf("%q: the exit code is %d, want %d: %s", args, r.code, code, r.stderr)
	}
	*into = structured{}
	if err := json.Unmarshal([]byte(r.stdout), into); err != nil {
		t.Fatalf("%q: %v: %s", args, err, r.stdout)
	}
}

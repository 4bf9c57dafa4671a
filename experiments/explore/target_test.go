package explore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/grid/npy"
	"breadboard/toys"
)

// TestOpen: a file is painted as its grid lies, and a single axis as a row.
func TestOpen(t *testing.T) {
	for content, want := range map[string]string{"0,1.5\n2,-inf\n": "0,1.5;2,w", "0\n1\n2\n": "0;1;2"} {
		d := must.Have(explore.Open("g.csv", []byte(content)))(t)
		if d.Target != want || d.Rows != 1+strings.Count(want, ";") || d.Name != "g.csv" {
			t.Errorf("%q: %q, %d rows, named %q", content, d.Target, d.Rows, d.Name)
		}
	}
}

// TestOpenAxes: a single axis is painted as a row, and a cube cannot be painted.
func TestOpenAxes(t *testing.T) {
	var line, cube strings.Builder
	must.Do(t, npy.Write(&line, []int{3}, []float64{0, 1, 2}))
	d := must.Have(explore.Open("line.npy", []byte(line.String())))(t)
	if d.Target != "0,1,2" || d.Rows != 1 {
		t.Errorf("a single axis is %q in %d rows", d.Target, d.Rows)
	}
	must.Do(t, npy.Write(&cube, []int{2, 2, 2}, make([]float64, 8)))
	must.Refuse(explore.Open("cube.npy", []byte(cube.String())))(t, "3 axes", "a cube")
}

// TestOpenRefuses: what is no target, or too large, is refused in one line that says what would do.
func TestOpenRefuses(t *testing.T) {
	large := strings.Repeat(strings.Repeat("0,", 99)+"0\n", 99)
	for name, c := range map[string][2]string{
		"g.csv":                           {large, "g.csv has 9,900 cells; at most 4,096"},
		"a\nb" + strings.Repeat("c", 999): {"0,x\n", "row 1, column 2"},
	} {
		_, err := explore.Open(name, []byte(c[0]))
		if err == nil || !strings.Contains(err.Error(), c[1]) || len(err.Error()) > 400 ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v; a line with %q is expected", name, err, c[1])
		}
	}
}

// TestDrawIsTheToy: the drawn target is the toy's, and its text paints the same one, bit for bit.
func TestDrawIsTheToy(t *testing.T) {
	for name, toy := range map[string]toys.Target{"barrier": toys.Barrier(), "staircase": toys.Staircase(),
		"potts:1x2:3:1": toys.Potts(1, 2, 3, 1)} {
		d := must.Have(explore.Draw(explore.Question{Toy: name}))(t)
		if want := toy.Grid.Kind(0).String(); d.Kinds != want && d.Kinds+want != "line" {
			t.Errorf("%s: drawn on axes of the kinds %q, want %s", name, d.Kinds, want)
		}
		if d.Rows*d.Columns != toy.Grid.Size() || d.Columns != toy.Grid.Len(1) {
			t.Errorf("%s: %d rows of %d for %v cells", name, d.Rows, d.Columns, toy.Grid)
		}
		painted := must.Have(explore.Painted(d.Target))(t)
		if diff := cmp.Diff(toy.LogF, painted.LogF); diff != "" {
			t.Errorf("%s: painted from the text log f differs: %s", name, diff)
		}
		for x, v := range toy.LogF {
			if float64(d.LogF[x]) != v || d.Walls[x] != toy.Grid.Wall(x) {
				t.Errorf("%s, cell %d: log f is %v, and drawn %v, wall %v", name, x, v, d.LogF[x], d.Walls[x])
			}
		}
	}
}

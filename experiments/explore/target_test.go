package explore_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/experiments/explore"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestPaintedText: what is written is read again, bit for bit.
func TestPaintedText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 5).Draw(t, "rows")
		columns := rapid.IntRange(2, 5).Draw(t, "columns")
		one := rapid.OneOf(rapid.Float64Range(-toys.Largest, toys.Largest), rapid.Float64Range(-10, 10),
			rapid.Just(math.Inf(-1)))
		logf := rapid.SliceOfN(one, rows*columns, rows*columns).Draw(t, "log f")
		logf[0] = 0
		text := explore.PaintedText(toys.Target{Grid: grid.New(rows, columns), LogF: logf})
		back, err := explore.Painted(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(logf, back.LogF); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		if back.Grid.Len(0) != rows {
			t.Errorf("%s has %d rows, want %d", text, back.Grid.Len(0), rows)
		}
	})
}

// array is a file of NumPy with these numbers, written by hand.
func array(shape string, values ...float64) []byte {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }", shape)
	head += strings.Repeat(" ", 63-(10+len(head))%64) + "\n"
	file := append([]byte("\x93NUMPY\x01\x00"), byte(len(head)), byte(len(head)>>8))
	file = append(file, head...)
	for _, v := range values {
		file = binary.LittleEndian.AppendUint64(file, math.Float64bits(v))
	}
	return file
}

// TestOpenForms: one target in every form is the same target.
func TestOpenForms(t *testing.T) {
	down := math.Inf(-1)
	for _, c := range []struct {
		name    string
		content []byte
	}{
		{"g.csv", []byte("0,1.5\n2,-inf\n")},
		{"g.csv", []byte("\ufeff0, 1.5\r\n2, -inf\r\n")},
		{"g.npy", array("(2, 2)", 0, 1.5, 2, down)},
	} {
		d, err := explore.Open(c.name, c.content)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d.Target != "0,1.5;2,w" || d.Rows != 2 || !d.Walls[3] || d.Name != c.name {
			t.Errorf("%s: %q, %d rows, walls %v, named %q", c.name, d.Target, d.Rows, d.Walls, d.Name)
		}
	}
	line, err := explore.Open("line.npy", array("(3,)", 0, 1, 2))
	if err != nil || line.Target != "0,1,2" || fmt.Sprint(line.Axes) != "[1 3]" {
		t.Errorf("a single axis is %q on %v, %v; 1x3 is expected", line.Target, line.Axes, err)
	}
}

// TestOpenRefuses: what cannot be painted, or is too large, is refused in one line that says what would do.
func TestOpenRefuses(t *testing.T) {
	for _, c := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"g.csv", []byte("0,x\n"), "row 1, column 2"},
		{"g.csv", nil, "empty"},
		{"g.csv", []byte(strings.Repeat(strings.Repeat("0,", 99)+"0\n", 99)),
			"g.csv has 9,900 cells; at most 4,096"},
		{"g.npy", array("(2, 2, 2)", make([]float64, 8)...), "3 axes"},
		{"a\nb" + strings.Repeat("c", 999), []byte("0,x\n"), "row 1, column 2"},
	} {
		_, err := explore.Open(c.name, c.content)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 400 ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v; a line with %q is expected", c.name, err, c.want)
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

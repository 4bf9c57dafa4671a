package explore_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

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

// archive packs an array as numpy.savez_compressed does.
func archive(t *testing.T, file []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w, err := z.Create("arr_0.npy")
	if err == nil {
		_, err = w.Write(file)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestOpenForms: one target in every form is the same target.
func TestOpenForms(t *testing.T) {
	down := math.Inf(-1)
	for _, c := range []struct {
		name, density string
		content       []byte
	}{
		{"g.csv", "", []byte("0,1.5\n2,-inf\n")},
		{"g.csv", "log", []byte("\ufeff0, 1.5\r\n2, -inf\r\n")},
		{"g.npy", "log", array("(2, 2)", 0, 1.5, 2, down)},
		{"g.npz", "", archive(t, array("(2, 2)", 0, 1.5, 2, down))},
	} {
		d, err := explore.Open(c.name, c.density, c.content)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d.Target != "0,1.5;2,w" || d.Rows != 2 || !d.Walls[3] || d.Name != c.name {
			t.Errorf("%s: %q, %d rows, walls %v, named %q", c.name, d.Target, d.Rows, d.Walls, d.Name)
		}
	}
	p, err := explore.Open("p.csv", "p", []byte("1,1,0\n"))
	if err != nil || p.Target != "0,0,w" {
		t.Errorf("p of 1, 1 and 0 is the target %q, %v", p.Target, err)
	}
	line, err := explore.Open("line.npy", "", array("(3,)", 0, 1, 2))
	if err != nil || line.Target != "0,1,2" || fmt.Sprint(line.Axes) != "[1 3]" {
		t.Errorf("a single axis is %q on %v, %v; 1x3 is expected", line.Target, line.Axes, err)
	}
}

// TestOpenRefuses: what cannot be painted, or is too large, is refused in one line that says what would do. The archive
// unpacks to 32 MB from a file of 32 kB.
func TestOpenRefuses(t *testing.T) {
	large := archive(t, array("(2048, 2048)", make([]float64, 2048*2048)...))
	for _, c := range []struct {
		name, density string
		content       []byte
		want          string
	}{
		{"g.csv", "", []byte("0,x\n"), "row 1, column 2"},
		{"g.csv", "", nil, "empty"},
		{"g.csv", "logit", []byte("0,1\n"), "logit"},
		{"g.csv", "", []byte(strings.Repeat(strings.Repeat("0,", 99)+"0\n", 99)), "99 rows of 100 numbers; up to 4096"},
		{"g.npy", "", array("(2, 2, 2)", make([]float64, 8)...), "3 axes"},
		{"g.npz", "", large, "up to 4096 entries"},
		{"a\nb" + strings.Repeat("c", 999), "", []byte("0,x\n"), "row 1, column 2"},
	} {
		_, err := explore.Open(c.name, c.density, c.content)
		if err == nil || !strings.Contains(err.Error(), c.want) || len(err.Error()) > 400 ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%.20q: %v; a line with %q is expected", c.name, err, c.want)
		}
	}
}

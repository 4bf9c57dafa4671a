package npy_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/npy"
)

// What is written is read again, to the last bit, in any shape; its entries begin where NumPy aligns them.
func TestWrittenIsRead(t *testing.T) {
	values := []float64{0, -1.5, math.Pi, math.Inf(-1), 5e-324, math.MaxFloat64}
	for _, shape := range [][]int{{6}, {2, 3}, {3, 2, 1}, {1, 1, 6}, {1, 2, 1, 3, 1}} {
		var file bytes.Buffer
		must.Do(t, npy.Write(&file, shape, values[:2], values[2:]))
		if begins := file.Len() - 8*len(values); begins%64 != 0 {
			t.Errorf("%v: the entries begin at %d", shape, begins)
		}
		read := must.Have(npy.Read(file.String()))(t)
		if !slices.Equal(read.Values, values) || !slices.Equal(read.Shape, shape) {
			t.Errorf("%v is read as %v in %v", shape, read.Values, read.Shape)
		}
	}
}

// failing takes nothing.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("no room") }

// An error of the disk is returned, and a shape of another size is the caller's mistake.
func TestWriteFails(t *testing.T) {
	if err := npy.Write(failing{}, []int{1}, []float64{1}); err == nil || err.Error() != "no room" {
		t.Errorf("error %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a shape of another size is written")
		}
	}()
	_ = npy.Write(new(bytes.Buffer), []int{2}, []float64{1})
}

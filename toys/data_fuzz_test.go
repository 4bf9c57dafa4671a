package toys_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/grid/text/faulty"
	"breadboard/toys"
)

// Whatever comes in, data are of the model's shape and finite, and an error is one line that names the file.
func FuzzReadData(f *testing.F) {
	m := toys.NewClustering(2, 2).Model()
	faulty.Seeds(f, "1,2\n3,-4e1\n", "\ufeff\"1\", 2\r\n3,4")
	f.Fuzz(func(t *testing.T, in string) {
		var y [][]float64
		var err error
		faulty.Within(t, len(in), func() { y, err = toys.ReadData(strings.NewReader(in), faulty.Name, m) })
		if err != nil {
			if wrong := faulty.Unlike(err); wrong != "" {
				t.Fatalf("%q: %s: %v", in, wrong, err)
			}
			return
		}
		if shape := fmt.Sprint(len(y), len(y[0]), len(y[1])); shape != "2 2 2" {
			t.Fatalf("%q: %s rows and numbers, want 2 rows of 2", in, shape)
		}
		for i, v := range append(y[0], y[1]...) {
			if !(math.Abs(v) <= 1e100) {
				t.Fatalf("%q: number %d is %v", in, i, v)
			}
		}
	})
}

package toys

import (
	"math"
	"testing"

	"breadboard/grid/must"
)

// FuzzRead: any content of a file is a target with a log f for each cell, or is refused in a line that begins with its
// name; and so is it as data.
func FuzzRead(f *testing.F) {
	for _, data := range []string{"", "#", "# a,b\n0,1\n", "#0;1;2\n5;6\n", "0,1,-inf\n2,3,4\n", "0;1,5\n2;3\n",
		"state,logf\na,0\nb,-inf\n", "state,logf", "a,b\n1,2\n", "0,1,2\n0.5,1,2\n3,4,5\n", "1e999,0", "x_1,x_2\n1,2",
		"\x93NUMPY\x01\x00\x39\x00{'descr': '<i2', 'fortran_order': False, 'shape': (1, 2)} \x01\x00\x02\x00"} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		const name = "g.csv"
		target, err := Read(data, name)
		must.Sentence(t, err, name+": ")
		if err == nil && len(target.LogF) != target.Grid.Size() {
			t.Errorf("%d numbers on %v", len(target.LogF), target.Grid)
		}
		for x, v := range target.LogF {
			if !(math.Abs(v) <= Largest) && !math.IsInf(v, -1) || math.IsInf(v, -1) != target.Grid.Wall(x) {
				t.Errorf("log f of cell %d is %v", x, v)
			}
		}
		rows, err := ReadRows(data, name)
		must.Sentence(t, err, name+": ")
		for _, row := range rows {
			if len(row) != len(rows[0]) || len(row) == 0 {
				t.Errorf("rows of %d and %d numbers", len(rows[0]), len(row))
			}
		}
	})
}

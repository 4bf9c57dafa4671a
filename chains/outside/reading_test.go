package outside

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
	"breadboard/grid/sheets"
)

// Moves and states under other names, counted from 0 or from 1, are those of the plain file.
func TestMovesAs(t *testing.T) {
	for _, c := range []struct {
		data string
		how  sheets.Reading
		want [][2]int
	}{
		{"a,b\n0,5\n4,1\n", sheets.Reading{Columns: []string{"from=a", "to=b"}}, [][2]int{{0, 5}, {4, 1}}},
		{"b,a,from\n5,0,9\n1,4,9\n", sheets.Reading{Columns: []string{"from=a", "to=b"}}, [][2]int{{0, 5}, {4, 1}}},
		{"a,b\n0,0\n1,2\n1,1\n", sheets.Reading{Columns: []string{"a", "b"}}, [][2]int{{0, 5}, {5, 4}}},
		{"s,run\n1,0\n6,1\n5,0\n", sheets.Reading{Columns: []string{"s", "chain=run"}, From: 1}, [][2]int{{0, 4}}},
	} {
		path := must.File(t, "m.csv", c.data)
		var got [][2]int
		must.Do(t, OpenMoves(path, c.how, box, func(x, y int) { got = append(got, [2]int{x, y}) }))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q as %v: %s", c.data, c.how, diff)
		}
	}
}

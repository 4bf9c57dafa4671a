package outside

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"breadboard/grid"
)

func pq[T any](t *testing.T, rows ...T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := parquet.Write(&b, rows, parquet.MaxRowsPerRowGroup(2)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func pqMoves(data []byte, g grid.Grid) ([][2]int, error) {
	return collect(func(visit func(x, y int)) error {
		return readMovesParquet(bytes.NewReader(data), int64(len(data)), "m.parquet", g, visit)
	})
}

type narrow struct {
	Note string `parquet:"note"`
	From int32  `parquet:"from"`
	To   int64  `parquet:"to"`
}

type plane struct {
	FromRow int64 `parquet:"from_row"`
	FromCol int64 `parquet:"from_col"`
	ToRow   int64 `parquet:"to_row"`
	ToCol   int64 `parquet:"to_col"`
}

type perhaps struct {
	From *int64 `parquet:"from,optional"`
	To   *int64 `parquet:"to,optional"`
}

type lists struct {
	From []int64 `parquet:"from"`
	To   []int64 `parquet:"to"`
}

type reals struct {
	From float64 `parquet:"from"`
	To   float64 `parquet:"to"`
}

func TestReadMovesParquet(t *testing.T) {
	want := [][2]int{{0, 5}, {4, 4}, {5, 2}} // two row groups
	five := int64(5)
	for name, data := range map[string][]byte{
		"numbers":       pq(t, narrow{"a", 0, 5}, narrow{"b", 4, 4}, narrow{"c", 5, 2}),
		"rows and cols": pq(t, plane{0, 0, 1, 2}, plane{1, 1, 1, 1}, plane{1, 2, 0, 2}),
	} {
		got, err := pqMoves(data, box)
		accepted(t, name, err, cmp.Diff(want, got))
	}
	got, err := pqMoves(pq(t, perhaps{&five, &five}), box)
	accepted(t, "optional", err, cmp.Diff([][2]int{{5, 5}}, got))
	for says, data := range map[string][]byte{
		"row 3, column to is 6; a whole number from 0 to 5 would do": pq(t,
			narrow{"", 0, 5}, narrow{"", 0, 5}, narrow{"", 0, 6}),
		"row 1, column from is null; a whole number":                     pq(t, perhaps{nil, &five}),
		"column from has lists in it":                                    pq(t, lists{[]int64{1, 2}, []int64{3, 4}}),
		"column from is of DOUBLE; whole numbers of 32 or 64 bits would": pq(t, reals{1, 2}),
		`the columns are "x", "y"; from, to, or`: pq(t, struct {
			X int64 `parquet:"x"`
			Y int64 `parquet:"y"`
		}{1, 2}),
		"no moves":                      pq[narrow](t),
		"a whole Parquet file would do": []byte("PAR1, and no more"),
	} {
		_, err := pqMoves(data, box)
		refused(t, says, err, "m.parquet: ", says)
	}
}

func FuzzReadMovesParquet(f *testing.F) {
	var b bytes.Buffer
	if err := parquet.Write(&b, []narrow{{"a", 0, 5}, {"b", 4, 4}}); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("PAR1"))
	f.Fuzz(func(t *testing.T, in []byte) {
		moves, err := pqMoves(in, box)
		held(t, moves, err)
	})
}

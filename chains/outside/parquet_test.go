package outside

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"breadboard/grid"
	"breadboard/grid/parquet/parquettest"
	"breadboard/grid/text/faulty"
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

// mostAllocated bounds all bytes that reading a file of at most 64 KiB may allocate. A codec can unpack it to
// 24 MiB (see package parquet), and the rows are kept here.
const mostAllocated = 32 << 20

// The fuzzer breaks a sound file of every codec by putting bytes in the place of others, or takes any
// bytes as a file. Whatever comes, moves are between cells, an error is one line, and memory is bounded.
func FuzzReadMovesParquet(f *testing.F) {
	seeds := parquettest.Seeds(f, 12)
	for k := range seeds {
		with := parquettest.Splices[k%len(parquettest.Splices)]
		f.Add(uint8(k), uint16(4+k%8), uint8(1), with, uint16(700+k), uint8(len(with)), with)
	}
	f.Add(uint8(255), uint16(0), uint8(0), []byte("PAR1"), uint16(0), uint8(0), []byte(nil))
	f.Add(uint8(255), uint16(0), uint8(0), parquettest.Bomb(f), uint16(0), uint8(0), []byte(nil))
	f.Fuzz(func(t *testing.T, seed uint8, at uint16, cut uint8, with []byte, at2 uint16, cut2 uint8, with2 []byte) {
		in := with
		if int(seed) < len(seeds) {
			in = parquettest.Spliced(seeds[seed].Data, int(at), int(cut), with)
			in = parquettest.Spliced(in, int(at2), int(cut2), with2)
		}
		if len(in) > 64<<10 {
			return
		}
		var moves int
		var err error
		used := faulty.Bytes(func() {
			err = readMovesParquet(bytes.NewReader(in), int64(len(in)), "m.parquet", box, func(x, y int) {
				if moves++; min(x, y) < 0 || max(x, y) >= 6 {
					t.Fatalf("a move from %d to %d, want cells from 0 to 5", x, y)
				}
			})
		})
		if err != nil {
			refusal(t, err, "m.")
		}
		if used > mostAllocated {
			t.Fatalf("%d MiB were allocated for %d bytes; %d MiB would do", used>>20, len(in), mostAllocated>>20)
		}
	})
}

// BenchmarkMovesParquet reads ten million moves, as the library writes them.
func BenchmarkMovesParquet(b *testing.B) {
	const rows = 10_000_000
	type move struct {
		From int32 `parquet:"from"`
		To   int64 `parquet:"to"`
	}
	data := parquettest.Written(b, rows, func(from, to int64) move { return move{int32(from), to} },
		parquet.Compression(&parquet.Snappy))
	for b.Loop() {
		moves := 0
		err := readMovesParquet(bytes.NewReader(data), int64(len(data)), "m.parquet", box, func(x, y int) { moves++ })
		if err != nil || moves != rows {
			b.Fatalf("%d moves and the error %v, want %d moves", moves, err, rows)
		}
	}
}

package parquet_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"

	"breadboard/grid/must"
)

// A seed is a sound file.
type seed struct {
	Name string
	Data []byte
}

// move is row i of every seed: from a cell, to a cell, both below 6.
func move(i int) (from, to int64) { return int64(i / 3 % 6), int64(i * 5 % 6) }

type plain struct {
	From int32 `parquet:"from,plain"`
	To   int64 `parquet:"to,plain"`
}

type dictionary struct {
	From int32 `parquet:"from,dict"`
	To   int64 `parquet:"to,dict"`
}

type delta struct {
	From int32 `parquet:"from,delta"`
	To   int64 `parquet:"to,delta"`
}

type split struct {
	From int32 `parquet:"from,split"`
	To   int64 `parquet:"to,split"`
}

type nullable struct {
	From *int32 `parquet:"from,optional"`
	To   *int64 `parquet:"to,optional,dict"`
}

// lz4 packs by LZ4_RAW.
var lz4 = parquet.Compression(&parquet.Lz4Raw)

// allCodecs are those of the format that can be written here.
var allCodecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd,
	&parquet.Lz4Raw}

// seeds returns a file of so many rows for every codec, encoding and version of pages, in two groups of
// rows.
func seeds(t testing.TB, rows int) []seed {
	t.Helper()
	var all []seed
	for _, codec := range allCodecs {
		for version := 1; version <= 2; version++ {
			o := []parquet.WriterOption{parquet.Compression(codec), parquet.DataPageVersion(version),
				parquet.MaxRowsPerRowGroup(int64(rows+1) / 2), parquet.CreatedBy("a", "b", "c")}
			name := fmt.Sprintf("%v, pages of version %d, ", codec, version)
			all = append(all,
				seed{name + "plain", writtenAs(t, rows, func(f, to int64) plain { return plain{int32(f), to} }, o...)},
				seed{name + "dictionary", writtenAs(t, rows,
					func(f, to int64) dictionary { return dictionary{int32(f), to} }, o...)},
				seed{name + "differences", writtenAs(t, rows,
					func(f, to int64) delta { return delta{int32(f), to} }, o...)},
				seed{name + "split", writtenAs(t, rows, func(f, to int64) split { return split{int32(f), to} }, o...)},
				seed{name + "nullable", writtenAs(t, rows, func(f, to int64) nullable {
					from := int32(f)
					return nullable{&from, &to}
				}, o...)})
		}
	}
	return all
}

// writtenAs returns a file of so many moves, each as one row.
func writtenAs[T any](t testing.TB, rows int, row func(from, to int64) T, o ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, o...)
	all := make([]T, rows)
	for i := range all {
		all[i] = row(move(i))
	}
	_, err := w.Write(all)
	must.Do(t, errors.Join(err, w.Close()))
	return b.Bytes()
}

// bomb returns a file of moves, packed by LZ4, of which one byte was changed: the head of the first
// page. Its page then claims other sizes than it has.
func bomb(t testing.TB) []byte {
	t.Helper()
	data := writtenAs(t, 12, func(f, to int64) delta { return delta{int32(f), to} }, lz4)
	data[4] = 1
	return data
}

// spliced returns data with cut bytes at a place replaced by others. The length of the description,
// in the last eight bytes, is then told anew: so the description may grow, and pages move.
func spliced(data []byte, at, cut int, with []byte) []byte {
	if len(data) < 12 {
		return data
	}
	end := len(data) - 8
	footer := end - int(binary.LittleEndian.Uint32(data[end:]))
	at = min(at, end)
	cut = min(cut, end-at)
	out := slices.Concat(data[:at], with, data[at+cut:])
	if at >= footer {
		binary.LittleEndian.PutUint32(out[len(out)-8:], uint32(end-footer+len(with)-cut))
	}
	return out
}

// splices are bytes that mean much where they are read as a head, a length or a number: numbers of
// Thrift near the ends of 32 and 64 bits, lists that claim billions, structures inside one another.
var splices = [][]byte{
	{0x00}, {0x01}, {0x7f}, {0x80}, {0xff},
	{0xff, 0xff, 0xff, 0xff, 0x0f},                               // 2^32-1, or -2^31
	{0xfe, 0xff, 0xff, 0xff, 0x0f},                               // 2^31-1
	{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, // -2^63
	{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}, // 2^63-1
	{0xfc, 0xff, 0xff, 0xff, 0xff, 0x07},                         // a list of 2^31-1 structures
	{0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07},                   // the same as a field
	{0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c, 0x1c},
	{0x80, 0x80, 0x80, 0x40}, // 2^26, also as 2^27 numbers of a run
}

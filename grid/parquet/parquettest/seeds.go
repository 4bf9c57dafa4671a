// Package parquettest makes Parquet files of moves for tests: one for every codec, encoding and
// version of pages, and ways to break them.
package parquettest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

// A Seed is a sound file.
type Seed struct {
	Name string
	Data []byte
}

// Move is row i of every seed: from a cell, to a cell, both below 6.
func Move(i int) (from, to int64) { return int64(i / 3 % 6), int64(i * 5 % 6) }

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

// Lz4 packs by LZ4_RAW.
var Lz4 = parquet.Compression(&parquet.Lz4Raw)

// Codecs are those of the format that can be written here.
var Codecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd,
	&parquet.Lz4Raw}

// Seeds returns a file of so many rows for every codec, encoding and version of pages, in two groups of
// rows.
func Seeds(t testing.TB, rows int) []Seed {
	t.Helper()
	var all []Seed
	for _, codec := range Codecs {
		for version := 1; version <= 2; version++ {
			o := []parquet.WriterOption{parquet.Compression(codec), parquet.DataPageVersion(version),
				parquet.MaxRowsPerRowGroup(int64(rows+1) / 2), parquet.CreatedBy("a", "b", "c")}
			name := fmt.Sprintf("%v, pages of version %d, ", codec, version)
			all = append(all,
				Seed{name + "plain", Written(t, rows, func(f, to int64) plain { return plain{int32(f), to} }, o...)},
				Seed{name + "dictionary", Written(t, rows, func(f, to int64) dictionary { return dictionary{int32(f), to} }, o...)},
				Seed{name + "differences", Written(t, rows, func(f, to int64) delta { return delta{int32(f), to} }, o...)},
				Seed{name + "split", Written(t, rows, func(f, to int64) split { return split{int32(f), to} }, o...)},
				Seed{name + "nullable", Written(t, rows, func(f, to int64) nullable {
					from := int32(f)
					return nullable{&from, &to}
				}, o...)})
		}
	}
	return all
}

// Written returns a file of so many moves, each as one row.
func Written[T any](t testing.TB, rows int, row func(from, to int64) T, o ...parquet.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, o...)
	for i := range rows {
		if _, err := w.Write([]T{row(Move(i))}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

package parquet_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	pq "github.com/parquet-go/parquet-go"

	"breadboard/grid/must"
	"breadboard/grid/parquet"
)

// each calls visit with the rows of all columns of a file.
func each(data []byte, visit func(row int, numbers []int64) error) error {
	return eachOf(bytes.NewReader(data), int64(len(data)), visit)
}

func eachOf(r io.ReaderAt, size int64, visit func(row int, numbers []int64) error) error {
	f, err := parquet.Open(r, size)
	if err != nil {
		return err
	}
	var columns []parquet.Column
	for i, name := range f.Names() {
		quoted := strconv.Quote(name)
		columns = append(columns, parquet.Column{At: i, Name: quoted[1 : len(quoted)-1]})
	}
	return f.Read(columns, visit)
}

// read returns the rows of all columns of a file.
func read(data []byte) (rows [][]int64, err error) {
	err = each(data, func(row int, numbers []int64) error {
		if row != len(rows)+1 {
			return fmt.Errorf("row %d after %d rows", row, len(rows))
		}
		rows = append(rows, slices.Clone(numbers))
		return nil
	})
	return rows, err
}

// Whatever the codec, the encoding and the version of pages, what was written is read: fewer rows than
// a batch, and more, in two groups of rows.
func TestRead(t *testing.T) {
	for _, rows := range []int{7, 2100} {
		want := make([][]int64, rows)
		for i := range want {
			from, to := move(i)
			want[i] = []int64{from, to}
		}
		for _, seed := range seeds(t, rows) {
			got, err := read(seed.Data)
			if err != nil {
				t.Errorf("%s: %v", seed.Name, err)
			}
			if !slices.EqualFunc(want, got, slices.Equal) { // cmp.Diff takes seconds for all files
				t.Errorf("%s, %d rows: %s", seed.Name, rows, cmp.Diff(want, got))
			}
		}
	}
}

// Numbers of all sizes, negative ones too, are as they were written, in every encoding.
func TestReadNumbers(t *testing.T) {
	type all struct {
		Plain      int64 `parquet:"plain,plain"`
		Dictionary int64 `parquet:"dictionary,dict"`
		Delta      int64 `parquet:"delta,delta"`
		Split      int64 `parquet:"split,split"`
		Narrow     int32 `parquet:"narrow,delta"`
	}
	var rows []all
	var want [][]int64
	for i := range 3000 {
		v := int64(uint64(i)*0x9e3779b97f4a7c15) >> (i % 64)
		rows = append(rows, all{v, v, v, v, int32(v)})
		want = append(want, []int64{v, v, v, v, int64(int32(v))})
	}
	var b bytes.Buffer
	must.Do(t, pq.Write(&b, rows))
	got, err := read(b.Bytes())
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A column in groups has all their names in its description, those of groups that ended before it not.
func TestReadGroups(t *testing.T) {
	type pair struct {
		X int64 `parquet:"x"`
		Y int64 `parquet:"y"`
	}
	type row struct {
		A struct {
			Deep pair  `parquet:"deep"`
			Z    int64 `parquet:"z"`
		} `parquet:"a"`
		B pair  `parquet:"b"`
		C int64 `parquet:"c"`
	}
	var r row
	r.A.Deep = pair{1, 2}
	r.A.Z = 3
	r.B = pair{4, 5}
	r.C = 6
	got, err := read(written(t, r))
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff([][]int64{{1, 2, 3, 4, 5, 6}}, got); diff != "" {
		t.Error(diff)
	}
	var last struct { // groups that end with the one that they are in
		A struct {
			B pair `parquet:"b"`
		} `parquet:"a"`
	}
	last.A.B = pair{7, 8}
	if got, err = read(written(t, last)); err != nil || !cmp.Equal([][]int64{{7, 8}}, got) {
		t.Errorf("%v, error %v", got, err)
	}
}

// Columns are read in the order in which they are asked for, whichever comes first in the file.
func TestReadInAnyOrder(t *testing.T) {
	for _, seed := range seeds(t, 7) {
		f := must.Have(parquet.Open(bytes.NewReader(seed.Data), int64(len(seed.Data))))(t)
		columns := []parquet.Column{{At: 1, Name: "to"}, {At: 0, Name: "from"}}
		must.Do(t, f.Read(columns, func(row int, numbers []int64) error {
			from, to := move(row - 1)
			if !slices.Equal(numbers, []int64{to, from}) {
				t.Errorf("%s, row %d: %v, want %d, %d", seed.Name, row, numbers, to, from)
			}
			return nil
		}))
	}
}

func written[T any](t *testing.T, rows ...T) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, pq.Write(&b, rows))
	return b.Bytes()
}

func TestReadRefuses(t *testing.T) {
	type row struct {
		X *int64 `parquet:"x,optional"`
	}
	five := int64(5)
	sound := written(t, row{&five})
	for says, data := range map[string][]byte{
		"row 3, column x is null; a whole number would do": written(t, row{&five}, row{&five}, row{nil}, row{&five}),
		"column x is of DATE": written(t, struct {
			X int32 `parquet:"x,date"`
		}{1}),
		"column x is of DECIMAL": written(t, struct {
			X int64 `parquet:"x,decimal(2:18)"`
		}{1}),
		"column x is of TIMESTAMP": written(t, struct {
			X int64 `parquet:"x,timestamp"`
		}{1}),
		"column x is of BYTE_ARRAY": written(t, struct {
			X string `parquet:"x"`
		}{"1"}),
		"column x has lists in it; one number a row would do": written(t, struct {
			X []int64 `parquet:"x"`
		}{[]int64{1, 2}}),
		"4 bytes; a whole Parquet file would do":         []byte("PAR1"),
		"it does not end as Parquet does":                sound[:len(sound)-1],
		"a description of 17 MiB; one of up to 16 MiB":   append(make([]byte, 17<<20+4), "\x00\x00\x10\x01PAR1"...),
		"its description: the columns are not all there": []byte("PAR1\x00\x01\x00\x00\x00PAR1"),
		"its description: 1 byte after its end":          []byte("PAR1\x00\x00\x02\x00\x00\x00PAR1"),
		"its description: cut short; a whole Parquet file": []byte("PAR1\x19\xfc" +
			"\xff\xff\xff\xff\x07\x07\x00\x00\x00PAR1"),
		"33 structures inside one another; up to 32": []byte("PAR1" + strings.Repeat("\x1c", 40) +
			"\x28\x00\x00\x00PAR1"),
	} {
		must.Refuse(read(data))(t, says, "it")
	}
}

// An error of visit ends the reading.
func TestReadEnds(t *testing.T) {
	data := seeds(t, 7)[0].Data
	f, err := parquet.Open(bytes.NewReader(data), int64(len(data)))
	must.Do(t, err)
	enough, rows := errors.New("enough"), 0
	err = f.Read([]parquet.Column{{At: 0, Name: "from"}}, func(row int, _ []int64) error {
		rows++
		if row == 5 {
			return enough
		}
		return nil
	})
	if err != enough || rows != 5 {
		t.Errorf("%d rows and the error %v, want 5 rows and %v", rows, err, enough)
	}
}

package parquet_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text/faulty"
)

// Rows that take no bytes take no memory: a million of them in one run.
func TestReadManyRows(t *testing.T) {
	const rows = 1 << 20
	run := append(binary.AppendUvarint([]byte{1}, rows<<1), 0) // places of one bit, all 0
	data := paged(t, format.Uncompressed, rows, dictionaryPage(1, 8, []byte{7, 0, 0, 0, 0, 0, 0, 0}),
		dataPage(rows, format.RLEDictionary, len(run), run))
	seen, sevens := 0, 0
	used := faulty.Bytes(func() {
		if err := each(data, func(row int, numbers []int64) error {
			if seen = row; numbers[0] == 7 {
				sevens++
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	if seen != rows || sevens != rows {
		t.Errorf("%d rows, of which %d are 7, want %d", seen, sevens, rows)
	}
	if used > 1<<20 {
		t.Errorf("%d bytes were allocated for %d rows in %d bytes; 1 MiB would do", used, rows, len(data))
	}
}

// The library's own reader fails the law that is held here: it believes a page that claims 40 MiB.
func TestGeneralReaderFails(t *testing.T) {
	data := paged(t, format.Snappy, 8, dataPage(8, format.Plain, 40<<20, make([]byte, 64)))
	used := faulty.Bytes(func() {
		f, err := pq.OpenFile(bytes.NewReader(data), int64(len(data)), pq.SkipPageIndex(true))
		if err != nil {
			t.Fatal(err)
		}
		pages := f.RowGroups()[0].ColumnChunks()[0].Pages()
		if _, err := pages.ReadPage(); err == nil {
			t.Error("the page is read")
		}
	})
	if used <= mostAllocated {
		t.Errorf("it allocates %d bytes, want more than %d, which is the law", used, mostAllocated)
	}
	if used := faulty.Bytes(func() { _, _ = read(data) }); used > 1<<20 {
		t.Errorf("here %d bytes are allocated; 1 MiB would do", used)
	}
}

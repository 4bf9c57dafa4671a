package parquet_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/parquet/parquettest"
)

var compact thrift.CompactProtocol

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data, err := thrift.Marshal(&compact, v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// forged returns a file whose description was changed.
func forged(t *testing.T, data []byte, change func(*format.FileMetaData)) []byte {
	t.Helper()
	end := len(data) - 8
	start := end - int(binary.LittleEndian.Uint32(data[end:]))
	var meta format.FileMetaData
	if err := thrift.Unmarshal(&compact, data[start:end], &meta); err != nil {
		t.Fatal(err)
	}
	change(&meta)
	return ended(slices.Clone(data[:start]), marshal(t, &meta))
}

// ended ends a file with its description.
func ended(data, footer []byte) []byte {
	data = append(data, footer...)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(footer))), "PAR1"...)
}

// The places of columns, their sizes and their codecs are checked before a page is read.
func TestForgedDescription(t *testing.T) {
	sound := parquettest.Seeds(t, 12)[0].Data
	for says, change := range map[string]func(*format.FileMetaData){
		"column from, group 1 of rows: 99999 bytes at 4 are not in the file": func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.TotalCompressedSize = 99999
		},
		"at 9223372036854775807 are not in the file": func(m *format.FileMetaData) {
			m.RowGroups[1].Columns[1].MetaData.DataPageOffset = 1<<63 - 1
		},
		"column to, group 2 of rows: 70 bytes at 2 are not": func(m *format.FileMetaData) {
			m.RowGroups[1].Columns[1].MetaData.DictionaryPageOffset = 2
			m.RowGroups[1].Columns[1].MetaData.TotalCompressedSize = 70
		},
		"a column does not say where its pages are": func(m *format.FileMetaData) {
			m.RowGroups[1].Columns[1].MetaData.TotalCompressedSize = -1
		},
		"two columns share the bytes at 4": func(m *format.FileMetaData) {
			m.RowGroups[1].Columns[1].MetaData = m.RowGroups[0].Columns[0].MetaData
		},
		"two columns share": func(m *format.FileMetaData) { m.RowGroups = slices.Repeat(m.RowGroups, 1000) },
		"its pages are in another file": func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].FilePath = "/etc/passwd"
		},
		"packed by LZO; snappy or zstd would do": func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.Codec = format.LZO
		},
		"packed by LZ4 as Hadoop does; LZ4_RAW, snappy or zstd": func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.Codec = format.Lz4
		},
		"packed by a codec of number 77": func(m *format.FileMetaData) {
			m.RowGroups[0].Columns[0].MetaData.Codec = 77
		},
		"more than 134,217,728 rows; a file of fewer would do": func(m *format.FileMetaData) {
			m.RowGroups[0].NumRows = 1 << 27
		},
		"it has 6 rows, and the group 7":   func(m *format.FileMetaData) { m.RowGroups[0].NumRows = 7 },
		"group 2 has 1 column; 2 would do": func(m *format.FileMetaData) { m.RowGroups[1].Columns = m.RowGroups[1].Columns[:1] },
		"the columns are not all there":    func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = 3 },
		"a column is in no group":          func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = 1 },
		"columns in more than 32 groups; one": func(m *format.FileMetaData) {
			m.Schema = slices.Insert(m.Schema, 0, slices.Repeat(m.Schema[:1], 32)...)
		},
	} {
		if _, err := read(forged(t, sound, change)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want %s", err, says)
		}
	}
}

// A page is one as it stands in a file.
type page struct {
	head format.PageHeader
	data []byte
}

// dataPage is a page of numbers of 8 bytes.
func dataPage(numbers int, encoding format.Encoding, size int, packed []byte) page {
	h := format.PageHeader{Type: format.DataPage, UncompressedPageSize: int32(size), CompressedPageSize: int32(len(packed))}
	h.DataPageHeader.Valid = true
	h.DataPageHeader.V = format.DataPageHeader{NumValues: int32(numbers), Encoding: encoding,
		DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}
	return page{h, packed}
}

func dictionaryPage(numbers, size int, packed []byte) page {
	h := format.PageHeader{Type: format.DictionaryPage, UncompressedPageSize: int32(size),
		CompressedPageSize: int32(len(packed))}
	h.DictionaryPageHeader.Valid = true
	h.DictionaryPageHeader.V = format.DictionaryPageHeader{NumValues: int32(numbers)}
	return page{h, packed}
}

// paged returns a file of one column x of 64 bits, with these pages.
func paged(t *testing.T, codec format.CompressionCodec, rows int64, all ...page) []byte {
	t.Helper()
	data := []byte("PAR1")
	for _, p := range all {
		data = append(append(data, marshal(t, &p.head)...), p.data...)
	}
	column := format.ColumnMetaData{Type: format.Int64, Encoding: []format.Encoding{format.Plain}, PathInSchema: []string{"x"},
		Codec: codec, NumValues: rows, TotalCompressedSize: int64(len(data) - 4), DataPageOffset: 4}
	meta := format.FileMetaData{Version: 1, NumRows: rows, RowGroups: []format.RowGroup{{NumRows: rows,
		Columns: []format.ColumnChunk{{MetaData: column}}}}}
	meta.Schema = make([]format.SchemaElement, 2)
	meta.Schema[0].NumChildren.Valid, meta.Schema[0].NumChildren.V = true, 1
	meta.Schema[1].Name = "x"
	meta.Schema[1].Type.Valid, meta.Schema[1].Type.V = true, format.Int64
	return ended(data, marshal(t, &meta))
}

// A page's claims are checked before they are believed.
func TestForgedPages(t *testing.T) {
	zeros := make([]byte, 64)
	plain := func(n int) page { return dataPage(n, format.Plain, 8*n, zeros[:8*n]) }
	summed := plain(8)
	summed.head.CRC = 1
	huge := dataPage(18<<20, format.Plain, 8*18<<20, zeros)
	negative := plain(8)
	negative.head.UncompressedPageSize = -1
	for says, data := range map[string][]byte{
		"column x, after row 8: it ends; a whole file":      paged(t, format.Uncompressed, 9, plain(8)),
		"a page of 8 numbers, and 7 rows are left":          paged(t, format.Uncompressed, 7, plain(8)),
		"a page claims 4113 bytes for 1 number":             paged(t, format.Zstd, 1, dataPage(1, format.Plain, 4113, zeros)),
		"a page of 144.0 MiB; pages of up to 128 MiB":         paged(t, format.Zstd, 18<<20, huge),
		"which 64 bytes cannot be of SNAPPY":                paged(t, format.Snappy, 4096, dataPage(4096, format.Plain, 32768, zeros)),
		"which 64 bytes cannot be of UNCOMPRESSED":          paged(t, format.Uncompressed, 17, dataPage(17, format.Plain, 136, zeros)),
		"it claims -1; a number from 0 on would do":         paged(t, format.Uncompressed, 8, negative),
		"a page is not what its checksum says":              paged(t, format.Uncompressed, 8, summed),
		"a page is cut short; a whole file would do":        paged(t, format.Uncompressed, 8, dataPage(8, format.Plain, 56, zeros[:56])),
		"a page is encoded as RLE; PLAIN, RLE_DICTIONARY":   paged(t, format.Uncompressed, 8, dataPage(8, format.RLE, 8, zeros[:8])),
		"a page is encoded as Encoding(?)":                  paged(t, format.Uncompressed, 8, dataPage(8, 99, 8, zeros[:8])),
		"a dictionary of 4097 numbers in 32776 bytes for 8": paged(t, format.Zstd, 8, dictionaryPage(4097, 8*4097, zeros)),
		"a dictionary of 3 numbers in 32 bytes for 8 rows":  paged(t, format.Uncompressed, 8, dictionaryPage(3, 32, zeros[:32])),
		"a dictionary after the first page":                 paged(t, format.Uncompressed, 8, plain(4), dictionaryPage(1, 8, zeros[:8])),
		"after row 4: a place outside the dictionary": paged(t, format.Uncompressed, 8, plain(4),
			dataPage(4, format.RLEDictionary, 3, []byte{1, 8, 0})),
		"places of 33 bits in a dictionary":           paged(t, format.Uncompressed, 8, dataPage(8, format.RLEDictionary, 1, []byte{33})),
		"a block of differences is not as DELTA":      paged(t, format.Uncompressed, 8, dataPage(8, format.DeltaBinaryPacked, 64, zeros)),
		"a page does not have the numbers that it":    paged(t, format.Uncompressed, 8, dataPage(8, format.DeltaBinaryPacked, 5, []byte{128, 1, 4, 9, 0})),
		"a page of 64 bytes cannot be unpacked by GZ": paged(t, format.Gzip, 8, plain(8)),
	} {
		if _, err := read(data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want %s", err, says)
		}
	}
}

// Whatever the codec, a page that unpacks to more or to less than it claims is refused.
func TestUnpackedSize(t *testing.T) {
	for _, codec := range parquettest.Codecs {
		for _, size := range []int{63, 64, 65} {
			packed, err := codec.Encode(nil, bytes.Repeat([]byte{0}, size))
			if err != nil {
				t.Fatal(err)
			}
			_, err = read(paged(t, codec.CompressionCodec(), 8, dataPage(8, format.Plain, 64, packed)))
			if (err == nil) != (size == 64) {
				t.Errorf("%v: %d bytes that claim to be 64: %v", codec, size, err)
			}
		}
	}
}

// Rows that take no bytes take no memory: a million of them in a run, and a million differences.
func TestReadManyRows(t *testing.T) {
	const rows = 1 << 20
	run := append([]byte{1}, binary.AppendUvarint(nil, rows<<1)...)
	data := paged(t, format.Uncompressed, rows, dictionaryPage(1, 8, []byte{7, 0, 0, 0, 0, 0, 0, 0}),
		dataPage(rows, format.RLEDictionary, len(run)+1, append(run, 0)))
	seen := 0
	used := parquettest.Allocated(func() {
		if err := each(data, func(_ int, numbers []int64) error {
			if seen++; numbers[0] != 7 {
				t.Fatalf("row %d is %d, want 7", seen, numbers[0])
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	if seen != rows {
		t.Errorf("%d rows, want %d", seen, rows)
	}
	if used > 1<<20 {
		t.Errorf("%d bytes were allocated for %d rows in %d bytes; 1 MiB would do", used, rows, len(data))
	}
	if sees := parquettest.Allocated(func() { kept = make([]byte, 64<<20) }); sees < 64<<20 {
		t.Errorf("64 MiB are allocated, and the meter sees %d bytes", sees)
	}
	kept = nil
}

var kept []byte

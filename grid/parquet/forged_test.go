package parquet_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/must"
)

var compact thrift.CompactProtocol

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	data := must.Have(thrift.Marshal(&compact, v))(t)
	return data
}

// forged returns a file whose description was changed.
func forged(t *testing.T, data []byte, change func(*format.FileMetaData)) []byte {
	t.Helper()
	end := len(data) - 8
	start := end - int(binary.LittleEndian.Uint32(data[end:]))
	var meta format.FileMetaData
	must.Do(t, thrift.Unmarshal(&compact, data[start:end], &meta))
	change(&meta)
	return ended(slices.Clone(data[:start]), marshal(t, &meta))
}

// ended ends a file with its description.
func ended(data, footer []byte) []byte {
	data = append(data, footer...)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(footer))), "PAR1"...)
}

// forgedDescriptions change the description of a sound file, by what is said of them.
var forgedDescriptions = map[string]func(*format.FileMetaData){
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
		same := m.RowGroups[0].Columns[1].MetaData
		same.DataPageOffset, same.DictionaryPageOffset = 4, 0
		m.RowGroups[1].Columns[1].MetaData = same
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
	"it has 6 rows, and the group 7": func(m *format.FileMetaData) { m.RowGroups[0].NumRows = 7 },
	`column to, group 2 of rows: it is called "from" there, and "to" in the schema; one`: func(m *format.FileMetaData) {
		m.RowGroups[1].Columns[1].MetaData.PathInSchema = []string{"from"}
	},
	`it is called "deep.to" there, and "to" in`: func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[1].MetaData.PathInSchema = []string{"deep", "to"}
	},
	`it is called "" there, and "from" in`: func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].MetaData.PathInSchema = nil
	},
	"group 1 of rows: its numbers are of INT32, and those of the column of INT64": func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[1].MetaData.Type = format.Int32
	},
	"it says that it has 11 rows, and its groups have 12": func(m *format.FileMetaData) { m.NumRows-- },
	"group 2 has 1 column; 2 would do": func(m *format.FileMetaData) {
		m.RowGroups[1].Columns = m.RowGroups[1].Columns[:1]
	},
	"the columns are not all there": func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = 3 },
	"a column is in no group":       func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = 1 },
	"column from is of TIMESTAMP; whole numbers": func(m *format.FileMetaData) {
		m.Schema[1].LogicalType.Value = nil
		m.Schema[1].ConvertedType.Set(deprecated.TimestampMillis)
	},
	"column from is of another type that is stored as numbers": func(m *format.FileMetaData) {
		m.Schema[1].LogicalType.Value = &format.NullType{}
	},
	"columns in more than 32 groups; one": func(m *format.FileMetaData) {
		m.Schema = slices.Insert(m.Schema, 0, slices.Repeat(m.Schema[:1], 32)...)
	},
}

// The places of columns, their sizes and their codecs are checked before a page is read.
func TestForgedDescription(t *testing.T) {
	sound := seeds(t, 12)[0].Data
	for says, change := range forgedDescriptions {
		must.Refuse(read(forged(t, sound, change)))(t, says, "it")
	}
}

// A page is one as it stands in a file.
type page struct {
	head format.PageHeader
	data []byte
}

// dataPage is a page of numbers of 8 bytes.
func dataPage(numbers int, encoding format.Encoding, size int, packed []byte) page {
	h := format.PageHeader{Type: format.DataPage, UncompressedPageSize: int32(size),
		CompressedPageSize: int32(len(packed))}
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
	column := format.ColumnMetaData{Type: format.Int64, Encoding: []format.Encoding{format.Plain},
		PathInSchema: []string{"x"}, Codec: codec, NumValues: rows, TotalCompressedSize: int64(len(data) - 4),
		DataPageOffset: 4}
	meta := format.FileMetaData{Version: 1, NumRows: rows, RowGroups: []format.RowGroup{{NumRows: rows,
		Columns: []format.ColumnChunk{{MetaData: column}}}}}
	meta.Schema = make([]format.SchemaElement, 2)
	meta.Schema[0].NumChildren.Valid, meta.Schema[0].NumChildren.V = true, 1
	meta.Schema[1].Name = "x"
	meta.Schema[1].Type.Valid, meta.Schema[1].Type.V = true, format.Int64
	return ended(data, marshal(t, &meta))
}

// forgedPages are files whose pages claim what they are not, by what is said of them.
func forgedPages(t *testing.T) map[string][]byte {
	const none, rle, places, deltas = format.Uncompressed, format.RLE, format.RLEDictionary, format.DeltaBinaryPacked
	zeros := make([]byte, 64)
	plain := func(numbers, size int) page { return dataPage(numbers, format.Plain, size, zeros) }
	short := func(numbers int, encoding format.Encoding, data ...byte) page {
		return dataPage(numbers, encoding, len(data), data)
	}
	summed, negative := plain(8, 64), plain(8, 64)
	summed.head.CRC, negative.head.UncompressedPageSize = 1, -1
	return map[string][]byte{
		"column x, after row 8: it ends; a whole file": paged(t, none, 9, plain(8, 64)),
		"a page of 8 numbers, and 7 rows are left":     paged(t, none, 7, plain(8, 64)),
		"a page claims 4113 bytes for 1 number":        paged(t, format.Zstd, 1, plain(1, 4113)),
		"a page of 144.0 MiB; pages of up to 128 MiB":  paged(t, format.Zstd, 18<<20, plain(18<<20, 144<<20)),
		"which 64 bytes cannot be of SNAPPY":           paged(t, format.Snappy, 4096, plain(4096, 32768)),
		"which 64 bytes cannot be of UNCOMPRESSED":     paged(t, none, 17, plain(17, 136)),
		"it claims -1; a number from 0 on would do":    paged(t, none, 8, negative),
		"a page is not what its checksum says":         paged(t, none, 8, summed),
		"a page is cut short; a whole file would do": paged(t, none, 8,
			dataPage(8, format.Plain, 56, zeros[:56])),
		"a page is encoded as RLE; PLAIN, RLE_DICTIONARY": paged(t, none, 8, short(8, rle, 16, 0)),
		"a page is encoded as Encoding(?)":                paged(t, none, 8, short(8, 99, 16, 0)),
		"a dictionary of 4097 numbers in 32776 bytes for 8": paged(t, format.Zstd, 8,
			dictionaryPage(4097, 8*4097, zeros)),
		"a dictionary of 3 numbers in 32 bytes for 8 rows": paged(t, none, 8, dictionaryPage(3, 32, zeros[:32])),
		"a dictionary of 40.0 MiB; one of up to 32 MiB":    paged(t, none, 5<<20, dictionaryPage(5<<20, 40<<20, zeros)),
		"a dictionary after the first page": paged(t, none, 72, plain(8, 64),
			dictionaryPage(8, 64, zeros)),
		"after row 8: a place outside the dictionary": paged(t, none, 12, plain(8, 64), short(4, places, 1, 8, 0)),
		"places of 33 bits in a dictionary":           paged(t, none, 8, short(8, places, 33)),
		"a block of differences is not as DELTA":      paged(t, none, 8, short(8, deltas, zeros...)),
		"a page does not have the numbers that it claims": paged(t, none, 8,
			short(8, deltas, 128, 1, 4, 9, 0)),
		"a page of 64 bytes cannot be unpacked by GZIP": paged(t, format.Gzip, 8, plain(8, 64)),
	}
}

// A page's claims are checked before they are believed.
func TestForgedPages(t *testing.T) {
	for says, data := range forgedPages(t) {
		must.Refuse(read(data))(t, says, "it")
	}
}

// Whatever the codec, a page that unpacks to more or to less than it claims is refused.
func TestUnpackedSize(t *testing.T) {
	for _, codec := range allCodecs {
		for _, size := range []int{63, 64, 65} {
			packed, err := codec.Encode(nil, bytes.Repeat([]byte{0}, size))
			must.Do(t, err)
			_, err = read(paged(t, codec.CompressionCodec(), 8, dataPage(8, format.Plain, 64, packed)))
			if (err == nil) != (size == 64) {
				t.Errorf("%v: %d bytes that claim to be 64: %v", codec, size, err)
			}
		}
	}
}

// Runs of places of one bit follow one another, and each begins at its own first bit.
func TestRunsFollowOneAnother(t *testing.T) {
	const none, eight = format.Uncompressed, 1<<1 | 1 // the head of a run of eight places
	run := []byte{1, eight, 0b0000_0010, eight, 0b0000_0101}
	data := paged(t, none, 16, dictionaryPage(2, 16, []byte{7, 15: 0}),
		dataPage(16, format.RLEDictionary, len(run), run))
	got := must.Have(read(data))(t)
	var numbers []int64
	for _, row := range got {
		numbers = append(numbers, row[0])
	}
	if want := []int64{7, 0, 7, 7, 7, 7, 7, 7, 0, 7, 0, 7, 7, 7, 7, 7}; !slices.Equal(numbers, want) {
		t.Errorf("the numbers are %v, want %v", numbers, want)
	}
}

// A group may have no rows, as the file of an empty table has one.
func TestGroupWithoutRows(t *testing.T) {
	empty := dataPage(0, format.Plain, 0, nil)
	data := paged(t, format.Uncompressed, 8, dataPage(8, format.Plain, 64, make([]byte, 64)), empty)
	data = forged(t, data, func(m *format.FileMetaData) {
		none := m.RowGroups[0]
		none.NumRows = 0
		none.Columns = slices.Clone(none.Columns)
		size := int64(len(marshal(t, &empty.head)))
		whole := &m.RowGroups[0].Columns[0].MetaData
		whole.TotalCompressedSize -= size
		last := &none.Columns[0].MetaData
		last.NumValues = 0
		last.TotalCompressedSize = size
		last.DataPageOffset += whole.TotalCompressedSize
		m.RowGroups = append(m.RowGroups, none)
	})
	if rows := must.Have(read(data))(t); len(rows) != 8 {
		t.Errorf("%d rows, want 8", len(rows))
	}
}

package parquet_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
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
	"column to, group 2 of rows: -1 bytes at": func(m *format.FileMetaData) {
		m.RowGroups[1].Columns[1].MetaData.TotalCompressedSize = -1
	},
	"two columns share the bytes at 4": func(m *format.FileMetaData) {
		same := m.RowGroups[0].Columns[1].MetaData
		same.DataPageOffset, same.DictionaryPageOffset = 4, 0
		m.RowGroups[1].Columns[1].MetaData = same
	},
	"two columns share": func(m *format.FileMetaData) {
		m.RowGroups, m.NumRows = slices.Repeat(m.RowGroups, 1000), 12000
	},
	"its pages are in another file": func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].FilePath = "/etc/passwd"
	},
	"packed by LZO; LZ4_RAW, snappy or zstd would do": func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].MetaData.Codec = format.LZO
	},
	"packed by LZ4; LZ4_RAW, snappy or zstd": func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].MetaData.Codec = format.Lz4
	},
	"packed by CompressionCodec(?)": func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].MetaData.Codec = 77
	},
	"more than 134,217,728 rows; a file of fewer would do": func(m *format.FileMetaData) {
		m.RowGroups[0].NumRows = 1 << 27
	},
	`it is "from" there, 6 rows of INT32, and "from" in the schema, 7 rows`: func(m *format.FileMetaData) {
		m.RowGroups[0].NumRows, m.NumRows = 7, 13
	},
	`column to, group 2 of rows: it is "from" there, 6 rows of INT64, and`: func(m *format.FileMetaData) {
		m.RowGroups[1].Columns[1].MetaData.PathInSchema = []string{"from"}
	},
	`it is "deep.to" there, 6 rows of INT64, and "to" in`: func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[1].MetaData.PathInSchema = []string{"deep", "to"}
	},
	`it is "" there, 6 rows of INT32, and "from" in`: func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[0].MetaData.PathInSchema = nil
	},
	`"to" there, 6 rows of INT32, and "to" in the schema, 6 rows of INT64; a whole`: func(m *format.FileMetaData) {
		m.RowGroups[0].Columns[1].MetaData.Type = format.Int32
	},
	"it says that it has 11 rows, and its groups have 12": func(m *format.FileMetaData) { m.NumRows-- },
	"group 2 has 1 column; 2 would do": func(m *format.FileMetaData) {
		m.RowGroups[1].Columns = m.RowGroups[1].Columns[:1]
	},
	"the columns are not all there":           func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = 3 },
	"the columns are not those of its groups": func(m *format.FileMetaData) { m.Schema[0].NumChildren.V = 1 },
	"column from has dates, times, decimals or another type that is stored as numbers; whole": func(m *format.FileMetaData) {
		m.Schema[1].LogicalType.Value = nil
		m.Schema[1].ConvertedType.Set(deprecated.TimestampMillis)
	},
	"column from has dates, times, decimals or another": func(m *format.FileMetaData) {
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
		"column x, after row 8: it ends; a whole file":          paged(t, none, 9, plain(8, 64)),
		"into 64, where there are 7 rows and 64 bytes":          paged(t, none, 7, plain(8, 64)),
		"a page claims 1 number in 4113 bytes":                  paged(t, format.Zstd, 1, plain(1, 4113)),
		"a page of 144.0 MiB; pages of up to 128 MiB":           paged(t, format.Zstd, 18<<20, plain(18<<20, 144<<20)),
		"in 32768 bytes, of them 0 of levels, packed by SNAPPY": paged(t, format.Snappy, 4096, plain(4096, 32768)),
		"in 136 bytes, of them 0 of levels, packed by UNCOMP":   paged(t, none, 17, plain(17, 136)),
		"a page claims 8 numbers in -1 bytes":                   paged(t, none, 8, negative),
		"a page is not what its checksum says":                  paged(t, none, 8, summed),
		"the numbers of a page: cut short; a whole":             paged(t, none, 8, dataPage(8, format.Plain, 56, zeros[:56])),
		"a page is encoded as RLE; PLAIN, RLE_DICTIONARY":       paged(t, none, 8, short(8, rle, 16, 0)),
		"a page is encoded as Encoding(?)":                      paged(t, none, 8, short(8, 99, 16, 0)),
		"a page claims 4097 numbers in 32776 bytes":             paged(t, format.Zstd, 8, dictionaryPage(4097, 8*4097, zeros)),
		"a page claims 3 numbers in 32 bytes":                   paged(t, none, 8, dictionaryPage(3, 32, zeros[:32])),
		"a page of 40.0 MiB; pages of up to 32 MiB":             paged(t, none, 5<<20, dictionaryPage(5<<20, 40<<20, zeros)),
		"a dictionary after the first page":                     paged(t, none, 72, plain(8, 64), dictionaryPage(8, 64, zeros)),
		"after row 8: the numbers of a page: a place":           paged(t, none, 12, plain(8, 64), short(4, places, 1, 8, 0)),
		"places in a dictionary are not of 0 to 32 bits":        paged(t, none, 8, short(8, places, 33)),
		"a block of differences is not as DELTA":                paged(t, none, 8, short(8, deltas, zeros...)),
		"after row 0: the numbers of a page: a block of": paged(t, none, 8,
			short(8, deltas, 128, 1, 4, 9, 0)),
		"a page of 64 bytes cannot be unpacked by GZIP": paged(t, format.Gzip, 8, plain(8, 64)),
	}
}

// A page's claims are checked before they are believed.
func TestForgedPages(t *testing.T) {
	for says, data := range forgedPages(t) {
		if _, err := read(data); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want %s", err, says)
		}
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

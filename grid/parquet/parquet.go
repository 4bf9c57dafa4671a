// Package parquet reads columns of numbers and of words from Parquet files of strangers, under a bound on
// memory and time that no file can pass. Package reports/parquet writes them.
//
// The library parquet-go believes what a file says of itself: one changed byte makes a list of two
// billion entries, a structure a million deep, or a page of two gigabytes, and decoders of whole pages hold the
// millions of rows that a few bytes can stand for. So the library decodes what a file says only after that was
// passed over, and pages are read here. No claim is believed that was not checked:
//
//   - The description is at most 16 MiB long, its lists have 2^20 entries together, and it is 32 structures deep.
//   - A file has at most 2^27 rows. The columns that are read lie inside the file and share no byte,
//     so that no byte is read twice.
//   - The size of a page is checked before it is believed: against the bytes that are left of its
//     column; against 64 MiB for each of two columns (128 MiB for all columns together, and a quarter of
//     it for dictionaries); against its numbers, at 16 bytes for each and 4 KiB for the page; and against
//     what its codec can make of so many bytes at most, where the codec has such a limit.
//   - Runs and differences are decoded a thousand at a time: a page of few bytes can stand for
//     millions of rows, and they are never held together.
//
// So no more than 512 MiB are held for any file, and time grows with the file's size and its rows.
//
// # Codecs
//
// A codec is used only if its decoder can be held to the size that a page claims, and what comes out
// must have just that size. Snappy and LZ4 (LZ4_RAW) decode into a buffer of the size and refuse what
// does not fit; zstd (with a window of 8 MiB at most), gzip and brotli are streams, read to the size and no
// further. The LZ4 of Hadoop and LZO are refused: their frames are not specified. Encryption is refused as well.
//
// # Encodings
//
// PLAIN, RLE_DICTIONARY (and PLAIN_DICTIONARY, its old name), DELTA_BINARY_PACKED and BYTE_STREAM_SPLIT are all that
// writers use for numbers; words are PLAIN, in a dictionary, or as DELTA_LENGTH_BYTE_ARRAY, and up to 64 bytes long.
// Data pages have version 1 or 2. A column may be nullable, but a null is an error.
//
// The format: https://github.com/apache/parquet-format, README.md and Encodings.md.
package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

// magic begins and ends every Parquet file.
const magic = "PAR1"

// mostFooter is the length of the longest description that is read.
const mostFooter = 16 << 20

// A File is a Parquet file, of which the description has been read.
type File struct {
	in     io.ReaderAt
	end    int64 // the place where the description begins and the columns end
	footer *footer
	codecs codecs
	words  []*words // of the columns that are read
}

// Open reads the description of a file of size bytes.
func Open(r io.ReaderAt, size int64) (*File, error) {
	const least = 12 // both magic words, and the length of the description
	if size < least {
		return nil, fmt.Errorf("%d bytes; a whole Parquet file would do", size)
	}
	var last [8]byte
	if n, err := r.ReadAt(last[:], size-8); n < len(last) {
		return nil, unread(err)
	}
	n := int64(binary.LittleEndian.Uint32(last[:]))
	switch {
	case string(last[4:]) != magic || n > size-least:
		return nil, errors.New("it does not end as Parquet does; a whole Parquet file would do")
	case n > mostFooter:
		return nil, fmt.Errorf("a description of %d MiB; one of up to %d MiB would do", n>>20, mostFooter>>20)
	}
	data, end := make([]byte, n), size-8-n
	if n, err := r.ReadAt(data, end); n < len(data) {
		return nil, unread(err)
	}
	f, err := parseFooter(data)
	if err != nil {
		return nil, fmt.Errorf("its description: %w; a whole Parquet file would do", err)
	}
	return &File{in: r, end: end, footer: f, codecs: codecs{streams: map[format.CompressionCodec]stream{}}}, nil
}

// unread is the error of bytes that cannot be read.
func unread(err error) error { return fmt.Errorf("%w; a whole file would do", text.Pathless(err)) }

// Names returns the names of the columns. Columns in a group have their own names alone.
func (f *File) Names() (names []string) {
	for _, l := range f.footer.leaves {
		names = append(names, l.Name)
	}
	return names
}

// Rows returns the number of rows, as the description says it: up to 2^27.
func (f *File) Rows() int {
	rows := 0
	for _, g := range f.footer.Groups {
		rows += int(g.Rows)
	}
	return rows
}

// Unsigned reports whether the numbers of a column of whole numbers are to be taken as uint64: those of 2^63 and more
// come from Read as negative ones.
func (f *File) Unsigned(column int) bool { return f.footer.leaves[column].unsigned() }

// A Column is one that is to be read.
type Column struct {
	At   int    // its place in Names
	Name string // what errors call it
	Kind Kind
}

// Word is a word of a column that is read, by the column's place among those of Read.
func (f *File) Word(column int, at int64) string { return f.words[column].all[at] }

// batch is the number of rows that are decoded at once.
const batch = 1024

// Read calls visit with every row of the file, counted from 1: the numbers of these columns, of which
// none is named twice. An error of visit ends the reading.
func (f *File) Read(columns []Column, visit func(row int, numbers []int64) error) error {
	if err := f.check(columns); err != nil {
		return err
	}
	all := make([]pages, len(columns))
	values := make([][batch]int64, len(columns))
	f.words = make([]*words, len(columns))
	for i, c := range columns {
		all[i] = pages{file: f, leaf: f.footer.leaves[c.At], most: mostBytes / len(columns), width: 8, kind: c.Kind,
			words: words{at: map[string]int64{}}}
		if t := all[i].leaf.Type.V; t == format.Int32 || t == format.Float {
			all[i].width = 4
		}
		f.words[i] = &all[i].words
	}
	before, numbers := 0, make([]int64, len(columns))
	for _, g := range f.footer.Groups {
		for i, c := range columns {
			all[i].open(g.Columns[c.At].Meta)
		}
		for end := before + int(g.Rows); before < end; {
			n := min(batch, end-before)
			for i := range all {
				switch done, err := all[i].read(values[i][:n]); {
				case err == errNull:
					return fmt.Errorf("row %d, column %s is null; %s would do", before+done+1, columns[i].Name,
						wouldDoOnce[columns[i].Kind])
				case err != nil:
					return fmt.Errorf("column %s, after row %d: %w", columns[i].Name, before+done, err)
				}
			}
			for k := range n {
				for i := range values {
					numbers[i] = values[i][k]
				}
				before++
				if err := visit(before, numbers); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

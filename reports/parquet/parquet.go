// Package parquet writes rows as a Parquet file: columns of text, of numbers and of bools, and lists of these.
//
// What is written is what every reader knows: pages of version 1 packed by snappy, with their checksums, and one page
// for each column of a group of rows. Numbers and most words are PLAIN; words that are said twice or more, as a rule,
// stand once in a dictionary. There are no statistics, by which readers pass over groups of rows.
//
// The format: https://github.com/apache/parquet-format, README.md, Encodings.md and LogicalTypes.md.
package parquet

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

// magic begins and ends every Parquet file.
const magic = "PAR1"

// A Type is what the values of a column are.
type Type int

// Whole numbers and floats have 64 bits, and text is UTF-8.
const (
	Text Type = iota
	Int
	Uint
	Float
	Bool
)

// A Field is a column. In each row it has a value or none, which is null; or a list of values, perhaps an empty one.
type Field struct {
	Name string
	Type Type
	List bool
}

// A Fact is an entry of a file's key-value metadata.
type Fact struct {
	Key   string `thrift:"1,required"`
	Value string `thrift:"2,required"`
}

const (
	// Rows are packed together in groups of so many: a reader unpacks a group at a time, and more would pack hardly
	// better.
	groupRows = 1 << 16
	// A group ends before that if so many bytes wait, as of long lists, so that the memory that it takes has a bound.
	groupBytes = 16 << 20
)

// A Writer writes rows as a Parquet file, whose pages are packed by snappy.
type Writer struct {
	out    *bufio.Writer
	at     int64 // bytes so far
	err    error // the first one
	chunks []*filling
	rows   int // of the group that is open
	wait   int // bytes of it, about
	foot   description
	packed []byte // room for a page
}

// NewWriter begins a file with these columns. Close ends it.
func NewWriter(w io.Writer, fields []Field, facts []Fact) *Writer {
	f := &Writer{out: bufio.NewWriter(w)}
	f.foot = description{Version: 1, Schema: schema(fields), Facts: facts, By: "breadboard"}
	for _, field := range fields {
		f.chunks = append(f.chunks, &filling{Field: field, places: map[string]uint32{}})
	}
	f.put([]byte(magic))
	return f
}

// Write adds a row: a value for each column, in their order. nil is null, and of a list []string or []float64 are its
// values.
func (f *Writer) Write(row []any) error {
	if len(row) != len(f.chunks) {
		panic(fmt.Sprintf("parquet: a row of %d values for %d columns", len(row), len(f.chunks)))
	}
	for i, cell := range row {
		f.wait += f.chunks[i].add(cell)
	}
	f.rows++
	if f.rows == groupRows || f.wait >= groupBytes {
		f.flush()
	}
	return f.err
}

// Close writes what is left, and the description. The stream stays open.
func (f *Writer) Close() error {
	f.flush()
	foot := f.marshal(f.foot)
	f.put(foot)
	f.put(binary.LittleEndian.AppendUint32(nil, uint32(len(foot))))
	f.put([]byte(magic))
	if f.err == nil {
		f.err = f.out.Flush()
	}
	return f.err
}

// put writes bytes, unless something went wrong before.
func (f *Writer) put(data []byte) {
	if f.err != nil {
		return
	}
	n, err := f.out.Write(data)
	f.at += int64(n)
	f.err = err
}

// marshal is a structure in the compact protocol of Thrift.
func (f *Writer) marshal(v any) []byte {
	data, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		panic(fmt.Sprintf("parquet: %T cannot be written: %v", v, err)) // which does not depend on the data
	}
	return data
}

// flush writes the open group, if it has rows.
func (f *Writer) flush() {
	if f.rows == 0 {
		return
	}
	g := group{Rows: int64(f.rows)}
	for _, c := range f.chunks {
		chunk := f.chunk(c)
		g.Bytes += chunk.Meta.Unpacked
		g.Columns = append(g.Columns, chunk)
		c.clear()
	}
	f.foot.Groups = append(f.foot.Groups, g)
	f.foot.Rows += g.Rows
	f.rows = 0
	f.wait = 0
}

// A filling is a column of the group that is open.
type filling struct {
	Field
	levels  []uint32 // of definition: 1 of a value, 0 of a null or of an empty list
	repeats []uint32 // of lists: 0 of the first item, 1 of those after it
	plain   []byte   // numbers as PLAIN has them
	bits    []uint32 // of bools
	words   []string // those of a column of text that differ
	places  map[string]uint32
	which   []uint32 // the place of each value among the words
}

// clear empties the column for the next group.
func (c *filling) clear() {
	c.levels = c.levels[:0]
	c.repeats = c.repeats[:0]
	c.plain = c.plain[:0]
	c.bits = c.bits[:0]
	c.words = c.words[:0]
	c.which = c.which[:0]
	clear(c.places)
}

// add adds the cell of a row, and returns about how many bytes it takes.
func (c *filling) add(cell any) (bytes int) {
	const eachLevel = 4
	if !c.List {
		return eachLevel + c.item(cell, 0)
	}
	switch list := cell.(type) {
	case nil:
	case []string:
		for i, v := range list {
			bytes += eachLevel + c.item(v, min(i, 1))
		}
	case []float64:
		for i, v := range list {
			bytes += eachLevel + c.item(v, min(i, 1))
		}
	default:
		panic(fmt.Sprintf("parquet: %T in column %s, which has lists", cell, c.Name))
	}
	if bytes == 0 {
		return eachLevel + c.item(nil, 0)
	}
	return bytes
}

// item adds a value or a null with its level of repetition.
func (c *filling) item(cell any, repeat int) (bytes int) {
	if c.List {
		c.repeats = append(c.repeats, uint32(repeat))
	}
	if cell == nil {
		c.levels = append(c.levels, 0)
		return 0
	}
	c.levels = append(c.levels, 1)
	const eachNumber = 8
	v := reflect.ValueOf(cell)
	switch {
	case c.Type == Text && v.Kind() == reflect.String:
		return c.word(v.String())
	case c.Type == Bool && v.Kind() == reflect.Bool:
		bit := uint32(0)
		if v.Bool() {
			bit = 1
		}
		c.bits = append(c.bits, bit)
		return 1
	case c.Type == Float && v.CanFloat():
		c.plain = binary.LittleEndian.AppendUint64(c.plain, math.Float64bits(v.Float()))
	case (c.Type == Int || c.Type == Uint) && v.CanInt():
		c.plain = binary.LittleEndian.AppendUint64(c.plain, uint64(v.Int()))
	case (c.Type == Int || c.Type == Uint) && v.CanUint():
		c.plain = binary.LittleEndian.AppendUint64(c.plain, v.Uint())
	default:
		panic(fmt.Sprintf("parquet: %T in column %s, of another type", cell, c.Name))
	}
	return eachNumber
}

// word adds a word, which is kept once.
func (c *filling) word(s string) (bytes int) {
	place, known := c.places[s]
	if !known {
		place = uint32(len(c.words))
		c.places[s] = place
		c.words = append(c.words, s)
		bytes = len(s)
	}
	c.which = append(c.which, place)
	return bytes
}

package parquet

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

const (
	// mostRows is the largest number of rows of a file: 2^27. They can take no more than a few bytes, so
	// that the file's size does not bound them.
	mostRows = 1 << 27
	// mostDepth is the largest number of structures and lists inside one another. A description has 6.
	mostDepth = 32
	// mostEntries is the largest number of entries of all lists of a description together. An entry takes a
	// byte, and is believed to be a column of a hundred.
	mostEntries = 1 << 20
)

// The parts of a description that are read, by their numbers in the format.
type (
	description struct {
		Schema []element          `thrift:"2"`
		Rows   thrift.Null[int64] `thrift:"3,optional"`
		Groups []group            `thrift:"4"`
	}
	// An element of the schema is a column, or a group of the elements that follow.
	element struct {
		Type       format.Type                           `thrift:"1,optional"`
		Repetition format.FieldRepetitionType            `thrift:"3,optional"`
		Name       string                                `thrift:"4"`
		Children   int32                                 `thrift:"5,optional"`
		Converted  thrift.Null[deprecated.ConvertedType] `thrift:"6,optional"` // the logical type of old writers
		Logical    *logical                              `thrift:"10,optional"`
	}
	// A logical type has one field, by its kind. Numbers of all kinds but this one stand for something else.
	logical struct {
		Integer *struct{} `thrift:"10,optional"`
	}
	group struct {
		Columns []chunk `thrift:"1"`
		Rows    int64   `thrift:"3,required"`
	}
	// A chunk is a column of one group: where its pages are, and what they hold.
	chunk struct {
		Path string `thrift:"1,optional"` // of another file
		Meta meta   `thrift:"3,optional"`
	}
	meta struct {
		Type  format.Type             `thrift:"1,required"`
		Path  []string                `thrift:"3,required"` // the names of the column and its groups
		Codec format.CompressionCodec `thrift:"4,required"`
		Rows  int64                   `thrift:"5,required"`
		Size  int64                   `thrift:"7,required"`
		Data  int64                   `thrift:"9,required"`  // the place of the first data page
		Dict  int64                   `thrift:"11,optional"` // and of the dictionary; 0 if there is none
	}
)

// start is the place of the chunk's first page.
func (m meta) start() int64 {
	if m.Dict > 0 {
		return min(m.Dict, m.Data)
	}
	return m.Data
}

// A node is an element of the schema with its place below the others.
type node struct {
	element
	up         *node // the group that it is in; nil of the first element, in which are all others
	definition int   // the largest level: how many of its nodes may be null
	repeated   bool
}

// parse reads the description of a file.
func (f *File) parse(data []byte) error {
	n, err := decode(data, &f.says)
	if err != nil {
		return err
	}
	if len(f.says.Schema) == 0 {
		f.says.Schema = make([]element, 1) // of no columns
	}
	rest, err := f.place(&node{element: f.says.Schema[0]}, f.says.Schema[1:], 1)
	switch {
	case err != nil:
		return err
	case n < len(data):
		return fmt.Errorf("%s after its end", text.Count(len(data)-n, "byte"))
	case len(f.leaves) == 0 || len(rest) > 0:
		return errors.New("the columns are not those of its groups")
	}
	rows := int64(0)
	for i, g := range f.says.Groups {
		if len(g.Columns) != len(f.leaves) {
			return fmt.Errorf("group %d has %s; %d would do", i+1, text.Count(len(g.Columns), "column"), len(f.leaves))
		}
		if g.Rows < 0 || g.Rows > mostRows-rows {
			return fmt.Errorf("more than %s rows; a file of fewer would do", text.Thousands(mostRows))
		}
		rows += g.Rows
	}
	if f.says.Rows.Valid && f.says.Rows.V != rows {
		return fmt.Errorf("it says that it has %d rows, and its groups have %d", f.says.Rows.V, rows)
	}
	return nil
}

// place puts the next elements of the schema into a group that is so deep, and returns those that are left.
func (f *File) place(in *node, next []element, depth int) ([]element, error) {
	for range in.Children {
		if len(next) == 0 {
			return nil, errors.New("the columns are not all there")
		}
		n := node{element: next[0], up: in, definition: in.definition}
		if n.Repetition != format.Required {
			n.definition++
		}
		n.repeated = in.repeated || n.Repetition == format.Repeated
		if next = next[1:]; n.Children <= 0 {
			f.leaves = append(f.leaves, n)
			continue
		}
		if depth == mostDepth {
			return nil, fmt.Errorf("columns in more than %d groups; one group would do", mostDepth)
		}
		var err error
		if next, err = f.place(&n, next, depth+1); err != nil {
			return nil, err
		}
	}
	return next, nil
}

// check returns what is wrong with the columns, as the description has them: one is not of whole numbers, a chunk is
// not wholly before the description, or two share bytes, so that a file of two thousand groups with one chunk would
// take two thousand times the time.
func (f *File) check(columns []Column) error {
	const would = "whole numbers of 32 or 64 bits would do"
	for _, c := range columns {
		l := f.leaves[c.At]
		whole := l.Logical != nil && l.Logical.Integer != nil
		if l.Logical == nil {
			whole = !l.Converted.Valid || l.Converted.V >= deprecated.Uint8 && l.Converted.V <= deprecated.Int64
		}
		switch {
		case l.repeated:
			return fmt.Errorf("column %s has lists in it; one number a row would do", c.Name)
		case l.Type != format.Int32 && l.Type != format.Int64:
			return fmt.Errorf("column %s is of %v; %s", c.Name, l.Type, would)
		case !whole:
			return fmt.Errorf("column %s has dates, times, decimals or another type that is stored as numbers; %s", c.Name,
				would)
		}
	}
	var all []meta
	for i, g := range f.says.Groups {
		for _, col := range columns {
			if err := f.checkChunk(g, col.At); err != nil {
				return fmt.Errorf("column %s, group %d of rows: %w", col.Name, i+1, err)
			}
			all = append(all, g.Columns[col.At].Meta)
		}
	}
	slices.SortFunc(all, func(a, b meta) int { return cmp.Compare(a.start(), b.start()) })
	for i := 1; i < len(all); i++ {
		if before := all[i-1]; before.start()+before.Size > all[i].start() {
			return fmt.Errorf("two columns share the bytes at %d; a file that has each once would do", all[i].start())
		}
	}
	return nil
}

// checkChunk returns what is wrong with where and what a column of a group is. If its own description has another
// name or type than its column in the schema, nobody knows whose numbers these are.
func (f *File) checkChunk(g group, at int) error {
	l, path, c := f.leaves[at], g.Columns[at].Path, g.Columns[at].Meta
	var want []string
	for n := &l; n.up != nil; n = n.up {
		want = append(want, n.Name)
	}
	slices.Reverse(want)
	switch start := c.start(); {
	case path != "":
		return errors.New("its pages are in another file; a single file would do")
	case start < int64(len(Magic)) || c.Size <= 0 || c.Size > f.end || start > f.end-c.Size:
		return fmt.Errorf("%d bytes at %d are not in the file; a whole file would do", c.Size, start)
	case c.Rows != g.Rows || c.Type != l.Type || !slices.Equal(c.Path, want):
		return fmt.Errorf("it is %s there, %d rows of %v, and %s in the schema, %d rows of %v; a whole file would do",
			text.Quote(strings.Join(c.Path, ".")), c.Rows, c.Type, text.Quote(strings.Join(want, ".")), g.Rows, l.Type)
	case ratios[c.Codec] == 0:
		return fmt.Errorf("it is packed by %v; LZ4_RAW, snappy or zstd would do", c.Codec)
	}
	return nil
}

// decode reads the structure that data begins with into v, and returns its length. It is in the compact protocol of
// Thrift.
func decode(data []byte, v any) (n int, err error) {
	p := passer{data: data}
	p.pass(thrift.STRUCT, 0)
	if p.err != nil {
		return 0, p.err
	}
	n = len(data) - len(p.data)
	return n, thrift.Unmarshal(&thrift.CompactProtocol{}, data[:n], v)
}

// A passer passes over values of Thrift, so that package thrift, which makes room for as many entries as a list
// claims, and calls itself for each structure inside another, meets no claim that is not kept.
type passer struct {
	data    []byte // what is left
	entries int    // of lists
	err     error  // the first fault; after it, bytes are 0
}

var errShort = errors.New("cut short")

func (p *passer) fail(err error) { p.err, p.data = cmp.Or(p.err, err), nil }

// bytes passes over n bytes.
func (p *passer) bytes(n uint64) []byte {
	if n > uint64(len(p.data)) {
		p.fail(errShort)
		return []byte{0}
	}
	b := p.data[:n]
	p.data = p.data[n:]
	return b
}

// number passes over a number of any width. It is the number itself if that has no sign.
func (p *passer) number() uint64 {
	v, n := binary.Uvarint(p.data)
	if n <= 0 {
		p.fail(errShort)
		return 0
	}
	p.data = p.data[n:]
	return v
}

// pass passes over a value that is so deep inside others. The format has no maps, sets and UUIDs.
func (p *passer) pass(of thrift.Type, depth int) {
	if depth++; depth > mostDepth {
		p.fail(fmt.Errorf("%d structures inside one another; up to %d would do", depth, mostDepth))
	}
	switch of {
	case thrift.TRUE, thrift.FALSE, thrift.I8:
		p.bytes(1)
	case thrift.I16, thrift.I32, thrift.I64:
		p.number()
	case thrift.DOUBLE:
		p.bytes(8)
	case thrift.BINARY:
		p.bytes(p.number())
	case thrift.LIST:
		head := p.bytes(1)[0]
		n := uint64(head >> 4)
		if n == 15 {
			n = p.number()
		}
		if n > uint64(len(p.data)) { // an entry takes a byte or more
			p.fail(errShort)
		} else if p.entries += int(n); p.entries > mostEntries {
			p.fail(fmt.Errorf("its lists have more than %s entries; up to so many would do", text.Thousands(mostEntries)))
		}
		for ; n > 0 && p.err == nil; n-- {
			p.pass(thrift.Type(head&15), depth)
		}
	case thrift.STRUCT:
		for head := p.bytes(1)[0]; head != 0; head = p.bytes(1)[0] {
			if head>>4 == 0 {
				p.number() // of the field
			}
			if is := thrift.Type(head & 15); is != thrift.TRUE && is != thrift.FALSE { // which take no bytes here
				p.pass(is, depth)
			}
		}
	default:
		p.fail(fmt.Errorf("a value of type %d, which Parquet has not", of))
	}
}

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

// A footer is what a file says of itself at its end.
type footer struct {
	description
	leaves []node // the columns
}

// The parts of a description that are read, by their numbers in the format.
type (
	description struct {
		Schema []element          `thrift:"2"`
		Rows   thrift.Null[int64] `thrift:"3,optional"`
		Groups []group            `thrift:"4"`
	}
	// An element of the schema is a column, or a group of the elements that follow.
	element struct {
		Type       thrift.Null[format.Type]              `thrift:"1,optional"`
		Repetition format.FieldRepetitionType            `thrift:"3,optional"`
		Name       string                                `thrift:"4"`
		Children   int32                                 `thrift:"5,optional"`
		Converted  thrift.Null[deprecated.ConvertedType] `thrift:"6,optional"`
		Logical    *logical                              `thrift:"10,optional"`
	}
	// A logical type has one field at most, by its kind; none is a kind that is not known here.
	logical struct {
		Decimal   *struct{} `thrift:"5,optional"`
		Date      *struct{} `thrift:"6,optional"`
		Time      *struct{} `thrift:"7,optional"`
		Timestamp *struct{} `thrift:"8,optional"`
		Integer   *integer  `thrift:"10,optional"`
	}
	integer struct {
		Signed bool `thrift:"2"`
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
	up         *node // the group that it is in; nil is the root
	definition int   // the largest level: how many of its nodes may be null
	repeated   bool
}

// parseFooter reads the description of a file.
func parseFooter(data []byte) (*footer, error) {
	f := &footer{}
	switch n, err := decode(data, &f.description); {
	case err != nil:
		return nil, err
	case n < len(data):
		return nil, fmt.Errorf("%s after its end", text.Count(len(data)-n, "byte"))
	}
	if err := f.place(); err != nil {
		return nil, err
	}
	rows := int64(0)
	for i, g := range f.Groups {
		if len(g.Columns) != len(f.leaves) {
			return nil, fmt.Errorf("group %d has %s; %d would do", i+1,
				text.Count(len(g.Columns), "column"), len(f.leaves))
		}
		if g.Rows < 0 || g.Rows > mostRows || rows+g.Rows > mostRows {
			return nil, fmt.Errorf("more than %s rows; a file of fewer would do", text.Thousands(mostRows))
		}
		rows += g.Rows
		for _, c := range g.Columns {
			if c.Meta.Rows < 0 || c.Meta.Data <= 0 || c.Meta.Size <= 0 {
				return nil, errors.New("a column does not say where its pages are")
			}
		}
	}
	return f, nil
}

// place puts every element of the schema below the last group that has room. The first element is the root.
func (f *footer) place() error {
	var open []*node
	for i, e := range f.Schema {
		n := node{element: e}
		switch depth := len(open); {
		case i > 0 && depth == 0:
			return errors.New("a column is in no group")
		case e.Children > 0 && depth > mostDepth-1:
			return fmt.Errorf("columns in more than %d groups; one group would do", mostDepth)
		case depth > 0:
			up := open[depth-1]
			n.definition, n.repeated = up.definition, up.repeated || e.Repetition == format.Repeated
			if e.Repetition != format.Required {
				n.definition++
			}
			if depth > 1 {
				n.up = up
			}
			up.Children--
		}
		if e.Children > 0 {
			open = append(open, &n)
		} else {
			f.leaves = append(f.leaves, n)
		}
		for len(open) > 0 && open[len(open)-1].Children == 0 { // a group is open until its last one is whole
			open = open[:len(open)-1]
		}
	}
	if len(f.leaves) == 0 || len(open) > 0 {
		return errors.New("the columns are not all there")
	}
	return nil
}

// check returns what is wrong with the columns, as the description has them: one is not of whole numbers, a chunk is
// not wholly before the description, or two share bytes, so that a file of two thousand groups with one chunk would
// take two thousand times the time.
func (f *File) check(columns []Column) error {
	for _, c := range columns {
		would := wouldDo[c.Kind] + " would do"
		switch l := f.footer.leaves[c.At]; {
		case l.repeated:
			return fmt.Errorf("column %s has lists in it; one number a row would do", c.Name)
		case !l.Type.Valid || l.Type.V < format.Boolean || l.Type.V > format.FixedLenByteArray:
			return fmt.Errorf("column %s is of no known type; %s", c.Name, would)
		case f.KindOf(c.At) != c.Kind || l.Type.V == format.Boolean || l.Type.V == format.Int96 ||
			l.Type.V == format.FixedLenByteArray:
			return fmt.Errorf("column %s is of %v; %s", c.Name, l.Type.V, would)
		case c.Kind == Whole && l.meaning() != "":
			return fmt.Errorf("column %s is of %s; %s", c.Name, l.meaning(), would)
		}
	}
	var all []meta
	rows := int64(0)
	for i, g := range f.footer.Groups {
		rows += g.Rows
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
	if f.footer.Rows.Valid && f.footer.Rows.V != rows {
		return fmt.Errorf("it says that it has %d rows, and its groups have %d; a whole file would do",
			f.footer.Rows.V, rows)
	}
	return nil
}

// meaning is what numbers mean by their logical type, or else by the converted one of old writers: "" if they are just
// whole numbers.
func (e element) meaning() string {
	switch l, old := e.Logical, e.Converted.V; {
	case l == nil && !e.Converted.Valid:
		return ""
	case l != nil && l.Integer != nil, l == nil && old >= deprecated.Uint8 && old <= deprecated.Int64:
		return ""
	case l != nil && l.Decimal != nil, l == nil && old == deprecated.Decimal:
		return "DECIMAL"
	case l != nil && l.Date != nil, l == nil && old == deprecated.Date:
		return "DATE"
	case l != nil && l.Time != nil, l == nil && (old == deprecated.TimeMillis || old == deprecated.TimeMicros):
		return "TIME"
	case l != nil && l.Timestamp != nil,
		l == nil && (old == deprecated.TimestampMillis || old == deprecated.TimestampMicros):
		return "TIMESTAMP"
	}
	return "another type that is stored as numbers"
}

// unsigned reports whether whole numbers are stored whose highest bit is no sign.
func (e element) unsigned() bool {
	if e.Logical != nil {
		return e.Logical.Integer != nil && !e.Logical.Integer.Signed
	}
	return e.Converted.Valid && e.Converted.V >= deprecated.Uint8 && e.Converted.V <= deprecated.Uint64
}

// checkChunk returns what is wrong with where and what a column of a group is. If its own description has another
// name or type than its column in the schema, nobody knows whose numbers these are.
func (f *File) checkChunk(g group, at int) error {
	l := f.footer.leaves[at]
	path := g.Columns[at].Path
	c := g.Columns[at].Meta
	want := []string{l.Name}
	for up := l.up; up != nil; up = up.up {
		want = append(want, up.Name)
	}
	slices.Reverse(want)
	switch start := c.start(); {
	case path != "":
		return errors.New("its pages are in another file; a single file would do")
	case start < int64(len(magic)) || c.Size > f.end || start > f.end-c.Size:
		return fmt.Errorf("%d bytes at %d are not in the file; a whole file would do", c.Size, start)
	case c.Rows != g.Rows:
		return fmt.Errorf("it has %d rows, and the group %d; a whole file would do", c.Rows, g.Rows)
	case c.Type != l.Type.V:
		return fmt.Errorf("its numbers are of %v, and those of the column of %v; one type would do", c.Type, l.Type.V)
	case !slices.Equal(c.Path, want):
		return fmt.Errorf("it is called %s there, and %s in the schema; one name would do",
			text.Quote(strings.Join(c.Path, ".")), text.Quote(strings.Join(want, ".")))
	}
	return checkCodec(c.Codec)
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

// repeat passes over so many entries of a list, or of a map.
func (p *passer) repeat(n uint64, pass func()) {
	if n > uint64(len(p.data)) { // an entry takes a byte or more
		p.fail(errShort)
	} else if p.entries += int(n); p.entries > mostEntries {
		p.fail(fmt.Errorf("its lists have more than %s entries; up to so many would do", text.Thousands(mostEntries)))
	}
	for ; n > 0 && p.err == nil; n-- {
		pass()
	}
}

// pass passes over a value that is so deep inside others.
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
	case thrift.UUID:
		p.bytes(16)
	case thrift.BINARY:
		p.bytes(p.number())
	case thrift.LIST, thrift.SET:
		head := p.bytes(1)[0]
		n := uint64(head >> 4)
		if n == 15 {
			n = p.number()
		}
		p.repeat(n, func() { p.pass(thrift.Type(head&15), depth) })
	case thrift.MAP:
		if n := p.number(); n > 0 {
			head := p.bytes(1)[0]
			p.repeat(n, func() { p.pass(thrift.Type(head>>4), depth); p.pass(thrift.Type(head&15), depth) })
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
		p.fail(fmt.Errorf("a value of type %d, which there is not", of))
	}
}

package parquet

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/parquet-go/parquet-go/format"

	"breadboard/grid/text"
)

// mostRows is the largest number of rows of a file: 2^27. They can take no more than a few bytes, so
// that the file's size does not bound them.
const mostRows = 1 << 27

// A footer is what a file says of itself at its end.
type footer struct {
	leaves []leaf
	groups []group
	chunks []chunk // of every group, one for each leaf
	nodes  []node  // of the schema, which are still open
	rows   int64   // of all groups, as the file says; -1 if it does not
}

// A node is a group of columns of which some are still to come.
type node struct {
	branch     *branch // nil is the root
	left       int64
	definition int
	repeated   bool
}

// A branch is a node's name, with those above it.
type branch struct {
	name string
	up   *branch
}

// A leaf is a column of the schema.
type leaf struct {
	name       string
	up         *branch
	of         format.Type
	annotation int // the logical type, as the union's field; 0 if there is none
	definition int // the largest level: how many of its nodes may be null
	repeated   bool
}

// A group is a group of rows, of which each column has a chunk.
type group struct {
	rows   int64
	chunks int // the place of the first in the footer's chunks
}

// A chunk is a column of one group: where its pages are, and what they hold.
type chunk struct {
	path       []byte // the names of the column and its groups, as a list of Thrift; nil if there is none
	of         format.Type
	codec      format.CompressionCodec
	rows       int64
	data, dict int64 // places of the first data page and of the dictionary; 0 if there is none
	size       int64
	elsewhere  bool // in another file
}

// start is the place of the chunk's first page.
func (c chunk) start() int64 {
	if c.dict > 0 {
		return min(c.dict, c.data)
	}
	return c.data
}

// parseFooter reads the description of a file.
func parseFooter(data []byte) (*footer, error) {
	t, f := &thrift{data: data}, &footer{rows: -1}
	for at := range t.fields() {
		switch at {
		case field{2, typeList}:
			for of := range t.items() {
				f.addElement(t, of)
			}
		case field{3, typeI64}:
			f.rows = t.int()
		case field{4, typeList}:
			for of := range t.items() {
				f.addGroup(t, of)
			}
		default:
			t.skip(at.of)
		}
	}
	switch {
	case t.err != nil:
		return nil, t.err
	case len(t.data) > 0:
		return nil, fmt.Errorf("%s after its end", text.Count(len(t.data), "byte"))
	case len(f.leaves) == 0 || len(f.nodes) > 0:
		return nil, errors.New("the columns are not all there")
	}
	return f, f.check()
}

// check compares the groups with the columns.
func (f *footer) check() error {
	rows := int64(0)
	for i, g := range f.groups {
		end := len(f.chunks)
		if i+1 < len(f.groups) {
			end = f.groups[i+1].chunks
		}
		if end-g.chunks != len(f.leaves) {
			return fmt.Errorf("group %d has %s; %d would do", i+1, text.Count(end-g.chunks, "column"), len(f.leaves))
		}
		if g.rows < 0 || g.rows > mostRows || rows+g.rows > mostRows {
			return fmt.Errorf("more than %s rows; a file of fewer would do", text.Thousands(mostRows))
		}
		rows += g.rows
	}
	return nil
}

// addElement reads an element of the schema: a column, or a group of the elements that follow.
func (f *footer) addElement(t *thrift, of int) {
	if of != typeStruct {
		t.fail(errors.New("the schema is no list of columns"))
		return
	}
	l, children, repetition := leaf{of: -1}, int64(0), format.Required
	for at := range t.fields() {
		switch at {
		case field{1, typeI32}:
			l.of = format.Type(t.int())
		case field{3, typeI32}:
			repetition = format.FieldRepetitionType(t.int())
		case field{4, typeBinary}:
			l.name = string(t.bytes(t.length()))
		case field{5, typeI32}:
			children = t.int()
		case field{6, typeI32}:
			l.annotation = max(l.annotation, logicalOf(t.int()))
		case field{10, typeStruct}:
			for is := range t.fields() {
				l.annotation = is.id
				t.skip(is.of)
			}
		default:
			t.skip(at.of)
		}
	}
	f.place(t, l, children, repetition)
}

// place puts an element below the last node that is open. The first element is the root.
func (f *footer) place(t *thrift, l leaf, children int64, repetition format.FieldRepetitionType) {
	var below *branch
	if n := len(f.nodes); n > 0 {
		up := &f.nodes[n-1]
		up.left--
		l.up, below = up.branch, &branch{l.name, up.branch}
		l.definition, l.repeated = up.definition, up.repeated || repetition == format.Repeated
		if repetition != format.Required {
			l.definition++
		}
		for n > 0 && f.nodes[n-1].left == 0 {
			n--
		}
		f.nodes = f.nodes[:n]
	} else if len(f.leaves) > 0 {
		t.fail(errors.New("a column is in no group"))
	}
	switch {
	case children > 0 && len(f.nodes) >= mostDepth:
		t.fail(fmt.Errorf("columns in more than %d groups; one group would do", mostDepth))
	case children > 0:
		f.nodes = append(f.nodes, node{below, children, l.definition, l.repeated})
	default:
		f.leaves = append(f.leaves, l)
	}
}

// logicalOf returns the logical type that an old, converted one became.
func logicalOf(converted int64) int {
	switch {
	case converted >= 11 && converted <= 18: // UINT_8 to INT_64
		return logicalInteger
	case converted == 5:
		return logicalDecimal
	case converted == 6:
		return logicalDate
	case converted == 7 || converted == 8: // of thousandths and millionths of a second
		return logicalTime
	case converted == 9 || converted == 10:
		return logicalTimestamp
	}
	return logicalOther
}

// addGroup reads a group of rows.
func (f *footer) addGroup(t *thrift, of int) {
	if of != typeStruct {
		t.fail(errors.New("the groups are no list of groups"))
		return
	}
	g := group{rows: -1, chunks: len(f.chunks)}
	for at := range t.fields() {
		switch at {
		case field{1, typeList}:
			for of := range t.items() {
				f.addChunk(t, of)
			}
		case field{3, typeI64}:
			g.rows = t.int()
		default:
			t.skip(at.of)
		}
	}
	f.groups = append(f.groups, g)
}

// addChunk reads a column of a group. One that does not say where it is, is a fault: so a chunk takes
// some bytes of the description, and its memory is bounded by them.
func (f *footer) addChunk(t *thrift, of int) {
	c := chunk{of: -1, rows: -1}
	if of == typeStruct {
		for at := range t.fields() {
			switch at {
			case field{1, typeBinary}:
				c.elsewhere = len(t.bytes(t.length())) > 0
			case field{3, typeStruct}:
				c.parse(t)
			default:
				t.skip(at.of)
			}
		}
	}
	if t.err == nil && (c.rows < 0 || c.data <= 0 || c.size <= 0) {
		t.fail(errors.New("a column does not say where its pages are"))
	}
	f.chunks = append(f.chunks, c)
}

func (c *chunk) parse(t *thrift) {
	for at := range t.fields() {
		switch at {
		case field{1, typeI32}:
			c.of = format.Type(t.int())
		case field{3, typeList}:
			before := t.data
			t.skip(at.of)
			c.path = before[:len(before)-len(t.data)]
		case field{4, typeI32}:
			c.codec = format.CompressionCodec(t.int())
		case field{5, typeI64}:
			c.rows = t.int()
		case field{7, typeI64}:
			c.size = t.int()
		case field{9, typeI64}:
			c.data = t.int()
		case field{11, typeI64}:
			c.dict = t.int()
		default:
			t.skip(at.of)
		}
	}
}

// levelWidth is the number of bits of a level of the column: 1 for a column that may be null.
func (l leaf) levelWidth() int { return bits.Len(uint(l.definition)) }

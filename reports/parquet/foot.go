package parquet

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The description of a file: those parts that readers need, by their numbers in the format.
type (
	description struct {
		Version int32     `thrift:"1,required"`
		Schema  []element `thrift:"2,required"`
		Rows    int64     `thrift:"3,required"`
		Groups  []group   `thrift:"4,required"`
		Facts   []Fact    `thrift:"5,optional"`
		By      string    `thrift:"6,optional"`
	}
	// An element is the root, a column, or a group of a list: a list is a group with a repeated group with an element
	// inside, as the format's LogicalTypes.md wants it.
	element struct {
		Type       thrift.Null[format.Type]                `thrift:"1,optional"`
		Repetition thrift.Null[format.FieldRepetitionType] `thrift:"3,optional"`
		Name       string                                  `thrift:"4,required"`
		Children   int32                                   `thrift:"5,optional"`
		Converted  thrift.Null[deprecated.ConvertedType]   `thrift:"6,optional"` // for old readers
		Logical    *logical                                `thrift:"10,optional"`
	}
	logical struct {
		String  *struct{} `thrift:"1,optional"`
		List    *struct{} `thrift:"3,optional"`
		Integer *integer  `thrift:"10,optional"`
	}
	integer struct {
		Bits   int8 `thrift:"1,required"`
		Signed bool `thrift:"2,required"`
	}
	group struct {
		Columns []columnChunk `thrift:"1,required"`
		Bytes   int64         `thrift:"2,required"` // unpacked
		Rows    int64         `thrift:"3,required"`
	}
	columnChunk struct {
		Start int64 `thrift:"2,required"`
		Meta  meta  `thrift:"3,optional"`
	}
	meta struct {
		Type      format.Type             `thrift:"1,required"`
		Encodings []format.Encoding       `thrift:"2,required"`
		Path      []string                `thrift:"3,required"`
		Codec     format.CompressionCodec `thrift:"4,required"`
		Values    int64                   `thrift:"5,required"`
		Unpacked  int64                   `thrift:"6,required"`
		Packed    int64                   `thrift:"7,required"`
		Data      int64                   `thrift:"9,required"` // the place of the data page
		Words     thrift.Null[int64]      `thrift:"11,optional"`
	}
)

// The names of the groups of a list.
const listed, elementName = "list", "element"

// schema has the root and all columns.
func schema(fields []Field) []element {
	all := []element{{Name: "row", Children: int32(len(fields))}}
	for _, f := range fields {
		if !f.List {
			all = append(all, columnElement(f.Name, f.Type, format.Optional))
			continue
		}
		outer := element{Name: f.Name, Repetition: thrift.New(format.Required), Children: 1,
			Converted: thrift.New(deprecated.List), Logical: &logical{List: new(struct{})}}
		inner := element{Name: listed, Repetition: thrift.New(format.Repeated), Children: 1}
		all = append(all, outer, inner, columnElement(elementName, f.Type, format.Required))
	}
	return all
}

// columnElement is the element of a column in the schema.
func columnElement(name string, of Type, repetition format.FieldRepetitionType) element {
	e := element{Name: name, Type: thrift.New(physical(of)), Repetition: thrift.New(repetition)}
	switch of {
	case Text:
		e.Converted = thrift.New(deprecated.UTF8)
		e.Logical = &logical{String: new(struct{})}
	case Int, Uint:
		signed := of == Int
		e.Converted = thrift.New(deprecated.Uint64)
		if signed {
			e.Converted = thrift.New(deprecated.Int64)
		}
		e.Logical = &logical{Integer: &integer{Bits: 64, Signed: signed}}
	}
	return e
}

// physical is how values are stored.
func physical(of Type) format.Type {
	switch of {
	case Text:
		return format.ByteArray
	case Float:
		return format.Double
	case Bool:
		return format.Boolean
	}
	return format.Int64
}

// path is the name of the column with those of its groups.
func (f Field) path() []string {
	if f.List {
		return []string{f.Name, listed, elementName}
	}
	return []string{f.Name}
}

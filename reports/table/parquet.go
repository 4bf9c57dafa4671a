package table

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// rowGroup rows of a Parquet file are compressed together.
const rowGroup = 1 << 16

// A Kind is a type of column in Parquet, and what its cells are in Go.
type Kind string

// The kinds.
const (
	kindText    Kind = "text"    // string
	kindInteger Kind = "integer" // int
	kindNatural Kind = "natural" // uint64
	kindNumber  Kind = "number"  // float64
	kindBoolean Kind = "boolean" // bool
	kindTexts   Kind = "texts"   // []string
)

// WriteParquet writes rows as Parquet, with a column of the right kind for each name.
// A cell without a value is null, and so is a float that is not finite. facts say
// where the rows come from; they become the file's key-value metadata.
func WriteParquet(w io.Writer, columns []Column, kinds []Kind, rows iter.Seq[[]any], facts map[string]string) error {
	options := []parquet.WriterOption{schema(columns, kinds), parquet.Compression(&parquet.Snappy),
		parquet.MaxRowsPerRowGroup(rowGroup), parquet.CreatedBy("breadboard", "", "")}
	for _, key := range slices.Sorted(maps.Keys(facts)) {
		options = append(options, parquet.KeyValueMetadata(key, facts[key]))
	}
	out := parquet.NewGenericWriter[any](w, options...)
	for row := range rows {
		if _, err := out.WriteRows([]parquet.Row{parquetRow(row)}); err != nil {
			return err
		}
	}
	return out.Close()
}

// An ordered group keeps its columns in the order they were given; parquet.Group
// sorts them by name.
type ordered struct {
	parquet.Group
	order []string
}

// Fields returns the columns in order.
func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return slices.Index(o.order, a.Name()) - slices.Index(o.order, b.Name())
	})
	return fields
}

func schema(columns []Column, kinds []Kind) *parquet.Schema {
	root := ordered{Group: parquet.Group{}}
	for i, c := range columns {
		root.order = append(root.order, c.Key)
		root.Group[c.Key] = kinds[i].node()
	}
	return parquet.NewSchema("row", root)
}

// node returns the kind's type in Parquet. Every column may hold nulls, except
// lists, which may be empty.
func (k Kind) node() parquet.Node {
	switch k {
	case kindText:
		return parquet.Optional(parquet.String())
	case kindInteger:
		return parquet.Optional(parquet.Int(64))
	case kindNatural:
		return parquet.Optional(parquet.Uint(64))
	case kindNumber:
		return parquet.Optional(parquet.Leaf(parquet.DoubleType))
	case kindBoolean:
		return parquet.Optional(parquet.Leaf(parquet.BooleanType))
	case kindTexts:
		return parquet.List(parquet.String())
	}
	panic(fmt.Sprintf("table: no kind of column %q", string(k)))
}

// parquetRow returns a row as values with their levels. A value has definition
// level 1 and a null 0; the second text of a list and those after it repeat at
// level 1.
func parquetRow(cells []any) parquet.Row {
	row := make(parquet.Row, 0, len(cells))
	for i, cell := range cells {
		null := parquet.NullValue().Level(0, 0, i)
		switch v := cell.(type) {
		case []string:
			if len(v) == 0 {
				row = append(row, null)
			}
			for k, text := range v {
				row = append(row, parquet.ValueOf(text).Level(min(k, 1), 1, i))
			}
		case float64:
			if math.IsInf(v, 0) || math.IsNaN(v) {
				row = append(row, null)
			} else {
				row = append(row, parquet.DoubleValue(v).Level(0, 1, i))
			}
		case int:
			row = append(row, parquet.Int64Value(int64(v)).Level(0, 1, i))
		case nil:
			row = append(row, null)
		default: // a string, a uint64 or a bool
			row = append(row, parquet.ValueOf(v).Level(0, 1, i))
		}
	}
	return row
}

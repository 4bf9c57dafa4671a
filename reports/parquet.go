package reports

import (
	"io"
	"maps"
	"math"
	"slices"

	"github.com/parquet-go/parquet-go"

	"breadboard/experiments"
)

// rowGroup is how many rows of a Parquet file are compressed together.
const rowGroup = 1 << 16

// RowsParquet writes the table of a sweep as Parquet: a column for each of that
// of Rows, in the same order, of the types that its values have. What has no
// value, or one that is not finite, is null. facts say where the whole comes
// from, and are kept as the file's key-value metadata.
func RowsParquet(w io.Writer, rows []experiments.Row, spec string, facts map[string]string) error {
	fields := rowFields(spec)
	options := []parquet.WriterOption{rowSchema(fields), parquet.Compression(&parquet.Snappy),
		parquet.MaxRowsPerRowGroup(rowGroup), parquet.CreatedBy("breadboard", "", "")}
	for _, key := range slices.Sorted(maps.Keys(facts)) {
		options = append(options, parquet.KeyValueMetadata(key, facts[key]))
	}
	out := parquet.NewGenericWriter[any](w, options...)
	for _, r := range rows {
		if _, err := out.WriteRows([]parquet.Row{parquetRow(fields, r)}); err != nil {
			return err
		}
	}
	return out.Close()
}

// ordered is a group with its columns in an order of their own, where
// parquet.Group has that of their names.
type ordered struct {
	parquet.Group
	order []string
}

// Fields are the columns.
func (o ordered) Fields() []parquet.Field {
	fields := o.Group.Fields()
	slices.SortFunc(fields, func(a, b parquet.Field) int {
		return slices.Index(o.order, a.Name()) - slices.Index(o.order, b.Name())
	})
	return fields
}

func rowSchema(fields []rowField) *parquet.Schema {
	root := ordered{Group: parquet.Group{}}
	for _, f := range fields {
		root.order = append(root.order, f.key)
		root.Group[f.key] = parquetNode(f.kind)
	}
	return parquet.NewSchema("row", root)
}

// parquetNode is the type of a column; all but lists, which may be empty, may
// hold nulls.
func parquetNode(k kind) parquet.Node {
	switch k {
	case whole:
		return parquet.Optional(parquet.Int(64))
	case natural:
		return parquet.Optional(parquet.Uint(64))
	case double:
		return parquet.Optional(parquet.Leaf(parquet.DoubleType))
	case truth:
		return parquet.Optional(parquet.Leaf(parquet.BooleanType))
	case textList:
		return parquet.List(parquet.String())
	}
	return parquet.Optional(parquet.String())
}

// parquetRow is a row as levels and values. A value has definition level 1 and a
// null 0; the second text of a list and what comes after it repeat at level 1.
func parquetRow(fields []rowField, r experiments.Row) parquet.Row {
	row := make(parquet.Row, 0, len(fields))
	for i, f := range fields {
		switch v := f.of(r).(type) {
		case []string:
			if len(v) == 0 {
				row = append(row, parquet.NullValue().Level(0, 0, i))
			}
			for k, text := range v {
				row = append(row, parquet.ValueOf(text).Level(min(k, 1), 1, i))
			}
		case float64:
			if math.IsInf(v, 0) {
				row = append(row, parquet.NullValue().Level(0, 0, i))
			} else {
				row = append(row, parquet.DoubleValue(v).Level(0, 1, i))
			}
		case int:
			row = append(row, parquet.Int64Value(int64(v)).Level(0, 1, i))
		case nil:
			row = append(row, parquet.NullValue().Level(0, 0, i))
		default: // a text, a seed, a truth
			row = append(row, parquet.ValueOf(v).Level(0, 1, i))
		}
	}
	return row
}

package table

import (
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// rowGroup is the number of rows of a Parquet file that are compressed together.
const rowGroup = 1 << 16

// WriteParquet writes rows as Parquet, each column in the type of the same index. A cell
// without a value is null, and so is a float that is not finite. facts name the origin of
// the rows and become the file's key-value metadata.
func WriteParquet(w io.Writer, columns []Column, types []parquet.Node, rows iter.Seq[[]any],
	facts map[string]string) error {
	root := ordered{Group: parquet.Group{}}
	for i, c := range columns {
		root.order = append(root.order, c.Key)
		root.Group[c.Key] = types[i]
	}
	options := []parquet.WriterOption{parquet.NewSchema("row", root), parquet.Compression(&parquet.Snappy),
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

// A Weight is a number that Parquet keeps even if it is infinite: a log weight of -Inf counts in
// the mean of w, and a null would not.
type Weight float64

// parquetRow returns a row as values with their levels. A value has definition
// level 1 and a null 0.
func parquetRow(cells []any) parquet.Row {
	row := make(parquet.Row, 0, len(cells))
	for i, cell := range cells {
		number, isNumber := cell.(float64)
		weight, isWeight := cell.(Weight)
		texts, isList := cell.([]string)
		numbers, isNumbers := cell.([]float64)
		switch {
		case cell == nil || isNumber && !finite(number) || isList && len(texts) == 0:
			row = append(row, parquet.NullValue().Level(0, 0, i))
		case isList:
			row = appendList(row, i, texts)
		case isNumbers:
			row = appendList(row, i, numbers)
		case isWeight:
			row = append(row, parquet.ValueOf(float64(weight)).Level(0, 1, i))
		default: // a number, a string or a bool
			row = append(row, parquet.ValueOf(cell).Level(0, 1, i))
		}
	}
	return row
}

// appendList adds a list in column i, which is not empty. Its second item and those after it repeat at level 1.
func appendList[T any](row parquet.Row, i int, list []T) parquet.Row {
	for k, item := range list {
		row = append(row, parquet.ValueOf(item).Level(min(k, 1), 1, i))
	}
	return row
}

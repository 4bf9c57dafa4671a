package table

import (
	"maps"
	"math"
	"reflect"
	"strings"
)

// Filled is the table with a line more for each row. Its cells are those of the fields that have a column's key as their
// tag, and those that more says, which may be nil. Filled panics if neither knows a column.
//
// A field with the tag `column:"share"` is the cell under that key. A struct with a tag lends it to its own fields, in
// whose keys * stands for it: Value `column:"*"` and Err `column:"*_stderr"` are aide and aide_stderr of a struct with the
// tag aide. A struct within a row, embedded without a tag, adds its fields. A number that is NaN has no value if the tag
// ends with ",known", and one that is 0 if it ends with ",some".
func Filled[R any](t Table, rows []R, more func(R) map[string]any) Table {
	for _, r := range rows {
		cells := map[string]any{}
		EachField(reflect.ValueOf(r), func(key, option string, field reflect.Value) { cells[key] = cellOf(option, field) })
		if more != nil {
			maps.Copy(cells, more(r))
		}
		for _, c := range t.Columns {
			if _, ok := cells[c.Key]; !ok {
				panic("table: nothing is known of column " + c.Key)
			}
		}
		t.Rows = append(t.Rows, RowOf(t.Columns, cells))
	}
	return t
}

// EachField calls see for each field of a struct that has a key, as Filled takes them.
func EachField(row reflect.Value, see func(key, option string, field reflect.Value)) {
	if row.Kind() == reflect.Struct { // a number or a name has no fields
		eachField(row, "", see)
	}
}

func eachField(row reflect.Value, star string, see func(key, option string, field reflect.Value)) {
	for i := range row.NumField() {
		f := row.Type().Field(i)
		tag, tagged := f.Tag.Lookup("column")
		key, option, _ := strings.Cut(tag, ",")
		switch {
		case f.Type.Kind() != reflect.Struct && tagged:
			see(strings.ReplaceAll(key, "*", star), option, row.Field(i))
		case f.Type.Kind() == reflect.Struct && tagged:
			eachField(row.Field(i), key, see)
		case f.Type.Kind() == reflect.Struct && f.Anonymous:
			eachField(row.Field(i), star, see)
		}
	}
}

// cellOf is a field as a cell. Names of any type are strings.
func cellOf(option string, field reflect.Value) any {
	switch {
	case option == "some" && field.IsZero(), option == "known" && math.IsNaN(field.Float()):
		return nil
	case field.Kind() == reflect.String:
		return field.String()
	}
	return field.Interface()
}

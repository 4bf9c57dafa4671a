package reporttest

import "breadboard/experiments/columns"

// KindOf is the kind of column that may have this cell.
func KindOf(cell any) columns.Kind {
	switch cell.(type) {
	case string:
		return columns.Text
	case int:
		return columns.Integer
	case uint64:
		return columns.Natural
	case float64:
		return columns.Number
	case bool:
		return columns.Boolean
	case []string:
		return columns.Texts
	case []float64:
		return columns.Numbers
	}
	return columns.Objects
}

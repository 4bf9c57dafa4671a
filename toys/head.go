package toys

import (
	"fmt"
	"slices"

	"breadboard/grid/text"
)

// A head is the names above the columns of a table, nil if there are none, and the rows below.
type head struct {
	names []string
	rows  [][]string
}

// headOf finds the names above a table, one for each column. A comment in row 1 is left out if it is no such names.
// More or fewer names than columns are an error: nothing says which column has no name.
func headOf(t text.Table) (head, error) {
	h := head{t.Names, t.Rows}
	switch {
	case len(t.Names) == 0 && t.Hash && len(t.Rows) > 0:
		h.rows = t.Rows[1:]
	case len(t.Names) == 0 || len(t.Names) == len(t.Rows[0]):
	case t.Hash:
		h.names = nil
	default:
		return head{}, fmt.Errorf("row 1 has %s, and row 2 has %s; use one name for each column, or none",
			text.Count(len(t.Names), "name"), text.Count(len(t.Rows[0]), "column"))
	}
	if j := slices.Index(h.names, ""); j >= 0 {
		return head{}, fmt.Errorf("row 1 has names, but none for column %d; use one name for each column, or none "+
			"(index=False, header=False in pandas)", j+1)
	}
	return h, nil
}

package toys

import (
	"fmt"
	"slices"

	"breadboard/grid/text"
)

// tableOf reads CSV, with one name for each column or none. A comment in row 1 is left out if it has no such names.
// More or fewer names than columns are an error: nothing says which column has no name.
func tableOf(data string) (text.Table, error) {
	t, err := text.ReadTable(data)
	names := len(t.Names)
	switch {
	case err != nil:
		return t, err
	case names == 0 && t.Hash && len(t.Rows) > 0:
		t.Rows = t.Rows[1:]
	case names == 0 || names == len(t.Rows[0]):
	case t.Hash:
		t.Names = nil
	default:
		return t, fmt.Errorf("row 1 has %s, and row 2 has %s; use one name for each column, or none",
			text.Count(names, "name"), text.Count(len(t.Rows[0]), "column"))
	}
	if j := slices.Index(t.Names, ""); j >= 0 {
		return t, fmt.Errorf("row 1 has names, but none for column %d; use one name for each column, or none "+
			"(index=False, header=False in pandas)", j+1)
	}
	return t, nil
}

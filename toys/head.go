package toys

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// A head is the names above the columns of a table, nil if there are none, and the rows below.
type head struct {
	names []string
	rows  [][]string
}

// headOf finds the names above a table: words in row 1, one for each column of row 2. A comment in row 1 is left out
// if it is no such names. So is a first column without a name that counts the rows, as pandas and R write it. More or
// fewer names than columns are an error: nothing says which column has no name.
func headOf(t text.Table) (head, error) {
	if len(t.Rows) < 2 || !text.Named(t.Rows[0]) {
		if t.Hash && len(t.Rows) > 0 {
			return head{rows: t.Rows[1:]}, nil
		}
		return head{rows: t.Rows}, nil
	}
	h := head{t.Rows[0], t.Rows[1:]}
	names, columns := len(h.names), len(h.rows[0])
	switch {
	case names != columns && t.Hash:
		return head{rows: h.rows}, nil
	case names != columns:
		return head{}, fmt.Errorf("row 1 has %s, and row 2 has %s; use one name for each column, or none",
			text.Count(names, "name"), text.Count(columns, "column"))
	}
	if h.names[0] == "" && countsRows(h.rows) {
		h.names = h.names[1:]
		for i, row := range h.rows {
			h.rows[i] = row[1:]
		}
	}
	if j := slices.Index(h.names, ""); j >= 0 {
		return head{}, errors.New("row 1 has names, but none for column " + strconv.Itoa(j+1) +
			"; use one name for each column, or none")
	}
	return h, nil
}

// countsRows reports whether the first column counts the rows, from 0 or from 1.
func countsRows(rows [][]string) bool {
	first, err := strconv.Atoi(rows[0][0])
	if err != nil || first < 0 || first > 1 {
		return false
	}
	for i, row := range rows {
		if row[0] != strconv.Itoa(first+i) {
			return false
		}
	}
	return true
}

// counting reports whether names count the columns, as V1, V2 and V3: they say nothing of what is in them.
func counting(names []string) bool {
	stem := strings.TrimRight(names[0], "0123456789")
	first, err := strconv.Atoi(names[0][len(stem):])
	if err != nil || first > 1 {
		return false
	}
	for j, name := range names {
		if name != stem+strconv.Itoa(first+j) {
			return false
		}
	}
	return true
}

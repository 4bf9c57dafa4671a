package toys

import (
	"strings"

	"breadboard/grid/text"
)

// names looks for a line of names where numbers should be. Of a table without names pandas writes 0, 1, 2 and so on
// above its columns, of which each is of whole numbers alone or of none.
type names struct {
	counts bool   // row 1 is 0, 1, 2 and so on
	rows   int    // below it
	whole  []bool // whether the column is of whole numbers, by row 2; nil unless row 1 counts
	mixed  bool   // a column has both kinds
	points bool   // a number has a point or an exponent
}

// add takes the next row, which is row 1 or a later one.
func (n *names) add(row text.Row, at int) {
	if at == 1 {
		n.counts = text.Counts(row.Fields())
		return
	}
	if !n.counts || n.mixed {
		return
	}
	n.rows++
	for j, s := range row.Fields() {
		whole := strings.Trim(s, "-0123456789") == ""
		if n.rows == 1 {
			n.whole = append(n.whole, whole)
		}
		n.mixed = n.mixed || j >= len(n.whole) || n.whole[j] != whole
		n.points = n.points || strings.ContainsAny(s, ".e")
	}
}

// headed reports whether row 1 looks like names. If no number has a point, three columns and two rows below are needed:
// 0,1 begins many a table of small numbers.
func (n *names) headed() bool {
	return n.counts && !n.mixed && (n.points || len(n.whole) > 2 && n.rows > 1)
}

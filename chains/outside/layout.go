package outside

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"breadboard/grid"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// A layout says which columns of a table hold moves, or the states of chains.
type layout struct {
	columns []column
	states  bool // of chains, with the number of the chain or without
	draws   bool // the states are numbered
}

// A column holds one of the numbers that make a move or a state: a part of a cell, or the number of a chain or a draw.
type column struct {
	sheets.Part
	at int // the column's place in the file
	of int // a place in a row's three numbers: a move's from and to, or a state, its chain and its draw
}

// columnsOf are the columns of a form, one beside the other from a place on, for one of a row's three numbers.
func columnsOf(form []sheets.Part, at, of int) (columns []column) {
	for i, p := range form {
		columns = append(columns, column{p, at + i, of})
	}
	return columns
}

// count is a column of a number that is no cell.
func count(name string, at, of, most int) column {
	return column{sheets.Part{Name: name, Stride: 1, Len: most}, at, of}
}

// visitor returns a visitor of rows that makes their moves. Draws of a chain that do not come one after the other are
// an error: the file was sorted, or some were left out, and from one row to the next is no move.
func (l layout) visitor(visit func(x, y int)) func(row int, numbers [3]int) error {
	if !l.states {
		return func(_ int, n [3]int) error { visit(n[0], n[1]); return nil }
	}
	type state struct{ cell, draw int }
	last := map[int]state{} // by chain
	return func(row int, n [3]int) error {
		before, ok := last[n[1]]
		if l.draws && ok && n[2] != before.draw+1 {
			return fmt.Errorf("row %d is draw %d of chain %d, and the one before it is draw %d; each draw after the "+
				"one before it, or no column called draw, would do", row, n[2], n[1], before.draw)
		}
		last[n[1]] = state{n[0], n[2]}
		if ok {
			visit(before.cell, n[0])
		}
		return nil
	}
}

// forms are the ways to write a move, each as its columns, and then the ways to write a state.
func forms(g grid.Grid) (all [][]column) {
	plane := func(end string) []sheets.Part { return sheets.Along(g, end+"_row", end+"_col") }
	places := func(end string) []sheets.Part {
		var names []string
		for a := range g.Axes() {
			names = append(names, fmt.Sprintf("%s_%d", end, a))
		}
		return sheets.Along(g, names...)
	}
	move := func(form func(end string) []sheets.Part) []column {
		from := columnsOf(form("from"), 0, 0)
		return append(from, columnsOf(form("to"), len(from), 1)...)
	}
	all = append(all, move(func(end string) []sheets.Part { return sheets.Number(end, g) }))
	if g.Axes() == 2 {
		all = append(all, move(plane))
	}
	all = append(all, move(places))
	for _, form := range sheets.Forms(g) {
		all = append(all, columnsOf(form, 0, 0))
	}
	return all
}

// place matches the names of columns that say where a chain is, in any of the forms or in part of one.
var place = regexp.MustCompile(`(?i)^((from|to|state|cell|x)_(row|col|[0-9]+)|from|to|state|cell|row|col)$`)

// words are those by which columns of moves and states are known. Names alone are those of states.
func words(g grid.Grid) sheets.Words {
	others := []string{"chain", "draw"}
	for _, form := range forms(g) {
		others = append(others, namesOf(form)...)
	}
	return sheets.Words{First: sheets.CellNames("state", g), Rival: place.MatchString, Others: others}
}

// named returns the layout of columns with these names. The names that say where a chain is are those of
// one form. If there are none, a single column beside chain and draw has states, whatever it is called.
func named(names []string, g grid.Grid) (layout, error) {
	var given, others []string // those that say where a chain is, and all others but chain and draw
	for _, name := range names {
		switch {
		case place.MatchString(name):
			given = append(given, name)
		case name != "" && name != "chain" && name != "draw":
			others = append(others, name)
		}
	}
	all := forms(g)
	if given == nil && g.Axes() == 2 && slices.Contains(others, "i") && slices.Contains(others, "j") {
		given = []string{"i", "j"}
	}
	if given == nil && len(others) == 1 {
		given = others
		all = [][]column{columnsOf(sheets.Number(others[0], g), 0, 0)}
	}
	if err := clash(names, given); err != nil {
		return layout{}, err
	}
	for _, form := range all {
		if slices.Equal(slices.Sorted(slices.Values(namesOf(form))), slices.Sorted(slices.Values(given))) {
			return formed(form, names), nil
		}
	}
	return layout{}, noForm(names, given, g)
}

// formed is the layout of a form, of which the columns have these names. Beside states there may be a chain and a draw.
func formed(form []column, names []string) (l layout) {
	l.states = !slices.ContainsFunc(form, func(c column) bool { return c.of > 0 })
	if l.states {
		form = append(form, count("chain", 0, 1, mostWhole), count("draw", 0, 2, mostWhole))
	}
	for _, c := range form {
		c.at = slices.Index(names, c.Name)
		if c.at < 0 {
			continue
		}
		if !place.MatchString(c.Name) && c.of == 0 { // it may hold anything
			c.Name = text.Quote(c.Name)
		}
		l.draws = l.draws || c.Name == "draw"
		l.columns = append(l.columns, c)
	}
	return l
}

// mostQuoted is how many names an error repeats.
const mostQuoted = 6

// noForm is the error of names that are those of no form. given are those that are a part of one, or more than one.
func noForm(names, given []string, g grid.Grid) error {
	var would []string
	for _, form := range forms(g) {
		if form[0].Name == "cell" {
			continue // another word for a state
		}
		would = append(would, strings.Join(namesOf(form), ", "))
		if form[0].Name == "x_1" {
			break // the others are other words for these
		}
	}
	quoted := func(names []string) string {
		var all []string
		for _, name := range names[:min(len(names), mostQuoted)] {
			all = append(all, text.Quote(name))
		}
		return strings.Join(all, ", ")
	}
	if given == nil {
		return fmt.Errorf("the columns are %s; %s would do", quoted(names), strings.Join(would, ", or "))
	}
	return fmt.Errorf("the columns %s are part of a move, or more than one; just %s would do", quoted(given),
		strings.Join(would, ", or just "))
}

// clash returns an error if two columns have one name that is read, or if the names show that rows are no chain.
func clash(names, given []string) error {
	for i, name := range names {
		read := name == "chain" || name == "draw" || slices.Contains(given, name)
		if read && slices.Contains(names[i+1:], name) {
			return fmt.Errorf("two columns are called %s; one would do", text.Printable(name))
		}
	}
	ofMoves := func(name string) bool { return strings.HasPrefix(name, "from") || strings.HasPrefix(name, "to") }
	ofStates := slices.ContainsFunc(given, place.MatchString) && !slices.ContainsFunc(given, ofMoves)
	of := slices.IndexFunc(names, func(s string) bool { return s == "log_w" || s == "direction" })
	if ofStates && of >= 0 {
		return fmt.Errorf("a column %s beside %s is of runs, as sample --save writes them, forward and in reverse: "+
			"each begins anew, and no row is a move from the one before it; moves, in columns from and to, or the "+
			"states of a chain, would do", names[of], given[0])
	}
	for _, name := range names {
		if ofStates && name != "chain" && strings.Contains(strings.ToLower(name), "chain") {
			return fmt.Errorf("the column %s looks like the number of the chain, and is not read; another name would "+
				"do: chain, if it is", text.Quote(name))
		}
	}
	return nil
}

// namesOf are the names of the columns.
func namesOf(form []column) (names []string) {
	for _, c := range form {
		names = append(names, c.Name)
	}
	return names
}

// layoutOf finds the columns of a sheet by their names, or by their number if it has no names.
func layoutOf(s *sheets.Sheet, g grid.Grid) (l layout, err error) {
	states := layout{columns: columnsOf(sheets.Number("state", g), 0, 0), states: true}
	switch {
	case s.Names != nil:
		return named(s.Names, g)
	case s.Shape != nil && s.Width == 2: // an array, a chain a row
		states.columns = append(states.columns, count("chain", 1, 1, mostWhole))
		return states, nil
	case s.Width == 1:
		return states, nil
	}
	for _, form := range forms(g) {
		if len(form) == s.Width && form[0].Name != "x_1" {
			return layout{columns: form}, nil
		}
	}
	has := text.Count(s.Width, "column")
	if g.Axes() == 1 {
		return l, fmt.Errorf("row 1 has %s; 2, from and to, would do", has)
	}
	return l, fmt.Errorf("row 1 has %s; 2, from and to, or %d, their places on the %v grid, would do",
		has, 2*g.Axes(), g)
}

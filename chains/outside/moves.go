package outside

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"breadboard/grid"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// OpenMoves reads the observed moves in the file at path and calls visit with each, in their order: from x to y, cells
// of g, with y = x for a move that stayed. The file is NumPy's if it begins like one, and CSV otherwise.
//
// A move is written as two cell numbers, counted from 0 unless how says otherwise, in columns from and to.
//
// Or the file has the states of chains, of which each with the next of its chain is a move: in one of the forms of
// package sheets, as a cell number in a column state, say, or as places along every axis in x_1, x_2 and so on. The
// number of the chain is in a column called chain if there are several, and that of the state within its chain in one
// called draw, if there is one. An array of NumPy has states alone, a chain a row.
//
// Other columns are skipped. A row that is longer or shorter than the first line is an error. A CSV file without a line
// of names has states in one column, or from and to in two. A file without a move is an error. An error names the
// file, the row, counted from 1 without the names, and the column; the moves before it have been visited.
func OpenMoves(path string, how sheets.Reading, g grid.Grid, visit func(x, y int)) error {
	s, err := sheets.Open(path, "a CSV or .npy file of moves")
	if err != nil {
		return err
	}
	if err := s.As(how, words(g)); err != nil {
		return err
	}
	parts, states, err := partsOf(s, g)
	if err != nil {
		return err
	}
	var columns []sheets.Column
	var lens []int
	cells := 0
	for _, p := range parts {
		at, err := s.Find(p.Name)
		if err != nil {
			return err
		}
		if at < 0 {
			return s.Wrong(fmt.Errorf("no column %s; from and to, or state, or x_1 and so on for each axis of %v, "+
				"would do; the file has %s; the option columns says which it is", p.Name, g,
				text.Brief(text.OneLine(strings.Join(s.Names, ", ")), 60)))
		}
		columns = append(columns, sheets.Column{At: at, Name: p.Name})
		lens = append(lens, p.Len)
		if !states || p.of == 0 { // chain and draw are last
			cells++
		}
	}
	none := true
	add := moving(parts, states, func(x, y int) {
		none = false
		visit(x, y)
	})
	err = s.Each(columns, func(row int, values []sheets.Value) error {
		var numbers [3]int
		for i, p := range parts {
			first := 0
			if i < cells {
				first = s.From
			}
			v, err := s.Place(row, columns[i], values[i].Number, first, lens[i])
			if err != nil {
				return err
			}
			numbers[p.of] += v * p.Stride
		}
		return add(row, numbers)
	})
	if err == nil && none {
		err = s.Wrong(errors.New("no moves; two states of a chain, or rows of from and to, would do"))
	}
	return err
}

// words are those by which columns of moves and states are known. Names alone are those of states.
func words(g grid.Grid) sheets.Words {
	cells := []string{"from", "to"}
	for _, form := range sheets.Forms(g) {
		cells = append(cells, sheets.NamesOf(form)...)
	}
	return sheets.Words{First: sheets.CellNames("state", g),
		Rival:  func(name string) bool { return slices.Contains(cells, name) },
		Others: append([]string{"chain", "draw"}, cells...)}
}

// A part is a column, and which of a row's three numbers it adds to: a move's from and to, or a state, its chain and
// its draw.
type part struct {
	sheets.Part
	of int
}

// partsOf finds the parts by the names of the columns, or by their number if they have none, and whether they are of
// states. Beside states there may be a chain and a draw.
func partsOf(s *sheets.Sheet, g grid.Grid) (parts []part, states bool, err error) {
	switch {
	case s.Names != nil:
	case s.Width == 1 || s.Shape != nil:
		s.Names = []string{"state", "chain"}[:s.Width]
	case s.Width == 2:
		s.Names = []string{"from", "to"}
	default:
		return nil, false, s.Wrong(fmt.Errorf("row 1 has %s; 2, from and to, or 1, a state, would do",
			text.Count(s.Width, "column")))
	}
	if slices.Contains(s.Names, "from") || slices.Contains(s.Names, "to") {
		return []part{{sheets.Number("from", g)[0], 0}, {sheets.Number("to", g)[0], 1}}, false, nil
	}
	form, err := s.CellForm(g)
	if err != nil {
		return nil, false, err
	}
	for _, p := range form {
		parts = append(parts, part{p, 0})
	}
	const most = 1 << 53 // whole numbers up to it are the same in every language
	for i, name := range []string{"chain", "draw"} {
		if slices.Contains(s.Names, name) {
			parts = append(parts, part{sheets.Part{Name: name, Stride: 1, Len: most}, 1 + i})
		}
	}
	return parts, true, s.Wrong(unchained(s.Names, form[0].Name))
}

// unchained is the error of names beside a state which show that rows are no chain.
func unchained(names []string, state string) error {
	for _, name := range names {
		if name == "log_w" || name == "direction" {
			return fmt.Errorf("a column %s beside %s is of runs, as sample --save writes them, forward and in "+
				"reverse: each begins anew, and no row is a move from the one before it; moves, in columns from and "+
				"to, or the states of a chain, would do", name, state)
		}
	}
	return nil
}

// moving returns a visitor of rows that makes their moves. Draws of a chain that do not come one after the other are
// an error: the file was sorted, or some were left out, and from one row to the next is no move.
func moving(parts []part, states bool, visit func(x, y int)) func(row int, numbers [3]int) error {
	numbered := slices.ContainsFunc(parts, func(p part) bool { return p.Name == "draw" })
	type state struct{ cell, draw int }
	last := map[int]state{} // by chain
	return func(row int, n [3]int) error {
		if !states {
			visit(n[0], n[1])
			return nil
		}
		before, ok := last[n[1]]
		if numbered && ok && n[2] != before.draw+1 {
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

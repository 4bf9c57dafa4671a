package outside

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"breadboard/grid"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// OpenMoves reads the observed moves in the file at path and calls visit with each, in their order: from x to y, cells
// of g, with y = x for a move that stayed. The file is NPY if it begins like one, and CSV otherwise.
//
// A move is written as two cell numbers, counted from 0 unless how says otherwise, in columns from and to.
//
// Or the file has the states of chains: each state and the next of its chain are a move. States come in one of the
// forms of package sheets, such as a cell number in a column state, or places along every axis in x_1, x_2 and so on.
// With several chains a column called chain has the number of the chain. A column called draw counts the states of each
// chain, none of which is left out. An NPY array is (chains, states) of numbers, or (chains, states, axes) of places.
//
// Other columns are skipped, unless they say a second time where the chain is or look like its number. A row that is
// longer or shorter than the first line is an error. A CSV file without a line of names has states in one column, or
// from and to in two. A file without a move is an error. An error names the file, the row, counted from 1 without the
// names, and the column; the moves before it have been visited.
func OpenMoves(path string, how sheets.Reading, g grid.Grid, visit func(x, y int)) error {
	s, err := sheets.Open(path, "a CSV or .npy file of moves")
	if err != nil {
		return err
	}
	if err := s.As(how, words(g)); err != nil {
		return err
	}
	numbers, err := numbersOf(s, g)
	if err != nil {
		return err
	}
	none := true
	before := map[int][3]int{} // the last state of each chain, with its draw
	err = eachRow(s, numbers, g, func(row int, read [3]int) error {
		x, y := read[0], read[1]
		if numbers[0][0].Name != from {
			last, ok := before[read[1]]
			before[read[1]] = read
			if !ok {
				return nil
			}
			if len(numbers) > 2 && read[2] != last[2]+1 {
				return fmt.Errorf("row %d is draw %d of chain %d, and the one before it is draw %d; use all draws of "+
					"a chain, each after the one before it", row, read[2], read[1], last[2])
			}
			x, y = last[0], read[0]
		}
		none = false
		visit(x, y)
		return nil
	})
	if err == nil && none {
		err = s.Wrong(errors.New("no moves; use two states of a chain, or rows of from and to"))
	}
	return err
}

// eachRow calls visit with every row, counted from 1, and with its numbers, each the sum of its parts in the columns.
func eachRow(s *sheets.Sheet, numbers [][]sheets.Part, g grid.Grid, visit func(row int, read [3]int) error) error {
	var columns []sheets.Column
	for _, p := range slices.Concat(numbers...) {
		at, err := s.Find(p.Name)
		if err != nil {
			return err
		}
		if at < 0 {
			return s.Wrong(fmt.Errorf("no column %s; use from and to, or state, or x_1 and so on for each axis of %v; "+
				"the file has %s; the option columns says which it is", p.Name, g,
				text.Brief(text.OneLine(strings.Join(s.Names, ", ")), 60)))
		}
		columns = append(columns, sheets.Column{At: at, Name: p.Name, Cure: "a whole number"})
	}
	return s.Each(columns, func(row int, values []sheets.Value) error {
		var read [3]int
		i := 0
		for k, parts := range numbers {
			for _, p := range parts {
				first := s.From
				if k > 0 && p.Name != to {
					first = 0
				}
				v, err := s.Place(row, columns[i], values[i].Number, first, p.Len)
				if err != nil {
					return err
				}
				read[k] += v * p.Stride
				i++
			}
		}
		return visit(row, read)
	})
}

// The names of columns besides the forms of cells.
const from, to, chain, draw = "from", "to", "chain", "draw"

// place matches the names of columns that say where a chain is, in any form or in part of one.
var place = regexp.MustCompile(`(?i)^((from|to|state|cell|x)_(row|col|[0-9]+)|from|to|state|cell|row|col)$`)

// words returns the words that name columns of moves and states. Names without a form are states.
func words(g grid.Grid) sheets.Words {
	cells := []string{from, to}
	for _, form := range sheets.Forms(g) {
		cells = append(cells, sheets.NamesOf(form)...)
	}
	return sheets.Words{First: sheets.CellNames("state", g),
		Rival:  func(name string) bool { return slices.Contains(cells, name) },
		Others: append([]string{chain, draw}, cells...)}
}

// numbersOf returns the columns of each number of a row, by their names, or by their number if they have no names. The
// numbers are from and to, or a state and, if there are such columns, its chain and its draw.
func numbersOf(s *sheets.Sheet, g grid.Grid) ([][]sheets.Part, error) {
	switch {
	case s.Names != nil:
	case s.Width == 1 || s.Shape != nil:
		s.NameStates("state")
	case s.Width == 2:
		s.Names = []string{from, to}
	default:
		return nil, s.Wrong(fmt.Errorf("row 1 has %s; use 2, from and to, or 1, a state",
			text.Count(s.Width, "column")))
	}
	if slices.Contains(s.Names, from) || slices.Contains(s.Names, to) {
		moves := [][]sheets.Part{sheets.Number(from, g), sheets.Number(to, g)}
		return moves, s.Wrong(clash(s.Names, []string{from, to}))
	}
	state, err := s.CellForm(g)
	if err != nil {
		return nil, err
	}
	numbers := [][]sheets.Part{state, nil}
	for i, name := range []string{chain, draw} {
		if slices.Contains(s.Names, name) {
			const most = 1 << 53 // whole numbers up to it are the same in every language
			numbers = append(numbers[:1+i], []sheets.Part{{Name: name, Stride: 1, Len: most}})
		}
	}
	return numbers, s.Wrong(clash(s.Names, sheets.NamesOf(state)))
}

// clash returns an error if names beside those of the form that is read are of another form, or show that rows are not
// the states of one chain.
func clash(names, read []string) error {
	for _, name := range names {
		ofStates := read[0] != from
		switch {
		case slices.Contains(read, name) || name == chain:
		case place.MatchString(name) && slices.Contains(names, read[0]):
			return fmt.Errorf("a column %s beside %s says a second time where the chain is; leave one of the two out",
				text.OneLine(name), read[0])
		case ofStates && (name == "log_w" || name == "direction"):
			return fmt.Errorf("a column %s beside %s is of runs, as sample --save writes them, each of which begins "+
				"anew; use moves, in columns from and to, or the states of a chain", name, read[0])
		case ofStates && (strings.Contains(strings.ToLower(name), chain) || name == "walker"):
			return fmt.Errorf("the column %s looks like the number of the chain; call it chain if it is, and "+
				"otherwise by another word", text.Quote(name))
		}
	}
	return nil
}

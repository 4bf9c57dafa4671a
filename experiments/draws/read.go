package draws

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// Read reads the draws of cells of g, one a row. The cell is a number from 0, in a column cell or state, or a place
// from 0 along each axis, in x_1, x_2 and so on; an array has cells, a chain a row. A column chain tells chains apart,
// and draw is the order in a chain. Each combination of T, program and direction, where they stand, is a sample.
func Read(s *sheets.Sheet, g grid.Grid) (samples []Sample, err error) {
	form, columns, err := columnsOf(s, g)
	if err != nil {
		return nil, err
	}
	numbered := slices.ContainsFunc(columns, func(c sheets.Column) bool { return c.Name == "draw" })
	parted := slices.ContainsFunc(columns, func(c sheets.Column) bool { return c.Words })
	all := list{numbered: numbered, parted: parted, part: -1, parts: map[part]int32{}, samples: sheets.NewNames(),
		chains: sheets.NewNames()}
	r := rows{sheet: s, form: form, columns: columns, last: make([]string, len(columns)), list: &all}
	err = s.Each(columns, r.add)
	if err == nil && len(all.cells) == 0 {
		err = s.Wrong(fmt.Errorf("no draws; a cell in each row would do"))
	}
	if err != nil {
		return nil, err
	}
	samples, err = all.inOrder()
	return samples, s.Wrong(err)
}

// rows adds the rows of a sheet to a list. The first columns are those of the form, of which the cell is made.
type rows struct {
	sheet   *sheets.Sheet
	form    []sheets.Part
	columns []sheets.Column
	last    []string // words of the row before
	list    *list
}

// add adds a row.
func (r *rows) add(row int, v []sheets.Value) error {
	cell, number := 0, 0.0
	again := true // the words of the row before
	for i, c := range r.columns {
		n := v[i].Number
		switch {
		case i < len(r.form):
			at, err := r.sheet.Place(row, c, n, r.sheet.From, r.form[i].Len)
			if err != nil {
				return err
			}
			cell += at * r.form[i].Stride
		case c.Name == "draw" && (math.IsNaN(n) || math.IsInf(n, 0)):
			return r.sheet.Fault(row, c, strconv.FormatFloat(n, 'g', -1, 64))
		case c.Name == "draw":
			number = n
		case v[i].Word != r.last[i]:
			r.last[i] = v[i].Word
			again = false
		}
	}
	if !again || r.list.part < 0 {
		beside := len(r.form)
		r.list.begin(r.columns[beside:], v[beside:])
	}
	r.list.add(cell, number)
	return nil
}

// byNumber compares the names of samples word by word, numbers as such: T = 20 is before T = 100.
func byNumber(a, b Sample) int {
	words := func(s Sample) []string { return strings.Split(strings.TrimPrefix(s.Name, "T = "), ", ") }
	number := func(word string) float64 {
		if v, err := strconv.ParseFloat(word, 64); err == nil {
			return v
		}
		return math.Inf(1)
	}
	return slices.CompareFunc(words(a), words(b), func(a, b string) int {
		return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
	})
}

// others are the columns that may stand beside the cell.
var others = []string{"T", "program", "direction", "chain", "draw"}

// Words are those by which Read knows columns, for draws on g.
func Words(g grid.Grid) sheets.Words {
	forms := sheets.Forms(g)
	ofCell := func(name string) bool {
		return slices.ContainsFunc(forms, func(form []sheets.Part) bool {
			return slices.Contains(sheets.NamesOf(form), name)
		})
	}
	return sheets.Words{First: sheets.CellNames("cell", g), Rival: ofCell, Others: others}
}

// columnsOf returns the form in which the file writes cells, and the columns to read: first those of the form.
func columnsOf(s *sheets.Sheet, g grid.Grid) (form []sheets.Part, columns []sheets.Column, err error) {
	if s.Names == nil && (s.Shape != nil || s.Width == 1) {
		s.Names = []string{"cell", "chain"}[:s.Width]
	}
	form, err = s.CellForm(g)
	if err != nil {
		return nil, nil, err
	}
	for i, name := range slices.Concat(sheets.NamesOf(form), others) {
		ofCell := i < len(form)
		c := sheets.Column{Name: name, Words: !ofCell && name != "draw"}
		if ofCell {
			c.Would = "a whole number"
		}
		c.At, err = s.Find(name)
		if err == nil && c.At < 0 && ofCell {
			has := "no names"
			if s.Names != nil {
				has = text.Brief(text.OneLine(strings.Join(s.Names, ", ")), 60) +
					"; the option columns says which it is"
			}
			err = s.Wrong(fmt.Errorf("no column %s; cell, or x_1 and so on for each axis of %v, would do; the file "+
				"has %s", name, g, has))
		}
		if err != nil {
			return nil, nil, err
		}
		if c.At >= 0 {
			columns = append(columns, c)
		}
	}
	return form, columns, nil
}

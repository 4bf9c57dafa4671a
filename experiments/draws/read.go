package draws

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/grid/npy"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// Read reads draws of cells of g, one a row. The cell is a number from 0 in a column cell or state, or a place from 0
// along each axis in x_1, x_2 and so on. An array is (chains, draws) or (chains, draws, 1) of cells, or (chains, draws,
// axes) of places. A column chain or walker names the chain, whose draws are in the order of the column draw or step,
// or else of the rows. Each combination of the columns T, program and direction is a sample. Samples and chains are in
// the order in which they begin.
func Read(s *sheets.Sheet, g grid.Grid) (samples []Sample, err error) {
	form, columns, err := columnsOf(s, g)
	if err != nil {
		return nil, err
	}
	var order []chainOf
	chains := map[chainOf][]drawAt{}
	err = s.Each(columns, func(row int, v []sheets.Value) error {
		var of chainOf
		cell, draw := 0, float64(row)
		for i, c := range columns {
			switch {
			case i < len(form):
				at, err := s.Place(row, c, v[i].Number, s.From, form[i].Len)
				if err != nil {
					return err
				}
				cell += at * form[i].Stride
			case c.Name == "draw":
				draw = v[i].Number
				if math.IsNaN(draw - draw) {
					return s.Fault(row, c, strconv.FormatFloat(draw, 'g', -1, 64))
				}
			case c.Name == "chain":
				of.chain = v[i].Name()
			case c.Name == "T":
				of.sample = "T = " + v[i].Word
			default:
				of.sample = strings.TrimPrefix(of.sample+", "+v[i].Word, ", ")
			}
		}
		if chains[of] == nil {
			order = append(order, of)
		}
		chains[of] = append(chains[of], drawAt{draw, int32(cell)})
		return nil
	})
	if err == nil && len(order) == 0 {
		err = s.Wrong(errors.New("no draws; use a file with a cell in each row"))
	}
	if err != nil {
		return nil, err
	}
	for _, of := range order {
		cells, err := inOrder(s, chains[of])
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(samples, func(s Sample) bool { return s.Name == of.sample })
		if i < 0 {
			i = len(samples)
			samples = append(samples, Sample{Name: of.sample})
		}
		samples[i].Chains = append(samples[i].Chains, cells)
	}
	return samples, nil
}

// chainOf names a chain of a sample.
type chainOf struct{ sample, chain string }

// A drawAt is a cell with its place in a chain.
type drawAt struct {
	draw float64
	cell int32
}

// inOrder returns the cells of a chain by the numbers of its draws.
func inOrder(s *sheets.Sheet, chain []drawAt) (cells []int32, err error) {
	slices.SortFunc(chain, func(a, b drawAt) int { return cmp.Compare(a.draw, b.draw) })
	for k, d := range chain {
		if k > 0 && d.draw == chain[k-1].draw {
			return nil, s.Wrong(fmt.Errorf("draw %v stands twice in a chain; use each once, or a column chain", d.draw))
		}
		cells = append(cells, d.cell)
	}
	return cells, nil
}

// others lists the columns that a file may have besides the cell.
var others = []string{"T", "program", "direction", "chain", "draw"}

// alike holds other names of columns, which are read where a file does not have the first.
var alike = map[string]string{"chain": "walker", "draw": "step"}

// Weights matches the names of columns of weights, which are not read.
var Weights = regexp.MustCompile(`(?i)^(log_?)?(w|weights?)$`)

// Words returns the names by which Read knows columns, for draws on g.
func Words(g grid.Grid) sheets.Words {
	forms := sheets.Forms(g)
	ofCell := func(name string) bool {
		return slices.ContainsFunc(forms, func(form []sheets.Part) bool {
			return slices.Contains(sheets.NamesOf(form), name)
		})
	}
	return sheets.Words{First: sheets.CellNames("cell", g), Rival: ofCell, Others: others}
}

// columnsOf returns the form in which the file writes cells, and the columns to read: first the columns of the form.
func columnsOf(s *sheets.Sheet, g grid.Grid) (form []sheets.Part, columns []sheets.Column, err error) {
	if s.Names == nil && (s.Shape != nil || s.Width == 1) {
		s.NameStates("cell")
	}
	if form, err = s.CellForm(g); err != nil {
		return nil, nil, err
	}
	if mayBePlaces(s, g) {
		return nil, nil, s.Wrong(fmt.Errorf("an array of shape %s may be places, (draws, axes), or %d chains of "+
			"cells; use (chains, draws, axes) of places, or (chains, draws, 1) of cells",
			npy.Tuple(s.Shape), s.Shape[0]))
	}
	for i, name := range slices.Concat(sheets.NamesOf(form), others) {
		c := sheets.Column{Name: name}
		if c.At, err = s.Find(name); err != nil {
			return nil, nil, err
		}
		if c.At < 0 && alike[name] != "" {
			c.At = slices.Index(s.Names, alike[name])
		}
		switch ofCell := i < len(form); {
		case ofCell && c.At < 0:
			return nil, nil, s.Wrong(lacking(name, s.Names, g))
		case ofCell:
			c.Cure = "a whole number"
		case c.At < 0:
			continue
		}
		c.Words = i >= len(form) && name != "draw"
		columns = append(columns, c)
	}
	return form, columns, nil
}

// mayBePlaces reports whether each row of an array may be the places of a draw along the axes of g. Unless they are
// very few, chains of cells have some that no axis has a place for.
func mayBePlaces(s *sheets.Sheet, g grid.Grid) bool {
	axes := g.Axes()
	if len(s.Shape) != 2 || axes == 1 || s.Shape[1] != axes || s.Shape[0] <= axes {
		return false
	}
	return s.Each([]sheets.Column{{}}, func(row int, v []sheets.Value) error {
		_, err := s.Place(row, sheets.Column{}, v[0].Number, s.From, g.Len((row-1)%axes))
		return err
	}) == nil
}

// lacking returns an error that names a missing column, and the columns that the file has, or says that it has moves.
func lacking(name string, names []string, g grid.Grid) error {
	if slices.Contains(names, "from") && slices.Contains(names, "to") {
		return errors.New("from and to are moves; give the file alone, and not as draws")
	}
	has := "no names"
	if names != nil {
		has = text.Brief(text.OneLine(strings.Join(names, ", ")), 60) + "; the option columns says which it is"
	}
	return fmt.Errorf("no column %s; use cell, or x_1 and so on for each axis of %v; the file has %s", name, g,
		has)
}

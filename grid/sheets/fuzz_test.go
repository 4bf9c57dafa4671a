package sheets

import (
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// FuzzSheet: any columns of any file are read, by any names, as cells of a box or else, or refused in a line.
func FuzzSheet(f *testing.F) {
	g := grid.New(2, 3)
	words := Words{First: CellNames("cell", g), Others: []string{"chain"},
		Rival: func(name string) bool { return name == "cell" }}
	for _, data := range []string{"", "#", "a,b\n1,2\n", "x_1,x_2\n0,1\n1,2\n", "1\n\n2", "chain;cell\n1;2,5\n",
		string(saved([]int{2, 3}, 1, 2, 3, 4, 5, 6)), string(saved([]int{2, 1, 2}, 1, 2, 3, 4))} {
		f.Add(data, "", 0)
		f.Add(data, "a,chain=b", 1)
	}
	f.Fuzz(func(t *testing.T, data, columns string, first int) {
		s, err := CSV(data, would)
		if strings.HasPrefix(data, "\x93NUMPY") {
			s, err = array(data)
		}
		must.Sentence(t, err, "")
		if err != nil {
			return
		}
		if columns != "" {
			err = s.As(Reading{Columns: strings.Split(columns, ","), From: first}, words)
			must.Sentence(t, err, "")
		}
		_, err = s.CellForm(g)
		must.Sentence(t, err, "")
		var all []Column
		for at := range s.Width {
			all = append(all, Column{At: at, Name: "a", Words: at%2 == 1})
		}
		err = s.Each(all, func(row int, values []Value) error {
			for i, v := range values {
				_, err := s.Place(row, all[i], v.Number, s.From, g.Size())
				must.Sentence(t, err, "")
				v.Name()
			}
			return nil
		})
		must.Sentence(t, err, "")
	})
}

package sheets

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/grid"
	"breadboard/grid/must"
)

// TestReading: columns get the reader's words. Names alone stand for the first words of the same number, and other
// names for the word before them. A column with one of the first words is not read if another is named for it. Cells
// are read in the first form that is there, and what is wrong is named with its place.
func TestReading(t *testing.T) {
	words := Words{First: [][]string{{"cell"}, {"x_1", "x_2"}}, Others: []string{"chain"},
		Rival: func(name string) bool { return strings.HasPrefix(name, "x_") || name == "cell" }}
	var b strings.Builder
	say := func(what ...any) { fmt.Fprintln(&b, what...) }
	for _, columns := range []string{"", "a", "b,a", "chain=run", "b,chain=a", "cell=a,run", "none", "a,b,run", "way=a",
		"a,chain=a", "chain=a,chain=b", "twice"} {
		s := &Sheet{Names: []string{"cell", "a", "b", "run", "twice", "twice"}, Width: 6, path: "a.csv", found: "signs"}
		how := Reading{From: 1, Note: func(words string) { say(words) }}
		if columns != "" {
			how.Columns = strings.Split(columns, ",")
		}
		err := s.As(how, words)
		say(columns, "is", s.Names, s.From, err)
	}
	bare := &Sheet{Width: 3}
	say(bare.As(Reading{Columns: []string{"2", "chain=3"}}, words), bare.Names)
	boxes := []grid.Grid{grid.New(6), grid.New(2, 3), grid.New(2, 1, 3)}
	for _, g := range boxes {
		say(g, CellNames("n", g), Forms(g))
		for _, names := range []string{"state,i,j", "cell", "x_1,x_2,x_3", "x_2,x_1",
			"row,col", "j,i", "a,x_1", "x_1"} {
			s := &Sheet{Names: strings.Split(names, ","), path: "a.csv"}
			form, err := s.CellForm(g)
			say(" ", names, NamesOf(form), err)
		}
	}
	for _, shape := range [][]int{{3}, {2, 3}, {2, 3, 2}} {
		size := 1
		for _, n := range shape {
			size *= n
		}
		values := make([]float64, size)
		for i := range values {
			values[i] = float64(i) / 2
		}
		s := must.Have(array(string(saved(shape, values...))))(t)
		s.NameStates("state")
		_, err := s.CellForm(boxes[2])
		say(shape, s.Names, s.Width, err, s.As(Reading{Columns: []string{"a"}}, words))
		last := s.Width - 1
		must.Do(t, s.Each([]Column{{At: 0}, {At: last, Words: true}}, func(row int, values []Value) error {
			_, err := fmt.Fprint(&b, " ", row, values)
			return err
		}))
		say(" ", s.Fault(2, Column{At: s.parts - 1, Words: true}, "x"))
	}
	s := must.Have(CSV("a;b\n0;x\n2;1,5\n", "another"))(t)
	s.path = "p"
	for _, number := range []float64{0, 1, 2.5, 3, 4, -1, math.Inf(1), math.NaN()} {
		for _, first := range []int{0, 1} {
			for at, name := range s.Names {
				place, err := s.Place(2, Column{At: at, Name: name}, number, first, 4)
				say(number, first, place, err)
			}
		}
	}
	for _, c := range []Column{{At: 1, Name: "b"}, {At: 1, Name: "b", Words: true}, {At: 0, Name: "a", Cure: "more"}} {
		err := s.Each([]Column{c}, func(row int, values []Value) error {
			say(row, values)
			if row > 1 {
				return fmt.Errorf("enough")
			}
			return nil
		})
		say(err)
	}
	must.Golden(t, "testdata/reading.golden", b.String())
}

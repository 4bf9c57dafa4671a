package sandwich

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// mostRuns is the largest number of runs of a file, and mostLogW that of a finite log weight: the sum of their squares
// is a number.
const mostRuns, mostLogW = 1 << 23, 1e100

// The columns that are read, where they stand.
const (
	ofLogW = iota
	ofT
	ofDirection
	ofGroup
	ofProgram
	ofCell
	allColumns // how many these are
)

var columns = [allColumns]sheets.Column{
	ofLogW:      {Name: "log_w", Would: "a number up to 1e100, or -inf forward and inf in reverse,"},
	ofT:         {Name: "T", Would: "a whole number from 1 on"},
	ofDirection: {Name: "direction", Would: "forward or reverse", Words: true},
	ofGroup:     {Name: "group", Words: true, Blank: true},
	ofProgram:   {Name: "program", Words: true},
	ofCell:      {Name: "cell", Words: true},
}

// words are those by which columns are known. A name alone is that of the log weights.
func words() sheets.Words {
	first := columns[ofLogW].Name
	words := sheets.Words{First: [][]string{{first}}, Rival: func(name string) bool { return name == first }}
	for _, c := range columns[ofLogW+1:] {
		words.Others = append(words.Others, c.Name)
	}
	return words
}

var directions = [2]string{"forward", "reverse"}

// Open reads the runs in the files at these paths, of which one may be "". A path has the runs of its direction; a file
// that comes alone, with a column direction, has both. Sets are in the order of their T, and of their first run.
//
// Log weights are in the column log_w, or in the only one. Each T and program is a set of its own. A column group
// names runs that may depend on one another, and in an array of two axes each row is a group. A run whose group is
// blank is one of its own, and 1.0 is the group 1. A column cell says where reverse runs began. NaN, forward +Inf,
// reverse -Inf, a single run, and T in one of two files are refused.
func Open(forward, reverse string, how sheets.Reading) ([]Set, error) {
	r := reader{how: how, place: map[sampler]int{}, groups: sheets.NewNames()}
	for side, path := range []string{forward, reverse} {
		if path != "" {
			if err := r.read(path, side, forward == "" || reverse == ""); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(r.sets, func(a, b Set) int { return cmp.Compare(a.T, b.T) })
	if last := len(r.sets) - 1; forward != "" && reverse != "" && r.sets[0].T == 0 && r.sets[last].T > 0 {
		return nil, fmt.Errorf("%s and %s: T stands in one of them; T in both or in none would do", forward, reverse)
	}
	for i := range r.sets {
		for side := range r.sets[i].Sides {
			runs := &r.sets[i].Sides[side]
			if !slices.ContainsFunc(runs.Group, func(g int) bool { return g >= 0 }) {
				runs.Group = nil
			}
			if len(runs.LogW) == 1 {
				file := forward
				if side == 1 && reverse != "" || forward == "" {
					file = reverse
				}
				return nil, fmt.Errorf("%s: a single %s run; two or more of a T and program would do", file,
					directions[side])
			}
		}
	}
	return r.sets, nil
}

// A sampler is what runs have in common that are judged together.
type sampler struct {
	T       int
	program string
}

// A reader collects sets, and numbers the groups of all files. It finds the set of a run by its sampler, so that many T
// take no longer than few.
type reader struct {
	how    sheets.Reading
	groups *sheets.Names
	place  map[sampler]int // of its set
	sets   []Set

	grouped bool // the file that is read has groups; a side is of one file
}

// read reads a file of runs of this side, or of both if it comes alone.
func (r *reader) read(path string, side int, alone bool) error {
	s, err := sheets.Open(path, "a CSV or .npy file of log weights")
	if err != nil {
		return err
	}
	if err := s.As(r.how, words()); err != nil {
		return err
	}
	l, err := layoutOf(s)
	if err != nil {
		return err
	}
	r.grouped = l.has(ofGroup)
	runs := 0
	err = s.Each(l.asked, func(row int, values []sheets.Value) error {
		v := l.byColumn(values)
		at := side
		if l.has(ofDirection) {
			at = slices.Index(directions[:], v[ofDirection].Word)
		}
		if at >= 0 && at != side && !alone {
			return nil
		}
		if err := l.check(s, row, at, v); err != nil {
			return err
		}
		if runs == mostRuns {
			return fmt.Errorf("more than %s runs; fewer would do", text.Thousands(mostRuns))
		}
		runs++
		r.add(int(v[ofT].Number), v[ofProgram].Word, at, v[ofLogW].Number, v[ofGroup].Name(), v[ofCell].Name())
		return nil
	})
	if err == nil && runs == 0 {
		err = s.Wrong(errors.New("no " + directions[side] + " runs; two or more would do"))
	}
	return err
}

// A layout says which columns a file has.
type layout struct {
	asked []sheets.Column // of the file, in its own words
	place []int           // where each stands in columns
}

// layoutOf finds the columns of a file. In an array the log weights have no name, and rows are groups.
func layoutOf(s *sheets.Sheet) (l layout, err error) {
	array := s.Shape != nil
	for i, c := range columns {
		c.At, err = s.Find(c.Name)
		if err != nil {
			return l, err
		}
		switch {
		case i == ofLogW && c.At < 0 && (s.Width == 1 || array):
			c.At = 0
		case i == ofLogW && c.At < 0:
			return l, s.Wrong(fmt.Errorf("%d columns, and none is called log_w; one of that name, or one alone, would "+
				"do", s.Width))
		case i == ofGroup && array && s.Width == 2 && s.Shape[1] > 1:
			c.At = 1
		}
		if c.At >= 0 {
			l.asked = append(l.asked, c)
			l.place = append(l.place, i)
		}
	}
	return l, nil
}

func (l layout) has(column int) bool { return slices.Contains(l.place, column) }

// byColumn are the values of a row in the order of columns. Columns that the file has not are blank.
func (l layout) byColumn(values []sheets.Value) (all [allColumns]sheets.Value) {
	for i, value := range values {
		all[l.place[i]] = value
	}
	return all
}

// check returns what is wrong with a run of this side; -1 is none.
func (l layout) check(s *sheets.Sheet, row, side int, v [allColumns]sheets.Value) error {
	T, w := v[ofT].Number, v[ofLogW].Number
	switch {
	case side < 0:
		return s.Fault(row, columns[ofDirection], text.Quote(v[ofDirection].Word))
	case l.has(ofT) && !(T >= 1 && T <= math.MaxInt32 && T == math.Trunc(T)):
		return s.Fault(row, columns[ofT], strconv.FormatFloat(T, 'g', -1, 64))
	case math.IsNaN(w) || math.IsInf(w, 1-2*side) || math.Abs(w) > mostLogW && !math.IsInf(w, 0):
		return s.Fault(row, columns[ofLogW], fmt.Sprintf("%g, %s", w, directions[side]))
	}
	return nil
}

// add adds a run to its set.
func (r *reader) add(T int, program string, side int, w float64, group, start string) {
	i, known := r.place[sampler{T, program}]
	if !known {
		i = len(r.sets)
		r.place[sampler{T, program}] = i
		r.sets = append(r.sets, Set{T: T, Program: program})
	}
	to := &r.sets[i].Sides[side]
	if len(to.LogW) == 0 {
		to.Start = start
	} else if to.Start != start {
		to.Start = ""
	}
	to.LogW = append(to.LogW, w)
	if !r.grouped {
		return
	}
	if group == "" || strings.EqualFold(group, "nan") { // a table of numbers has NaN for what is missing
		to.Group = append(to.Group, -1-len(to.Group)*2-side)
		return
	}
	to.Group = append(to.Group, r.groups.Number(group))
}

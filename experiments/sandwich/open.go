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

// The columns that are read, where they stand.
const (
	ofLogW = iota
	ofT
	ofDirection
	ofGroup
	ofProgram
	allColumns // how many these are
)

var columns = [allColumns]sheets.Column{
	ofLogW:      {Name: "log_w", Would: "a number up to 1e100, or -inf forward and inf in reverse,"},
	ofT:         {Name: "T", Would: "a whole number from 1 on"},
	ofDirection: {Name: "direction", Would: "forward or reverse", Words: true},
	ofGroup: {Name: "group", Would: "a name of its own in each direction, or a program for each data set,",
		Words: true, Blank: true},
	ofProgram: {Name: "program", Words: true},
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
// blank is one of its own, and 1.0 is the group 1. NaN, forward +Inf, reverse -Inf, a single
// run, a group on both sides, and T in one of two files are refused.
func Open(forward, reverse string, how sheets.Reading) ([]Set, error) {
	r := reader{how: how, sides: map[key]int{}}
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
			if len(r.sets[i].Sides[side].LogW) == 1 {
				file := cmp.Or(forward, reverse)
				if side == 1 {
					file = cmp.Or(reverse, forward)
				}
				return nil, fmt.Errorf("%s: a single %s run; two or more of a T and program would do", file,
					directions[side])
			}
		}
	}
	return r.sets, nil
}

// A key names a sampler by what its runs have in common that are judged together, or a group of its runs.
type key struct {
	T              int
	program, group string
}

// A reader collects sets.
type reader struct {
	how   sheets.Reading
	sets  []Set
	sides map[key]int // of the groups
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
	asked, place, err := layout(s)
	if err != nil {
		return err
	}
	runs := 0
	err = s.Each(asked, func(row int, values []sheets.Value) error {
		var v [allColumns]sheets.Value // columns that the file has not are blank
		for i, value := range values {
			v[place[i]] = value
		}
		at := side
		if slices.Contains(place, ofDirection) {
			at = slices.Index(directions[:], v[ofDirection].Word)
			if at < 0 {
				return s.Fault(row, columns[ofDirection], text.Quote(v[ofDirection].Word))
			}
			if at != side && !alone {
				return nil
			}
		}
		T, w := v[ofT].Number, v[ofLogW].Number
		const most = 1e100 // the sum of the squares of finite log weights is a number
		if slices.Contains(place, ofT) && !(T >= 1 && T <= math.MaxInt32 && T == math.Trunc(T)) {
			return s.Fault(row, columns[ofT], strconv.FormatFloat(T, 'g', -1, 64))
		}
		if math.IsNaN(w) || math.IsInf(w, 1-2*at) || math.Abs(w) > most && !math.IsInf(w, 0) {
			return s.Fault(row, columns[ofLogW], fmt.Sprintf("%g, %s", w, directions[at]))
		}
		of := key{T: int(T), program: v[ofProgram].Word}
		to := r.side(of, at)
		to.LogW = append(to.LogW, w)
		runs++
		if !slices.Contains(place, ofGroup) {
			return nil
		}
		of.group = v[ofGroup].Name()
		if strings.EqualFold(of.group, "nan") { // a table of numbers has NaN for what is missing
			of.group = ""
		}
		to.Group = append(to.Group, of.group)
		other, known := r.sides[of]
		r.sides[of] = at
		if of.group != "" && known && other != at && s.Shape == nil { // the rows of each array are groups of their own
			return s.Fault(row, columns[ofGroup], text.Quote(of.group)+", forward and reverse")
		}
		return nil
	})
	if err == nil && runs == 0 {
		err = s.Wrong(errors.New("no " + directions[side] + " runs; two or more would do"))
	}
	return err
}

// layout finds the columns of a file: what is asked for, and where each stands in columns. In an array the log weights
// have no name, and rows are groups.
func layout(s *sheets.Sheet) (asked []sheets.Column, place []int, err error) {
	array := s.Shape != nil
	for i, c := range columns {
		c.At, err = s.Find(c.Name)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case i == ofLogW && c.At < 0 && (s.Width == 1 || array):
			c.At = 0
		case i == ofLogW && c.At < 0:
			err = fmt.Errorf("%d columns, and none is called log_w; one of that name, or one alone, would do", s.Width)
			return nil, nil, s.Wrong(err)
		case i == ofGroup && array && s.Width == 2 && s.Shape[1] > 1:
			c.At = 1
		}
		if c.At >= 0 {
			asked = append(asked, c)
			place = append(place, i)
		}
	}
	return asked, place, nil
}

// side returns one side of a sampler's set, which is made when it is first asked for.
func (r *reader) side(of key, side int) *Side {
	i := slices.IndexFunc(r.sets, func(s Set) bool { return s.T == of.T && s.Program == of.program })
	if i < 0 {
		i = len(r.sets)
		r.sets = append(r.sets, Set{T: of.T, Program: of.program})
	}
	return &r.sets[i].Sides[side]
}

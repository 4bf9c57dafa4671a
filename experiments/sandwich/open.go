package sandwich

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"breadboard/grid/npy"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
)

// mostLogW bounds the size of a finite log weight. Sums of squares of such numbers are finite.
const mostLogW = 1e100

// ofLogW and the others are indices into columns.
const (
	ofLogW = iota
	ofT
	ofDirection
	ofGroup
	ofProgram
	ofCell
)

var columns = []sheets.Column{
	ofLogW:      {Name: "log_w", Cure: "a number up to 1e100 in size, or -inf forward and inf in reverse"},
	ofT:         {Name: "T", Cure: "a whole number from 1 on"},
	ofDirection: {Name: "direction", Cure: "forward or reverse", Words: true},
	ofGroup: {Name: "group", Cure: "a name of its own in each direction, or a program for each data set",
		Words: true, Blank: true},
	ofProgram: {Name: "program", Words: true},
	ofCell:    {Name: "cell", Words: true, Blank: true},
}

// words has the names by which columns are known. A single name is the name of the log weights.
var words = sheets.Words{First: [][]string{{"log_w"}}, Rival: func(name string) bool { return name == "log_w" },
	Others: []string{"T", "direction", "group", "program", "cell"}}

// directions has the words for the sides of a set, in their order.
var directions = []string{"forward", "reverse"}

// Open reads the runs in the files at these paths, of which one may be "". A path has the runs of its direction, but a
// single file with a column direction has both. Sets are in the order of their T, and of their first run.
//
// Log weights are in the column log_w, or in the only column. Each T and program is a set of its own. A column group
// names runs that may depend on each other; in an array of two axes each row is a group. A run with a blank group is a
// group of its own, and 1.0 is the group 1. NaN, forward +Inf, reverse -Inf, a size above mostLogW, a single run, a
// group on both sides, and sides of the same numbers are refused.
func Open(forward, reverse string, how sheets.Reading) ([]Set, error) {
	r := reader{alone: forward == "" || reverse == "", sides: map[group]int{}}
	for side, path := range []string{forward, reverse} {
		if path == "" {
			continue
		}
		if err := r.read(path, side, how); err != nil {
			return nil, err
		}
	}
	paths := [2]string{cmp.Or(forward, reverse), cmp.Or(reverse, forward)}
	for _, s := range r.sets {
		for side, runs := range s.Sides {
			if len(runs.LogW) == 1 {
				return nil, fmt.Errorf("%s: a single %s run; use two or more of a T and program", paths[side],
					directions[side])
			}
		}
		const mostEqual = 10 // of so few different numbers, all may be equal by chance
		one := s.Sides[0].LogW
		if slices.Equal(one, s.Sides[1].LogW) && len(slices.Compact(slices.Sorted(slices.Values(one)))) > mostEqual {
			return nil, fmt.Errorf("%s: reverse log weights are the forward ones; use runs in reverse, from exact "+
				"draws of the target", paths[1])
		}
	}
	slices.SortStableFunc(r.sets, func(a, b Set) int { return cmp.Compare(a.T, b.T) })
	if forward != "" && reverse != "" && r.sets[0].T == 0 && r.sets[len(r.sets)-1].T > 0 {
		return nil, fmt.Errorf("%s and %s: only one has a column T; use it in both or in none", forward, reverse)
	}
	r.sets[0].Rows = r.arrays > 0
	if r.arrays == 2 {
		return r.sets[0].dataSets(), nil
	}
	return r.sets, nil
}

// A group identifies a group of a set by its name.
type group struct {
	T             int
	program, name string
}

// A reader collects sets.
type reader struct {
	alone bool // there is only one file
	sets  []Set
	sides map[group]int // the side of each group with a name

	arrays int // how many files are arrays of two axes
}

// read reads a file of runs of this side, or of both sides if there is only one file.
func (r *reader) read(path string, side int, how sheets.Reading) error {
	s, err := sheets.Open(path, "a CSV or .npy file of log weights")
	if err != nil {
		return err
	}
	if err := s.As(how, words); err != nil {
		return err
	}
	found, place, err := layout(s)
	if err != nil {
		return err
	}
	if s.Shape != nil && slices.Contains(place, ofGroup) {
		r.arrays++
	}
	runs := 0
	err = s.Each(found, func(row int, values []sheets.Value) error {
		v := make([]sheets.Value, len(columns)) // missing columns are blank
		for i, value := range values {
			v[place[i]] = value
		}
		at := side
		if slices.Contains(place, ofDirection) {
			at = slices.Index(directions, v[ofDirection].Word)
		}
		if at >= 0 && at != side && !r.alone {
			return nil
		}
		if err := faultOf(s, row, v, at, slices.Contains(place, ofT)); err != nil {
			return err
		}
		runs++
		of := group{int(v[ofT].Number), v[ofProgram].Word, v[ofGroup].Name()}
		to := r.side(of.T, of.program, at)
		start := v[ofCell].Name()
		if len(to.LogW) == 0 {
			to.Start = start
		} else if to.Start != start {
			to.Start = ""
		}
		to.LogW = append(to.LogW, v[ofLogW].Number)
		if !slices.Contains(place, ofGroup) {
			return nil
		}
		to.Group = append(to.Group, of.name)
		other, known := r.sides[of]
		r.sides[of] = at
		if of.name != "" && known && other != at && s.Shape == nil { // the rows of each array are groups of their own
			return s.Fault(row, columns[ofGroup], text.Quote(of.name)+", forward and reverse")
		}
		return nil
	})
	if err == nil && runs == 0 {
		err = s.Wrong(errors.New("no " + directions[side] + " runs; use two or more"))
	}
	return err
}

// faultOf returns what is wrong with a row: its direction, its T if it has one, or its log weight.
func faultOf(s *sheets.Sheet, row int, v []sheets.Value, direction int, hasT bool) error {
	T, w := v[ofT].Number, v[ofLogW].Number
	switch {
	case direction < 0:
		return s.Fault(row, columns[ofDirection], text.Quote(v[ofDirection].Word))
	case hasT && !(T >= 1 && T <= math.MaxInt32 && T == math.Trunc(T)):
		return s.Fault(row, columns[ofT], strconv.FormatFloat(T, 'g', -1, 64))
	case !(math.Abs(w) <= mostLogW) && w != math.Inf(2*direction-1): // only weights of 0 are infinite
		return s.Fault(row, columns[ofLogW], fmt.Sprintf("%g, %s", w, directions[direction]))
	}
	return nil
}

// layout finds the columns of a file, and the index of each in columns. In an array the log weights have no name, and
// rows are groups.
func layout(s *sheets.Sheet) (found []sheets.Column, place []int, err error) {
	array := s.Shape != nil
	if len(s.Shape) > 2 {
		return nil, nil, s.Wrong(fmt.Errorf("the shape is %s; use one axis or two", npy.Tuple(s.Shape)))
	}
	for i, c := range columns {
		c.At, err = s.Find(c.Name)
		if err != nil {
			return nil, nil, err
		}
		switch {
		case i == ofLogW && c.At < 0 && (s.Width == 1 || array):
			c.At = 0
		case i == ofLogW && c.At < 0:
			err = fmt.Errorf("%d columns, and none is called log_w; use one of that name, or a file of one column",
				s.Width)
			return nil, nil, s.Wrong(err)
		case i == ofGroup && array && s.Width == 2 && s.Shape[1] > 1:
			c.At = 1
		}
		if c.At >= 0 {
			found = append(found, c)
			place = append(place, i)
		}
	}
	return found, place, nil
}

// side returns one side of the set of a T and program, and makes the set if there is none.
func (r *reader) side(T int, program string, side int) *Side {
	i := slices.IndexFunc(r.sets, func(s Set) bool { return s.T == T && s.Program == program })
	if i < 0 {
		i = len(r.sets)
		r.sets = append(r.sets, Set{T: T, Program: program})
	}
	return &r.sets[i].Sides[side]
}

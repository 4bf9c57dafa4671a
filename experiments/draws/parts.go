package draws

import (
	"fmt"
	"slices"

	"breadboard/chains/laws"
	"breadboard/grid"
)

// leftOften is how often each part of the cells is to be left before a chain tells. Chance hardly ever leaves a part
// less often that p expects to be left oftenExpected times, which is then slow.
const leftOften, oftenExpected = 10, 25

// A partition is one of the cells where chains were, by the moves between its parts. A part is named by one of its
// cells.
type partition struct {
	parts  []int         // in increasing order
	mass   []float64     // of each part
	left   []int         // how often each was left
	common []map[int]int // moves between two parts, in both directions
	total  int           // moves between any parts
}

// newPartition returns each cell as a part.
func newPartition(of [][]int32, p []float64) *partition {
	s := &partition{mass: slices.Clone(p), left: make([]int, len(p)), common: make([]map[int]int, len(p))}
	for _, c := range of {
		for t, to := range c {
			x := int(to)
			if s.common[x] == nil {
				s.parts = append(s.parts, x)
				s.common[x] = map[int]int{}
			}
			if t > 0 && c[t-1] != to {
				y := int(c[t-1])
				s.left[y]++
				s.total++
				s.common[x][y]++
				s.common[y][x]++
			}
		}
	}
	slices.Sort(s.parts)
	return s
}

// least returns the part that was left the fewest times, and that with which it has the most moves in common.
func (s *partition) least() (a, b int) {
	a = s.parts[0]
	for _, x := range s.parts {
		if s.left[x] < s.left[a] {
			a = x
		}
	}
	b = -1
	for _, y := range s.parts {
		if y != a && (b < 0 || s.common[a][y] > s.common[a][b]) {
			b = y
		}
	}
	return a, b
}

// join makes a a part of b.
func (s *partition) join(a, b int) {
	s.parts = slices.DeleteFunc(s.parts, func(x int) bool { return x == a })
	s.left[b] += s.left[a] - s.common[a][b]
	s.total -= s.common[a][b]
	s.mass[b] += s.mass[a]
	for y, n := range s.common[a] {
		delete(s.common[y], a)
		if y != b {
			s.common[b][y] += n
			s.common[y][b] += n
		}
	}
}

// partsOf returns the number of the part of each cell, and -1 of one where no chain was. The part that was left the
// fewest times joins another, until one is left. The parts are those from which on all were left this often. Why says
// which part is slow; it is "" if none is.
func partsOf(g grid.Grid, of [][]int32, p []float64, often int) (in []int, why string) {
	s := newPartition(of, p)
	in = slices.Repeat([]int{-1}, len(p))
	for i, x := range s.parts {
		in[x] = i
	}
	all := slices.Clone(s.parts)
	now := slices.Clone(in)
	for len(s.parts) > 1 && often > 0 {
		a, b := s.least()
		expected := min(s.mass[a], 1-s.mass[a]) * float64(s.total)
		if s.left[a] < leftOften && expected >= oftenExpected {
			return in, fmt.Sprintf("a part of the cells with %.2g of p, with %s, was left %d times; up to %d it is "+
				"too slow to tell", s.mass[a], laws.Cell(g, a), s.left[a], leftOften-1)
		}
		few := s.left[a] < often
		s.join(a, b)
		from := now[a]
		for _, x := range all {
			if now[x] == from {
				now[x] = now[b]
			}
		}
		if few {
			copy(in, now)
		}
	}
	numbers := map[int]int{}
	for _, x := range all {
		if _, is := numbers[in[x]]; !is {
			numbers[in[x]] = len(numbers)
		}
		in[x] = numbers[in[x]]
	}
	return in, ""
}

// numbered returns the chains with the parts of their cells.
func numbered(of [][]int32, in []int) (all [][]int32) {
	for _, c := range of {
		parts := make([]int32, len(c))
		for t, x := range c {
			parts[t] = int32(in[x])
		}
		all = append(all, parts)
	}
	return all
}

// Package evidence tests counts against a distribution that is known to the last digit. A Tally counts moves; ChiSquare
// and Deep test counts, and Noncentrality tells how small a fault they find; Smirnov compares two samples; CrooksTestOf
// tests forward and reverse runs of a program against each other; Holm corrects p-values for the number of tests.
//
// No p-value is too small: under the distribution, the probability of one at or below u is at most u. The exceptions
// are Pearson's test and CrooksTestOf, which are right in the limit. They look only at cells, or pools of cells, that
// expect at least five counts.
//
// # Moves from one chain
//
// The test of a row takes the moves from one cell as independent draws. In a record of one long chain the exits from a
// cell are such draws, if their number is fixed beforehand. Here the number is random, and the last exit is cut off,
// but neither matters in the limit (Billingsley 1961).
package evidence

import (
	"iter"
	"maps"
	"slices"
)

// A Tally counts moves between cells.
type Tally struct {
	rows []map[int]int
	from []int
	n    int
}

// NewTally returns a tally of no moves between n cells.
func NewTally(n int) *Tally { return &Tally{rows: make([]map[int]int, n), from: make([]int, n)} }

// Add counts a move from x to y; y may be x.
func (t *Tally) Add(x, y int) {
	if t.rows[x] == nil {
		t.rows[x] = map[int]int{}
	}
	t.rows[x][y]++
	t.from[x]++
	t.n++
}

// Moves returns the number of counted moves.
func (t *Tally) Moves() int { return t.n }

// From returns the number of moves from x.
func (t *Tally) From(x int) int { return t.from[x] }

// Count returns the number of moves from x to y.
func (t *Tally) Count(x, y int) int { return t.rows[x][y] }

// All yields every counted pair of cells with its number of moves, in the order of x and then of y.
func (t *Tally) All() iter.Seq2[[2]int, int] {
	return func(yield func([2]int, int) bool) {
		for x, row := range t.rows {
			for _, y := range slices.Sorted(maps.Keys(row)) {
				if !yield([2]int{x, y}, row[y]) {
					return
				}
			}
		}
	}
}

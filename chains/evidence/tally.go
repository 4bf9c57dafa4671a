// Package evidence tests counted moves against a distribution that is known to the last digit, and computes the number
// of moves that a test needs. A Tally counts moves; ChiSquare, Multinomial, MidRank and Tally.Balance test them; Needed
// and NeededForBalance return the number a test needs; Smirnov compares two samples; CompareWays tests forward and
// reverse runs of a program against each other; Holm corrects p-values for the number of tests. Read tally.go and
// fit.go first.
//
// No p-value is too small: under the distribution, the probability of one at or below u is at most u. The exceptions
// are Pearson's test, MidRank and CompareWays, which are right in the limit. Pearson's and CompareWays look only at
// cells, or pools of cells, that expect at least five counts.
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
	"math"
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

// Row returns the numbers of moves from x to each cell.
func (t *Tally) Row(x int) []int {
	row := make([]int, len(t.rows))
	for y, k := range t.rows[x] {
		row[y] = k
	}
	return row
}

// To returns the numbers of moves to each cell.
func (t *Tally) To() []int {
	to := make([]int, len(t.rows))
	for _, row := range t.rows {
		for y, k := range row {
			to[y] += k
		}
	}
	return to
}

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

// Balance tests whether p is invariant under the kernel that made the moves, wherever they began.
//
// pT(y) is estimated by a sum over the moves to y: a move from x adds p(x) over the number of
// moves from x. These terms are independent, and none exceeds the largest such ratio M. If p
// is invariant, the sum has mean p(y). So by Chernoff's bound a sum lies as far from p(y) = Mm
// as Ma with probability at most exp(-(a log(a/m) - a + m)), however few the moves are. P is
// twice this, for both sides, at the cell where it is smallest, times the number of cells.
// N is 1/M, the number of draws of p that the moves are worth.
//
// unseen is the mass of the cells from which no move was counted: nothing is known of their moves.
func (t *Tally) Balance(p []float64) (f Fit, unseen float64) {
	f = Fit{P: 1}
	most, moved := 0.0, make([]float64, len(p))
	for x, q := range p {
		if q == 0 {
			continue
		}
		f.Cells++
		if t.from[x] == 0 {
			unseen += q
			continue
		}
		one := q / float64(t.from[x])
		most = max(most, one)
		for y, k := range t.rows[x] {
			moved[y] += one * float64(k)
		}
	}
	if most == 0 {
		return f, unseen
	}
	f.N = int(1 / most)
	least := 0.0
	for y, q := range p {
		// A sum should lie between q - unseen and q, in units of its largest term.
		should := max(q-unseen, min(q, moved[y]))
		if e := exponent(moved[y]/most, should/most); e > least {
			least, f.Worst = e, y
		}
	}
	f.P = min(1, 2*float64(f.Cells)*math.Exp(-least))
	return f, unseen
}

// exponent returns a log(a/m) - a + m, which is never negative; 0 log 0 is 0. Numbers that differ by rounding count as
// equal.
func exponent(a, m float64) float64 {
	switch {
	case math.Abs(a-m) <= 1e-9*(a+m):
		return 0
	case a == 0:
		return m
	case m == 0:
		return math.Inf(1)
	}
	return a*math.Log(a/m) - a + m
}

package laws

import (
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// MostCells is the largest number of cells whose rows are written out, which takes
// MostCells² numbers. Wide measures the laws on larger spaces.
const MostCells = 4096

// The limits. Densities have relative errors of 1e-13 at most: a log density of 600 nats
// has the error of 600 roundings. Sums of up to MostCells terms, none of them negative, add
// as much again; the rest is room. A probability of staying is 1 less the other entries, so
// its error is 1e-16 of 1: flows are measured relative to at least stayPart of the cell's
// mass.
const (
	absolutely = 1e-12

	// Rounding is the largest change of a density, by a kernel that leaves it invariant.
	Rounding   = absolutely
	relatively = 1e-10
	stayPart   = 1e-4
	underflow  = 1e-290 // masses below have no relative precision left
)

// A Written is a kernel at one level, written out as matrices.
type Written struct {
	Grid  grid.Grid
	T     int
	Beta  float64
	LogF  []float64
	P     []float64
	Rows  [][]float64 // T(x,y), what is left of 1 on the diagonal; nil if there is no matrix
	Back  [][]float64 // R(x,y)
	Slack Slack

	// Relative bounds what rounding does to laws that are relative to a mass.
	Relative float64
	// op has Rows: the operator at this level, or one that steps by given rows.
	op    chains.Operator
	given bool
}

// At returns the density at a level, without any rows.
func At(g grid.Grid, l *chains.Level) *Written {
	w := &Written{Grid: g, T: l.T, Beta: l.Beta, LogF: slices.Clone(l.LogF()), Relative: relatively}
	w.P = chains.Normalized(w.LogF)
	return w
}

// Write writes out op and its reversal, which are aimed at this level. given has op's rows
// as their author wrote them; if it is nil, Write reads them from op.
func (w *Written) Write(op chains.Operator, given [][]float64) {
	w.op, w.given, w.Rows = op, given != nil, given
	if given == nil {
		w.Rows = RowsOf(op, len(w.P))
	}
	if back := op.Reversal(); back != op {
		w.Back = RowsOf(back, len(w.P))
	} else {
		w.Back = w.Rows
	}
}

// Reversed returns the reversal written out, whose own reversal is the kernel.
func (w *Written) Reversed() *Written {
	back := *w
	back.Rows, back.Back, back.op = w.Back, w.Rows, w.op.Reversal()
	return &back
}

// RowsOf returns an operator's rows, what is left of 1 on the diagonal. If no more is left
// than the round-off of the subtractions, the diagonal is 0: a chain that never stays in a
// cell may be periodic, and one that stays with probability 1e-16 is not.
func RowsOf(op chains.Operator, n int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		row, stay, visits := make([]float64, n), 1.0, 0.0
		op.Row(x, func(y int, p float64) {
			row[y] += p
			stay -= p
			visits++
		})
		row[x] += stay
		if math.Abs(row[x]) <= visits*0x1p-53 || row[x] < 0 && row[x] > -absolutely {
			row[x] = 0
		}
		rows[x] = row
	}
	return rows
}

func (w *Written) cell(x int) string { return Cell(w.Grid, x) }

func (w *Written) pair(x, y int) string { return Pair(w.Grid, x, y) }

// Cell names a state by its number and its coordinates: cell 9 [1 2]. On one axis both are the
// same.
func Cell(g grid.Grid, x int) string { return "cell " + place(g, x) }

// Pair names a move by its ends.
func Pair(g grid.Grid, x, y int) string {
	return fmt.Sprintf("from cell %s to %s", place(g, x), place(g, y))
}

func place(g grid.Grid, x int) string {
	if g.Axes() == 1 {
		return fmt.Sprint(x)
	}
	return fmt.Sprintf("%d %v", x, g.Coords(x))
}

// beside writes two numbers with as few digits as show their difference in two, four at least. If that takes
// more than nine, the second is the first and what there is between them: 0.5923+1.2e-12.
func beside(a, b float64) (string, string) {
	for digits := 4; digits <= 9; digits++ {
		if math.Abs(a-b) > 10*math.Pow(10, math.Floor(math.Log10(max(math.Abs(a), math.Abs(b))))-float64(digits)+1) ||
			a == b || math.IsNaN(a-b) || math.IsInf(a-b, 0) {
			return fmt.Sprintf("%.*g", digits, a), fmt.Sprintf("%.*g", digits, b)
		}
	}
	return fmt.Sprintf("%.4g", a), fmt.Sprintf("%.4g%+.2g", a, b-a)
}

// or returns the larger of the limit and the slack, and the limit if the slack is NaN.
func or(limit, slack float64) float64 {
	if slack > limit {
		return slack
	}
	return limit
}

// A Slack is the error, besides rounding, that each entry of the rows may have: 1e-6 if a
// matrix was written with six digits. Below, d(x,y) is the error of an entry,
// |d(x,y)| <= slack, and each method returns how far a law may be off because of it.
type Slack float64

// into returns how far pT may be from p in a cell of mass p, relative to p:
// |sum_x p(x) d(x,y)| <= slack.
func (s Slack) into(p float64) float64 { return float64(s) / max(p, underflow) }

// flow bounds the distance of the flows between x and y: p(x) d(x,y) and p(y) d(y,x). The
// flow from x to itself is off by the error of pT, and by that of the n other entries of
// the reversal's row, whose sum is taken from 1.
func (s Slack) flow(p []float64, x, y int) float64 {
	if x == y {
		return float64(s) * (1 + float64(len(p))*p[x])
	}
	return float64(s) * (p[x] + p[y])
}

// Over bounds the error of a mean over a chain after that many steps, if each step uses a
// row of n entries.
func (s Slack) Over(steps, n int) float64 { return float64(s) * float64(steps*n) }

package laws

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/grid"
)

// MostCells bounds the number of cells whose rows are written out: they take MostCells² numbers.
const MostCells = 4096

// The limits. Densities have relative errors of 1e-13 at most: a log density of 600 nats has the error of 600
// roundings. Sums of up to MostCells terms, none of them negative, add as much again; the rest is room. A probability
// of staying is 1 less the other entries. So its error is 1e-16 of 1, and flows are measured relative to at least
// stayPart of the cell's mass.
const (
	absolutely = 1e-12

	// Rounding is the largest change of a density, by a kernel that leaves it invariant.
	Rounding   = absolutely
	relatively = 1e-10
	stayPart   = 1e-4
	underflow  = 1e-290 // masses below have no relative precision left
)

// LevelMatrices hold a kernel at one level as matrices.
type LevelMatrices struct {
	Grid      grid.Grid
	T         int
	Beta      float64
	LogF      []float64
	P         []float64
	Rows      [][]float64 // T(x,y), on the diagonal the rest of 1; nil if there is no matrix
	Reversed  [][]float64 // the rows of the reversal, R(x,y); Rows themselves if the operator is its own
	Proposed  [][]float64 // q(x,y), the probability of proposing y from x; NaN if it is not known; nil if none is
	Tolerance Tolerance
	Precision Precision // in which the author of given rows computes
	Size      float64   // the largest |log f| that the author of given rows computes with
	Sampler   bool      // draws alike from each cell: it takes no steps

	span float64 // of LogF, in nats

	// op has Rows: the operator at this level, or one that steps by given rows.
	op    chains.Operator
	level *chains.Level
	given bool
}

// At returns the density at a level, without any rows.
func At(g grid.Grid, l *chains.Level) *LevelMatrices {
	w := &LevelMatrices{Grid: g, T: l.T, Beta: l.Beta, LogF: slices.Clone(l.LogF()), Precision: Double, level: l}
	w.P = chains.Normalized(w.LogF)
	w.Size = SizeOf(w.LogF, w.P)
	w.span = chains.LogSpan(w.LogF)
	return w
}

// Write writes out op and its reversal, which are aimed at this level. given has op's rows as their author wrote them;
// if it is nil, Write reads them from op.
func (w *LevelMatrices) Write(op chains.Operator, given [][]float64) {
	w.op = op
	w.given = given != nil
	w.Rows = given
	if given == nil {
		w.Rows = RowsOf(op, len(w.P))
	}
	w.Reversed = w.Rows
	if op.Reversal() != op {
		w.Reversed = RowsOf(op.Reversal(), len(w.P))
	}
}

// RowsOf returns an operator's rows, as RowOf does one.
func RowsOf(op chains.Operator, n int) [][]float64 {
	rows := make([][]float64, n)
	for x := range rows {
		rows[x] = RowOf(op, x, n)
	}
	return rows
}

// RowOf returns the row of one of n cells, with the rest of 1 on the diagonal. If the rest is within the round-off of
// the subtractions, the diagonal is 0: a chain that never stays in a cell may be periodic, and one that stays with
// probability 1e-16 is not.
func RowOf(op chains.Operator, x, n int) []float64 {
	row := make([]float64, n)
	stay, visits := 1.0, 0.0
	op.Row(x, func(y int, p float64) {
		row[y] += p
		stay -= p
		visits++
	})
	row[x] += stay
	if math.Abs(row[x]) <= visits*0x1p-53 || row[x] < 0 && row[x] > -absolutely {
		row[x] = 0
	}
	return row
}

// Cell returns the name of a state: cell (1, 2).
func Cell(g grid.Grid, x int) string { return "cell " + g.Name(x) }

// Pair returns the name of a move, by its ends; a step that stays goes to itself.
func Pair(g grid.Grid, x, y int) string {
	if x == y {
		return fmt.Sprintf("from cell %s to itself", g.Name(x))
	}
	return fmt.Sprintf("from cell %s to %s", g.Name(x), g.Name(y))
}

// Briefly writes two numbers with the fewest digits, four at least, that show two digits of their difference. If that
// takes more than nine, it writes the second as the first plus the difference: 0.5923+1.2e-12.
func Briefly(a, b float64) (string, string) {
	for digits := 4; digits <= 9; digits++ {
		if math.Abs(a-b) > 10*math.Pow(10, math.Floor(math.Log10(max(math.Abs(a), math.Abs(b))))-float64(digits)+1) ||
			a == b || math.IsNaN(a-b) || math.IsInf(a-b, 0) {
			return fmt.Sprintf("%.*g", digits, a), fmt.Sprintf("%.*g", digits, b)
		}
	}
	return fmt.Sprintf("%.4g", a), fmt.Sprintf("%.4g%+.2g", a, b-a)
}

// A Tolerance bounds the error of each entry of the rows besides rounding: 1e-6 if a matrix was written with six
// digits.
type Tolerance float64

// Entries looks for entries that are NaN, negative or above 1.
func (w *LevelMatrices) Entries() Finding {
	var f Worst
	for x, row := range w.Rows {
		for y, v := range row {
			if f.See(max(-v, v-1, 0)) {
				where := Pair(w.Grid, x, y)
				if w.Grid.Wall(x) {
					where += ", from a wall"
				}
				f.At("%s: %.4g", where, v)
			}
		}
	}
	entry, _ := w.Errors()
	return f.Finding(Entries, max(absolutely, entry))
}

// Sums looks for rows that do not sum to 1: the given rows, or the operator's pull of the
// constant 1. (Rows that were written out have 1 less the rest on the diagonal, and always
// sum to 1.)
func (w *LevelMatrices) Sums() Finding {
	sum := w.pull(slices.Repeat([]float64{1}, len(w.P)))[0]
	var f Worst
	for x := range sum {
		if w.given {
			sum[x] = floats.Sum(w.Rows[x])
		}
		if f.See(math.Abs(sum[x] - 1)) {
			_, is := Briefly(1, sum[x])
			f.At("the row of %s sums to %s", Cell(w.Grid, x), is)
		}
	}
	_, row := w.Errors()
	return f.Finding(Sums, max(absolutely, row))
}

// Errors bounds how far an entry is off and the sum of a row, by the tolerance, or by rounding in single precision. A
// rest of 1 has the rounding of a sum. In double precision both are 0.
func (w *LevelMatrices) Errors() (entry, row float64) {
	n := float64(len(w.P))
	entry = float64(w.Tolerance)
	row = entry * n
	if w.given && w.Precision == Single {
		sum := float64(Single) * (1 + n/4)
		entry = max(entry, sum)
		row = max(row, sum)
	}
	return entry, row
}

// Walls looks for cells without mass that a step enters.
func (w *LevelMatrices) Walls() Finding {
	var f Worst
	for x, row := range w.Rows {
		for y, v := range row {
			if x != y && math.IsInf(w.LogF[y], -1) && f.See(v) {
				f.At("%s, which has no mass: %.4g", Pair(w.Grid, x, y), v)
			}
		}
	}
	return f.Finding(Walls, float64(w.Tolerance))
}

// Invariance compares pT with p. It returns pT - p, and a finding of the absolute deviation
// and one relative to p.
func (w *LevelMatrices) Invariance() (off []float64, all, each Finding) {
	off = pushed(w.P, w.Rows)
	var abs, one Worst
	witness := func(f *Worst, y int, in float64) {
		after, before := Briefly(in, w.P[y])
		has := "has %s after a step from p"
		if w.Sampler {
			has = "is drawn with probability %s"
		}
		f.At("%s "+has+", where it is %s", Cell(w.Grid, y), after, before)
	}
	for y, in := range off {
		off[y] -= w.P[y]
		if abs.See(math.Abs(off[y])) {
			witness(&abs, y, in)
		}
		mass := max(w.P[y], underflow)
		if one.seeWithin(math.Abs(off[y])/mass, max(relatively, w.slack()/mass, w.ownError(mass, 1)/mass)) {
			witness(&one, y, in)
		}
	}
	return off, abs.Finding(Invariance, w.eachError()), one.findingWithin(EachCell)
}

// eachError bounds the error of a probability.
func (w *LevelMatrices) eachError() float64 {
	return max(absolutely, float64(w.Tolerance), w.ownError(1, 1))
}

// slack returns the error of each entry, besides rounding relative to it. Rows that were given may be of a step that
// draws: its random numbers have 53 bits, and the sums that it compares with them are rounded to as many.
func (w *LevelMatrices) slack() float64 {
	const drawn = 0x1p-53
	if !w.given {
		return float64(w.Tolerance)
	}
	return max(float64(w.Tolerance), drawn)
}

// pushed returns a measure after a step by rows.
func pushed(q []float64, rows [][]float64) []float64 {
	to := make([]float64, len(q))
	for x, mass := range q {
		if mass != 0 {
			floats.AddScaled(to, mass, rows[x])
		}
	}
	return to
}

// Reversal compares the flow p(x) T(x,y) with p(y) R(y,x).
func (w *LevelMatrices) Reversal() Finding { return w.flows(Reversal, w.Reversed) }

// DetailedBalance compares the flow p(x) T(x,y) with p(y) T(y,x).
func (w *LevelMatrices) DetailedBalance() Finding { return w.flows(DetailedBalance, w.Rows) }

// flows compares p(x) T(x,y) with p(y) R(y,x), relative to the larger. No mass flows back from where there is none,
// and R may then be no number.
func (w *LevelMatrices) flows(l Law, reversed [][]float64) Finding {
	var f Worst
	for x, row := range w.Rows {
		for y, v := range row {
			out := w.P[x] * v
			in := 0.0
			if w.P[y] > 0 {
				in = w.P[y] * reversed[y][x]
			}
			if out != in && f.seeWithin(w.flowError(x, y, out, in)) {
				forth, back := Briefly(out, in)
				f.At("%s flows %s and back %s", Pair(w.Grid, x, y), forth, back)
			}
		}
	}
	return f.findingWithin(l)
}

// flowError returns the distance of the flows between x and y, out of x and into it, relative to the larger, and its
// limit. The part that stays is 1 less a sum of n entries, which has n roundings. Entries of the reversal are quotients
// of masses, p(y) T(y,x) / p(x). Logarithms are rounded in p(x), in p(y), and in both once more where the author of T
// computed it. The deviation is measured relative to stayPart of the mass. The flow from x to itself has the error of
// pT too, and of the n other entries of the reversal's row, whose sum is taken from 1.
func (w *LevelMatrices) flowError(x, y int, out, in float64) (off, limit float64) {
	size := max(out, in, stayPart*min(w.P[x], w.P[y]), underflow)
	roundings := float64(len(w.P)) + 4*w.span
	flow := max(out, in)
	masses := w.P[x] + w.P[y]
	if x == y {
		flow = w.P[x]
		masses = 1 + float64(len(w.P))*w.P[x]
	}
	limit = relatively + roundings*0x1p-52/stayPart
	return math.Abs(out-in) / size, max(limit, w.slack()*masses/size, w.ownError(flow, masses)/size)
}

// Push pushes a signed measure and pulls it as a function, and compares both with sums over the rows. It pulls again
// with the level's P set, as exact runs do, unless masses span more than floats do. Nothing is meant then in cells
// without mass.
func (w *LevelMatrices) Push() Finding {
	n := len(w.P)
	q := signed(n)
	pushed := make([]float64, n)
	w.op.Push(pushed, q)
	pulled := w.pull(q)
	known := pulled
	if w.span < chains.MaxLogSpan {
		w.level.P = w.P
		w.op.Aim(w.level)
		known = w.pull(q)
		w.level.P = nil
		w.op.Aim(w.level)
	}
	sums := make([]float64, n)
	var f Worst
	for x, row := range w.Rows {
		floats.AddScaled(sums, q[x], row)
		mean := floats.Dot(row, q)
		for k := range pulled {
			w.compare(&f, "%s pulls %s, and by its row %s", x, pulled[k][x], mean)
			if w.P[x] > 0 {
				w.compare(&f, "%s pulls %s where p is known, and by its row %s", x, known[k][x], mean)
			}
		}
	}
	for x, sum := range sums {
		w.compare(&f, "%s is pushed %s, and by the rows %s", x, pushed[x], sum)
	}
	return f.Finding(Push, max(absolutely*float64(n), float64(w.Tolerance)))
}

// pull returns f pulled as both functions of a pair.
func (w *LevelMatrices) pull(f []float64) (to chains.Pair) {
	to = chains.Pair{make([]float64, len(f)), make([]float64, len(f))}
	w.op.Pull(&to, &chains.Pair{f, f})
	return to
}

// compare compares a number of a cell with the right one. The format takes the cell and both numbers.
func (w *LevelMatrices) compare(f *Worst, format string, x int, got, want float64) {
	if f.See(math.Abs(got - want)) {
		is, right := Briefly(got, want)
		f.At(format, Cell(w.Grid, x), is, right)
	}
}

// Visits looks for rows that visit a cell twice, or the cell that they start from, with any probability, even 0. It
// also looks for rows whose order changes from one visit to the next.
func (w *LevelMatrices) Visits() Finding {
	const again = 8 // times; a Go map of two outcomes keeps its order 8 times in one of 128 rows
	var f Worst
	visited := func(x int) (to []int) {
		w.op.Row(x, func(y int, _ float64) { to = append(to, y) })
		return to
	}
	for x := range w.P {
		first := visited(x)
		cells := slices.Sorted(slices.Values(append(first, x)))
		if len(slices.Compact(cells)) <= len(first) && f.See(1) {
			f.At("the row of %s goes to %v: name each other cell once, and not itself", Cell(w.Grid, x), first)
		}
		for range again {
			if now := visited(x); !slices.Equal(first, now) && f.See(1) {
				f.At("the row of %s goes to %v, and the next time to %v: sort what it visits (a Go map has another "+
					"order each time)", Cell(w.Grid, x), first, now)
			}
		}
	}
	return f.Finding(Visits, 0)
}

// Again asks the operator again for its rows, for 256 or more, and compares them. A sum in another order is the same.
func (w *LevelMatrices) Again() Finding {
	const cure = "pick with the dice all that is random, keep nothing from one call to the next, and sort what comes " +
		"from a Go map"
	var f Worst
	n := len(w.P)
	for range 1 + 256/n {
		w.op.Aim(w.level)
		for x, row := range RowsOf(w.op, n) {
			for y, p := range row {
				first := w.Rows[x][y]
				if off := math.Abs(p - first); off > absolutely && f.See(off) {
					f.At("%s with probability %.4g, and then %.4g: %s", Pair(w.Grid, x, y), first, p, cure)
				}
			}
		}
	}
	return f.Finding(Again, 0)
}

// signed returns a measure without regularity.
func signed(n int) []float64 {
	q := make([]float64, n)
	for x := range q {
		q[x] = math.Sin(3*float64(x) + 1)
	}
	return q
}

// Declared compares the rows with the rows of k, the declared kernel. In cells without mass they may be anything: no
// chain is ever there.
func (w *LevelMatrices) Declared(k chains.Kernel, l *chains.Level) Finding {
	op := chains.On(k, w.Grid)
	op.Aim(l)
	var f Worst
	for x, row := range w.Rows {
		if math.IsInf(w.LogF[x], -1) {
			continue
		}
		for y, v := range RowOf(op, x, len(w.P)) {
			if f.See(math.Abs(row[y] - v)) {
				is, declared := Briefly(row[y], v)
				f.At("%s with probability %s, declared %s", Pair(w.Grid, x, y), is, declared)
			}
		}
	}
	return f.Finding(Declared, w.eachError())
}

package validation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// A command tells the row of each cell as if its step were called for the first time, and for that cell alone. What
// rows cannot show is looked for here: a step that remembers earlier calls, and one that goes wrong where it is asked
// for many states at once.

// memory is the likely cause of a step that remembers, or that draws from a generator with a seed of its own.
var memory = cause.Cause{Name: "memory", Says: kept + "; or a random number that pick, flip or draw has not drawn",
	Advice: "compute each step from its cell and its density alone, and draw all that is random by pick, flip and draw"}

// Remember adds the law that rows are the same when they are asked for again. If they are not, what else was said of
// them is not of one kernel.
func (v *Validation) Remember(a experiments.Again) {
	f := a.Finding()
	if !f.OK {
		v.Cause = &memory
		v.WorstPair = nil
		v.Notes = nil
	}
	v.Laws = append([]laws.Finding{f}, v.Laws...)
}

// The moves that are compared with rows: all, the largest number of levels, the moves from one cell of a level, and the
// probability that a right step is accused.
const (
	ComparedMoves  = 20_000
	comparedLevels = 20
	movesFromCell  = 200
	comparedLimit  = 1e-4
)

// CompareMoves asks m, the command that told the rows of s, for moves in questions of many states, as chains ask for
// them, and adds the law that the moves are drawn from the rows. It makes one test a level, of moves from some cells.
// If the law is broken it asks for as many moves one by one. The fault is of many states at once if these agree with
// the rows and differ from the others: that they agree alone may be of too few moves. The error is m's; after ErrNoMore
// v says that the moves are left out.
func (s Candidate) CompareMoves(ctx context.Context, m chains.Mover, v *Validation, seed uint64) error {
	v.MCSeed = &seed
	if !v.finding(laws.Entries).OK || !v.finding(laws.Sums).OK { // there are no distributions
		return nil
	}
	n := min(len(v.Levels), comparedLevels)
	moves := ComparedMoves / n
	p := make([]float64, n)
	all := make([]comparison, n)
	for i := range n {
		l := v.Levels[(i+1)*len(v.Levels)/n-1]
		all[i] = newComparison(s.write(l.T, l.Beta, chains.On(s.Kernel, s.Grid)), moves/movesFromCell, seed)
		var err error
		if p[i], err = all[i].test(ctx, m, moves, moves); err != nil {
			return v.leftOut(err)
		}
	}
	p = evidence.Holm(p)
	worst := floats.MinIdx(p)
	here := all[worst]
	f := laws.Finding{Law: laws.SeenTold, OK: p[worst] > comparedLimit, Value: p[worst], Limit: comparedLimit}
	if f.OK {
		v.Reach = Reach{Moves: n * moves, Step: here.shown(moves, comparedLimit/float64(n)), Chain: math.NaN()}
	} else {
		f.Witness = here.witness
		together := here.counts
		alone, err := here.test(ctx, m, moves, 1)
		if err != nil {
			return v.leftOut(err)
		}
		v.Cause = &cause.Cause{Name: "rows",
			Says: "the step and the rows are two kernels, or the step remembers earlier calls, or a random number is not " +
				"drawn by pick, flip or draw",
			Advice: "correct the rows, or draw each step from its row, by the numbers of pick, flip and draw alone"}
		if alone > comparedLimit && sameDraws(together, here.counts) <= comparedLimit/float64(n) { // the worst of n
			f.Law = laws.SeenTogether
			v.Cause = &cause.Cause{Name: "batch",
				Says:   "a random number or an acceptance of one state is used for others",
				Advice: "index the proposals, the densities and the random numbers of a step by state"}
		}
	}
	v.Laws = append([]laws.Finding{f}, v.Laws...)
	return nil
}

// leftOut says in v that the moves are left out, if there are no more.
func (v *Validation) leftOut(err error) error {
	if !errors.Is(err, ErrNoMore) {
		return err
	}
	v.LeftOut = append(v.LeftOut, "the moves were not all compared with the rows")
	return nil
}

// A comparison compares moves from some cells with the rows of a level.
type comparison struct {
	*laws.LevelMatrices
	from    []int // cells
	dice    chains.Dice
	pairs   []float64 // the probabilities of a cell that is drawn from some, and the next, one row after the other
	counts  []int     // of pairs, in the last test
	witness string    // of the last test
}

// newComparison returns the comparison of moves from at most this many cells with mass, chosen by the seed.
func newComparison(w *laws.LevelMatrices, most int, seed uint64) comparison {
	c := comparison{LevelMatrices: w, dice: sample.Seeded(seed, uint64(w.T), math.Float64bits(w.Beta))}
	left := chains.Support(w.P)
	for range min(most, len(left)) {
		i := c.dice.Pick(slices.Repeat([]float64{1}, len(left)))
		c.from = append(c.from, left[i])
		left = slices.Delete(left, i, i+1)
	}
	for _, x := range c.from {
		row := slices.Clone(c.Rows[x])
		for y := range row {
			row[y] = max(row[y], 0) // of rounding
		}
		floats.Scale(1/(floats.Sum(row)*float64(len(c.from))), row)
		c.pairs = append(c.pairs, row...)
	}
	return c
}

// shown returns the difference in total variation that this many moves show, by a test at this level, nine times in
// ten.
func (c *comparison) shown(moves int, level float64) float64 {
	df := floats.Count(func(p float64) bool { return p > 0 }, c.pairs) - 1
	return math.Sqrt(evidence.Noncentrality(max(df, 1), level) / (4 * float64(moves)))
}

// test asks for moves from cells that are drawn from some, this many together, and returns the p-value that they are
// drawn from the rows.
func (c *comparison) test(ctx context.Context, m chains.Mover, moves, together int) (float64, error) {
	if err := m.Aim(ctx, c.Beta, c.LogF); err != nil {
		return 0, err
	}
	alike := slices.Repeat([]float64{1}, len(c.from))
	from := make([]int, moves) // indices
	states := make([]int, moves)
	for i := range states {
		from[i] = c.dice.Pick(alike)
		states[i] = c.from[from[i]]
	}
	next := make([]int, moves)
	for at := 0; at < moves; at += together {
		end := min(at+together, moves)
		if err := m.Move(ctx, next[at:end], states[at:end]); err != nil {
			return 0, err
		}
	}
	n := len(c.P)
	counts := make([]int, len(c.pairs))
	c.counts = counts
	of := make([]int, len(c.from))
	for i, y := range next {
		counts[from[i]*n+y]++
		of[from[i]]++
	}
	p, worst := evidence.Deep(counts, c.pairs)
	k := worst / n
	c.witness = fmt.Sprintf("at beta = %.6g it went %s in %s of %s moves where %s were expected", c.Beta,
		laws.Pair(c.Grid, c.from[k], worst%n), text.Thousands(counts[worst]), text.Thousands(of[k]),
		roughly(float64(of[k]*len(of))*c.pairs[worst]))
	return p, nil
}

// sameDraws returns the p-value that two samples of one size have one distribution; NaN for too few counts. Against the
// mean of both each sample has half of Pearson's statistic.
func sameDraws(first, second []int) float64 {
	mean := make([]float64, len(first))
	for k := range mean {
		mean[k] = float64(first[k] + second[k])
	}
	floats.Scale(1/floats.Sum(mean), mean)
	f := evidence.ChiSquare(first, mean)
	return distuv.ChiSquared{K: float64(f.DF)}.Survival(2 * f.Statistic)
}

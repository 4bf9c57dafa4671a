// Package cause names what most likely is wrong with a kernel that breaks a law.
//
// A cause is named only if it leaves nothing else to explain. The table in cause.go has the words for
// each, and three files find them:
//
//   - density.go lists densities, as f of the level before, 1/f, f in single precision, or f of other cells. The kernel
//     leaves one of them invariant in place of its own, to rounding, at every level that is looked at. If only moves
//     are seen, a density is named if it is the only one that fits them.
//   - slips.go and parts.go list kernels with one fault. One has the rows of the matrix, or makes the counted moves far
//     more probable than all others do (matched.go, which also tells what the cells have in common whose rows are off).
//   - matrix.go looks at the entries, as at their digits, sums and NaN; or at the moves: none changes an axis, enters
//     the ends of lines, or is taken against the odds.
//
// Two faults at once, and most faults of a single cell, have no cause here.
package cause

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
)

// A Cause is a name, for programs, and a sentence without its period, for people.
type Cause struct {
	Name, Says string
	Tolerance  float64 // with which all laws are kept; 0 if there is none or none is called for
}

// A Level is a level at which laws are broken, written out.
type Level struct {
	*laws.Written
	Broken map[laws.Law]bool
	// Fits reports whether the moves that were seen may leave a density invariant; nil if Rows are known.
	Fits func(p []float64) bool
	Seen *evidence.Tally // these moves; nil if Rows are known
}

// A Case describes a kernel that breaks a law.
type Case struct {
	chains.Annealing
	Given    bool          // the rows are from outside
	Declared chains.Kernel // nil if it claims to be none
	Levels   []Level       // one at least
	// Keeps reports whether all laws are kept if every entry may be off by a tolerance.
	Keeps func(ctx context.Context, tolerance float64) bool
}

// words are what is said of each cause, by its name, and what to do about it where that does not say it by
// itself.
var words = map[string]struct{ says, advice string }{
	"transposed": {"rows and columns are exchanged: the columns sum to 1",
		"let row x, column y hold the probability of going from cell x to y"},
	"displaced": {"the rows are one off: each cell has the row of the cell %s it in place of its own",
		"see whether a line is missing or too many, as a line of names"},
	"undefined": {"only the rows of cells without mass have NaN, as log f(y) - log f(x) does where both are -inf",
		"any row of probabilities would do there, as one that stays"},
	"uncut":  {"moves are taken with probability f(y)/f(x), which is not cut at 1", "accept with min(1, f(y)/f(x))"},
	"single": {"the entries are in single precision", "compute in double precision, or allow the tolerance"},
	"digits": {"the entries have %d digits%s", "write 17 digits, or allow the tolerance"},
	"impatient": {"nobody ever stays: it proposes again until a move is accepted, and a rejected move must count as " +
		"a step",
		"count a rejected move as a step in which the chain stays"},
	"wrapped": {"a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour",
		"let a move end where its line ends"},
	"line-ends": {"no move along axis %d enters the %s cell of a line: a range is one short",
		"let the loop run from the first cell of a line to the last"},
	"dropped": {"moves against long odds are never taken: their acceptance is cut to 0", ""},
	"target": {"cells without mass part the target itself into %d, and no single move leads past them; longer moves, " +
		"as from-prior has, would do", ""},
	"axis":   {"no move changes axis %d", "see whether moves along that axis are proposed, and not overwritten"},
	"frozen": {"it never moves", ""},
	"reversal": {"it leaves p invariant and is not reversible, and its reverse chain goes by the same steps: they " +
		"are to be taken backwards, as columns before rows", "give the reversal: R(x,y) = p(y) T(y,x)/p(x)"},
	"kernel": {"the rows are those of %s", ""},
	"informed": {"moves are proposed in proportion to f^%g of the cell they lead to and accepted with %s, which " +
		"forgets that ratio (Hastings)",
		"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of " +
			"proposing"},
	"informed-barker": {"moves are proposed in proportion to f(y)/(f(x)+f(y)) and accepted with %s, which forgets " +
		"that ratio (Hastings)",
		"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of " +
			"proposing; that is min(1, Z(x)/Z(y)), where Z is the sum of what moves are proposed in proportion to"},
	"neighbours": {"each cell draws among %s in proportion to f, and the sum of these f differs from cell to cell",
		"accept with min(1, S(x)/S(y)), where S is that sum, or redraw along a whole line"},
	"beside-walls": {"moves into cells without mass are left out of the proposal, so that the cells beside them have " +
		"fewer, and the acceptance forgets that ratio",
		"propose all moves alike and stay if one leads into a wall, or accept with min(1, f(y) moves(x)/(f(x) " +
			"moves(y)))"},
	"coarse": {"the probability of acceptance is rounded to a multiple of %g", "compute it in double precision"},
	"no-exp": {"moves are taken with probability log f(y) - log f(x): exp, or the log of the uniform, is left out",
		"accept with min(1, f(y)/f(x))"},
	"linear": {"moves are taken with probability 1 + log f(y) - log f(x), cut to 0 and 1: exp is left out",
		"accept with min(1, f(y)/f(x)), which is exp(log f(y) - log f(x)) if that is below 1"},
	"barker-log": {"moves are taken with probability log f(y)/(log f(x) + log f(y)), which is Barker's with log f in " +
		"place of f", "accept with f(y)/(f(x) + f(y))"},
	"degree": {"the ratio of the numbers of moves counts one too many at the %s end of axis %d",
		"count the moves that are proposed from there"},
	"one-sided": {"no move leads %s along axis %d, though moves lead the other way: that neighbour is never proposed",
		"propose both neighbours along an axis"},
	"imprecise": {"all laws are kept with a tolerance of %.0g, as if a part of it were in single precision",
		"compute in double precision, or allow the tolerance"},
	"one-way": {"a step from the %s cell of a line along %s lands at its other end, and none leads back",
		"let both ends of a line be neighbours, or neither"},
	"one-colour": {"it moves only from cells whose coordinates have an %s sum", "let every cell move"},
	"where":      {"%s, but for %d of %d cells, which all %s, as %d of all do", ""},

	"single-log-f":  {"log f is in single precision", "keep log f in double precision, or allow the tolerance"},
	"level-before":  {atAnother + "f from the level before", "hand f of the level to the kernel before it steps"},
	"level-after":   {atAnother + "f from the level after", "hand f of the level to the kernel before it steps"},
	"always-target": {atAnother + "f of the target at every level", ""},
	"inverted": {"it leaves 1/f invariant: log f, or the odds, have the wrong sign",
		"accept with min(1, f(y)/f(x)), which is exp(log f(y) - log f(x)) if that is below 1"},
	"flat": {"it leaves the flat density invariant, as if every move were accepted",
		"compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected"},
	"squared":     {"it leaves f^2 invariant: f, or beta, is multiplied in twice", ""},
	"square-root": {"it leaves the square root of f invariant: log f is halved", ""},
	"log10":       {"it leaves f^(1/ln 10) invariant: log to base 10 is taken for the natural one", ""},
	"ln10":        {"it leaves f^(ln 10) invariant: the natural log is taken for one to base 10", ""},
	"ln2":         {"it leaves f^(ln 2) invariant: the natural log is taken for one to base 2", ""},
	"log2":        {"it leaves f^(1/ln 2) invariant: log to base 2 is taken for the natural one", ""},
	"beta-twice":  {"it leaves f^beta of each level invariant: beta is multiplied in twice", ""},
	"temperature": {"it leaves f^%.4g invariant: the temperature, or a factor of log f, is wrong", ""},
	"order": {"it leaves f with rows and columns exchanged invariant: cells are counted along the other axis first",
		"let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c"},
	"flipped": {"it leaves f upside down along axis %d invariant", ""},
	"shifted": {"it leaves f shifted by one cell invariant: cells are counted from 1 and from 0", "count cells from 0"},
	"edges": {"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
		"the acceptance forgets that ratio",
		"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
			"moves(y)))"},
	"edges-inverted": {"the acceptance has the ratio of the numbers of moves upside down, or where none is due",
		"accept with min(1, f(y) moves(x)/(f(x) moves(y))), where moves counts the moves that are proposed"},
	"lopsided": {"moves %s along axis %d are proposed %.4g times as often as %s, and the acceptance forgets that " +
		"ratio (Hastings)", "accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing"},
	"walls": {"cells without mass are taken for cells with some, all of the same log f",
		"never move into a cell of log f = -inf"},
}

const atAnother = "it leaves the density at beta = %.4g invariant, not %.4g: "

// Named returns the cause of this name, with what its sentence leaves open.
func Named(name string, open ...any) *Cause {
	return &Cause{Name: name, Says: fmt.Sprintf(words[name].says, open...)}
}

// Advice says what to do, without a capital and a period; "" if the cause says it by itself.
func (c Cause) Advice() string { return words[c.Name].advice }

// namedIf returns the cause of this name if something is so, and otherwise nil.
func namedIf(so bool, name string, open ...any) *Cause {
	if !so {
		return nil
	}
	return Named(name, open...)
}

// A family finds a cause of one kind; nil if it finds none. What it returns counts only if ctx has not ended by then.
type family func(ctx context.Context, c Case) *Cause

// quick is a family that takes so little time that it need not look whether ctx has ended.
func quick(of func(c Case) *Cause) family {
	return func(_ context.Context, c Case) *Cause { return of(c) }
}

// Of returns the likely cause; nil if no cause explains all that is off. If ctx ends before that is known, the error is
// ctx's and there is no cause: one that was found might not be the likeliest.
func Of(ctx context.Context, c Case) (*Cause, error) {
	return c.first(ctx, quick(transposed), quick(displaced), quick(undefined), digits, quick(dropped), slipped,
		otherDensity, quick(lineEnds), quick(parted), quick(stuckAxis), quick(unreversed), imprecise, where)
}

// first returns what the first family finds that finds something. The error is ctx's.
func (c Case) first(ctx context.Context, families ...family) (*Cause, error) {
	for _, find := range families {
		found := find(ctx, c)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, nil
}

// breaks reports whether a law is broken at every level that is looked at.
func (c Case) breaks(law laws.Law) bool {
	return c.everywhere(func(l Level) bool { return l.Broken[law] })
}

// anywhere reports whether a law is broken at some level.
func (c Case) anywhere(law laws.Law) bool {
	return !c.everywhere(func(l Level) bool { return !l.Broken[law] })
}

// everywhere reports whether something is so at every level that is looked at.
func (c Case) everywhere(so func(l Level) bool) bool {
	return !slices.ContainsFunc(c.Levels, func(l Level) bool { return !so(l) })
}

// probabilities reports whether the rows are probabilities at every level that is looked at.
func (c Case) probabilities() bool {
	return c.everywhere(func(l Level) bool { return !l.Broken[laws.Entries] && !l.Broken[laws.Sums] })
}

// moves visits the moves between cells with mass.
func (l Level) moves(visit func(x, y int, p float64)) {
	for x, row := range l.Rows {
		for y, p := range row {
			if x != y && p > 0 && l.P[x] > 0 && l.P[y] > 0 {
				visit(x, y, p)
			}
		}
	}
}

// neighbours reports whether a single move leads from x to y.
func (l Level) neighbours(x, y int) bool {
	for m := range l.Grid.Moves() {
		if z, ok := l.Grid.Move(x, m); ok && z == y {
			return true
		}
	}
	return false
}

// leaves reports whether a step leaves this density invariant, relative to each of its masses. The rows of cells that
// have mass under it alone may be lost, as those of walls are: then detailed balance between all other cells tells.
func (l Level) leaves(p []float64) bool {
	lost := false
	kept := true
	after := make([]float64, len(p))
	for x, row := range l.Rows {
		lost = lost || l.P[x] == 0 && p[x] > 0
		if p[x] > 0 {
			floats.AddScaled(after, p[x], row)
		}
	}
	for y, v := range after {
		kept = kept && math.Abs(v-p[y]) <= 2e-10*p[y]+1e-290 // twice the limit of the law
	}
	return kept || lost && l.balances(p, func(x int) []float64 {
		if l.P[x] == 0 {
			return nil
		}
		return l.Rows[x]
	})
}

// fewFlows is a number of pairs of cells that balance by chance.
const fewFlows = 4

// balances reports whether the flows between any two cells whose rows are known, and not nil, are those back, and some
// are above 0.
func (l Level) balances(p []float64, row func(x int) []float64) bool {
	flows := 0
	for x := range p {
		from := row(x)
		if from == nil {
			continue
		}
		for y := range x {
			to := row(y)
			if to == nil {
				continue
			}
			forth, back := p[x]*from[y], p[y]*to[x]
			if !near(forth, back) {
				return false
			}
			if forth > 0 {
				flows++
			}
		}
	}
	return flows > fewFlows
}

// Package laws has the laws that a kernel keeps. Each is a value that names the law, and a function that
// measures the deviation from it. Package chaintest checks the kernels of the catalogue by them, and package validation
// a user's kernel.
//
// # How to read it
//
// The constants in law.go state the laws, each with its equation. A Finding is the result of measuring a law: the
// largest deviation, the limit, and a witness, such as the pair of cells with that deviation.
//
// LevelMatrices hold a kernel at one level as matrices, T and R. Their methods measure the laws.
//
// # Limits
//
// A limit bounds the effect of rounding, with room; its reason stands next to it. Given rows have the rounding of their
// author (precision.go), in double precision or in single. If a matrix was written with few digits, Tolerance bounds
// the error of each entry, and every law's limit grows accordingly.
package laws

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Law is one statement that a kernel keeps. The constants below are all laws; each is the name in reports.
//
// p is the density that a kernel is aimed at, normalised; T(x,y) is the probability that one step from x leads to y; R
// is the operator of the reverse chain's steps.
type Law string

// The laws of a kernel's rows at one level.
const (
	Entries    Law = "entries are probabilities"          // 0 <= T(x,y) <= 1
	Sums       Law = "rows sum to 1"                      // sum_y T(x,y) = 1
	Walls      Law = "no cell without mass is entered"    // T(x,y) = 0 if p(y) = 0 and y is not x
	Invariance Law = "pT = p"                             // sum_x p(x) T(x,y) = p(y), to an absolute error
	EachCell   Law = "pT = p, relative to p"              // relative to p(y), so that rare cells count
	Reversal   Law = "its reversal undoes it"             // p(x) T(x,y) = p(y) R(y,x)
	Push       Law = "push and pull are the rows"         // Push(q) = qT, and Pull(f) = Tf of both functions
	Visits     Law = "a row visits each cell once"        // but its own, in the same order each time
	Declared   Law = "the rows are the declared kernel's" // T is the matrix of the declared kernel
	Connected  Law = "every cell leads to every other"    // of those with mass, in some number of steps
	// p(x) T(x,y) = p(y) T(y,x); a sound kernel may break it
	DetailedBalance Law = "detailed balance"
)

// The laws of a kernel that is known by samples alone. A finding's value is a p-value, and its limit the level that the
// p-value must exceed.
const (
	SeenWalls Law = "no cell without mass is seen entered"
	SeenDraws Law = "steps from draws of p are draws of p"
	SeenRows  Law = "moves are the declared kernel's" // from each cell
)

// The laws of a command that makes moves, and runs or tells rows.
const (
	Again           Law = "asked again, the rows are the same"     // in another order
	MovesFollowRows Law = "moves are drawn from the rows"          // also of many states at once
	BatchAgrees     Law = "states asked together move as one does" // for MovesFollowRows, if only single moves keep it
)

// FitsModel is the law of a kernel together with the model of its target, and FitTogether that of a program.
const (
	FitsModel   Law = "its steps and new data fit the model"
	FitTogether Law = "forward and reverse runs fit together"
)

// A Finding records one check of a law: the largest deviation, its limit, and its place.
type Finding struct {
	Law          Law
	OK           bool
	Value, Limit float64
	Witness      string // a state, a pair of states, a step or a path; "" if nothing is off
	Single       bool   // kept in single precision alone
	Unclear      bool   // too few data to decide; OK is then true
	Needs        int    // if unclear, about the number of moves that would decide; 0 if unknown
}

// String describes a broken law in a line, with digits enough to tell the value from the limit.
func (f Finding) String() string {
	off, most := "", ""
	for digits := 3; off == most && digits <= 17; digits++ {
		off, most = fmt.Sprintf("%.*g", digits, f.Value), fmt.Sprintf("%.*g", digits, f.Limit)
	}
	return fmt.Sprintf("%v: %s: off by %s, where %s is allowed", f.Law, f.Witness, off, most)
}

// Worse reports whether f is further off than g. A broken law is worse than a kept one, and one that is kept to single
// precision alone worse than another that is kept, whatever their values: limits differ from level to level.
func (f Finding) Worse(g Finding) bool {
	if f.OK != g.OK {
		return !f.OK
	}
	if f.Single != g.Single {
		return f.Single
	}
	return f.Value > g.Value || math.IsNaN(f.Value) && !math.IsNaN(g.Value)
}

// Broken returns the findings of broken laws.
func Broken(all []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(all), func(f Finding) bool { return f.OK })
}

// A Worst holds the largest of many deviations, each in units of its own limit, and its place. The zero value has none.
type Worst struct {
	off, limit float64
	where      string
}

// See takes a deviation of a law whose limit is the same everywhere. It reports whether the deviation is the largest so
// far; the caller then gives its place to At. NaN is larger than any.
func (w *Worst) See(off float64) bool { return w.seeWithin(off, 1) }

// seeWithin does as See for a law that has its own limit, above 0, at each place.
func (w *Worst) seeWithin(off, limit float64) bool {
	over, most := off/limit, 0.0
	if w.limit > 0 {
		most = w.off / w.limit
	}
	if over > most || math.IsNaN(over) && !math.IsNaN(most) {
		w.off, w.limit = off, limit
		return true
	}
	return false
}

// At sets the place of the largest deviation.
func (w *Worst) At(format string, args ...any) { w.where = fmt.Sprintf(format, args...) }

// Finding returns the largest deviation that See took, of a law that may be off by limit.
func (w Worst) Finding(l Law, limit float64) Finding {
	return Finding{Law: l, OK: w.off <= limit, Value: w.off, Limit: limit, Witness: w.where}
}

// findingWithin returns the largest deviation that seeWithin took. Its limit is the one at the worst place, or
// relatively if nothing was off.
func (w Worst) findingWithin(l Law) Finding {
	return w.Finding(l, cmp.Or(w.limit, relatively))
}

package experiments

import (
	"fmt"

	"breadboard/chains"
	"breadboard/exact"
)

// A Law is one statement that a kernel has to keep: how far it is off, how far
// it may be, and where it is off most.
type Law struct {
	Name         string
	OK           bool
	Value, Limit float64
	Witness      string // the state, the pair of states or the step; "" where there is nothing to show
	Unclear      bool   // there is not enough data to tell; OK is then true
}

// The laws, by the names that reports give them.
const (
	LawEntries    = "entries are probabilities"
	LawSums       = "rows sum to 1"
	LawWalls      = "no cell without mass is entered"
	LawInvariance = "pT = p"
	LawEachCell   = "pT = p, relative to p"
	LawReversal   = "its reversal undoes it"
	LawPush       = "push and pull are the rows"
	LawDeclared   = "the rows are the declared kernel's"

	LawStart      = "forward chains start at p_1"
	LawReverse    = "reverse chains start at p_T"
	LawOneWeight  = "one weight a path"
	LawCrooks     = "Crooks, by pairwise flows"
	LawMeanW      = "E_fwd[w] = Z_t/Z_1"
	LawMeanInvW   = "E_rev[1/w] = Z_t/Z_T"
	LawBelow      = "E_fwd[log w] <= log Z_t/Z_1"
	LawAbove      = "E_rev[log w] >= log Z_T/Z_t"
	LawSandwich   = "E_rev[log w] >= E_fwd[log w]"
	LawBoundsJ    = "B >= J"
	LawTwoFormula = "B = Eq. (22)-(23)"
)

// ExactLaws are all of them, in the order of tables.
var ExactLaws = []string{LawEntries, LawSums, LawWalls, LawInvariance, LawEachCell, LawReversal, LawPush, LawDeclared,
	LawStart, LawReverse, LawOneWeight, LawCrooks, LawMeanW, LawMeanInvW, LawBelow, LawAbove, LawSandwich, LawBoundsJ, LawTwoFormula}

// A Balance says what a kernel's flows between pairs of cells are.
type Balance int

// The balances, from the best on.
const (
	Reversible Balance = iota
	Invariant
	Unbalanced
)

// String is the balance in words.
func (b Balance) String() string {
	switch b {
	case Reversible:
		return "reversible"
	case Invariant:
		return "not reversible but invariant: its reversal will be used in the reverse chain"
	}
	return "not invariant"
}

// A Gain is what the log weight gains in the step from x at level t-1 to y at
// level t, between log densities from and to. By the law that is to[x] - from[x].
type Gain func(t int, from, to []float64, x, y int) float64

// A Candidate is what is validated: an annealing as somebody wrote it. What is nil
// is as the law says, and need not be looked at.
type Candidate struct {
	Name string
	chains.Annealing
	Slack    float64                                  // how far laws may be off besides rounding, as by digits that were not written
	Cost     float64                                  // evaluations of the density in one step of the kernel; 0 where nobody knows
	Given    func(t int) [][]float64                  // the matrix of level t, as it was handed in; nil for the first level where it has none
	Declared chains.Kernel                            // the kernel that it is said to be
	Back     chains.Kernel                            // whose operator the reverse chain steps by, in place of the kernel's reversal
	First    func(p []float64) []float64              // the law that forward chains start from, p_1 being p
	Last     func(p []float64) []float64              // the law that reverse chains start from, p_T being p
	Weight   Gain                                     // of forward chains
	Unweight Gain                                     // of reverse chains, for the forward step from x to y
	Aimed    func(t int, beta float64) (int, float64) // where T_t is aimed
}

// cell names a state by its coordinates.
func (s Candidate) cell(x int) string { return fmt.Sprintf("cell %v", s.Grid.Coords(x)) }

// pair names a move.
func (s Candidate) pair(x, y int) string {
	return fmt.Sprintf("from cell %v to %v", s.Grid.Coords(x), s.Grid.Coords(y))
}

// A Validation is what is right and wrong with a kernel.
type Validation struct {
	Candidate Candidate
	Levels    []LevelReport
	Laws      []Law // of all levels, each at its worst, and of the annealing as a whole
	Balance   Balance
	Notes     []string // what is no breach and good to know
	J, B      float64  // of the annealing; NaN where there is none

	Compared []Beside
	Sampled  bool // only samples are seen: values of laws are p-values
	Moves    int  // how many were

	apart            []string // by beta: between which cells no way was seen
	gap              exact.Gap
	forward, reverse *pass // nil where there is no annealing
}

// OK reports whether every law is kept.
func (v Validation) OK() bool { return len(v.Broken()) == 0 }

// Broken are the laws that are not kept.
func (v Validation) Broken() []Law {
	var broken []Law
	for _, l := range v.Laws {
		if !l.OK {
			broken = append(broken, l)
		}
	}
	return broken
}

// Verdict is the whole in one line.
func (v Validation) Verdict() string {
	broken := v.Broken()
	if v.Sampled && len(broken) == 0 {
		return fmt.Sprintf("%s breaks none of %d laws in %d moves%s", v.Candidate.Name, len(v.Laws), v.Moves, v.unclear())
	}
	if len(broken) == 0 {
		return fmt.Sprintf("%s keeps all %d laws: %v", v.Candidate.Name, len(v.Laws), v.Balance)
	}
	return fmt.Sprintf("%s breaks %d of %d laws: first %q, %s", v.Candidate.Name, len(broken), len(v.Laws), broken[0].Name, broken[0].Witness)
}

// note adds what is good to know.
func (v *Validation) note(format string, args ...any) {
	v.Notes = append(v.Notes, fmt.Sprintf(format, args...))
}

// unclear says of which laws there is not enough data to tell.
func (v Validation) unclear() string {
	n := 0
	for _, l := range v.Laws {
		if l.Unclear {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; of %d there is not enough data to tell", n)
}

// Last is the report of the last level.
func (v Validation) Last() LevelReport { return v.Levels[len(v.Levels)-1] }

// A LevelReport is what is right and wrong at one level, and how fast the chain
// is there.
type LevelReport struct {
	T        int
	Beta     float64
	P        []float64 // the density
	Off      []float64 // pT - p
	Laws     []Law
	Balance  Balance
	Flow     Law      // detailed balance: which need not hold
	Speed    *Speed   // nil where it was not asked for or cannot be
	Ends     *Ends    // in place of Speed, where there are too many cells
	SpeedErr string   // why neither can be
	Pattern  *Pattern // known also where the speed cannot be
}

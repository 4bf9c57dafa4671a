package validation_test

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/experiments/validation"
	"breadboard/grid"
)

// slips has a kernel for every cause, and one for every word that its sentence may have.
func slips() []slip {
	return slices.Concat(matrixSlips(), levelSlips(), cellSlips(), moveSlips(), otherSlips())
}

// matrixSlips are in files of matrices.
func matrixSlips() []slip {
	matrix := func(k func(x, y int, m [][]float64) float64) validation.Candidate {
		return filed(kernels.Metropolis{}, k)
	}
	rightMatrix := []validation.Candidate{matrix(asIs)}
	return []slip{
		{"transposed",
			"rows and columns are exchanged: the columns sum to 1",
			"let row x, column y hold the probability of going from cell x to y",
			matrix(func(x, y int, m [][]float64) float64 { return m[y][x] }), rightMatrix},
		{"displaced",
			"the rows are one off: each cell has the row of the cell before it in place of its own",
			"see whether a line is missing or too many, as a line of names",
			matrix(shiftedRows(-1)), rightMatrix},
		{"displaced",
			"the rows are one off: each cell has the row of the cell after it in place of its own",
			"see whether a line is missing or too many, as a line of names",
			matrix(shiftedRows(1)), rightMatrix},
		{"single",
			"the entries are in single precision",
			"compute in double precision, or allow the tolerance",
			matrix(func(x, y int, m [][]float64) float64 { return float64(float32(m[x][y])) }), rightMatrix},
		{"digits",
			"the entries have 6 digits after the point",
			"write 17 digits, or allow the tolerance",
			matrix(func(x, y int, m [][]float64) float64 { return math.Round(m[x][y]*1e6) / 1e6 }), rightMatrix},
		{"digits",
			"the entries have 5 digits",
			"write 17 digits, or allow the tolerance",
			matrix(func(x, y int, m [][]float64) float64 {
				v, _ := strconv.ParseFloat(fmt.Sprintf("%.5g", m[x][y]), 64)
				return v
			}), rightMatrix},
		{"digits",
			"the entries have 5 digits",
			"write 17 digits, or allow the tolerance",
			filed(kernels.Perfect{}, func(x, y int, m [][]float64) float64 {
				v, _ := strconv.ParseFloat(fmt.Sprintf("%.5g", m[x][y]), 64)
				return v
			}), rightMatrix},
	}
}

// levelSlips are of kernels that are aimed at another level, or at a power of f.
func levelSlips() []slip {
	right := []validation.Candidate{ruled(bugs.Plain)}
	return []slip{
		{"level-before",
			"it leaves the density at beta = 0.6667 invariant, not 1: f from the level before",
			"hand f of the level to the kernel before it steps",
			stale(-1), []validation.Candidate{stale(0)}},
		{"level-after",
			"it leaves the density at beta = 1 invariant, not 0.6667: f from the level after",
			"hand f of the level to the kernel before it steps",
			stale(1), []validation.Candidate{stale(0)}},
		{"always-target",
			"it leaves the density at beta = 1 invariant, not 0.6667: f of the target at every level",
			"",
			stale(4), []validation.Candidate{stale(0)}},
		{"single-log-f",
			"log f is in single precision",
			"keep log f in double precision, or allow the tolerance",
			ruled(read(func(_ grid.Grid, logf []float64, x int) float64 { return float64(float32(logf[x])) })),
			right},
		{"inverted",
			"it leaves 1/f invariant: log f, or the odds, have the wrong sign",
			"accept with min(1, f(y)/f(x)), which is exp(log f(y) - log f(x)) if that is below 1",
			ruled(times(-1)), right},
		{"flat",
			"it leaves the flat density invariant, as if every move were accepted",
			"compare the proposal with min(1, f(y)/f(x)), and stay if it is rejected",
			ruled(times(0)), right},
		{"squared",
			"it leaves f^2 invariant: f, or beta, is multiplied in twice",
			"",
			ruled(times(2)), right},
		{"square-root",
			"it leaves the square root of f invariant: log f is halved",
			"",
			ruled(times(0.5)), right},
		{"log10",
			"it leaves f^(1/ln 10) invariant: log to base 10 is taken for the natural one",
			"",
			ruled(times(1 / math.Ln10)), right},
		{"ln10",
			"it leaves f^(ln 10) invariant: the natural log is taken for one to base 10",
			"",
			ruled(times(math.Ln10)), right},
		{"ln2",
			"it leaves f^(ln 2) invariant: the natural log is taken for one to base 2",
			"",
			ruled(times(math.Ln2)), right},
		{"log2",
			"it leaves f^(1/ln 2) invariant: log to base 2 is taken for the natural one",
			"",
			ruled(times(1 / math.Ln2)), right},
		{"temperature",
			"it leaves f^0.77 invariant: the temperature, or a factor of log f, is wrong",
			"",
			ruled(times(0.77)), right},
		{"beta-twice",
			"it leaves f^beta of each level invariant: beta is multiplied in twice",
			"",
			ruled(betaTwice), right},
	}
}

// cellSlips confuse cells, or forget how often each is proposed.
func cellSlips() []slip {
	right := []validation.Candidate{ruled(bugs.Plain)}
	column := func(g grid.Grid, x int) int { return g.Coord(x, 1)*4 + g.Coord(x, 0) }
	inverse := func(_ grid.Grid, x int) int { return x%4*5 + x/4 }
	flip := func(axis int) func(g grid.Grid, x int) int {
		return func(g grid.Grid, x int) int { return x + (g.Len(axis)-1-2*g.Coord(x, axis))*g.Stride(axis) }
	}
	return []slip{
		{"order",
			"it leaves f with rows and columns exchanged invariant: cells are counted along the other axis first",
			"let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c",
			reordered(column), right},
		{"order",
			"it leaves f with rows and columns exchanged invariant: cells are counted along the other axis first",
			"let the last axis run fastest: on R rows and C columns, row r and column c is cell r C + c",
			reordered(inverse), right},
		{"flipped",
			"it leaves f upside down along axis 1 invariant",
			"",
			reordered(flip(0)), right},
		{"flipped",
			"it leaves f upside down along axis 2 invariant",
			"",
			reordered(flip(1)), right},
		{"shifted",
			"it leaves f shifted by one cell invariant: cells are counted from 1 and from 0",
			"count cells from 0",
			reordered(func(_ grid.Grid, x int) int { return (x + 1) % 20 }), right},
		{"shifted",
			"it leaves f shifted by one cell invariant: cells are counted from 1 and from 0",
			"count cells from 0",
			reordered(func(_ grid.Grid, x int) int { return (x + 19) % 20 }), right},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			ruled(proposes(oneOfMoves, 0)), append(right, ruled(proposes(oneOfMoves, 1)))},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			ruled(proposingKing(0, true)), []validation.Candidate{ruled(proposingKing(1, true))}},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			walled(proposingKing(0, true)), []validation.Candidate{walled(proposingKing(1, true))}},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			walled(proposingKing(0, false)), []validation.Candidate{walled(proposingKing(1, false))}},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			walled(proposes(oneOfBox, 0)), []validation.Candidate{walled(proposes(oneOfBox, 1))}},
		{"edges",
			"it leaves f times a cell's number of moves invariant: the proposal has fewer moves at the border, and " +
				"the acceptance forgets that ratio",
			"propose all moves alike and stay if one leads off the grid, or accept with min(1, f(y) moves(x)/(f(x) " +
				"moves(y)))",
			walled(proposes(oneOfFree, 0)), []validation.Candidate{walled(proposes(oneOfFree, 1))}},
		{"edges-inverted",
			"the acceptance has the ratio of the numbers of moves upside down, or where none is due",
			"accept with min(1, f(y) moves(x)/(f(x) moves(y))), where moves counts the moves that are proposed",
			ruled(proposes(oneOfMoves, -1)), []validation.Candidate{ruled(proposes(oneOfMoves, 1))}},
		{"lopsided",
			"moves forth along axis 1 are proposed 4 times as often as back, and the acceptance forgets that ratio " +
				"(Hastings)",
			"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing",
			ruled(proposes(slanted(0, 0.1, 0.4), 0)),
			[]validation.Candidate{ruled(proposes(slanted(0, 0.1, 0.4), 1))}},
		{"lopsided",
			"moves back along axis 2 are proposed 1.5 times as often as forth, and the acceptance forgets that ratio " +
				"(Hastings)",
			"accept with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing",
			ruled(proposes(slanted(1, 0.3, 0.2), 0)),
			[]validation.Candidate{ruled(proposes(slanted(1, 0.3, 0.2), 1))}},
	}
}

// moveSlips take moves that lead elsewhere, or leave some out.
func moveSlips() []slip {
	right := []validation.Candidate{ruled(bugs.Plain)}
	return []slip{
		{"walls",
			"cells without mass are taken for cells with some, all of the same log f",
			"never move into a cell of log f = -inf",
			walled(nextToWalls(0.5)), []validation.Candidate{walled(bugs.Plain)}},
		{"undefined",
			"only the rows of cells without mass have NaN, as log f(y) - log f(x) does where both are -inf",
			"any row of probabilities would do there, as one that stays",
			walled(nextToWalls(math.Inf(-1))), []validation.Candidate{walled(bugs.Plain)}},
		{"uncut",
			"moves are taken with probability f(y)/f(x), which is not cut at 1",
			"accept with min(1, f(y)/f(x))",
			ruled(bugs.Uncut), right},
		{"impatient",
			"nobody ever stays: it proposes again until a move is accepted, and a rejected move must count as a step",
			"count a rejected move as a step in which the chain stays",
			ruled(untilAccepted), right},
		{"wrapped",
			"a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour",
			"let a move end where its line ends",
			claims(ruled(seam(true, true))), []validation.Candidate{claims(ruled(bugs.Plain))}},
		{"wrapped",
			"a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour",
			"let a move end where its line ends",
			ruled(seam(true, false)), right},
		{"wrapped",
			"a step from the end of a line lands at the start of the next: x+1 is taken for a neighbour",
			"let a move end where its line ends",
			ruled(seam(false, true)), right},
		{"line-ends",
			"no move along axis 1 enters the last cell of a line: a range is one short",
			"let the loop run from the first cell of a line to the last",
			ruled(unentered(0, 3)), right},
		{"line-ends",
			"no move along axis 1 enters the first cell of a line: a range is one short",
			"let the loop run from the first cell of a line to the last",
			ruled(unentered(0, 0)), right},
		{"line-ends",
			"no move along axis 2 enters the last cell of a line: a range is one short",
			"let the loop run from the first cell of a line to the last",
			ruled(unentered(1, 4)), right},
		{"line-ends",
			"no move along axis 2 enters the first cell of a line: a range is one short",
			"let the loop run from the first cell of a line to the last",
			ruled(unentered(1, 0)), right},
		{"dropped",
			"moves against long odds are never taken: their acceptance is cut to 0",
			"",
			ruled(bugs.Single(func(d float64) float64 {
				if d < math.Log(0.2) {
					return 0
				}
				return bugs.Accept(d)
			})), right},
		{"axis",
			"no move changes axis 2",
			"see whether moves along that axis are proposed, and not overwritten",
			ruled(along(0)), right},
		{"axis",
			"no move changes axis 1",
			"see whether moves along that axis are proposed, and not overwritten",
			ruled(along(1)), right},
	}
}

// otherSlips leave p invariant.
func otherSlips() []slip {
	sweep := kernels.Rows{To: bugs.Sweep(0, 1), Back: bugs.Sweep(1, 0)}
	barker := annealing(make([]float64, 20), kernels.Barker{})
	barker.Declared = kernels.Metropolis{}
	declared := barker
	declared.Declared = kernels.Barker{}
	return []slip{
		{"target",
			"cells without mass part the target itself into 2, and no single move leads past them; longer moves, as " +
				"independence has, would do",
			"",
			parted(kernels.Metropolis{}), []validation.Candidate{parted(kernels.Independence{})}},
		{"reversal",
			"it leaves p invariant and is not reversible, and its reverse chain goes by the same steps: they are to " +
				"be taken backwards, as columns before rows",
			"give the reversal: R(x,y) = p(y) T(y,x)/p(x)",
			annealing(make([]float64, 20), kernels.Rows{To: bugs.Sweep(0, 1)}),
			[]validation.Candidate{annealing(make([]float64, 20), sweep)}},
		{"kernel",
			"the rows are those of barker",
			"",
			barker, []validation.Candidate{declared}},
	}
}

// Every cause is named by its sentence and its advice, word for word; and the advice works. A kernel that follows it
// keeps all laws, and so does one with the slip with the tolerance that is advised, of which a tenth does not do.
func TestCauses(t *testing.T) {
	for i, c := range slips() {
		t.Run(fmt.Sprint(c.name, i), func(t *testing.T) {
			v := validated(t, c.broken)
			if v.OK() || v.Cause == nil {
				t.Fatalf("no cause, want %q: %s", c.name, v.Verdict())
			}
			if v.Cause.Name != c.name || v.Cause.Says != c.says || v.Cause.Advice() != c.advice {
				t.Errorf("the cause is %q: %q, %q; want %q: %q, %q", v.Cause.Name, v.Cause.Says, v.Cause.Advice(), c.name,
					c.says, c.advice)
			}
			for k, s := range c.cured {
				if v := validated(t, s); !v.OK() {
					t.Errorf("the kernel that follows the advice, number %d: %s", k+1, v.Verdict())
				}
			}
			if allows := strings.HasSuffix(c.advice, "or allow the tolerance"); (v.Cause.Tolerance > 0) != allows {
				t.Errorf("the tolerance is %v, and the advice is %q", v.Cause.Tolerance, c.advice)
			}
			if at := v.Cause.Tolerance; at > 0 {
				for slack, ok := range map[float64]bool{at: true, at / 10: false} {
					c.broken.Slack = slack
					if v := validated(t, c.broken); v.OK() != ok {
						t.Errorf("of the advised tolerance %v, %v is accepted: %v, want %v", at, slack, v.OK(), ok)
					}
				}
			}
		})
	}
}

// A cause that no kernel here has is no cause. The names are read from the code that finds them.
func TestEveryCauseHasASlip(t *testing.T) {
	have := map[string]bool{"frozen": true} // of moves alone: TestCausesOfMoves
	for _, c := range slips() {
		have[c.name] = true
	}
	names := regexp.MustCompile(`(?:Cause\{Name: |return say\(|\n\t\{[^,\n]+, )"([a-z0-9-]+)"`)
	found := map[string]bool{}
	for _, pattern := range []string{"cause/*.go", "*.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			code, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range names.FindAllStringSubmatch(string(code), -1) {
				found[m[1]] = true
			}
		}
	}
	if !maps.Equal(found, have) {
		t.Errorf("the causes in the code are %v, and those with a kernel here %v", slices.Sorted(maps.Keys(found)),
			slices.Sorted(maps.Keys(have)))
	}
}

// What moves alone tell of a kernel that does not move, or not along an axis.
func TestCausesOfMoves(t *testing.T) {
	for says, k := range map[string]chains.Kernel{"it never moves": kernels.Identity{},
		"no move changes axis 1": kernels.Rows{To: along(1)}, "no move changes axis 2": kernels.Rows{To: along(0)}} {
		s := annealing(make([]float64, 20), kernels.Metropolis{})
		m := &stepper{k.On(s.Grid), s.NewLevel(), sample.Seeded(29), -1}
		v, err := s.Sample(t.Context(), m, nil, validation.Sampling{Budget: 1e6, Chains: 100, Fault: 0.1, Level: 0.001,
			Power: 0.9, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if v.Cause == nil || v.Cause.Says != says {
			t.Errorf("want %q: %s", says, v.Verdict())
		}
	}
}

// validated validates the whole annealing, or the level of a matrix.
func validated(t *testing.T, s validation.Candidate) validation.Validation {
	t.Helper()
	run := func() (validation.Validation, error) { return validation.Run(t.Context(), s, nil) }
	if s.Given != nil {
		run = func() (validation.Validation, error) { return validation.At(t.Context(), s, 1) }
	}
	v, err := run()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

package validation

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// slips are kernels with one fault, of the causes that no mistake of the table has, and of the words that a sentence
// may have.
var slips = []struct {
	name, says string
	broken     Candidate
}{
	{"flat", "", ruled(times(0))}, {"squared", "", ruled(times(2))}, {"square-root", "", ruled(times(0.5))},
	{"temperature", "it leaves f^0.77 invariant: the temperature, or a factor of log f, is wrong", ruled(times(0.77))},
	{"temperature", "it leaves f^1.3 invariant: the temperature, or a factor of log f, is wrong, or f is in the " +
		"proposal too, and its ratio (Hastings) is forgotten", ruled(times(1.3))},
	{"temperature", "it leaves f^2.303 invariant: the natural log is taken for one to base 10",
		ruled(times(math.Ln10))},
	{"temperature", "it leaves f^1.443 invariant: a log to base 2 is taken for the natural one",
		ruled(times(1 / math.Ln2))},
	{"axis", "moves change axis 1 alone, counted from 1", ruled(alongAxis(0))},
	{"axis", "moves change axis 2 alone, counted from 1", ruled(alongAxis(1))},
}

// TestCauses: the cause of each slip is named.
func TestCauses(t *testing.T) {
	for i, c := range slips {
		v := validated(t, c.broken)
		if v.OK() || v.Cause == nil {
			t.Errorf("%d: no cause, want %q: %s", i, c.name, v.Verdict())
			continue
		}
		if v.Cause.Name != c.name || c.says != "" && v.Cause.Says != c.says || strings.Contains(v.Cause.Says, "%!") {
			t.Errorf("the cause is %q: %q; want %q: %q", v.Cause.Name, v.Cause.Says, c.name, c.says)
		}
	}
}

// TestConventions: rows that keep a power of f exactly, as by another convention of J or of units, are not called wrong
// before that is said. A power without a name is.
func TestConventions(t *testing.T) {
	for k, keeps := range map[float64]string{2: "f^2", 0.5: "the square root of f", -1: "1/f",
		math.Ln10: "f^2.303", 0.77: "", 0: ""} {
		says := validated(t, ruled(times(k))).Verdict().String()
		told := " keeps " + keeps + " exactly, and not f: step and target may use different conventions"
		if strings.Contains(says, told) != (keeps != "") {
			t.Errorf("f^%v: %s", k, says)
		}
	}
}

// TestCauseOnFewCells: three cells in a row are enough to name a slip, and two are not: there other steps have its
// rows.
func TestCauseOnFewCells(t *testing.T) {
	for n, named := range map[int]bool{2: false, 3: true} {
		logf := []float64{0, 1, -0.7}[:n]
		s := annealing("square-root", grid.New(n), make([]float64, n), logf, kernels.Rows{To: times(0.5)}, 2)
		v := must.Have(At(t.Context(), s, 1))(t)
		if (v.Cause != nil) != named {
			t.Errorf("%d cells: the cause is %v", n, v.Cause)
		}
	}
}

// TestStuckByMoves: what moves alone show of a kernel that does not move, or not along an axis: they name no cause.
func TestStuckByMoves(t *testing.T) {
	for axis, k := range map[string]chains.Kernel{"along axis 1,": kernels.Identity{},
		"axis 1, none changes it": kernels.Rows{To: alongAxis(1)},
		"axis 2, none changes it": kernels.Rows{To: alongAxis(0)}} {
		s := onRugged(metropolis)
		v := must.Have(s.Sample(t.Context(), steps(sample.Seeded(29), k, s.Grid), nil, sampling(1e6, 0.25)))(t)
		if v.Cause != nil || !strings.Contains(v.Verdict().String(), axis) {
			t.Errorf("want %q: %s", axis, v.Verdict())
		}
		notes := strings.Join(v.Notes, "\n")
		if strings.Contains(notes, "%!") || !strings.Contains(notes, "; so it is at 4 of 4 betas") {
			t.Errorf("the notes are %s", notes)
		}
	}
}

// TestStuckIsNotAll: a kernel that never changes an axis and does not keep p besides has another cause, or none.
func TestStuckIsNotAll(t *testing.T) {
	v := validated(t, ruled(func(g grid.Grid, logf []float64, x int, visit func(y int, p float64)) {
		alongAxis(0)(g, powerOf(1.3)(logf), x, visit)
	}))
	if v.OK() || v.named() == "axis" {
		t.Errorf("by rows the cause is %q: %s", v.named(), v.Verdict())
	}
}

// TestAdviceIsFollowed: with as many moves as the verdict asks for every law is decided, and with half of them not.
// What is asked for then is by what they reached, and not the plan for moves of any step.
func TestAdviceIsFollowed(t *testing.T) {
	s := onRugged(metropolis)
	after := func(moves int) Validation {
		seen, m := make(Recorded, 20), steps(sample.Seeded(3), metropolis, s.Grid)
		must.Do(t, m.Aim(t.Context(), 1, rugged()))
		for i := range moves {
			seen.Add(i%20, m.next(i%20, m.dice))
		}
		return s.Count(seen, 1, sampling(1e6, 0.2))
	}
	few := after(400)
	_, advice, _ := strings.Cut(few.Verdict().String(), ": use about ")
	advice, _, _ = strings.Cut(advice, " such moves")
	needs := must.Have(strconv.Atoi(strings.ReplaceAll(advice, ",", "")))(t)
	for moves, enough := range map[int]bool{needs / 2: false, needs: true} {
		v := after(moves)
		if few := strings.Contains(v.Verdict().String(), "not enough data to tell"); few == enough || !v.OK() {
			t.Errorf("%d moves are asked for; after %d: %s", needs, moves, v.Verdict())
		}
		more := v.Reach.Step / 0.2
		asked := v.finding(laws.SeenDraws).Needs
		if least := float64(moves) * more * more; !enough && !(float64(asked) > least && float64(asked) < 1.4*least) {
			t.Errorf("after %d, which reach %.3g, %d are asked for", moves, v.Reach.Step, asked)
		}
	}
}

// validated validates the whole annealing, or the level of a matrix.
func validated(t *testing.T, s Candidate) Validation {
	t.Helper()
	if s.Given != nil {
		return must.Have(At(t.Context(), s, 1))(t)
	}
	return must.Have(Run(t.Context(), s, nil))(t)
}

// onRugged is a kernel on a 4x5 grid with no symmetry, in four levels.
func onRugged(k chains.Kernel) Candidate {
	return annealing("rule", grid.New(4, 5), make([]float64, 20), rugged(), k, 4)
}

// annealing is a candidate of T levels.
func annealing(name string, g grid.Grid, from, to []float64, k chains.Kernel, T int) Candidate {
	a := chains.Annealing{Grid: g, Schedule: chains.Linear(T), Kernel: k, Bridge: chains.Geometric{From: from, To: to}}
	return Candidate{Name: name, Annealing: a}
}

func ruled(rule kernels.Rule) Candidate { return onRugged(kernels.Rows{To: rule}) }

// with is the candidate with these rows at every level.
func (s Candidate) with(rows [][]float64) Candidate {
	s.Given = func(int) [][]float64 { return rows }
	s.Kernel = kernels.Matrices{N: len(rows), P: [][]float64{slices.Concat(rows...)}}
	return s
}

// times multiplies log f.
func times(k float64) kernels.Rule {
	return misread(bugs.Plain, func(v float64) float64 { return k * v })
}

// rugged is a log density of 20 cells without symmetry or repeated values.
func rugged() []float64 {
	logf := make([]float64, 20)
	for x := range logf {
		logf[x] = 1.7*math.Sin(3.1*float64(x)) + 0.8*math.Sin(7.3*float64(x)+1)
	}
	return logf
}

// TestNoCause: a fault of no family has no cause: where some probability of one or two random moves goes elsewhere, in
// a kernel of the catalogue, on any target; nor have any two cells, which balance under some density. Two cells that
// change places are right.
func TestNoCause(t *testing.T) {
	if v := must.Have(Run(t.Context(), walked([][]int{{1}, {0}}), nil))(t); !v.OK() || v.Cause != nil {
		t.Errorf("two cells that change places: %s", v.Verdict())
	}
	two := annealing("two cells", grid.New(2), make([]float64, 2), []float64{0, 1}, nil, 2)
	if v := must.Have(At(t.Context(), two.with([][]float64{{0.7, 0.3}, {0.2, 0.8}}), 1))(t); v.OK() || v.Cause != nil {
		t.Errorf("two cells: %s", v.Verdict())
	}
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom(kernels.Original[:len(kernels.Original)-5]).Draw(t, "kernel") // on the cells alone
		g := grid.New(rapid.IntRange(1, 4).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns"))
		n := g.Size()
		logf := rapid.SliceOfN(rapid.Float64Range(-3, 3), n, n).Draw(t, "log f")
		s := annealing(k.Name, g, make([]float64, n), logf, k.Make, 2)
		rows := s.write(2, 1, chains.On(s.Kernel, g)).Rows
		for i := range rapid.IntRange(1, 2).Draw(t, "faults") {
			x := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("from ", i))
			y := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("to ", i))
			z := rapid.IntRange(0, n-1).Draw(t, fmt.Sprint("instead of ", i))
			moved := rows[x][z] * rapid.Float64Range(0.01, 0.5).Draw(t, fmt.Sprint("share ", i))
			rows[x][y] += moved
			rows[x][z] -= moved
		}
		if v := must.Have(At(t.Context(), s.with(rows), 1))(t); v.Cause != nil {
			t.Fatalf("%s", v.Verdict())
		}
	})
}

// TestFewDigits: a right matrix that was written with six digits, after the point or in all, is said to be that, with a
// tolerance that suffices, and a wrong one is not.
func TestFewDigits(t *testing.T) {
	logf := []float64{0, 9, 3, -2, 4} // masses that span five decades
	setting := experiments.Setting{Kernel: "metropolis"}
	an := must.Have(setting.AnnealerOn(toys.Target{Name: "peaks", Grid: grid.New(len(logf)),
		LogF: logf}))(t)
	pairs := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {3, 4}, {2, 3}, {1, 2}, {0, 1}}
	for says, written := range map[string]func(v float64) float64{
		"6 digits after the point: write 17 digits (": func(v float64) float64 { return math.Round(v*1e6) / 1e6 },
		"have 6 digits: write 17 digits (%.17g), or": func(v float64) float64 {
			return must.Have(strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64))(t)
		},
	} {
		for _, wrong := range []float64{1, 1.01} {
			p := chains.Normalized(logf)
			p[1] *= wrong
			given := slices.Concat(redraws(p, pairs)...)
			m := Matrices{Path: "digits", Schedule: chains.Linear(2), P: [][]float64{given}}
			for x, v := range m.P[0] {
				m.P[0][x] = written(v)
			}
			s := FromMatrices(an, m)
			v := must.Have(At(t.Context(), s, 1))(t)
			named := v.Cause != nil && strings.Contains(v.Cause.Says+": "+v.Cause.Advice, says)
			if v.OK() || named != (wrong == 1) {
				t.Errorf("with a mass times %v: %s", wrong, v.Verdict())
			}
			s.Tolerance = 1e-5
			v = must.Have(At(t.Context(), s, 1))(t)
			if right := wrong == 1; v.OK() != right || (v.Balance == Reversible) != right {
				t.Errorf("with a mass times %v, and a tolerance: %s", wrong, v.Verdict())
			}
		}
	}
}

// TestFinestDraws: rows that miss a rare cell by less than random numbers resolve are right, and by more they are not.
func TestFinestDraws(t *testing.T) {
	const cells, rare = 4, 2
	logf := []float64{0, 0.3, -32, 0.7}
	s := annealing("draws", grid.New(cells), make([]float64, cells), logf, nil, 2)
	p := chains.Normalized(logf)
	for off, want := range map[float64]bool{0x1p-54: true, 0x1p-52: false} {
		row := slices.Clone(p)
		row[rare] += off
		if v := validated(t, s.with(slices.Repeat([][]float64{row}, cells))); v.OK() != want {
			t.Errorf("%v off: %s", off, v.Verdict())
		}
	}
}

// TestCauseInSinglePrecision: the cause of a slip is named of rows in single precision too.
func TestCauseInSinglePrecision(t *testing.T) {
	for name, k := range map[string]float64{"flat": 0, "squared": 2, "square-root": 0.5, "inverted": -1,
		"temperature": 0.77} {
		logf := rugged()
		own := make([]float64, len(logf))
		for x, v := range logf {
			own[x] = k * v
		}
		v := judged(t, logf, byMetropolis[float32](own))
		if v.OK() || v.named() != name {
			t.Errorf("%s: the cause is %q: %s", name, v.named(), v.Verdict())
		}
	}
	s := onRugged(metropolis)
	proposed := alike(s.Grid).proposed(rugged(), false)
	forgets := s.with(inSinglePrecision(accepting(proposed, rugged(), 0, likeMetropolis)))
	forgets.Proposed = func(int) [][]float64 { return inSinglePrecision(proposed) }
	if v := validated(t, forgets); v.named() != "hastings" {
		t.Errorf("forgets the ratio: the cause is %q: %s", v.named(), v.Verdict())
	}
}

// inSinglePrecision returns rows as single precision has them.
func inSinglePrecision(rows [][]float64) [][]float64 {
	return entryByEntry(rows, func(x, y int) float64 { return float64(float32(rows[x][y])) })
}

// TestCauseOnManyCells: on 529 cells a slip is named too, by what the proposals tell, and by what the rows leave
// invariant.
func TestCauseOnManyCells(t *testing.T) {
	g := grid.New(23, 23)
	logf := make([]float64, g.Size())
	for x := range logf {
		logf[x] = -math.Pow(float64(g.Coord(x, 0)-11), 2)/60 - math.Pow(float64(g.Coord(x, 1)-9), 2)/50
	}
	q := alike(g)
	own := func(k float64) []float64 { return powerOf(k)(logf) }
	for name, step := range map[string]func() (proposed, rows [][]float64){
		"hastings": func() (_, _ [][]float64) {
			proposed := q.proposed(logf, false)
			return proposed, accepting(proposed, logf, 0, likeMetropolis)
		},
		"squared": func() (_, _ [][]float64) {
			return nil, accepting(q.proposed(own(2), true), own(2), 1, likeMetropolis)
		},
	} {
		proposed, rows := step()
		s := annealing(name, g, make([]float64, len(logf)), logf, nil, 2).with(rows)
		if proposed != nil {
			s.Proposed = func(int) [][]float64 { return proposed }
		}
		v := validated(t, s)
		if v.OK() || v.named() != name || v.WorstPair == nil {
			t.Errorf("%s: the cause is %q: %s", name, v.named(), v.Verdict())
		}
	}
}

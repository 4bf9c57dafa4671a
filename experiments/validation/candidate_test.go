package validation_test

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/validation"
)

// handed returns Metropolis as matrices from a file, on a 2x3 target whose masses span
// five decades, at these levels; write rounds an entry as a file would.
func handed(t *testing.T, target string, schedule chains.Schedule,
	write func(x, y int, p float64) float64) validation.Candidate {
	t.Helper()
	path := filepath.Join(t.TempDir(), "g.csv")
	if err := os.WriteFile(path, []byte(target), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := experiments.Setting{Target: path, Kernel: "metropolis"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), c, schedule.Len())
	if err != nil {
		t.Fatal(err)
	}
	n := s.Grid.Size()
	m := validation.Matrices{Path: "k", Schedule: schedule, Declared: true}
	for _, p := range written(s, 1) {
		for i := range p {
			p[i] = write(i/n, i%n, p[i])
		}
		m.P = append(m.P, p)
	}
	return validation.Given(c, m)
}

// written returns the matrices of a candidate's kernel, row-major, from this level on.
func written(s validation.Candidate, from int) (all [][]float64) {
	op, l := s.Kernel.On(s.Grid), s.NewLevel()
	for t := from; t <= s.T(); t++ {
		s.LevelAt(l, t)
		op.Aim(l)
		all = append(all, slices.Concat(laws.RowsOf(op, s.Grid.Size())...))
	}
	return all
}

const rare = "0,9,3\n-2,4,6\n"

func sixDigits(_, _ int, p float64) float64 { return math.Round(p*1e6) / 1e6 }

// A matrix written with six digits keeps all laws with the tolerance that the help
// names, in rare cells as well, and not without; one that is wrong by a thousandth in the
// heaviest cell breaks them all the same.
func TestSlack(t *testing.T) {
	wrong := func(x, y int, p float64) float64 {
		switch {
		case x == 1 && y == 0:
			p += 1e-3
		case x == 1 && y == 1:
			p -= 1e-3
		}
		return sixDigits(x, y, p)
	}
	for _, c := range []struct {
		write func(x, y int, p float64) float64
		slack float64
		ok    bool
	}{{sixDigits, 1e-5, true}, {sixDigits, 0, false}, {wrong, 1e-5, false}} {
		s := handed(t, rare, chains.Linear(4), c.write)
		s.Slack = c.slack
		whole, err := validation.Run(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		one, err := validation.At(t.Context(), handedAt1(s), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []validation.Validation{whole, one} {
			if v.OK() != c.ok {
				t.Errorf("slack %v: it passes: %v, want %v: %s: %v", c.slack, v.OK(), c.ok, v.Verdict(), v.Broken())
			}
			if reversible := v.Balance == validation.Reversible; reversible != c.ok {
				t.Errorf("slack %v: it is %v, reversible: %v, want %v", c.slack, v.Balance, reversible, c.ok)
			}
		}
	}
}

// handedAt1 returns the last matrix of them alone.
func handedAt1(s validation.Candidate) validation.Candidate {
	given, T := s.Given, s.T()
	s.Given = func(int) [][]float64 { return given(T) }
	return s
}

// What stands in the rows of walls is not looked at: a chain is never there.
func TestRowsOfWalls(t *testing.T) {
	for _, inWall := range []float64{0, math.NaN(), 1, -3} {
		s := handed(t, "0,1,-inf,-inf\n2,-1,1,0\n", chains.Linear(3), func(x, _ int, p float64) float64 {
			if x == 2 || x == 3 {
				return inWall
			}
			return p
		})
		v, err := validation.Run(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Measure(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if !v.OK() {
			t.Errorf("%v: %s: %v", inWall, v.Verdict(), v.Broken())
		}
		if math.IsNaN(v.B) {
			t.Errorf("%v: B = %v", inWall, v.B)
		}
		if s := v.Last().Speed; s == nil {
			t.Errorf("%v: no speed: %s", inWall, v.Last().SpeedErr)
		} else if s.Stationary == nil {
			t.Errorf("%v: no stationary distribution: %s", inWall, v.Last().SpeedErr)
		}
	}
}

// The moves of matrices are reversed by Bayes' rule, so only the probability of staying can
// be off. The witness names the move that made it so all the same.
func TestReversalIsToldByMoves(t *testing.T) {
	s := handed(t, rare, chains.Linear(3), func(x, y int, p float64) float64 {
		switch {
		case x == 4 && y == 1:
			return p + 1e-6
		case x == 4 && y == 4:
			return p - 1e-6
		}
		return p
	})
	v, err := validation.Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	pair := regexp.MustCompile(`from cell (4 \[1 1\] to 1 \[0 1\]|1 \[0 1\] to 4 \[1 1\]) flows`)
	found := false
	for _, l := range v.Broken() {
		found = found || l.Law == laws.Reversal && pair.MatchString(l.Witness)
	}
	if !found {
		t.Errorf("no witness of the reversal is the pair of cells: %s", v.Verdict())
	}
}

// given returns a chain, its scene, and the matrices of its kernel.
func given(t *testing.T) (experiments.Chain, validation.Candidate, validation.Matrices) {
	t.Helper()
	c, err := experiments.Setting{Toy: "easy", Kernel: "heat-bath"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s, err := validation.Of(t.Context(), c, 4)
	if err != nil {
		t.Fatal(err)
	}
	m := validation.Matrices{Path: "k", Schedule: chains.Linear(4), P: [][]float64{nil}, Declared: true}
	m.P = append(m.P, written(s, 2)...)
	return c, s, m
}

// The kernel of the matrices of a catalogued kernel is that kernel, level by level.
func TestGiven(t *testing.T) {
	c, s, m := given(t)
	v, err := validation.Run(t.Context(), validation.Given(c, m), nil)
	if err != nil {
		t.Fatal(err)
	}
	truth, err := exact.Run(t.Context(), s.Annealing)
	if err != nil {
		t.Fatal(err)
	}
	if !v.OK() {
		t.Error(v.Verdict())
	}
	if len(v.Levels) != 3 {
		t.Errorf("%d levels, want 3", len(v.Levels))
	}
	for name, of := range map[string][2]float64{"J": {v.J, truth.J()}, "B": {v.B, truth.B()}} {
		if math.Abs(of[0]-of[1]) > 1e-12 {
			t.Errorf("%s = %v, of the kernel %v", name, of[0], of[1])
		}
	}
}

// An entry that is off is found and named.
func TestGivenWithAFault(t *testing.T) {
	c, _, m := given(t)
	m.P[2][3*49+4] += 1e-9
	v, err := validation.Run(t.Context(), validation.Given(c, m), nil)
	if err != nil {
		t.Fatal(err)
	}
	if v.OK() {
		t.Errorf("an entry off by 1e-9 passes: %s", v.Verdict())
	}
	if !strings.Contains(v.Verdict(), "[0 3]") {
		t.Errorf("an entry off by 1e-9: %s, want [0 3] in it", v.Verdict())
	}
}

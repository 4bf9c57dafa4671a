package validation_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/laws"
	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/validation"
	"breadboard/grid"
	"breadboard/toys"
)

// candidate is a catalogued kernel on a toy, in T levels.
func subject(t *testing.T, toy, kernel, schedule string, T int) validation.Candidate {
	t.Helper()
	c := must(experiments.Setting{Toy: toy, Kernel: kernel, Schedule: schedule}.Chain())(t)
	s := must(validation.Of(t.Context(), c, T))(t)
	return s
}

// No correct kernel is accused, on targets that are symmetric, that have no
// symmetry, and that span a hundred nats; with walls; from a few levels to many;
// with and without the last kernel.
func TestNoCorrectKernelIsAccused(t *testing.T) {
	for _, k := range kernels.Catalogue {
		for _, s := range sound(t, k.Name, k.Make) {
			if s.Grid.Size() > 500 {
				continue // the same kernel, on the small ones
			}
			v := must(validation.Run(t.Context(), s, nil))(t)
			if broken := laws.Broken(but(v.Laws, k)); len(broken) > 0 {
				t.Errorf("%s on %v, T = %d is accused: %s\n%v", k.Name, s.Grid, s.T(), v.Verdict(), broken)
			}
			if v.OK() != strings.Contains(v.Verdict(), "keeps all") {
				t.Errorf("%s on %v, T = %d: ok is %v: %s", k.Name, s.Grid, s.T(), v.OK(), v.Verdict())
			}
		}
	}
}

// but returns the findings that a kernel answers for. One that never moves is no sampler, and the
// finding that it does not get from cell to cell is right. So is the period of one that never stays where
// the density is flat to rounding.
func but(found []laws.Finding, k chains.Entry[chains.Kernel]) []laws.Finding {
	not := map[chains.Kernel]laws.Law{kernels.Identity{}: laws.Connected, kernels.GibbsMetropolis{}: laws.Aperiodic}
	for kernel, law := range not {
		if reflect.DeepEqual(kernel, k.Make) {
			found = slices.DeleteFunc(slices.Clone(found), func(f laws.Finding) bool { return f.Law == law })
		}
	}
	return found
}

// sound returns annealings that nothing is wrong with.
func sound(t *testing.T, name string, k chains.Kernel) []validation.Candidate {
	t.Helper()
	inf := math.Inf(-1)
	on := func(target toys.Target, b chains.Bridge, s chains.Schedule, skip bool) validation.Candidate {
		a := chains.Annealing{Grid: target.Grid, Kernel: k, Schedule: s, SkipLast: skip, Bridge: b}
		return validation.Candidate{Name: name, Annealing: a.Extended()}
	}
	walls := validation.Scene()
	small := validation.Walled([]float64{0.3, -1.2, 2.1, inf, 0.9, -0.4}, 2, 3)
	deep := validation.Walled([]float64{0, -300, 12, 250, inf, 3, -1, 0.5}, 2, 4)
	onSmall := func(from []float64, T int) validation.Candidate {
		return on(small, chains.Geometric{From: from, To: small.LogF}, chains.Linear(T), false)
	}
	return []validation.Candidate{
		subject(t, "barrier", name, "linear", 11),
		subject(t, "easy", name, "sigmoid:4", 6),
		subject(t, "hard", name, "linear", 12),
		on(walls, chains.Geometric{From: chains.Uniform(walls.LogF), To: walls.LogF}, chains.Linear(5), true),
		on(walls, chains.NewMixture(chains.Tempered(walls.LogF, -0.3), walls.LogF), chains.PowerLaw(2, 9), false),
		onSmall(chains.Tempered(small.LogF, -1), 5),
		on(deep, chains.Geometric{From: chains.Uniform(deep.LogF), To: deep.LogF}, chains.Linear(7), false),
		// Mass on a wall at first, and at first none where there is some.
		onSmall(make([]float64, 6), 4),
		onSmall([]float64{0, inf, 0, inf, 0, 0}, 4),
	}
}

// Constants in log f do not matter: with constants up to 2^40 at either end, no sound
// kernel is accused, in an annealing or at one beta, and each is Peskun's equal of itself.
func TestConstantsDoNotAccuse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, k := drawCandidate(t)
		v := must(validation.Run(context.Background(), s, nil))(t)
		if broken := laws.Broken(but(v.Laws, k)); len(broken) > 0 {
			t.Fatalf("%s: %v", v.Verdict(), broken)
		}
		one := must(validation.At(context.Background(), s, rapid.Float64Range(0, 1).Draw(t, "beta")))(t)
		if broken := laws.Broken(but(one.Laws, k)); len(broken) > 0 {
			t.Fatalf("at one beta: %s: %v", one.Verdict(), broken)
		}
		done(t, one.Compare(context.Background(), nil))
		i := slices.IndexFunc(one.Compared[1:], func(b validation.Beside) bool { return b.Name == s.Name })
		if b := one.Compared[1+i]; s.Grid.Size() == s.Base.Grid.Size() && b.Order != "equal" {
			t.Fatalf("%s is %q itself: %s", s.Name, b.Order, b.Pair)
		}
	})
}

// drawCandidate draws a kernel of the catalogue, and densities with constants of any size.
func drawCandidate(t *rapid.T) (validation.Candidate, chains.Entry[chains.Kernel]) {
	k := rapid.SampledFrom(kernels.Catalogue).Draw(t, "kernel")
	g := grid.New(rapid.IntRange(1, 2).Draw(t, "rows"), rapid.IntRange(2, 3).Draw(t, "columns"))
	constant := rapid.OneOf(rapid.Float64Range(-(1<<40), 1<<40), rapid.Float64Range(-100, 100), rapid.Just(0.0))
	density := func(name string) []float64 {
		v, c := make([]float64, g.Size()), constant.Draw(t, "constant of "+name)
		for x := range v {
			v[x] = c + rapid.Float64Range(-5, 5).Draw(t, name)
		}
		return v
	}
	from, to := density("initial"), density("target")
	bridge := chains.Bridge(chains.Geometric{From: from, To: to})
	if rapid.Bool().Draw(t, "means") {
		bridge = chains.NewQPath(from, to, rapid.SampledFrom([]float64{0, 0.5, 2, -1.5}).Draw(t, "Q"))
	}
	base := chains.Annealing{Grid: g, Kernel: k.Make, Bridge: bridge,
		Schedule: chains.Linear(rapid.IntRange(2, 5).Draw(t, "T")),
		SkipLast: rapid.Bool().Draw(t, "skip last")}
	return validation.Candidate{Name: k.Name, Annealing: base.Extended(), Base: base, Declared: k.Make}, k
}

// handed returns Metropolis as matrices from a file, on a 2x3 target whose masses span
// five decades, at these levels; write rounds an entry as a file would.
func handed(t *testing.T, target string, schedule chains.Schedule,
	write func(x, y int, p float64) float64) validation.Candidate {
	t.Helper()
	path := filepath.Join(t.TempDir(), "g.csv")
	done(t, os.WriteFile(path, []byte(target), 0o644))
	c := must(experiments.Setting{Target: path, Kernel: "metropolis"}.Chain())(t)
	s := must(validation.Of(t.Context(), c, schedule.Len()))(t)
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
		whole := must(validation.Run(t.Context(), s, nil))(t)
		one := must(validation.At(t.Context(), handedAt1(s), 1))(t)
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
		v := must(validation.Run(t.Context(), s, nil))(t)
		done(t, v.Measure(t.Context(), nil))
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
	v := must(validation.Run(t.Context(), s, nil))(t)
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
	c := must(experiments.Setting{Toy: "easy", Kernel: "heat-bath"}.Chain())(t)
	s := must(validation.Of(t.Context(), c, 4))(t)
	m := validation.Matrices{Path: "k", Schedule: chains.Linear(4), P: [][]float64{nil}, Declared: true}
	m.P = append(m.P, written(s, 2)...)
	return c, s, m
}

// The kernel of the matrices of a catalogued kernel is that kernel, level by level.
func TestGiven(t *testing.T) {
	c, s, m := given(t)
	v := must(validation.Run(t.Context(), validation.Given(c, m), nil))(t)
	truth := must(exact.Run(t.Context(), s.Annealing))(t)
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
	v := must(validation.Run(t.Context(), validation.Given(c, m), nil))(t)
	if v.OK() {
		t.Errorf("an entry off by 1e-9 passes: %s", v.Verdict())
	}
	if !strings.Contains(v.Verdict(), "[0 3]") {
		t.Errorf("an entry off by 1e-9: %s, want [0 3] in it", v.Verdict())
	}
}

// A kernel that proposes either neighbour and accepts with min(1, f(y)/f(x)) is right. One
// that takes the odds to the power 0.9 leaves another density invariant.
func Example() {
	at := func(power float64) chains.Kernel {
		return kernels.Rows{To: func(g grid.Grid, logf []float64, x int, visit func(int, float64)) {
			for m := range g.Moves() {
				if y, ok := g.Move(x, m); ok {
					visit(y, math.Min(1, math.Exp(power*(logf[y]-logf[x])))/float64(g.Moves()))
				}
			}
		}}
	}
	for _, power := range []float64{1, 0.9} {
		a := chains.Annealing{Grid: grid.New(3), Kernel: at(power), Schedule: chains.Linear(5),
			Bridge: chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0, 1, 2.5}}}
		v, err := validation.Run(context.Background(), validation.Candidate{Name: fmt.Sprint("power ", power),
			Annealing: a}, nil)
		if err != nil {
			panic(err)
		}
		if v.OK() {
			fmt.Println(v.Verdict())
			continue
		}
		worst := v.Broken()[0]
		fmt.Printf("%s breaks %d laws: first %q, off by %.2g %.18s\n",
			v.Candidate.Name, len(v.Broken()), worst.Law, worst.Value, worst.Witness)
	}
	// Output:
	// power 1 keeps all 17 laws: reversible
	// power 0.9 breaks 7 laws: first "pT = p", off by 0.014 at beta = 1 cell 2
}

// must is what a call returns, if there is no error.
func must[T any](v T, err error) func(t failing) T {
	return func(t failing) T {
		t.Helper()
		done(t, err)
		return v
	}
}

// done fails t if there is an error.
func done(t failing, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A failing is a test, of rapid too.
type failing interface {
	Helper()
	Fatal(args ...any)
}

package experiments

import (
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/grid/must"
	"breadboard/toys"
)

func seed(n uint64) *uint64 { return &n }

// flagged returns the text of an error with its fields spelled like flags.
func flagged(err error) string {
	return Say(err, func(f Field) string {
		if f == FieldT {
			return "-T"
		}
		return "--" + string(f)
	})
}

// at returns the annealer's annealing of T levels.
func at(t *testing.T, an Annealer, T int) chains.Annealing {
	t.Helper()
	a, _, err := an.At(t.Context(), T)
	must.Do(t, err)
	return a
}

// papers is the paper's annealing of a target.
func papers(target toys.Target, T int) chains.Annealing {
	return chains.To(target.LogF, target.Grid, kernels.Metropolis{}, T)
}

// TestOwnAxes: a setting that names the target's own kinds of axes is the one that names none.
func TestOwnAxes(t *testing.T) {
	for _, c := range []struct{ toy, axes, named, pinned string }{
		{"barrier", "", "", "line"}, {"barrier", "line, line", "", "line"}, {"barrier", "Ring", "ring", "ring"},
		{"barrier", "line,any", "line,any", "line,any"}, {"ising:1x2:1", "", "",
			"any"}, {"ising:1x2:1", "any,any", "", "any"},
		{"ising:1x2:1", "line", "line", "line"}, {"regression:2:3", "any", "any", "any"},
		{"clustering:2:2", "", "", "any"}, {"attributes:2:1", "line", "line", "line"},
	} {
		s := must.Have(Setting{Toy: c.toy, Axes: c.axes}.Find())(t)
		if again := must.Have(s.FullSetting().Find())(t); s.Axes != c.named || s.FullSetting().Axes != c.pinned ||
			again.Axes != c.named || !slices.Equal(again.Grid.Kinds(), s.Grid.Kinds()) {
			t.Errorf("%s with axes %q: %q, pinned %q and %q", c.toy, c.axes, s.Axes, s.FullSetting().Axes, again.Axes)
		}
	}
}

func TestSettingDefaults(t *testing.T) {
	an := must.Have(Setting{Toy: "barrier"}.Annealer())(t)
	want := Setting{Toy: "barrier", Kernel: "metropolis", Repeat: 1, Bridge: "geometric", Initial: "uniform",
		Schedule: "linear"}
	if diff := cmp.Diff(want, an.Setting); diff != "" {
		t.Error(diff)
	}
	if got, want := at(t, an, 10), papers(toys.Barrier(), 10); !reflect.DeepEqual(got, want) {
		t.Errorf("it is\n%+v\nand not the paper's\n%+v", got, want)
	}
}

// TestLevels: levels are in the order asked, and every wrong number is a fault of -T.
func TestLevels(t *testing.T) {
	an := must.Have(Setting{Toy: "barrier"}.Annealer())(t)
	levelsAre(t, an, []int{2, 1000, 10}, []int{2, 1000, 10})
	for _, asked := range [][]int{nil, {1}, {10, 0}, {-5}, {math.MaxInt}} {
		if _, err := an.Levels(asked); err == nil || !strings.HasPrefix(flagged(err), "-T ") {
			t.Errorf("%v: the error is %v, want one of -T", asked, err)
		}
	}
	for _, T := range []int{8_947_798, 10_000_000, 1_000_000_000, math.MaxInt} { // the limit is that of memory
		must.Refuse(an.Levels([]int{T}))(t, "a command has 2 GiB; use up to 8,947,797", "T = %d", T)
	}
}

// levelsAre checks the levels of an annealer that was asked for some.
func levelsAre(t *testing.T, an Annealer, asked, want []int) {
	t.Helper()
	if got, err := an.Levels(asked); err != nil || !cmp.Equal(got, want) {
		t.Errorf("schedule %s asked for %v has %v, %v, want %v", an.Schedule, asked, got, err, want)
	}
}

func TestSettingFiles(t *testing.T) {
	target := must.File(t, "t.csv", "0,1,-inf\n")
	betas := must.File(t, "b.dat", "0 0.5 0.5 1\n")
	initial := must.File(t, "i.csv", "2,-inf,1\n")
	for _, spec := range []string{"file:" + betas, betas, must.File(t, "b.csv", "0,0.5,0.5,1\n"), must.File(t, "b.txt",
		"0\n0.5\n0.5\n1\n")} {
		an := must.Have(Setting{Target: target, Schedule: spec, Initial: initial}.Annealer())(t)
		levelsAre(t, an, nil, []int{4})
		levelsAre(t, an, []int{4, 10}, []int{4, 10})
		want := chains.Geometric{From: []float64{2, math.Inf(-1), 1}, To: []float64{0, 1, math.Inf(-1)}}
		a := at(t, an, 4)
		if diff := cmp.Diff(want, a.Bridge); diff != "" {
			t.Errorf("%s: the bridge: %s", spec, diff)
		}
		if betas := a.Schedule.Betas(); !slices.Equal(betas, []float64{0, 0.5, 0.5, 1}) || !a.Grid.Wall(2) {
			t.Errorf("%s: the levels are at %v; the third cell is a wall: %v", spec, betas, a.Grid.Wall(2))
		}
	}
}

// TestSettingWalls: on a mixture a chain can be on the target's walls where it can begin there.
func TestSettingWalls(t *testing.T) {
	target := must.File(t, "t.csv", "0,1,-inf,-inf\n")
	initial := must.File(t, "i.csv", "0,0,0,-inf\n")
	for bridge, open := range map[string]bool{
		"geometric": false,
		"power:2":   false,
		"mixture":   true,
		"power:0.5": true,
	} {
		an := must.Have(Setting{Target: target, Initial: initial, Bridge: bridge}.Annealer())(t)
		g := at(t, an, 3).Grid
		for x, want := range map[int]bool{0: false, 2: !open, 3: true} {
			if wall := g.Wall(x); wall != want {
				t.Errorf("%s: cell %d is a wall: %v, want %v", bridge, x, wall, want)
			}
		}
		rows, err := an.Measure(t.Context(), []int{6}, Ask{}, nil)
		if err != nil {
			t.Fatalf("%s: %v", bridge, err)
		}
		if strings.Contains(strings.Join(rows[0].Warnings, " "), "invariant") {
			t.Errorf("%s: the warnings are %q, want none of what is invariant", bridge, rows[0].Warnings)
		}
	}
}

type setting = Setting

// A refusal is a setting that is refused, and what is said of it.
type refusal struct {
	s    setting
	says []string
}

func refuseAll(t *testing.T, settings []refusal) {
	t.Helper()
	for _, c := range settings {
		_, err := c.s.Annealer()
		if err == nil {
			t.Errorf("%+v is accepted", c.s)
			continue
		}
		text := flagged(err)
		if strings.Contains(text, "\n") {
			t.Errorf("the error is more than a line: %q", text)
		}
		must.Say(t, text, c.says...)
	}
}

func TestSettingRefuses(t *testing.T) {
	target := must.File(t, "t.csv", "0,1\n")
	bad := must.File(t, "bad.csv", "0,x\n")
	refuseAll(t, []refusal{
		{setting{}, []string{"no target: use --toy NAME, such as easy, hard, random:SIGMA, or --target FILE.csv; " +
			"breadboard list toys has all"}},
		{setting{Toy: "barrier", Target: target},
			[]string{"--toy barrier and --target " + target + " are both given"}},
		{setting{Toy: "barier"},
			[]string{`--toy "barier" is unknown; use barrier, the nearest; breadboard list toys has all`}},
		{setting{Toy: "barrier", Seed: seed(3)},
			[]string{"--seed 3 is given, but --toy barrier has no randomness"}},
		{setting{Target: target, Seed: seed(3)},
			[]string{"--seed 3 is given, but nothing in --target " + target}},
		{setting{Target: bad}, []string{bad + `: row 1, column 2: "x" is not a number`}},
		{setting{Toy: "isng:3x3:1"},
			[]string{`--toy "isng:3x3:1" is unknown; use ising:ROWSxCOLS:COUPLING[:field=H], the nearest`}},
		{setting{Toy: "ising"}, []string{"--toy ising: ising is called by its parameters; " +
			"use ising:ROWSxCOLS:COUPLING[:field=H], as in ising:3x3:0.4"}},
		{setting{Toy: "ising:3x3:1:2"},
			[]string{`--toy ising:3x3:1:2: "2" is no setting that it has; use field=NUMBER`}},
		{setting{Toy: "easy", Initial: target}, []string{target + ": 1x2 cells; the target has 7x7"}},
		{setting{Toy: "easy", Initial: "temperd:0.5"},
			[]string{`--initial "temperd:0.5" is unknown; use tempered:BETA, the nearest`}},
		{setting{Toy: "easy", Initial: "uniform:1"}, []string{"uniform takes no parameter"}},
		{setting{Toy: "easy", Bridge: "x"},
			[]string{`--bridge "x" is unknown; use one of geometric, mixture, power:Q; ` +
				"breadboard list bridges has all"}},
		{setting{Toy: "easy", Kernel: "Gibbs"},
			[]string{`--kernel "Gibbs" is unknown; use heat-bath, the nearest in meaning; `}},
		{setting{Toy: "easy", Kernel: "lazy"},
			[]string{"--kernel lazy: lazy needs its parameter; use lazy:A, as in lazy:0.5"}},
		{setting{Toy: "easy", Kernel: "lazy:1.5"},
			[]string{"1.5 is no A that lazy takes; use a number from 0 to 1, as in lazy:0.5"}},
		{setting{Target: must.File(t, "w.csv", "0,-inf\n"), Initial: must.File(t, "i.csv", "-inf,0\n")},
			[]string{"no cell has any mass"}},
		{setting{Toy: "esy", Kernel: "none", Schedule: "sigmoid"}, []string{"--toy ", "; --schedule", "--kernel"}},
		{setting{Toy: "easy", Schedule: "Cosine"},
			[]string{`--schedule "Cosine" is unknown; use sigmoid:DELTA, the nearest in meaning; `}},
		{setting{Toy: "easy", Schedule: "curve:0:0.5"},
			[]string{"--schedule curve:0:0.5: beta 2 is 0.5; the last is 1; use betas from 0 to 1 that never fall, " +
				"as in curve:0:0.2:1"}},
		{setting{Toy: "easy", Schedule: "curve:0:x:1"}, []string{`beta 2 is "x", which is no number; use betas from`}},
		{setting{Toy: "easy", Schedule: "sigmoid:NaN"}, []string{"NaN is no DELTA"}},
		{setting{Toy: "easy", Schedule: "a.txt"}, []string{"a.txt: no such file or directory; use a file of betas"}},
		{setting{Toy: "easy", Schedule: bad}, []string{bad + `: line 1: "x" is not a number`}},
		{setting{Toy: "easy", Schedule: "fisher:3"},
			[]string{"--schedule fisher:3: fisher takes no parameter; use fisher"}},
		{setting{Toy: "barrier:3"}, []string{"--toy barrier:3: barrier takes no parameter; use barrier"}},
		{setting{Toy: "easy", Initial: "tempered:x"},
			[]string{`tempered:x: "x" is not a BETA; use a finite number, as`}},
		{setting{Target: target, Initial: "tempered:2e300"}, []string{"--initial tempered:2e300: log f of cell (0, " +
			"0) becomes -2e+300; use a power that keeps it within 1e+300"}},
		{setting{Toy: "easy", Bridge: "moments:x"}, []string{"--bridge moments:x: one of mean, gaussian, marginals " +
			"must follow, as in moments:mean"}},
		{setting{Toy: "easy", Kernel: "stretch"}, []string{"--kernel stretch: it moves two walkers, and only score " +
			"has two; use metropolis"}},
		{setting{Toy: "easy", Matrix: "k", Kernel: "king"},
			[]string{"--matrix k and --kernel king are both given; use one"}},
		{setting{Toy: "easy", Matrix: "k", Schedule: "linear"}, []string{"--matrix k has betas of its own, so that " +
			"--schedule linear cannot be used; leave --schedule out"}},
		{setting{Toy: "easy", Program: "exec"},
			[]string{"--program exec is the user's command, which exact and aide run"}},
		{setting{Toy: "easy", Repeat: 1001},
			[]string{"--repeat is a number of steps at each level; use one from 1 to 1000"}},
	})
	must.Have(Setting{Toy: "easy", Repeat: MostRepeats}.Find())(t)
	folder := t.TempDir()
	for rows, says := range map[string]string{"0.5,0.5\n0.1,0.9\n": "sir:2: --matrix " + folder + " has only the " +
		"kernels of its own annealing; use ais",
		"2,0\n0,1\n": ", beta = 1: entries are probabilities: from cell (0, 0) to itself: 2"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, "beta-1.csv"), []byte(rows), 0o644))
		uniform := must.File(t, "u.csv", "0,1.6094379124341003\n") // 1 to 5
		refuseAll(t, []refusal{{setting{Target: uniform, Matrix: folder, Program: "sir:2"}, []string{says}}})
	}
	_, noTarget := Setting{Toy: "esy", Matrix: "k", Initial: target}.Find()
	must.Fail(t, noTarget, `toy "esy" is unknown; use easy, the nearest; breadboard list toys has all`,
		"without a target")
}

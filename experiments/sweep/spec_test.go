package sweep

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLevelsOfASpec(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  []int
	}{
		{[]string{"10"}, []int{10}},
		{[]string{"10..1000x5"}, []int{10, 32, 100, 316, 1000}},
		{[]string{"10..100000 x13"}, []int{10, 22, 46, 100, 215, 464, 1000, 2154, 4642, 10000, 21544, 46416, 100000}},
		{[]string{"2..4x3", "3", "7"}, []int{2, 3, 4, 7}},
		{[]string{"2 .. 5 x 4"}, []int{2, 3, 4, 5}},
	} {
		if got, err := ranges(c.words, levels); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, %v", c.words, got, err)
		}
	}
	for _, word := range []string{"1", "x", "", "10..5x3", "10..10x2", "10..20x1", "10..12x4", "10..20", "1..9x3",
		"2..99999999x3", "2..9x99999999999999999999"} {
		if got, err := levels(word); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v, %v", word, got, err)
		}
	}
}

// Steps rise from end to end, at most as many as asked, none farther from equal
// ratios than rounding takes it.
func TestLogStepsAreLogarithmic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(2, 5000).Draw(t, "low")
		high := rapid.IntRange(low+1, 100_000).Draw(t, "high")
		n := rapid.IntRange(2, min(40, high-low+1)).Draw(t, "n")
		steps, err := ranges([]string{fmt.Sprintf("%d..%dx%d", low, high, n)}, levels)
		if err != nil || steps[0] != low || steps[len(steps)-1] != high || len(steps) > n || !slices.IsSorted(steps) {
			t.Fatalf("%v, %v", steps, err)
		}
		ratio := math.Log(float64(high)/float64(low)) / float64(n-1)
		for _, T := range steps {
			k := math.Round(math.Log(float64(T)/float64(low)) / ratio)
			near := false
			for _, k := range []float64{k - 1, k, k + 1} { // where steps are closer than 1
				near = near || math.Abs(float64(low)*math.Exp(k*ratio)-float64(T)) <= 0.5+1e-9*float64(T)
			}
			if !near {
				t.Fatalf("%d is none of %d steps from %d to %d", T, n, low, high)
			}
		}
	})
}

func TestSeedsOfASpec(t *testing.T) {
	got, err := ranges([]string{"5", "1..3", "2", "18446744073709551614..18446744073709551615"}, seeds)
	if want := []uint64{5, 1, 2, 3, math.MaxUint64 - 1, math.MaxUint64}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, word := range []string{
		"-1", "3..1", "a", "1..", "1...3", "18446744073709551616", "0..18446744073709551615",
	} {
		if got, err := seeds(word); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%q: %v, %v", word, got, err)
		}
	}
}

func TestReadPlan(t *testing.T) {
	const text = "toy = 'easy, hard'\nseed = [1, '3..5']\nT = 10\nchains = 100\nfull = true\n"
	got, err := ReadPlan(strings.NewReader(text), "s.toml", Build{})
	want := Spec{Toy: List{"easy, hard"}, Seed: List{"1", "3..5"}, T: List{"10"}, Chains: 100, MCSeed: 1, Full: true}
	if diff := cmp.Diff(want, got.Spec); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	for text, says := range map[string]string{
		"[toy]\nname = 'easy'": "a text, a whole number or an array", "toy = true": "found true",
		"chains = 'many'":          "s.toml: ",
		"Toy = 'easy'":             `the key "Toy" is unknown; the nearest known is toy`,
		"seeds = 1\nkernels = 'x'": `"kernels" is unknown; the nearest known is kernel`,
		"toy = 'a'\ntoy = 'b'":     "s.toml: ",
	} {
		_, err := ReadPlan(strings.NewReader(text), "s.toml", Build{})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is more than a line: %v", text, err)
		}
	}
}

// An error names every wrong word of a list.
func TestEveryWordIsChecked(t *testing.T) {
	_, err := ranges([]string{"1", "ten", "5", "10..5x3", "7..9"}, levels)
	_, more := ranges([]string{"-1", "4", "3..1", "0..18446744073709551615"}, seeds)
	for _, says := range []string{"T 1; a number", `T "ten"`, "T 10..5x3 does not rise", "T 7..9 does not say"} {
		if err == nil || strings.Count(err.Error(), says) != 1 {
			t.Errorf("no %s in %v", says, err)
		}
	}
	for _, says := range []string{`seed "-1"`, "seed 3..1 runs", "seed 0..18446744073709551615 is more"} {
		if more == nil || strings.Count(more.Error(), says) != 1 {
			t.Errorf("no %s in %v", says, more)
		}
	}
}

// Faults of form hide no faults of names, and the values that they leave out are not
// missed.
func TestReadPlanTellsAll(t *testing.T) {
	const text = `toy = ['easy', 'nope', true]
T = [10, 1.5, '10..5x3']
kernel = 'foo'
chains = -1
full = 3
mc_seed = -2
schdule = 'linear'
out = 'x'
`
	_, err := ReadPlan(strings.NewReader(text), "s.toml", Build{})
	if err == nil {
		t.Fatal("the spec is accepted")
	}
	for _, says := range []string{
		`"nope" is unknown`,
		"found true",
		"found 1.5",
		"T 10..5x3 does not rise",
		`"foo" is unknown`,
		"chains -1",
		`the key "full": found 3`,
		`the key "mc_seed": found -2`,
		`"schdule" is unknown; the nearest known is schedule`,
		`"out" is unknown`,
		"s.toml: ",
	} {
		if n := strings.Count(err.Error(), says); n != 1 {
			t.Errorf("%s is told %d times, want once: %v", says, n, err)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
}

// A value that form leaves out is not said to be missing.
func TestReadPlanMissesNothingTwice(t *testing.T) {
	for text, not := range map[string]string{
		"toy = 1.5\nseed = 3\nT = [2.5]": "missing",
		"toy = 1.5\nseed = 3\nT = 5":     "random",
		"target = 1.5\nT = 5":            "no target",
		"T = [":                          "no target",
	} {
		_, err := ReadPlan(strings.NewReader(text), "s.toml", Build{})
		if err == nil || strings.Contains(err.Error(), not) {
			t.Errorf("%q: %v", text, err)
		}
	}
	_, err := ReadPlan(strings.NewReader("t = 10"), "s.toml", Build{})
	if err == nil || !strings.Contains(err.Error(), `"t" is unknown`) || !strings.Contains(err.Error(), "no target") {
		t.Error(err)
	}
}

// A plan that is read back has the same cells, keys and costs, one cost a cell,
// and differs under another build in its keys alone.
func TestPlanThroughJSON(t *testing.T) {
	path := filepath.Join(t.TempDir(), "betas.csv")
	if err := os.WriteFile(path, []byte("0 0.5 1"), 0o644); err != nil {
		t.Fatal(err)
	}
	spec := Spec{Toy: List{"easy,barrier,random:3"}, Seed: List{"1..3"}, Kernel: List{"metropolis,barker"},
		Bridge:  List{"geometric,mixture"},
		Initial: List{"uniform,tempered:0.5"}, Schedule: List{"linear", path, "best-b"}, T: List{"5,10..1000x3"}}
	plan, err := spec.Plan(Build{Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := plan.Encode(&b); err != nil {
		t.Fatal(err)
	}
	again, err := DecodePlan(&b)
	if err != nil {
		t.Fatal(err)
	}
	one, two := plan.Work(Shard{}), again.Work(Shard{})
	if n := (3 + 1 + 3) * 2 * 2 * 2 * (4 + 1 + 4); len(one.jobs) != n || plan.Len() != n || len(one.costs) != n {
		t.Errorf("%d cells, %d costs, want %d", len(one.jobs), len(one.costs), n)
	}
	if !slices.Equal(one.keys, two.keys) {
		t.Error("a plan that was read back has other keys")
	}
	if !slices.Equal(one.costs, two.costs) {
		t.Error("a plan that was read back has other costs")
	}
	if plan.Hash() != again.Hash() {
		t.Error("a plan that was read back has another hash")
	}
	if n := len(distinct(one.keys)); n != len(one.keys) {
		t.Errorf("%d cells have %d keys", len(one.keys), n)
	}
	for i, c := range one.jobs { // dearer with T, and where there is minimising
		if i > 0 && c.Schedule == one.jobs[i-1].Schedule && one.costs[i] <= one.costs[i-1] && c.T > one.jobs[i-1].T {
			t.Errorf("%v costs %d, %v %d", c, one.costs[i], one.jobs[i-1], one.costs[i-1])
		}
	}
	other, err := spec.Plan(Build{Version: "v2"})
	if err != nil {
		t.Fatal(err)
	}
	if other.Hash() != plan.Hash() {
		t.Error("another build asks for other cells")
	}
	if other.Work(Shard{}).keys[0] == one.keys[0] {
		t.Error("another build has the same keys")
	}
}

// A file that changes between the plan and the run stops the sweep, because its rows
// would not belong to their keys.
func TestSweepOfAChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("0,1\n2,3\n")
	plan, err := Spec{Target: List{path}, T: List{"5"}}.Plan(Build{})
	if err != nil {
		t.Fatal(err)
	}
	write("0,1\n2,4\n")
	rows := map[string]Row{}
	err = plan.Work(Shard{}).Run(t.Context(), rows, 1, func([]Row) error { return nil }, func(Pace) {})
	if err == nil || !strings.HasPrefix(err.Error(), path+" has changed") || len(rows) != 0 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

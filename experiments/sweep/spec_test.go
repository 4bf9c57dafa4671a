package sweep

import (
	"strings"
	"testing"

	"breadboard/experiments/journal"

	"github.com/google/go-cmp/cmp"
)

func TestReadPlan(t *testing.T) {
	const text = "toy = 'easy, hard'\nseed = [1, '3..5']\nT = 10\nchains = 100\nfull = true\n"
	got, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
	want := Spec{Toy: List{"easy, hard"}, Seed: List{"1", "3..5"}, T: List{"10"}, Chains: 100, MCSeed: 1, Full: true}
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, got.Spec); diff != "" {
		t.Errorf("the spec: %s", diff)
	}
	for text, says := range map[string]string{
		"[toy]\nname = 'easy'": "a text, a whole number or an array", "toy = true": "found true",
		"chains = 'many'":          "s.toml: ",
		"Toy = 'easy'":             `the key "Toy" is unknown; the nearest known is toy`,
		"seeds = 1\nkernels = 'x'": `"kernels" is unknown; the nearest known is kernel`,
		"toy = 'a'\ntoy = 'b'":     "s.toml: ",
	} {
		_, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %s", text, err, says)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error is more than a line: %v", text, err)
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
	_, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
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
		_, err := ReadPlan(strings.NewReader(text), "s.toml", Instead{}, journal.Build{})
		if err == nil {
			t.Errorf("%q is accepted", text)
		} else if strings.Contains(err.Error(), not) {
			t.Errorf("%q: the error is %v, want no %q in it", text, err, not)
		}
	}
	_, err := ReadPlan(strings.NewReader("t = 10"), "s.toml", Instead{}, journal.Build{})
	for _, says := range []string{`"t" is unknown`, "no target"} {
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, want %s in it", err, says)
		}
	}
}

// Given values take the place of the file's, also of wrong ones, and the plan is the plan of a
// file that has them.
func TestReadPlanInstead(t *testing.T) {
	const file = "toy = ['easy', 'hard']\nseed = '1..20'\nkernel = 'nope'\nT = [10, 100]\nfull = true\n"
	instead := Instead{Spec{Seed: List{""}, Toy: List{"barrier"}, Kernel: List{"king"}, T: List{"50"}, Chains: 5},
		[]string{"toy", "seed", "kernel", "T", "full"}}
	got, err := ReadPlan(strings.NewReader(file), "s.toml", instead, journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	const merged = "toy = 'barrier'\nkernel = 'king'\nT = 50\n"
	want, err := ReadPlan(strings.NewReader(merged), "m.toml", Instead{}, journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Hash() != want.Hash() {
		t.Error("the two plans have different hashes")
	}
	instead.Keys = []string{"kernel"}
	instead.Spec.Kernel = List{"kng"}
	_, err = ReadPlan(strings.NewReader(file), "s.toml", instead, journal.Build{})
	if want := `s.toml and flags: kernel "kng" is unknown`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v, want %s", err, want)
	}
}

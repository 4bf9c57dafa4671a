package score

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/grid"
	"breadboard/toys"
)

// Functions are what they are called.
func TestFunctions(t *testing.T) {
	target := toys.Barrier()
	all, constant, err := Functions(target, Averages)
	if err != nil {
		t.Fatal(err)
	}
	if len(constant) > 0 {
		t.Errorf("%v are constant on BARRIER", constant)
	}
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "mean:1 mean:2 var:1 var:2 logf mode:1 mode:2 mode:3 mode:4" {
		t.Errorf("functions %s", got)
	}
	p, mean := chains.Normalized(target.LogF), 0.0
	for x, mass := range p {
		mean += mass * float64(x/7)
	}
	for x := range p {
		if got, want := all[2].Of[x], math.Pow(float64(x/7)-mean, 2); !(math.Abs(got-want) < 1e-12) {
			t.Errorf("var:1 of cell %d is %v, want %v", x, got, want)
		}
		if got, want := all[5].Of[x] == 1, x/7 < 3 && x%7 > 3; p[x] > 1e-3 && got != want {
			t.Errorf("cell %d is in the heaviest mode: %v", x, got)
		}
	}
}

// A function that is constant up to rounding has no RESS: spins at 0 and 1 with a mean of 0.5.
func TestConstantFunctions(t *testing.T) {
	target := toys.Target{Name: "flat", Grid: grid.New(2, 1, 3), LogF: []float64{0.1, 0.2, 0.3, 0.3, 0.2, 0.1}}
	_, constant, err := Functions(target, []string{"mean", "var"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"mean:2", "var:1", "var:2"}; !slices.Equal(constant, want) {
		t.Errorf("%v are constant, want %v", constant, want)
	}
}

// A function from a file has the target's form; in a line it suits any grid of as many cells.
func TestFunctionFromFile(t *testing.T) {
	dir := t.TempDir()
	square, line := filepath.Join(dir, "square.csv"), filepath.Join(dir, "line.csv")
	for path, text := range map[string]string{square: "1,2,3\n4,-inf,6\n", line: "1\n2\n3\n4\n5\n6\n7\n8\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	all, _, err := Functions(steep(), []string{"file:" + square})
	if err != nil {
		t.Fatal(err)
	}
	if all[0].Of[5] != 6 {
		t.Errorf("cell 5 has %v", all[0].Of[5])
	}
	cube := toys.Target{Name: "cube", Grid: grid.New(2, 2, 2), LogF: make([]float64, 8)}
	if _, _, err := Functions(cube, []string{"file:" + line}); err != nil {
		t.Errorf("a line of 8 on 2x2x2: %v", err)
	}
	if _, _, err := Functions(cube, []string{"file:" + square}); err == nil {
		t.Error("2x3 numbers on 2x2x2")
	}
}

// Wrong specs are told in one sentence.
func TestBadSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"mean:3":        "the axes of steep are numbered from 1 to 2",
		"ks:9":          "the axes of steep are numbered from 1 to 2",
		"mode:x":        "the modes of steep are numbered from 1 to 3",
		"median":        "ks:AXIS, logf, mode:I or file:PATH would do",
		"file:none.csv": "none.csv",
	} {
		if _, _, err := Functions(steep(), []string{spec}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for spec, want := range map[string]string{
		"cell:6": "numbered from 0 to 5", "cell:4": "cell 4 of steep has no mass; one with mass, as 2, would do",
		"best": "exact, fit, lightest, worst",
	} {
		if _, err := Starts(steep(), []string{spec}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

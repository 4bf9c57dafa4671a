package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/grid/text"
)

// constants are added to log f. The targets below are of whole numbers, so that even 1e12 changes no digit of them.
var constants = []float64{0, 1e3, -1e3, 1e7, -1e7, 1e12, -1e12}

// shifted are targets with a constant in log f: the one by which right kernels were accused, and one with a wall, with
// cells of next to no mass, and with an axis of three.
func shifted(constant float64) map[string]string {
	wall := math.Inf(-1)
	all := map[string]string{}
	for name, rows := range map[string][][]float64{
		"square.csv": {{0, 1}, {2, 0}},
		"wall.csv":   {{0, -30, 3}, {wall, 4, 1}},
	} {
		for _, row := range rows {
			words := make([]string, len(row))
			for i, v := range row {
				words[i] = fmt.Sprintf("%.0f", v+constant)
			}
			all[name] += strings.Join(words, ",") + "\n"
		}
	}
	return all
}

// A constant in log f changes no density, and so no verdict of validate: law by law it is that of the same kernel
// without the constant, for every kernel of the catalogue.
func TestValidateKnowsNoConstant(t *testing.T) {
	accused := map[string]string{} // by kernel and target, without a constant
	for _, constant := range constants {
		t.Chdir(t.TempDir())
		for name, text := range shifted(constant) {
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, k := range kernels.Catalogue {
				which := k.Name + " on " + name
				got := verdicts(t, "validate", "--target", name, "--kernel", k.Name, "--format", "csv")
				if constant == 0 {
					accused[which] = got
				}
				if got != accused[which] {
					t.Errorf("%s plus %g: %q, and without the constant %q", which, constant, got, accused[which])
				}
				if honest := k.Name != "identity"; constant == 0 && name == "square.csv" && honest == strings.Contains(got, "false") {
					t.Errorf("%s: %q", which, got)
				}
			}
		}
	}
}

// verdicts are the laws that a command prints as CSV, each with true if it is kept.
func verdicts(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if err := run(t.Context(), args, &out, &errs); err != nil && !errors.Is(err, errBroken) {
		t.Fatalf("%q: %v", args, err)
	}
	var laws []string
	for _, row := range readCSV(t, out.String())[1:] {
		laws = append(laws, strings.Join(row[:2], " "))
	}
	slices.Sort(laws)
	return strings.Join(laws, "; ")
}

// Nor does it change a score. From 1e9 on it was no score: the program fell over a start whose masses did not sum to 1.
// A fitted start is left out, because its descent stops within 1e-9.
func TestScoreKnowsNoConstant(t *testing.T) {
	var plain []string
	for _, constant := range constants {
		dir := files(t, shifted(constant))
		var all []string
		for _, start := range []string{"exact", "lightest", "worst"} {
			rows := readCSV(t, works(t, dir, "score", "--target", "square.csv", "--kernel", "metropolis,slice", "-N", "10",
				"--start", start, "--format", "csv"))
			all = append(all, column(rows, "ress")...)
		}
		if constant == 0 {
			plain = all
		}
		for i, want := range apply(number(t), plain) {
			// A constant of 1,000 stays in log f, and its rounding is 1e-13.
			if got := number(t)(all[i]); math.Abs(got-want) > 1e-12*want {
				t.Errorf("plus %g: row %d has RESS %v, want %v", constant, i+1, got, want)
			}
		}
	}
}

// The perfect kernel draws from the target, so J is 0, on a space of 32,768 cells at a coupling where it was infinite.
func TestPerfectOnALargeSteepTarget(t *testing.T) {
	rows := readCSV(t, works(t, t.TempDir(), strings.Fields("exact --toy ising:3x5:5 --kernel perfect -T 2,3 --format csv")...))
	for i, j := range apply(number(t), column(rows, "J")) {
		if !(j < 1e-20) { // of the round-off of masses, squared
			t.Errorf("row %d: J = %v, want 0", i+1, j)
		}
	}
}

// number reads a cell of a table.
func number(t *testing.T) func(string) float64 {
	return func(cell string) float64 {
		v, err := text.Float(cell)
		if err != nil {
			t.Errorf("%q: %v", cell, err)
		}
		return v
	}
}

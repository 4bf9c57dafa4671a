package main

import (
	"bytes"
	"encoding/csv"
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

	"breadboard/exact"
	"breadboard/experiments"
)

// swept returns the files of a sweep's directory except its journals: they hold the same
// bytes whatever happened on the way.
func swept(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, e := range entriesIn(t, dir) {
		if strings.HasPrefix(e.Name(), "journal") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = string(data)
	}
	return all
}

// same fails where two directories do not hold the same files.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(a, b) {
		t.Errorf("files %v, want %v", a, b)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s has other bytes: %d, want %d", name, len(got[name]), len(want[name]))
		}
	}
}

// toldResults matches the sentence in which a run with a journal counts its results.
var toldResults = regexp.MustCompile(`(\d+) results?, (\d+) from the journal and (\d+) new\.`)

// story reads what a run with a journal tells people of itself.
func story(t *testing.T, out string) map[string]int {
	t.Helper()
	found := toldResults.FindStringSubmatch(strings.Join(strings.Fields(out), " "))
	if found == nil {
		t.Fatalf("it does not tell of its results: %s", out)
	}
	told := map[string]int{}
	for i, key := range []string{"cells", "from_journal", "run"} {
		told[key], _ = strconv.Atoi(found[i+1])
	}
	return told
}

// tells checks some of the numbers in the story of a sweep.
func tells(t *testing.T, told, want map[string]int) {
	t.Helper()
	for key, n := range want {
		if told[key] != n {
			t.Errorf("the sweep tells %d of %s, want %d", told[key], key, n)
		}
	}
}

// tableOf reads rows.csv.
func tableOf(t *testing.T, dir string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "rows.csv"))
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, key := range lines[0] {
			row[key] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// Every combination is a row, in the order of the lists, and holds what package
// exact returns.
func TestSweepTable(t *testing.T) {
	dir := files(t, map[string]string{"t.csv": "0,1\n2,3\n", "betas.txt": "0 0.5 1"})
	out := works(t, dir, strings.Fields("sweep --toy easy,barrier --target t.csv --seed 3..4 "+
		"--kernel metropolis,barker --schedule sigmoid:4,betas.txt -T 5..20x3 --out out")...)
	tells(t, story(t, out), map[string]int{"cells": 48, "run": 48, "from_journal": 0})
	rows := tableOf(t, filepath.Join(dir, "out"))
	var want []string
	for _, target := range []string{"easy 3", "easy 4", "barrier ", "t.csv "} {
		for _, kernel := range []string{"metropolis", "barker"} {
			for _, T := range []string{"sigmoid:4 5", "sigmoid:4 10", "sigmoid:4 20", "betas.txt 5", "betas.txt 10",
				"betas.txt 20"} {
				want = append(want, target+" "+kernel+" "+T)
			}
		}
	}
	for i, row := range rows {
		got := fmt.Sprintf("%s %s %s %s %s", row["target"], row["seed"], row["kernel"], row["schedule"], row["T"])
		if i >= len(want) || got != want[i] {
			t.Fatalf("row %d is %q of %q", i, got, want)
		}
		if row["commit"] != "c0ffee" {
			t.Errorf("row %d is of the commit %q", i, row["commit"])
		}
		if row["key"] == "" {
			t.Errorf("row %d has no key", i)
		}
		if row["spec"] != rows[0]["spec"] {
			t.Errorf("row %d is of the spec %s, the first of %s", i, row["spec"], rows[0]["spec"])
		}
		if hashed := row["target_sha256"] != ""; hashed != (row["target"] == "t.csv") {
			t.Errorf("row %d, of the target %s, has the hash %q", i, row["target"], row["target_sha256"])
		}
	}
	asExact(t, rows[19])
}

// asExact holds the row of easy, seed 4, barker, sigmoid:4, T = 10 to package
// exact.
func asExact(t *testing.T, row map[string]string) {
	t.Helper()
	four := uint64(4)
	c, err := experiments.Setting{Toy: "easy", Seed: &four, Kernel: "barker", Schedule: "sigmoid:4"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	a, _, err := c.At(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	res, err := exact.Run(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]float64{
		"J":              res.J(),
		"B":              res.B(),
		"log_r":          res.LogR,
		"kl_q_p":         res.Final.Forward,
		"ess":            res.ESS,
		"log_w_fwd_var":  res.FwdLaw.Variance,
		"log_w_rev_skew": res.RevLaw.Skewness,
		"path_kl_rev":    res.Paths.Reverse,
	} {
		// Sums of T products of numbers of size 1, perhaps in another order.
		if got, err := strconv.ParseFloat(row[key], 64); err != nil || !(math.Abs(got-want) < 1e-12) {
			t.Errorf("%s is %q, want %v", key, row[key], want)
		}
	}
}

// What only checks the rest is there where it is asked for; J and B are the same.
func TestSweepFull(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "sweep", "--toy", "barrier", "-T", "30", "--out", "brief")
	works(t, dir, "sweep", "--toy", "barrier", "-T", "30", "--out", "full", "--full")
	brief, full := tableOf(t, filepath.Join(dir, "brief"))[0], tableOf(t, filepath.Join(dir, "full"))[0]
	for _, key := range []string{"b_pairwise", "mean_w", "mean_inv_w", "defect"} {
		if _, err := strconv.ParseFloat(full[key], 64); err != nil {
			t.Errorf("%s is %q in full, want a number", key, full[key])
		}
		if brief[key] != "" {
			t.Errorf("%s is %q in brief, want none", key, brief[key])
		}
	}
	for _, key := range []string{"J", "B"} {
		if brief[key] != full[key] {
			t.Errorf("%s is %s in brief, %s in full", key, brief[key], full[key])
		}
	}
}

// Monte Carlo estimates agree with the command sample at the same seed.
func TestSweepSamples(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, "sweep", "--toy", "barrier", "-T", "10", "--chains", "500", "--mc-seed", "7", "--out", "out")
	out := works(t, dir, "sample", "--toy", "barrier", "-T", "10", "--chains", "500", "--mc-seed", "7", "--format", "csv")
	row := tableOf(t, filepath.Join(dir, "out"))[0]
	for _, key := range []string{"b_mc", "b_mc_stderr", "e_log_w_fwd_mc", "e_log_w_rev_mc_stderr"} {
		if row[key] == "" {
			t.Errorf("%s is empty", key)
		}
		if !strings.Contains(out, row[key]) {
			t.Errorf("%s is %q, which sample does not print: %s", key, row[key], out)
		}
	}
}

package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/columns"
)

// unexplained returns the keys of an object, and of the objects in it, that no column of the page explains.
func unexplained(t *testing.T, printed []byte) (keys []string) {
	t.Helper()
	var object map[string]json.RawMessage
	if err := json.Unmarshal(printed, &object); err != nil {
		t.Fatal(err)
	}
	for key, value := range object {
		i := slices.IndexFunc(columns.Validation(), func(c columns.Column) bool { return c.Name == key })
		if i < 0 {
			keys = append(keys, key)
			continue
		}
		var inner map[string]any
		var list []map[string]any
		if json.Unmarshal(value, &inner) != nil && json.Unmarshal(value, &list) != nil || key == "bounds" {
			continue
		}
		for _, o := range append(list, inner) {
			for name := range o {
				if !strings.Contains(columns.Validation()[i].Meaning, name) {
					keys = append(keys, key+"."+name)
				}
			}
		}
	}
	return keys
}

// Every key of validate's JSON is explained by `breadboard columns validate`: of a whole annealing, of a matrix with a
// fault, of a space that is too large for a matrix, and of a program.
func TestValidateKeysAreExplained(t *testing.T) {
	target, logf := uneven()
	dir := files(t, map[string]string{"g.csv": target, "k.csv": slips(logf)["single"].matrix})
	runs := [][]string{
		{"--toy", "barrier", "--kernel", "metropolis", "-T", "3"},
		{"--target", "g.csv", "--matrix", "k.csv"},
		{"--toy", "ising:3x5:0.4", "--kernel", "metropolis", "--beta", "1"},
	}
	if _, err := exec.LookPath("python3"); err == nil {
		runs = append(runs, []string{"--target", "g.csv", "--beta", "1", "--exec", "python3 " + absolute(t, "clients/metropolis.py"),
			"--budget", "2000"})
	}
	printed := map[string]bool{}
	for _, run := range runs {
		r := program(t, dir, append([]string{"validate", "--format", "json"}, run...)...)
		if keys := unexplained(t, []byte(r.stdout)); len(keys) > 0 {
			t.Errorf("%v: nothing explains %q", run, keys)
		}
		var object map[string]json.RawMessage
		if err := json.Unmarshal([]byte(r.stdout), &object); err != nil {
			t.Fatal(err)
		}
		for key := range object {
			printed[key] = true
		}
	}
	for _, c := range columns.Validation() {
		if !printed[c.Name] && len(runs) == 4 {
			t.Errorf("%q is explained, and never printed", c.Name)
		}
	}
}

// Samples cannot tell that a kernel is reversible: its balance is unknown, here and at every beta.
func TestBalanceOfSamplesIsUnknown(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": wallCSV, "moves.csv": record(t, 500)})
	r := program(t, dir, "validate", "--target", "g.csv", "--moves", "moves.csv", "--format", "json")
	var v struct {
		Balance *string
		Levels  []struct{ Balance *string }
	}
	if err := json.Unmarshal([]byte(r.stdout), &v); err != nil {
		t.Fatal(err)
	}
	if v.Balance != nil || len(v.Levels) != 1 || v.Levels[0].Balance != nil {
		t.Errorf("the balance of samples is given: %.200s", r.stdout)
	}
}

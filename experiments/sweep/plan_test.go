package sweep

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/journal"
)

// aSpec asks for 504 cells of every kind.
func aSpec(t *testing.T) Spec {
	t.Helper()
	path := filepath.Join(t.TempDir(), "betas.csv")
	if err := os.WriteFile(path, []byte("0 0.5 1"), 0o644); err != nil {
		t.Fatal(err)
	}
	return Spec{Toy: List{"easy,barrier,random:3"}, Seed: List{"1..3"}, Kernel: List{"metropolis,barker"},
		Bridge:  List{"geometric,mixture"},
		Initial: List{"uniform,tempered:0.5"}, Schedule: List{"linear", path, "best-b"}, T: List{"5,10..1000x3"}}
}

// keysOf returns the keys of all jobs.
func keysOf(p Plan) (keys []string) {
	for _, j := range p.Jobs() {
		keys = append(keys, journal.Key(j, p.Build))
	}
	return keys
}

// A plan that is read back has the same cells, keys and costs, one cost a cell.
func TestPlanThroughJSON(t *testing.T) {
	plan, err := aSpec(t).Plan(journal.Build{Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := journal.WritePlan(&b, plan); err != nil {
		t.Fatal(err)
	}
	again, err := journal.ReadPlan[Plan](&b)
	if err != nil {
		t.Fatal(err)
	}
	jobs, costs := plan.Jobs(), plan.costs()
	const n = (3 + 1 + 3) * 2 * 2 * 2 * (4 + 4 + 4)
	for what, got := range map[string]int{"jobs": len(jobs), "costs": len(costs), "cells": plan.Len()} {
		if got != n {
			t.Errorf("%d %s, want %d", got, what, n)
		}
	}
	keys := keysOf(plan)
	if !slices.Equal(keys, keysOf(again)) {
		t.Error("a plan that was read back has other keys")
	}
	if !slices.Equal(costs, again.costs()) {
		t.Error("a plan that was read back has other costs")
	}
	if plan.Hash() != again.Hash() {
		t.Error("a plan that was read back has another hash")
	}
	if n := len(distinct(keys)); n != len(keys) {
		t.Errorf("%d cells have %d keys", len(keys), n)
	}
	for i, c := range jobs { // dearer with T, and where there is minimising
		if i > 0 && c.Schedule == jobs[i-1].Schedule && costs[i] <= costs[i-1] && c.T > jobs[i-1].T {
			t.Errorf("%v costs %d, %v %d", c, costs[i], jobs[i-1], costs[i-1])
		}
	}
}

// A plan differs under another build in its keys alone.
func TestPlanOfAnotherBuild(t *testing.T) {
	spec := aSpec(t)
	plan, err := spec.Plan(journal.Build{Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := spec.Plan(journal.Build{Version: "v2"})
	if err != nil {
		t.Fatal(err)
	}
	if other.Hash() != plan.Hash() {
		t.Error("another build asks for other cells")
	}
	if keysOf(other)[0] == keysOf(plan)[0] {
		t.Error("another build has the same keys")
	}
}

// Without T everything runs at the Ts of the files of betas, so that schedules have rivals.
func TestPlanOfFiles(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, betas := range []string{"0 0.5 1", "0 0.1 0.2 1"} {
		paths = append(paths, filepath.Join(dir, fmt.Sprint(i)+".txt"))
		if err := os.WriteFile(paths[i], []byte(betas), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := Spec{Toy: List{"easy"}, Schedule: List{"linear", paths[0], paths[1]}}.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(plan.Ts, []int{3, 4}) {
		t.Errorf("T is %v, want that of the files, 3 and 4", plan.Ts)
	}
	if plan.Len() != 6 {
		t.Errorf("%d jobs, want 6", plan.Len())
	}
}

// The density is that of files alone: a job without a file has none, and a sweep without one
// refuses it.
func TestPlanOfDensity(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(path, []byte("1,2\n3,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	spec := Spec{Toy: List{"easy"}, Target: List{path}, T: List{"3"}, Density: "p"}
	plan, err := spec.Plan(journal.Build{})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range plan.Jobs() {
		if want := map[bool]string{true: "p", false: ""}[j.Target != ""]; j.Density != want {
			t.Errorf("%v has the density %q, want %q", j, j.Density, want)
		}
	}
	other := spec
	other.Density = "log"
	if p, err := other.Plan(journal.Build{}); err != nil || p.Hash() == plan.Hash() {
		t.Errorf("another density makes the same sweep: %v", err)
	}
	for _, wrong := range []Spec{{Toy: List{"easy"}, T: List{"3"}, Density: "p"}, {Target: List{path}, T: List{"3"},
		Density: "q"}} {
		if _, err := wrong.Plan(journal.Build{}); err == nil || !strings.Contains(err.Error(), "density") {
			t.Errorf("the density %s is accepted: %v", wrong.Density, err)
		}
	}
}

package sweep

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
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

// A plan that is read back has the same cells, keys and costs, one cost a cell.
func TestPlanThroughJSON(t *testing.T) {
	plan, err := aSpec(t).Plan(Build{Version: "v1"})
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
	const n = (3 + 1 + 3) * 2 * 2 * 2 * (4 + 1 + 4)
	for what, got := range map[string]int{"jobs": len(one.jobs), "costs": len(one.costs), "cells": plan.Len()} {
		if got != n {
			t.Errorf("%d %s, want %d", got, what, n)
		}
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
}

// A plan differs under another build in its keys alone.
func TestPlanOfAnotherBuild(t *testing.T) {
	spec := aSpec(t)
	plan, err := spec.Plan(Build{Version: "v1"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := spec.Plan(Build{Version: "v2"})
	if err != nil {
		t.Fatal(err)
	}
	if other.Hash() != plan.Hash() {
		t.Error("another build asks for other cells")
	}
	if other.Work(Shard{}).keys[0] == plan.Work(Shard{}).keys[0] {
		t.Error("another build has the same keys")
	}
}

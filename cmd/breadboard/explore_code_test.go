package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/code"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// pageQuestions are questions with every key: a painted target with a wall and numbers of all digits, a program, a
// model, a dragged schedule, and a toy.
var pageQuestions = []explore.Question{
	{Target: "-0.1,1.5;0.30000000000000004,w;-12,3e-17", Axes: "ring,any", Kernel: "barker",
		Schedule: "curve:0:0.2:0.7:1", T: 12, SkipLast: true},
	{Toy: "barrier", Program: "sir:5", T: 5},
	{Toy: "clustering:3:2", Seed: new(uint64(1 << 60)), Kernel: "heat-bath", Bridge: "observations", Initial: "prior",
		T: 5},
	{Toy: "easy", Initial: "tempered:0.5", Bridge: "mixture", Kernel: "cycle", Schedule: "sigmoid:4", T: 7,
		Repeat: 2},
	{Toy: "barrier", Program: "ais", T: 5},
	{Toy: "barrier", T: 20},
}

// besidePage is what is asked beside the questions.
var besidePage = explore.Beside{Ts: []int{4}, Schedules: []string{"linear", "fisher"}, Betas: 3}

// onPage are the views with the numbers that the page shows in each.
var onPage = map[string]func(t *testing.T, q explore.Question) ([]explore.Number, error){
	"exact": func(t *testing.T, q explore.Question) ([]explore.Number, error) {
		e, err := explore.Exactly(t.Context(), q)
		return []explore.Number{e.J.Sum, e.B.Sum, e.J.QP, e.LogR, e.RevLogW}, err
	},
	"cells": func(t *testing.T, q explore.Question) ([]explore.Number, error) {
		e, err := explore.Exactly(t.Context(), q)
		all := []explore.Number{e.J.Sum, e.B.Sum}
		s, wrong := explore.SpectrumOf(t.Context(), q, besidePage.Betas)
		for _, at := range s.At {
			all = append(all, at.Gap, at.Relaxation)
		}
		return all, errors.Join(err, wrong)
	},
	"against": func(t *testing.T, q explore.Question) (all []explore.Number, err error) {
		return all, explore.Curve(t.Context(), q, besidePage.Schedules, []int{4, q.T}, func(p explore.Point) error {
			all = append(all, p.J, p.B)
			return nil
		})
	},
}

// prints fails the test unless what a command printed has the numbers, digit for digit.
func prints(t *testing.T, command, printed string, want []explore.Number) {
	t.Helper()
	var all []float64
	for _, word := range regexp.MustCompile(`-?[0-9][0-9.]*(e[-+]?[0-9]+)?`).FindAllString(printed, -1) {
		v, _ := strconv.ParseFloat(strings.TrimRight(word, "."), 64)
		all = append(all, v)
	}
	for _, v := range want {
		if !math.IsNaN(float64(v)) && !slices.Contains(all, float64(v)) {
			t.Errorf("%s\ndoes not print %v:\n%s", command, v, printed)
		}
	}
}

// TestPageCommands: the commands of the views print the numbers of the page, digit for digit, in a shell.
func TestPageCommands(t *testing.T) {
	for _, q := range pageQuestions[:2] {
		for view, numbers := range onPage {
			want := must.Have(numbers(t, q))(t)
			c := must.Have(code.Of(q, view, besidePage))(t)
			cmd := exec.Command("sh", "-c", fmt.Sprintf("breadboard() { %q \"$@\" --format json; }\n%s", binary,
				c.Command))
			r := finish(t, cmd, t.TempDir(), cmd.Run)
			ended(t, r, result{stdout: r.stdout})
			prints(t, c.Command, r.stdout, want)
		}
	}
}

// TestPagePrograms: the Go programs of all questions and views vet in another module. One of them is run, and prints
// the page's numbers with all digits.
func TestPagePrograms(t *testing.T) {
	dir := ownModule(t)
	for i, q := range pageQuestions {
		for view := range onPage {
			c := must.Have(code.Of(q, view, besidePage))(t)
			put(t, dir, fmt.Sprint(view, i, "/main.go"), c.Go)
		}
	}
	inModule(t, dir, "vet", "./...")
	const name = "exact0"
	inModule(t, dir, "build", "-o", filepath.Join(dir, "bin", name), "./"+name)
	cmd := exec.Command(filepath.Join(dir, "bin", name))
	r := finish(t, cmd, dir, cmd.Run)
	want, err := onPage["exact"](t, pageQuestions[0])
	if err != nil || r.code != 0 {
		t.Fatalf("%s: %v %s", name, err, r.stderr)
	}
	prints(t, name, r.stdout, want[:2])
}

// ownModule makes a module of a user, who has this one as a dependency. It names all that this one requires, as it
// would after `go mod tidy`: so the Go tool reads no other module's go.mod, and fetches nothing that is in the cache.
func ownModule(t *testing.T) (dir string) {
	t.Helper()
	_, required, _ := strings.Cut(read(t, "../../go.mod"), "\n")
	dir = files(t, map[string]string{
		"go.mod": "module example.com/mine\n" + required,
		"go.sum": read(t, "../../go.sum"),
	})
	inModule(t, dir, "mod", "edit", "-require=breadboard@v0.0.0", "-replace=breadboard="+absolute(t, "../.."))
	return dir
}

// inModule returns what the Go tool prints.
func inModule(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	r := finish(t, cmd, dir, cmd.Run)
	if r.code != 0 {
		t.Fatalf("go %q: %s%s", args, r.stdout, r.stderr)
	}
	return r.stdout
}

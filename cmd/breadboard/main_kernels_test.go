package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
)

// kernelWords are the names of the catalogue's kernels, as in lazy:A and lazy:0.5, the longest first.
func kernelWords() (words []string) {
	for i, e := range kernels.Families {
		words = append(words, kernels.Catalogue[i].Name)
		if e.Make.Param != "" {
			words = append(words, e.Name+":"+e.Make.Param)
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words
}

// withoutKernels is what a command says without the lists of the catalogue's kernels: goldens hold no list that
// grows. A row of a table that begins with a kernel's name is left out, and of names in a sentence one word
// stands for all.
func withoutKernels(said string) string {
	var names []string
	for _, w := range kernelWords() {
		names = append(names, regexp.QuoteMeta(w))
	}
	name := "(?:" + strings.Join(names, "|") + ")"
	cost := `(?:\s+[\d.]*\d)?` // that some lists have
	row := regexp.MustCompile(`(?m)^(?:[│|] |kernel,)` + name + "(?:,| ).*\n")
	run := regexp.MustCompile(name + cost + `(?:,\s+` + name + cost + `)+`)
	place := regexp.MustCompile(`\d+[a-z]{2} of the \d+ kernels`)
	said = run.ReplaceAllString(row.ReplaceAllString(said, ""), "KERNELS")
	return place.ReplaceAllString(said, "one of the kernels")
}

func TestWithoutKernels(t *testing.T) {
	for said, want := range map[string]string{
		"│ king       │ one │\n│ kingdom │\n": "│ kingdom │\n",
		"| lazy:0.5 | 3 |\nlaw\n":             "law\n",
		"one of king, lazy:A,\n   perfect.":   "one of KERNELS.",
		"king 8, lazy:0.5 0.5,\nperfect 48.":  "KERNELS.",
		"14th of the 17 kernels here":         "one of the kernels here",
		"king alone":                          "king alone",
	} {
		if got := withoutKernels(said); got != want {
			t.Errorf("%q became %q, want %q", said, got, want)
		}
	}
}

// Lists and helps name every kernel, and a list says what it does.
func TestEveryKernelIsSaid(t *testing.T) {
	blanks := regexp.MustCompile(`\s+`)
	for _, args := range [][]string{{"list"}, {"exact", "--help"}, {"validate", "--help"}, {"certify", "--help"}} {
		said := blanks.ReplaceAllString(works(t, "", args...), " ")
		for _, e := range kernels.Families {
			if !strings.Contains(said, e.Name) || args[0] == "list" && !strings.Contains(said, e.About) {
				t.Errorf("%v: %s is missing", args, e.Name)
			}
		}
		for _, b := range chains.Bridges { // one has a kernel's name
			if args[0] == "list" && !strings.Contains(said, b.About) {
				t.Errorf("%v: the bridge %s is missing", args, b.Name)
			}
		}
	}
}

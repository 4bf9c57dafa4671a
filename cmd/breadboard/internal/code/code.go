// Package code writes the commands and the Go program that give the numbers of a page again: the commands for a shell
// of POSIX, and the program against the library (program.go). Tests run both, and compare the numbers.
package code

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/toys"
)

// A work says which numbers the commands and the program have to print.
type work struct {
	Setting experiments.Setting // with its defaults; no target if one is painted
	usual   experiments.Setting // what the setting is if nothing is chosen
	Rows    [][]string          // of a painted target; nil if a toy is named
	Program string              // that runs in place of the annealing; "" if none does
	View    string
	Beside  explore.Beside
}

// Of writes the code for a view of the page: levels, spectrum, sampled or against. Any other word has the code of the
// exact answer. The error is the question's, or that of what is asked beside it.
func Of(q explore.Question, view string, beside explore.Beside) (explore.Code, error) {
	beside = beside.WithDefaults(q)
	c, err := q.Chain()
	if err == nil {
		err = beside.Check()
	}
	if err != nil {
		return explore.Code{}, err
	}
	w := work{Setting: q.Setting().WithDefaults(), usual: experiments.Setting{Toy: q.Toy}.WithDefaults(), View: view,
		Beside: beside}
	w.Setting.T = c.T
	if q.Program != "ais" { // whose numbers are the annealing's own
		w.Program = q.Program
	}
	if q.Target != "" {
		w.Rows = rowsOf(c.Target)
	}
	return explore.Code{Command: w.command(), Go: w.goProgram()}, nil
}

// Ts are the numbers of levels that the view compares, the question's own among them.
func (w work) Ts() []int {
	ts := []int{w.Setting.T}
	if w.compares() {
		ts = append(ts, w.Beside.Ts...)
	}
	slices.Sort(ts)
	return slices.Compact(ts)
}

// compares reports whether the view has several schedules.
func (w work) compares() bool { return w.View == "against" }

// file is the name of a painted target in the commands.
const file = "target.csv"

// rowsOf are the rows of a target of two axes, as in a file of log f: with all digits, so that reading them gives the
// same bits, and -inf for a wall.
func rowsOf(t toys.Target) (rows [][]string) {
	var cells []string
	for _, v := range t.LogF {
		if cells = append(cells, strconv.FormatFloat(v, 'g', -1, 64)); math.IsInf(v, -1) {
			cells[len(cells)-1] = "-inf"
		}
	}
	return slices.Collect(slices.Chunk(cells, t.Grid.Len(1)))
}

// command is the lines for a shell. A painted target is first written into a file: the rows are arguments and not the
// format, because a format that begins with -1 would be taken for an option.
func (w work) command() string {
	var lines []string
	if w.Rows != nil {
		line := []string{"printf", `%s\n`}
		for _, row := range w.Rows {
			line = append(line, strings.Join(row, ","))
		}
		lines = append(lines, Quoted(line...)+" > "+file)
	}
	if !w.compares() {
		return strings.Join(append(lines, Quoted(w.words()...)), "\n")
	}
	for _, schedule := range w.Beside.Schedules {
		of := w
		of.Setting.Schedule = schedule
		lines = append(lines, Quoted(of.words()...))
	}
	return strings.Join(lines, "\n")
}

// words are the words of the one command of a view, or of one schedule that it compares.
func (w work) words() []string {
	if w.View == "spectrum" {
		w.Setting.Schedule, w.Setting.SkipLast, w.Setting.T = w.usual.Schedule, false, w.Beside.Betas
		words := append([]string{"breadboard", "validate"}, w.targetWords()...)
		return append(append(words, "--kernel", w.Setting.Kernel), w.chainWords()...)
	}
	command := "exact"
	if w.View == "sampled" {
		command = "sample"
	}
	words := append([]string{"breadboard", command}, w.targetWords()...)
	if w.Setting.Kernel != w.usual.Kernel {
		words = append(words, "--kernel", w.Setting.Kernel)
	}
	words = append(words, w.chainWords()...)
	if w.Program != "" {
		words = append(words, "--program", w.Program)
	}
	switch {
	case w.View == "sampled":
		words = append(words, "--chains", strconv.Itoa(w.Beside.Chains), "--mc-seed",
			strconv.FormatUint(w.Beside.MCSeed, 10))
	case w.View == "levels" && w.Program == "": // a program has no steps of its own
		words = append(words, "--steps")
	}
	return words
}

// targetWords name the target.
func (w work) targetWords() []string {
	if w.Rows != nil {
		return []string{"--target", file}
	}
	words := []string{"--toy", w.Setting.Toy}
	if w.Setting.Seed != nil {
		words = append(words, "--seed", strconv.FormatUint(*w.Setting.Seed, 10))
	}
	return words
}

// chainWords are the flags that all commands share, where they are not as usual, and T.
func (w work) chainWords() (words []string) {
	for _, f := range []struct{ flag, is, usual string }{
		{"--bridge", w.Setting.Bridge, w.usual.Bridge},
		{"--initial", w.Setting.Initial, w.usual.Initial},
		{"--schedule", w.Setting.Schedule, w.usual.Schedule},
	} {
		if f.is != f.usual {
			words = append(words, f.flag, f.is)
		}
	}
	if w.Setting.SkipLast {
		words = append(words, "--skip-last-kernel")
	}
	ts := w.Ts()
	if w.View == "spectrum" {
		ts = []int{w.Beside.Betas}
	}
	return append(words, "-T", strings.ReplaceAll(strings.Trim(fmt.Sprint(ts), "[]"), " ", ","))
}

// Quoted joins words as a shell reads them.
func Quoted(words ...string) string {
	quoted := slices.Clone(words)
	for i, word := range words {
		if word == "" || strings.Trim(word, plain) != "" {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// plain are the characters that mean nothing to a shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"

// Package code writes the commands and the Go program that give the numbers of a page again: the commands for a shell
// of POSIX, and the program against the library (program.tmpl). Tests run both, and compare the numbers.
package code

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

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

// Of writes the code for a view of the page: cells or against. Any other word has the code of the exact
// answer. The error is the question's, or that of what is asked beside it.
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
	if w.Setting.Exec != "" {
		return explore.Code{Command: w.command(), Go: asksRows}, nil
	}
	var text bytes.Buffer
	if err := programs.Execute(&text, w); err != nil {
		panic(err) // unreachable: the template is of this package
	}
	return explore.Code{Command: w.command(), Go: indented(text.String())}, nil
}

// indented is a program as gofmt has it, if that has only lines to indent and empty ones to leave out: a line that ends
// with an open brace or bracket begins a block, and one that begins with a closed one ends it. Text between backquotes
// stays. Package go/format does it too, and took a twentieth of the engine.
func indented(program string) string {
	var out strings.Builder
	depth := 0
	inText := false
	empty := true // the line before, or there is none
	for line := range strings.Lines(program) {
		wasText := inText
		if strings.Count(line, "`")%2 == 1 {
			inText = !inText
		}
		if wasText {
			out.WriteString(line)
			continue
		}
		bare := strings.TrimSpace(line)
		if bare == "" && empty {
			continue
		}
		empty = bare == ""
		if strings.HasPrefix(bare, "}") || strings.HasPrefix(bare, ")") {
			depth--
		}
		if !empty {
			out.WriteString(strings.Repeat("\t", depth))
		}
		out.WriteString(bare + "\n")
		if strings.HasSuffix(bare, "{") || strings.HasSuffix(bare, "(") {
			depth++
		}
	}
	return strings.TrimRight(out.String(), "\n") + "\n"
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

// schedules are those that the view compares, or the question's own.
func (w work) schedules() []string {
	if w.compares() {
		return w.Beside.Schedules
	}
	return []string{w.Setting.Schedule}
}

// speeds is what the view of cells has beside the exact numbers: how fast the kernel forgets, along beta.
const speeds = "speeds"

// rowsOf are the rows of a target of two axes, as in a file of log f: with all digits, so that reading them gives the
// same bits, and -inf for a wall.
func rowsOf(t toys.Target) (rows [][]string) {
	for row := range strings.SplitSeq(explore.PaintedText(t), ";") {
		rows = append(rows, strings.Split(strings.ReplaceAll(row, "w", "-inf"), ","))
	}
	return rows
}

// command is the lines for a shell, one for each schedule that the view compares. A painted target is first written
// into a file: the rows are arguments and not the format, because a format that begins with -1 would be taken for an
// option.
func (w work) command() string {
	var lines []string
	if w.Rows != nil {
		line := []string{"printf", `%s\n`}
		for _, row := range w.Rows {
			line = append(line, strings.Join(row, ","))
		}
		lines = append(lines, Quoted(line...)+" > target.csv")
	}
	for _, schedule := range w.schedules() {
		w.Setting.Schedule = schedule
		lines = append(lines, Quoted(w.words()...))
	}
	if w.View == "cells" {
		w.View = speeds
		lines = append(lines, Quoted(w.words()...))
	}
	return strings.Join(lines, "\n")
}

// A choice is one of a setting's names that is not as usual, as each of the two languages has it.
type choice struct {
	words []string // for a shell
	field string   // of a Setting in Go
}

// choices are those of a setting on the target, in the order of both languages.
func (w work) choices(s, usual experiments.Setting) (all []choice) {
	add := func(chosen bool, flag, field string, value any, words ...string) {
		if chosen {
			all = append(all, choice{append([]string{flag}, words...), fmt.Sprintf("%s: %#v", field, value)})
		}
	}
	name := func(flag, field, is, usual string) { add(is != usual, flag, field, is, is) }
	name("--toy", "Toy", s.Toy, "")
	if s.Seed != nil {
		seed := strconv.FormatUint(*s.Seed, 10)
		all = append(all, choice{[]string{"--seed", seed}, "Seed: new(uint64(" + seed + "))"})
	}
	name("--axes", "Axes", s.Axes, "")
	if s.Exec == "" {
		name("--kernel", "Kernel", s.Kernel, usual.Kernel)
	} else {
		name("--exec", "Exec", s.Exec, "")
	}
	add(s.Repeat > 1, "--repeat", "Repeat", s.Repeat, strconv.Itoa(s.Repeat))
	name("--bridge", "Bridge", s.Bridge, usual.Bridge)
	name("--initial", "Initial", s.Initial, usual.Initial)
	if w.View != speeds { // it is of a kernel at so many betas, whatever the annealing
		name("--schedule", "Schedule", s.Schedule, usual.Schedule)
		add(s.SkipLast, "--skip-last-kernel", "SkipLast", s.SkipLast)
	}
	return all
}

// words are the words of one command. It names what is not as usual.
func (w work) words() []string {
	usual := w.usual
	ts := w.Ts()
	command := "exact"
	switch w.View {
	case speeds:
		command, ts = "validate", []int{w.Beside.Betas}
		usual.Kernel = ""
	}
	words := []string{"breadboard", command}
	if w.Rows != nil {
		words = append(words, "--target", "target.csv")
	}
	for _, c := range w.choices(w.Setting, usual) {
		words = append(words, c.words...)
	}
	if command == "validate" && w.Setting.Exec != "" {
		words = append(words, "--rows")
	}
	words = append(words, "-T", strings.ReplaceAll(strings.Trim(fmt.Sprint(ts), "[]"), " ", ","))
	if command != "validate" && w.Program != "" {
		words = append(words, "--program", w.Program)
	}
	if w.View == "cells" && w.Program == "" { // a program has no steps of its own
		return append(words, "--by-step")
	}
	return words
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

// asksRows stands in place of a Go program where the kernel is a program's.
const asksRows = "// The command asks a program for the rows of its kernel. In Go a kernel needs none:\n" +
	"// chains.Rule is one in a function.\n"

//go:embed program.tmpl
var programText string

// programs has a whole program against the library that prints the numbers of a view, and a template for each way to
// run.
var programs = template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join}).Parse(programText))

// Speeds is the setting whose kernel's speed is asked for, as a Go program writes it.
func (w work) Speeds() string {
	w.View = speeds
	return w.Literal()
}

// Literal is the setting as a Go program writes it, without what is as usual.
func (w work) Literal() string {
	s := w.Setting
	if w.compares() { // the program has a loop over the schedules
		s.Schedule = w.usual.Schedule
	}
	var fields []string
	for _, c := range w.choices(s, w.usual) {
		fields = append(fields, c.field)
	}
	return "experiments.Setting{" + strings.Join(fields, ", ") + "}"
}

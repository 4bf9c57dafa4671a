package code

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"strconv"
	"strings"
	"text/template"
)

// goProgram is a whole program against the library that prints the numbers of the view.
func (w work) goProgram() string {
	var text bytes.Buffer
	if err := programs.Execute(&text, w.parts()); err != nil {
		panic(err) // unreachable: the template and its data are in this file
	}
	all, err := format.Source(text.Bytes())
	if err != nil {
		panic(err) // unreachable: every name comes from a catalogue and is quoted
	}
	return string(all)
}

// The parts differ between programs; the template has all else.
type parts struct {
	Imports []string // of Go
	Ours    []string // of the library
	Target  string   // a painted one, as a file has it; "" if there is none
	File    string
	Setting string // as a composite literal
	Run     string // the name of the template that runs it

	Ts, Schedules, Program, Betas, Chains, MCSeed string // as Go writes them
}

func (w work) parts() parts {
	p := parts{Imports: []string{"context", "fmt", "log"}, Ours: []string{"breadboard/experiments"},
		File: strconv.Quote(file), Setting: w.literal(), Run: w.run(), Ts: fmt.Sprintf("%#v", w.ts()),
		Schedules: fmt.Sprintf("%#v", w.beside.Schedules), Betas: strconv.Itoa(w.beside.Betas),
		Chains: strconv.Itoa(w.beside.Chains), MCSeed: strconv.FormatUint(w.beside.MCSeed, 10)}
	if w.program != "" {
		p.Program = strconv.Quote(w.program)
	}
	if p.Run == "spectrum" {
		p.Ours = append(p.Ours, "breadboard/experiments/validation")
	}
	for _, row := range w.rows {
		p.Target += strings.Join(row, ",") + "\n"
	}
	if w.rows != nil {
		p.Imports, p.Ours = append(p.Imports, "strings"), append(p.Ours, "breadboard/toys")
	}
	return p
}

// run is the name of the template for the view.
func (w work) run() string {
	switch {
	case w.view == "spectrum" || w.view == "sampled":
		return w.view
	case w.compares():
		return "schedules"
	case w.view == "levels" && w.program == "":
		return w.view
	}
	return "exact"
}

// literal is the setting as a Go program writes it, without what is as usual.
func (w work) literal() string {
	var fields []string
	add := func(name, is, usual string) {
		if is != usual {
			fields = append(fields, fmt.Sprintf("%s: %q", name, is))
		}
	}
	s := w.setting
	add("Toy", s.Toy, "")
	if s.Seed != nil {
		fields = append(fields, fmt.Sprintf("Seed: new(uint64(%d))", *s.Seed))
	}
	add("Kernel", s.Kernel, w.usual.Kernel)
	add("Bridge", s.Bridge, w.usual.Bridge)
	add("Initial", s.Initial, w.usual.Initial)
	if !w.compares() && w.view != "spectrum" {
		add("Schedule", s.Schedule, w.usual.Schedule)
	}
	if s.SkipLast && w.view != "spectrum" {
		fields = append(fields, "SkipLast: true")
	}
	return "experiments.Setting{" + strings.Join(fields, ", ") + "}"
}

//go:embed program.tmpl
var programText string

// programs has the program, and a template for each way to run.
var programs = template.Must(template.New("").Parse(programText))

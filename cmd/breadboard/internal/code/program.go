package code

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"strings"
	"text/template"
)

//go:embed program.tmpl
var programText string

// programs has the program, and a template for each way to run.
var programs = template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join}).Parse(programText))

// goProgram is a whole program against the library that prints the numbers of the view.
func (w work) goProgram() string {
	var text bytes.Buffer
	if err := programs.Execute(&text, w); err != nil {
		panic(err) // unreachable: the template is of this package
	}
	all, err := format.Source(text.Bytes())
	if err != nil {
		panic(err) // unreachable: every name comes from a catalogue and is quoted
	}
	return string(all)
}

// Run is the name of the template for the view.
func (w work) Run() string {
	switch {
	case w.View == "spectrum" || w.View == "sampled":
		return w.View
	case w.compares():
		return "schedules"
	case w.View == "levels" && w.Program == "":
		return w.View
	}
	return "exact"
}

// Literal is the setting as a Go program writes it, without what is as usual.
func (w work) Literal() string {
	var fields []string
	add := func(name, is, usual string) {
		if is != usual {
			fields = append(fields, fmt.Sprintf("%s: %q", name, is))
		}
	}
	s := w.Setting
	add("Toy", s.Toy, "")
	if s.Seed != nil {
		fields = append(fields, fmt.Sprintf("Seed: new(uint64(%d))", *s.Seed))
	}
	add("Kernel", s.Kernel, w.usual.Kernel)
	add("Bridge", s.Bridge, w.usual.Bridge)
	add("Initial", s.Initial, w.usual.Initial)
	if !w.compares() && w.View != "spectrum" {
		add("Schedule", s.Schedule, w.usual.Schedule)
	}
	if s.SkipLast && w.View != "spectrum" {
		fields = append(fields, "SkipLast: true")
	}
	return "experiments.Setting{" + strings.Join(fields, ", ") + "}"
}

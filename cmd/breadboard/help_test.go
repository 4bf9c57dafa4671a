package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/grid/must"
)

// The commands help and version print what the flags --help and --version print.
func TestHelpAndVersion(t *testing.T) {
	for command, flag := range map[string]string{"help": "--help", "help exact": "exact --help",
		"version": "--version"} {
		got := works(t, "", strings.Fields(command)...)
		want := works(t, "", strings.Fields(flag)...)
		if got != want || got == "" {
			t.Errorf("%s prints\n%s, want what %s prints,\n%s", command, got, flag, want)
		}
	}
}

// quotedProgram is a command line of a program in an example.
var quotedProgram = regexp.MustCompile(`'python3 \w+\.py'`)

// Every command has an example in its help, which fits a terminal and is parsed.
func TestUsage(t *testing.T) {
	parser := must.Have(kong.New(&cli{}, vocabulary()...))(t)
	for _, command := range parser.Model.Leaves(true) {
		name := command.Name
		help := works(t, "", "help", name)
		_, examples, ok := strings.Cut(command.Detail, "For example:\n\n")
		if !ok {
			t.Errorf("%s has no example: a line that can be typed, behind \"For example:\" and an empty line", name)
		}
		for line := range strings.Lines(examples) {
			line = strings.TrimSpace(line)
			if !strings.Contains(help, "\n    "+line+"\n") || len(line) > 76 {
				t.Errorf("the help of %s shows no line %q, or cuts it:\n%s", name, line, help)
			}
			args := strings.Fields(quotedProgram.ReplaceAllString(line, "mine"))
			if args[0] == "breadboard" && !strings.Contains(line, "|") {
				if _, err := parser.Parse(args[1:]); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
}

// A program without a commit is named by its bytes, so that other code does not go on with its rows.
func TestBuild(t *testing.T) {
	defer func(was string) { commit = was }(commit)
	commit = ""
	name, bytes := build().Commit, bytesOfProgram()
	if len(bytes) != 16 || !strings.Contains(name, "program ") || !strings.HasSuffix(name, bytes) {
		t.Errorf("the commit is %q of a program with the bytes %s", name, bytes)
	}
}

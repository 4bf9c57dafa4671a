package main

import (
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/grid/must"
)

// The number is that of the first section of the list of changes, whose day is that of the file for citations. The
// package for Python has it too.
func TestNumberOfTheVersion(t *testing.T) {
	changed := read(t, "../../CHANGELOG.md")
	first := regexp.MustCompile(`(?m)^## ([0-9.]+) \(([0-9-]+)\)$`).FindStringSubmatch(changed)
	if first == nil || first[1] != versionNumber {
		t.Fatalf("CHANGELOG.md begins with %q, and the version is %s", first, versionNumber)
	}
	cited := read(t, "../../CITATION.cff")
	python := read(t, "clients/python/breadboard/__init__.py")
	must.Say(t, python, "\n__version__ = \""+versionNumber+"\"\n")
	must.Say(t, cited, "cff-version: 1.2.0", "\nversion: "+versionNumber+"\n", "\ndate-released: "+first[2]+"\n")
	if !strings.HasPrefix(version(), "breadboard "+versionNumber+", commit c0ffee") {
		t.Errorf("the version is %q", version())
	}
}

// A build tells the commit, and whether files were changed after it.
func TestVersion(t *testing.T) {
	defer func(was string) { commit = was }(commit)
	commit = ""
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "abc"}
	for want, settings := range map[string][]debug.BuildSetting{
		"":              nil,
		"abc":           {revision, {Key: "vcs.modified", Value: "false"}},
		"abc, modified": {revision, {Key: "vcs.modified", Value: "true"}},
	} {
		if got := madeFrom(&debug.BuildInfo{Settings: settings}); got != want {
			t.Errorf("%+v: %q, want %q", settings, got, want)
		}
	}
	commit = "c0ffee"
	if got := madeFrom(nil); got != commit {
		t.Errorf("the commit of the build is %q, want %s", got, commit)
	}
}

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

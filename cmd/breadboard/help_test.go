package main

import (
	"fmt"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid/must"
	"breadboard/toys"
)

// TestNumberOfTheVersion: the first section of the list of changes has the number, and its day is in the file for
// citations. The package for Python has the number too.
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
}

// TestVersion: a build tells the commit, and whether files were changed after it. A program without a commit is named
// by its bytes, so that other code does not go on with its rows.
func TestVersion(t *testing.T) {
	defer func(was string) { commit = was }(commit)
	commit = ""
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "abc"}
	for want, modified := range map[string]string{"abc": "false", "abc, modified": "true"} {
		info := &debug.BuildInfo{Settings: []debug.BuildSetting{revision, {Key: "vcs.modified", Value: modified}}}
		if got := madeFrom(info); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	must.Say(t, version(), "breadboard "+versionNumber+" (no commit recorded)")
	if name := build().Commit; len(bytesOfProgram()) != 16 || !strings.HasSuffix(name, "program "+bytesOfProgram()) {
		t.Errorf("the commit is %q", name)
	}
}

// quotedProgram is a command line of a program in an example.
var quotedProgram = regexp.MustCompile(`'python3 \w+\.py'`)

// TestCommands: every command has an example in its help that can be parsed. Every flag is in a group and is refused if
// its value is empty. A help fills a screen or two.
func TestCommands(t *testing.T) {
	t.Chdir(t.TempDir())
	parser := must.Have(kong.New(&cli{}, parserOptions(commands())...))(t)
	for _, command := range parser.Model.Leaves(true) {
		name := command.Name
		help := works(t, "", "help", name)
		if lines := strings.Count(help, "\n"); lines > 60 {
			t.Errorf("the help of %s has %d lines", name, lines)
		}
		for line := range strings.Lines(help) {
			if utf8.RuneCountInString(line) > 81 {
				t.Errorf("the help of %s has a line of more than 80 columns: %s", name, line)
			}
		}
		_, examples, ok := strings.Cut(help, "For example:\n\n")
		examples, _, _ = strings.Cut(examples, "\n\n")
		if !ok {
			t.Errorf("%s has no example: a line that can be typed, behind \"For example:\" and an empty line", name)
		}
		for line := range strings.Lines(quotedProgram.ReplaceAllString(examples, "mine")) {
			if _, err := parser.Parse(strings.Fields(line)[1:]); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
		for _, f := range command.Flags {
			if f.Group == nil {
				t.Errorf("%s --%s is in no group", name, f.Name)
			}
			once := "--" + f.Name + "=1"
			switch f.PlaceHolder {
			case "TIME":
				once += "s"
			case "INCHES":
				once += "0"
			}
			if f.Name != "format" {
				refused(t, program(t, "", name, once, once), dashed(f)+" is given twice; use it once")
			}
			if f.IsBool() || f.Name == "format" {
				continue
			}
			refused(t, program(t, "", name, "--"+f.Name+"="))
		}
	}
}

// enough holds flags with which a command ends soon.
var enough = map[string]string{
	"exact":     "--toy easy --levels 3",
	"sample":    "--toy easy --levels 3 --chains 9",
	"sweep":     "--toy easy --levels 3 --out o",
	"validate":  "--toy easy --kernel king --levels 3",
	"explore":   "--toy easy --addr 192.0.2.1:1", // of no machine, where nothing is served
	"aide":      "--toy easy --levels 3 --runs 5",
	"protocol":  "--data y.csv --toy clustering:2:2 --levels 3 --sets 2",
	"score":     "--toy easy --kernel king",
	"reproduce": "--exec none",
}

// aNumber matches the placeholder of a flag of numbers.
var aNumber = regexp.MustCompile(`^(N|M|K|I|BETA|EPS|TIME|INCHES)\b`)

// TestNumbersOfFlags: numbers are decimal in every flag, which is named where one is not, and a flag says so if it
// cannot use the largest.
func TestNumbersOfFlags(t *testing.T) {
	dir := files(t, map[string]string{"y.csv": "1\n2\n"})
	parser := must.Have(kong.New(&cli{}, parserOptions(commands())...))(t)
	for _, command := range parser.Model.Leaves(true) {
		for _, f := range command.Flags {
			if !aNumber.MatchString(f.PlaceHolder) {
				continue
			}
			args := []string{command.Name}
			words := strings.Fields(enough[command.Name])
			for i := 0; i < len(words); i += 2 {
				if words[i] != "--"+f.Name {
					args = append(args, words[i:i+2]...)
				}
			}
			for _, number := range []string{"0x10", "1_0"} {
				r := program(t, dir, append(args, "--"+f.Name, number)...)
				refused(t, r, number)
				if !strings.Contains(r.stderr, dashed(f)) && !strings.Contains(r.stderr, "--"+f.Name) {
					t.Errorf("%s: %s", r.line, r.stderr)
				}
			}
			if r := program(t, dir, append(args, "--"+f.Name, "9223372036854775807")...); r.code > 2 {
				t.Errorf("%s: it ends with %d: %s", r.line, r.code, r.stderr)
			}
		}
	}
}

// TestReferenceHasEveryKernel: the table of the reference page has each kernel of the catalogue as it is.
func TestReferenceHasEveryKernel(t *testing.T) {
	page := read(t, "doc/reference.md")
	for _, k := range kernels.All {
		a := chains.To(toys.Barrier().LogF, toys.Barrier().Grid, k.Make, 100)
		gap := must.Have(exact.Measure(t.Context(), a))(t)
		reversible := "no"
		if op := chains.On(k.Make, a.Grid); op.Reversal() == op {
			reversible = "yes"
		}
		line := fmt.Sprintf("| `%s` | %s | %s | %.3g | %.3g | %.3g |\n", k.Name, k.About, reversible,
			k.Make.Cost(a.Grid), gap.J(), gap.B())
		if !strings.Contains(page, line) {
			t.Errorf("doc/reference.md has not this line in its table of kernels: %s", line)
		}
	}
}

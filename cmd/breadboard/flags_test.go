package main

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/grid/must"
)

// model is the parser's own list of commands and flags.
func model(t *testing.T) *kong.Application {
	t.Helper()
	parser := must.Have(kong.New(&cli{}, vocabulary()...))(t)
	return parser.Model
}

// refusal runs the program here, and returns what it is refused with; "" if it is not. A command that is not refused
// would work, and is stopped.
func refusal(t *testing.T, args ...string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	err := run(ctx, args, &out, &errs)
	if err == nil || exitCode(t.Context(), err, &errs) != 2 {
		return ""
	}
	if out.Len() > 0 {
		t.Errorf("%q printed %s", args, &out)
	}
	return err.Error()
}

// given is a flag with a value that the parser takes.
func given(f *kong.Flag) []string {
	at := f.Target.Type()
	if at.Kind() == reflect.Pointer {
		at = at.Elem()
	}
	switch {
	case at == reflect.TypeFor[time.Duration]():
		return []string{"--" + f.Name, "9s"}
	case f.IsBool():
		return []string{"--" + f.Name}
	case at.Kind() == reflect.Float64:
		return []string{"--" + f.Name, "0.5"}
	}
	return []string{"--" + f.Name, "3"}
}

// Every flag is in a group, and is refused if its value is empty. There are some fifty, and a help has a screen or two.
func TestFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	seen := map[string]bool{}
	for _, command := range model(t).Leaves(true) {
		help := works(t, "", "help", command.Name)
		if lines := strings.Count(help, "\n"); lines > 60 {
			t.Errorf("the help of %s has %d lines", command.Name, lines)
		}
		for line := range strings.Lines(help) {
			if utf8.RuneCountInString(line) > 81 {
				t.Errorf("the help of %s has a line of more than 80 columns: %s", command.Name, line)
			}
		}
		for _, f := range command.Flags {
			seen[f.Name] = true
			if f.Group == nil {
				t.Errorf("%s --%s is in no group", command.Name, f.Name)
			}
			if f.IsBool() || f.Name == "format" {
				continue
			}
			if got := refusal(t, command.Name, "--"+f.Name+"="); !strings.Contains(got, f.Name) &&
				!strings.Contains(got, dashed(f)+" is empty") {
				t.Errorf("%s --%s=: refused with %q", command.Name, f.Name, got)
			}
		}
	}
	if len(seen) > 55 {
		t.Errorf("%d different flags", len(seen))
	}
}

// Every flag that would be ignored beside others, or without them, is refused by its name.
func TestFlagsIdle(t *testing.T) {
	t.Chdir(t.TempDir())
	app := model(t)
	for _, n := range needs {
		for command := range strings.FieldsSeq(n.commands) {
			got := refusal(t, append([]string{command}, given(flagOf(t, app, command, n.flag))...)...)
			if !strings.Contains(got, "--"+n.flag+" is given without --") {
				t.Errorf("%s --%s alone: refused with %q", command, n.flag, got)
			}
		}
	}
	for _, x := range exclusions {
		for command := range strings.FieldsSeq(x.commands) {
			for other := range strings.FieldsSeq(x.others) {
				left := flagOf(t, app, command, other)
				args := slices.Concat([]string{command}, given(flagOf(t, app, command, x.flag)), given(left))
				if got := refusal(t, args...); !strings.Contains(got, x.why+"; leave "+dashed(left)+" out") {
					t.Errorf("%q: refused with %q", args, got)
				}
			}
		}
	}
}

// flagOf finds a flag of a command.
func flagOf(t *testing.T, app *kong.Application, command, name string) *kong.Flag {
	t.Helper()
	for _, node := range app.Leaves(true) {
		for _, f := range node.Flags {
			if node.Name == command && f.Name == name {
				return f
			}
		}
	}
	t.Fatalf("%s has no flag --%s", command, name)
	return nil
}

// list shows one catalogue by its name: to people its names with a line each, and to programs rows of its kind.
func TestListOne(t *testing.T) {
	for _, k := range catalogues {
		shown := strings.Join(strings.Fields(strings.ReplaceAll(works(t, "", "list", k.name), "│", " ")), " ")
		rows := readCSV(t, works(t, "", "list", k.name, "--format", "csv"))[1:]
		for i, e := range experiments.Catalogue(k.Field) {
			if !slices.Equal(rows[i][:3], []string{string(k.Field), e.Spec, e.About}) {
				t.Errorf("row %d of %s is %q, want %s", i, k.name, rows[i], e.Spec)
			}
			if !strings.Contains(shown, e.Spec) {
				t.Errorf("list %s does not show %s", k.name, e.Spec)
			}
		}
	}
	holds(t, works(t, "", "list", "zoo"), "stars-scale", "surrogate-200")
}

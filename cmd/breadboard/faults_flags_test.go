package main

import (
	"bytes"
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

// model is the parser's own list of commands and flags.
func model(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := kong.New(&cli{}, append(decimals(), spelling(), vars())...)
	if err != nil {
		t.Fatal(err)
	}
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

// typeOf is the type of a flag's value, be it optional.
func typeOf(f *kong.Flag) reflect.Type {
	at := f.Target.Type()
	if at.Kind() == reflect.Pointer {
		at = at.Elem()
	}
	return at
}

// value is one that the parser takes for a flag; "" if the flag takes none.
func value(f *kong.Flag) string {
	switch at := typeOf(f); {
	case at == reflect.TypeFor[time.Duration]():
		return "9s"
	case at.Kind() == reflect.Bool:
		return ""
	case at.Kind() == reflect.Float64:
		return "0.5"
	case f.Name == "format":
		return "csv"
	}
	return "3"
}

// with is a flag and a value.
func with(f *kong.Flag, spelled, value string) []string {
	if value == "" {
		return []string{spelled}
	}
	return []string{spelled, value}
}

// These flags print and end the program, whatever follows.
var ends = []string{"help", "version"}

// Every flag of every command is refused if it is given twice, by any of its names.
func TestFlagsTwice(t *testing.T) {
	t.Chdir(t.TempDir())
	tried := 0
	for _, command := range model(t).Leaves(true) {
		for _, f := range command.Flags {
			if slices.Contains(ends, f.Name) {
				continue
			}
			args := slices.Concat([]string{command.Name}, with(f, "--"+f.Name, value(f)), with(f, dashed(f), value(f)))
			if got := refusal(t, args...); !strings.Contains(got, dashed(f)+" is given twice; ") {
				t.Errorf("%q: refused with %q, not as given twice", args, got)
			}
			tried++
		}
	}
	if tried < 100 {
		t.Errorf("only %d flags are tried", tried)
	}
}

// Every flag of every command that takes a value is refused if that is empty.
func TestFlagsEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, command := range model(t).Leaves(true) {
		for _, f := range command.Flags {
			if slices.Contains(ends, f.Name) {
				continue
			}
			args := []string{command.Name, "--" + f.Name + "="}
			got := refusal(t, args...)
			if says := strings.Contains(got, dashed(f)+" is empty; a value, as in ") || strings.Contains(got, `""`); !says ||
				!strings.Contains(got, f.Name) && !strings.Contains(got, dashed(f)) {
				t.Errorf("%q: refused with %q, not as empty", args, got)
			}
		}
	}
}

// Every flag that would be ignored beside others, or without them, is refused by its name.
func TestFlagsIdle(t *testing.T) {
	t.Chdir(t.TempDir())
	app := model(t)
	for _, n := range needs {
		for _, command := range strings.Fields(n.commands) {
			f := flagOf(t, app, command, n.flag)
			got := refusal(t, append([]string{command}, with(f, "--"+f.Name, value(f))...)...)
			if !strings.Contains(got, dashed(f)+" is given without --") {
				t.Errorf("%s --%s alone: refused with %q", command, n.flag, got)
			}
		}
	}
	for _, x := range exclusions {
		for _, command := range strings.Fields(x.commands) {
			for _, other := range strings.Fields(x.others) {
				f, left := flagOf(t, app, command, x.flag), flagOf(t, app, command, other)
				args := slices.Concat([]string{command}, with(f, "--"+f.Name, value(f)), with(left, "--"+left.Name, value(left)))
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

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/grid/must"
)

// model is the parser's own list of commands and flags.
func model(t *testing.T) *kong.Application {
	t.Helper()
	parser := must.Have(kong.New(&cli{}, append(decimals(), spelling(), vars())...))(t)
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

// given is a flag with a value that the parser takes.
func given(f *kong.Flag, spelled string) []string {
	switch at := typeOf(f); {
	case at == reflect.TypeFor[time.Duration]():
		return []string{spelled, "9s"}
	case f.IsBool():
		return []string{spelled}
	case at.Kind() == reflect.Float64:
		return []string{spelled, "0.5"}
	case f.Name == "format":
		return []string{spelled, "csv"}
	case f.Name == "size":
		return []string{spelled, "9x9cm"}
	case f.Enum != "":
		one, _, _ := strings.Cut(f.Enum, ",")
		return []string{spelled, one}
	}
	return []string{spelled, "3"}
}

// each calls f with every flag of the program, by one of the commands that have it: commands that have a flag of one
// name and type read it by the same code.
func each(t *testing.T, f func(command *kong.Node, flag *kong.Flag)) {
	t.Helper()
	seen := []string{"help bool", "version main.versionFlag"} // they print and end the program, whatever follows
	for _, command := range model(t).Leaves(true) {
		for _, flag := range command.Flags {
			if kind := flag.Name + " " + typeOf(flag).String(); !slices.Contains(seen, kind) {
				seen = append(seen, kind)
				if !slices.Contains(seen[:2], kind) {
					f(command, flag)
				}
			}
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d flags are tried", len(seen))
	}
}

// Every flag is refused if it is given twice, by any of its names, or if its value is empty.
func TestFlagsTwiceOrEmpty(t *testing.T) {
	t.Chdir(t.TempDir())
	each(t, func(command *kong.Node, f *kong.Flag) {
		name := []string{command.Name}
		for _, p := range command.Positional {
			if p.Required {
				name = append(name, "cells.csv")
			}
		}
		args := slices.Concat(name, given(f, "--"+f.Name), given(f, dashed(f)))
		if got := refusal(t, args...); !strings.Contains(got, dashed(f)+" is given twice; ") {
			t.Errorf("%q: refused with %q, not as given twice", args, got)
		}
		got := refusal(t, append(name, "--"+f.Name+"=")...)
		if says := strings.Contains(got, dashed(f)+" is empty; a value, as in ") ||
			strings.Contains(got, `""`); !says ||
			!strings.Contains(got, f.Name) && !strings.Contains(got, dashed(f)) {
			t.Errorf("%s --%s=: refused with %q, not as empty", command.Name, f.Name, got)
		}
	})
}

// Every flag that would be ignored beside others, or without them, is refused by its name.
func TestFlagsIdle(t *testing.T) {
	t.Chdir(t.TempDir())
	app := model(t)
	for _, n := range needs {
		for i, command := range strings.Fields(n.commands) {
			for k, name := range strings.Fields(n.flag) {
				f := flagOf(t, app, command, name)
				if i+k > 0 {
					continue // the table has the flag of the command, and is read in one way
				}
				args := append([]string{command}, given(f, "--"+f.Name)...)
				got := refusal(t, args...)
				if !strings.Contains(got, dashed(f)+" is given without --") {
					t.Errorf("%s --%s alone: refused with %q", command, name, got)
				}
			}
		}
	}
	for _, x := range exclusions {
		for i, command := range strings.Fields(x.commands) {
			for j, name := range strings.Fields(x.flag) {
				f := flagOf(t, app, command, name)
				for k, other := range strings.Fields(x.others) {
					left := flagOf(t, app, command, other)
					if i+j+k > 0 || name == other {
						continue
					}
					args := slices.Concat([]string{command}, given(f, "--"+f.Name), given(left, "--"+left.Name))
					got := refusal(t, args...) // of two such flags the one that stands first in the table stays
					if !strings.Contains(got, x.why+"; leave "+dashed(left)+" out") &&
						!strings.Contains(got, x.why+"; leave "+dashed(f)+" out") {
						t.Errorf("%q: refused with %q", args, got)
					}
				}
			}
		}
	}
}

// A flag that has another name now does under both what it did, and says so under the old one alone.
func TestRenamed(t *testing.T) {
	for _, r := range renamed {
		flagOf(t, model(t), r.command, strings.TrimPrefix(r.now, "--"))
	}
	old := program(t, "", strings.Fields("exact --toy barrier -T 3 --steps")...)
	now := works(t, "", strings.Fields("exact --toy barrier -T 3 --by-step")...)
	ended(t, old, result{stdout: now, stderr: "breadboard: --steps is called --by-step now, and goes on working\n"})
}

// list shows one catalogue by its name, in one or many.
func TestListOne(t *testing.T) {
	for what, first := range map[string]string{"kernels": "kernel,metropolis,", "toy": "toy,easy,",
		"axes": "axes,line,", "zoo": "zoo,"} {
		rows := strings.Split(strings.TrimSpace(works(t, "", "list", what, "--format", "csv")), "\n")
		kind, _, _ := strings.Cut(first, ",")
		if !strings.HasPrefix(rows[1], first) || !strings.HasPrefix(rows[len(rows)-1], kind+",") {
			t.Errorf("list %s shows %q", what, rows)
		}
		holds(t, works(t, "", "list", what), "(")
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

// cheap are arguments that let a command work in no time. A flag under test takes the place of its own value.
var cheap = map[string]string{
	"exact":    "--toy barrier -T 3",
	"weights":  "raise --toy barrier -T 3",
	"explore":  "--toy easy -T 3 --addr 192.0.2.1:1", // an address of no machine, so that it does not go on to serve
	"sample":   "--toy barrier -T 3 --chains 100",
	"sweep":    "--toy easy -T 3 --out o",
	"aide":     "--toy barrier -T 3 --gold posterior --program ais --runs 5",
	"protocol": "--toy clustering:2:2 --data two.csv -T 3 --sets 2",
	"validate": "--toy barrier --kernel metropolis -T 3",
	"score":    "--toy barrier --kernel metropolis -N 10",
	"temper":   "--toy two-basins:2 --walkers 2 --scans 3",
	"sandwich": "--forward weights.csv",

	"reproduce": "--quick --out o",
	"list":      "--pictures p",
}

// Every flag that takes numbers reads them in decimal, and refuses another grammar by the flag's name. A list that is
// longer than it looks is tried too: what is too large for the machine is refused in a line.
func TestFlagNumbers(t *testing.T) {
	dir := files(t, map[string]string{"two.csv": "1\n2\n"})
	t.Chdir(dir)
	// flags that hold numbers in a text
	inText := strings.Fields("levels seed steps budgets runs meta tails shard cost scans")
	each(t, func(command *kong.Node, f *kong.Flag) {
		kind := typeOf(f).Kind()
		texts := kind == reflect.String || kind == reflect.Slice
		if kind == reflect.Bool || kind == reflect.Struct || texts && !slices.Contains(inText, f.Name) {
			return // a struct is the size of a figure, which is two lengths
		}
		base, ok := cheap[command.Name]
		if !ok {
			t.Errorf("%s takes numbers, as --%s, and nobody said which arguments make it quick", command.Name, f.Name)
		}
		args := append([]string{command.Name}, without(f, strings.Fields(base))...)
		const word = "0x1"
		got := refusal(t, append(args, "--"+f.Name, word)...)
		if !strings.Contains(got, dashed(f)) && !strings.Contains(got, "--"+f.Name) {
			t.Errorf("%q %s: refused with %q, not by --%s", args, word, got, f.Name)
		}
		line := append(args[:len(args):len(args)], "--"+f.Name+"=2..1000000000x1000000000")
		if err := survives(t, dir, line); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	})
}

// survives runs the program. It may work, or refuse in one line; the error says what else it did.
func survives(t *testing.T, dir string, args []string) error {
	t.Helper()
	r := program(t, dir, args...)
	switch {
	case r.code != 0 && r.code != 1 && r.code != 2:
		return fmt.Errorf("it did not end by itself, or as a bug: %s", r.stderr)
	case r.code == 2 && strings.Count(r.stderr, "\n") != 1, len(r.stderr) > 5000:
		return errors.New("it said more than a line")
	}
	return nil
}

// without are arguments without a flag and its value.
func without(f *kong.Flag, args []string) []string {
	at := slices.IndexFunc(args, func(arg string) bool {
		return arg == "--"+f.Name || f.Short != 0 && arg == "-"+string(f.Short)
	})
	if at < 0 {
		return args
	}
	return slices.Delete(args, at, at+2)
}

// fields are flags that take names with parameters, and what else the command takes beside them.
var fields = map[experiments.Field]string{
	experiments.FieldToy:      "exact -T 3",
	experiments.FieldKernel:   "exact --toy barrier -T 3",
	experiments.FieldBridge:   "exact --toy barrier -T 3",
	experiments.FieldSchedule: "exact --toy barrier -T 3",
	experiments.FieldInitial:  "exact --toy barrier -T 3",
	experiments.FieldProgram:  "exact --toy clustering:3:2 -T 3",
}

// named returns a spec of the catalogue with a number in place of one parameter. The others are 2, or 2x2 sites.
func named(spec string, place int, number string) string {
	parts := strings.Split(spec, ":")
	for i := range parts[1:] {
		switch {
		case i+1 == place:
			parts[i+1] = number
		case strings.Contains(parts[i+1], "x"):
			parts[i+1] = "2x2"
		default:
			parts[i+1] = "2"
		}
	}
	return strings.Join(parts, ":")
}

// Every parameter of every name is read in decimal alone, and tried at the largest number.
func TestExtremeParameters(t *testing.T) {
	tried := 0
	for field, command := range fields {
		for _, spec := range experiments.Specs(field) {
			for place := range strings.Count(spec, ":") {
				args := append(strings.Fields(command), "--"+string(field))
				if hex := named(spec, place+1, "0x2"); !strings.HasSuffix(spec, "PATH") &&
					refusal(t, append(args, hex)...) == "" {
					t.Errorf("%s is taken", hex)
				}
				line := append(args[:len(args):len(args)], named(spec, place+1, strconv.Itoa(math.MaxInt)))
				tried++
				if err := survives(t, "", line); err != nil {
					t.Errorf("%q: %v", line, err)
				}
			}
		}
	}
	if tried < 30 {
		t.Errorf("only %d parameters are tried", tried)
	}
}

// In every command --seed is the seed of the target and --mc-seed that of random numbers; no
// flag spells a seed in another way.
func TestSeedFlags(t *testing.T) {
	means := map[string][]string{"seed": {"of the target,", "of the targets,"}, "mc-seed": {"of random numbers,"}}
	for _, command := range model(t).Children {
		for _, f := range command.Flags {
			says := slices.ContainsFunc(means[f.Name],
				func(words string) bool { return strings.Contains(f.Help, words) })
			if strings.Contains(f.Name, "seed") && !says {
				t.Errorf("%s --%s: %q", command.Name, f.Name, f.Help)
			}
		}
	}
}

// The numbers of levels that help tells of are those that are run.
func TestDefaultLevels(t *testing.T) {
	for _, command := range []string{"exact", "sample --chains 2"} {
		args := append(strings.Fields(command), "--toy", "barrier", "--format", "csv")
		ran := strings.Join(slices.Compact(column(readCSV(t, works(t, "", args...)), "T")), ",")
		holds(t, works(t, "", args[0], "--help"), "as 10..1000x5 (default "+ran+")")
	}
}

// A name in capitals gives the bytes that the name itself gives, on the command line and in lists.
func TestNamesThatAreMeant(t *testing.T) {
	dir := t.TempDir()
	for meant, plain := range map[string]string{
		"exact --toy BARRIER --kernel Hamiltonian:2 -T 5 --format JSON": "exact --toy barrier " +
			"--kernel hamiltonian:2 -T 5 --format json",
		"exact --toy easy --program SIR:2,Ais -T 5": "exact --toy easy --program sir:2,ais -T 5",
		"sweep --toy BARRIER --kernel Heat-Bath,METROPOLIS -T 5 --format csv": "sweep --toy barrier " +
			"--kernel heat-bath,metropolis -T 5 --format csv",
		"list --zoo SMALL": "list --zoo small",
	} {
		got := works(t, dir, strings.Fields(meant)...)
		want := works(t, dir, strings.Fields(plain)...)
		if got != want {
			t.Errorf("%s prints\n%s, want\n%s", meant, got, want)
		}
	}
}

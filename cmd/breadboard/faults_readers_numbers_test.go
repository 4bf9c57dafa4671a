package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/grid/text/faulty"
)

// extremes are numbers at the ends of their types, and lists that are longer than they look. The first few are tried
// always, and the others with BREADBOARD_LONG.
var extremes = []string{"9223372036854775807", "-1", "2..1000000000x1000000000", "1e18", "0", "18446744073709551615",
	"-9223372036854775808", "1000000000000000000", "1000000000", "99999999999999999999", "10..10000000x9999990",
	"1..1000000000", "0..18446744073709551615", "nan", "-inf", "1e-320", "1/9223372036854775807", "0x10", "1_000"}

// cheap are arguments that let a command work in no time, beside the files of cheapFiles. A flag under test takes the
// place of its own value.
var cheap = map[string]string{
	"exact":    "--toy barrier -T 3",
	"explore":  "--toy easy -T 3 --addr 192.0.2.1:1", // an address of no machine, so that it does not go on to serve
	"certify":  "--toy barrier -T 3",
	"sample":   "--toy barrier -T 3 --chains 100",
	"sweep":    "--toy easy -T 3 --out o",
	"aide":     "--toy barrier -T 3 --gold posterior --program ais --runs 5",
	"protocol": "--toy clustering:2:2 --data two.csv -T 3 --sets 2",
	"validate": "--toy barrier --kernel metropolis -T 3",
	"score":    "--toy barrier --kernel metropolis -N 10",
	"geweke":   "--toy clustering:3:2 --kernel cycle --draws 50",
	"seeds":    "--toy easy --first 10",
}

// cheapFiles are named in cheap.
var cheapFiles = map[string]string{"two.csv": "1\n2\n"}

// survives runs the program. It may work, or refuse in one line; the error says what else it did.
func survives(t *testing.T, dir string, args []string) error {
	t.Helper()
	r := limited(t, dir, "", args...)
	switch {
	case r.code != 0 && r.code != 1 && r.code != 2:
		return errors.New("it did not end by itself, or as a bug")
	case strings.Contains(r.stderr, "goroutine "):
		return errors.New("it ended in a trace")
	case r.code == 2 && strings.Count(r.stderr, "\n") != 1, len(r.stderr) > 5000:
		return errors.New("it said more than a line")
	}
	return nil
}

// Every number that every command takes is tried at its extremes: what is too large for the machine is refused in a
// line, within 4 GiB of addresses.
func TestExtremeNumbers(t *testing.T) {
	dir := files(t, cheapFiles)
	tally := faulty.Tally{What: "extreme numbers"}
	for _, command := range model(t).Leaves(true) {
		for _, f := range command.Flags {
			if !isNumber(f) {
				continue
			}
			base, ok := cheap[command.Name]
			if !ok {
				t.Errorf("%s takes numbers, as --%s, and nobody said which arguments make it quick", command.Name, f.Name)
			}
			for _, number := range extremes[:faulty.Times(3, len(extremes))] {
				args := append([]string{command.Name}, without(f, strings.Fields(base))...)
				args = append(args, "--"+f.Name+"="+number)
				err := survives(t, dir, args)
				if err != nil {
					t.Errorf("%q: %v", args, err)
				}
				tally.Count(args, err)
			}
		}
	}
	if tally.Injected < 100 {
		t.Errorf("only %d numbers are tried", tally.Injected)
	}
	tally.Report(t)
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

// atEnds are the extremes of a parameter, as of potts:ROWSxCOLS:STATES:COUPLING. The first are tried always.
var atEnds = []string{"9223372036854775807", "1000000000000", "1000000x1000000", "1e308", "-1", "0", "nan",
	"9223372036854775807x2", "1000000000000000000", "1e-308", "-inf", "0x10", "1_0", ""}

// fields are flags that take names with parameters, and what else the command takes beside them.
var fields = map[experiments.Field][]string{
	experiments.FieldToy:      {"exact -T 3"},
	experiments.FieldKernel:   {"exact --toy barrier -T 3"},
	experiments.FieldBridge:   {"exact --toy barrier -T 3"},
	experiments.FieldSchedule: {"exact --toy barrier -T 3"},
	experiments.FieldInitial:  {"exact --toy barrier -T 3"},
	experiments.FieldProgram:  {"exact --toy clustering:3:2 -T 3", "sample --toy clustering:3:2 -T 3 --chains 10"},
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

// Every parameter of every name is tried at its extremes.
func TestExtremeParameters(t *testing.T) {
	dir := t.TempDir()
	tally := faulty.Tally{What: "extreme parameters of names"}
	for field, commands := range fields {
		for _, spec := range experiments.Specs(field) {
			for place := range strings.Count(spec, ":") {
				for _, number := range atEnds[:faulty.Times(3, len(atEnds))] {
					for _, command := range commands {
						args := append(strings.Fields(command), "--"+string(field), named(spec, place+1, number))
						err := survives(t, dir, args)
						if err != nil {
							t.Errorf("%q: %v", args, err)
						}
						tally.Count(args, err)
					}
				}
			}
		}
	}
	if tally.Injected < 50 {
		t.Errorf("only %d parameters are tried", tally.Injected)
	}
	tally.Report(t)
}

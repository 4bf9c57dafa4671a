package main

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
)

// notDecimal are numbers in other grammars, and words that are no numbers.
var notDecimal = []string{"0x1", "0x1p0", "1_0", "1e", "nan", "inf"}

// inText are the flags that hold numbers in a text.
var inText = strings.Fields("levels seed steps budgets runs meta tails shard")

// Every flag that takes numbers reads them in decimal, and refuses every other grammar by the flag's name.
func TestFlagNumbers(t *testing.T) {
	t.Chdir(files(t, cheapFiles))
	tried := 0
	for _, command := range model(t).Leaves(true) {
		for _, f := range command.Flags {
			if !isNumber(f) {
				continue
			}
			for _, word := range notDecimal {
				args := slices.Concat([]string{command.Name}, without(f, strings.Fields(cheap[command.Name])),
					[]string{"--" + f.Name, word})
				if got := refusal(t, args...); !strings.Contains(got, dashed(f)) && !strings.Contains(got, "--"+f.Name) {
					t.Errorf("%q: refused with %q, not by --%s", args, got, f.Name)
				}
			}
			tried++
		}
	}
	if tried < 35 {
		t.Errorf("only %d flags take numbers", tried)
	}
}

// isNumber reports whether a flag takes numbers.
func isNumber(f *kong.Flag) bool {
	switch typeOf(f).Kind() {
	case reflect.Bool:
		return false
	case reflect.String, reflect.Slice:
		return slices.Contains(inText, f.Name)
	}
	return true
}

// parameters are names with all their parameters, by the flag that takes them.
var parameters = map[experiments.Field][]string{
	experiments.FieldToy: {"random:3", "two-basins:4", "ising:2x3:0.4", "potts:2x2:3:0.5", "clustering:3:2",
		"attributes:3:2", "lowrank:2:2:1", "regression:3:4"},
	experiments.FieldKernel:   {"heat-bath:2", "lazy:0.5", "langevin:0.5", "hamiltonian:3"},
	experiments.FieldBridge:   {"power:0.5"},
	experiments.FieldSchedule: {"sigmoid:4", "power:2", "geometric:2", "curve:0:0.2:1"},
	experiments.FieldInitial:  {"tempered:0.5"},
	experiments.FieldProgram: {"sir:16", "smc:4:ess=0.5", "vb:restarts=2:seed=3", "ns:4:2", "bic:k=2",
		"smc-data:4:steps=2", "shme:3:steps=2", "hme-chain:3", "cms:3"},
}

var numerals = regexp.MustCompile(`[0-9.]+`)

// Every number in a name is read in decimal too: a sign is right, every other grammar is refused.
func TestNameNumbers(t *testing.T) {
	for _, k := range kinds {
		for _, e := range experiments.Catalogue(k.Field) {
			stem, param, has := strings.Cut(e.Spec, ":")
			known := func(spec string) bool { return strings.HasPrefix(spec, stem+":") }
			if has && param != "PATH" && !slices.ContainsFunc(parameters[k.Field], known) {
				t.Errorf("no numbers are tried in --%s %s", k.Field, e.Spec)
			}
		}
		for _, spec := range parameters[k.Field] {
			args := []string{"exact", "-T", "3", "--" + string(k.Field)}
			if k.Field != experiments.FieldToy {
				args = append([]string{"exact", "--toy", "clustering:3:2"}, args[1:]...)
			}
			checkNumbers(t, args, spec)
		}
	}
}

// checkNumbers puts other words in the place of each number of a spec, which stands at the end of a command.
func checkNumbers(t *testing.T, args []string, spec string) {
	t.Helper()
	if got := refusal(t, append(args, spec)...); got != "" {
		t.Errorf("%q: refused with %q", spec, got)
	}
	for _, at := range numerals.FindAllStringIndex(spec, -1) {
		before, number, after := spec[:at[0]], spec[at[0]:at[1]], spec[at[1]:]
		if got := refusal(t, append(args, before+"+"+number+after)...); got != "" {
			t.Errorf("%q with a plus before %s: refused with %q", spec, number, got)
		}
		for _, word := range notDecimal {
			if refusal(t, append(args, before+word+after)...) == "" {
				t.Errorf("%q is taken", before+word+after)
			}
		}
	}
}

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/crosscheck"
	"breadboard/reports/table"
)

// checkFlags returns what is wrong with the flags beside one another, whatever the command does with them.
func checkFlags(command *kong.Context) error {
	var given []*kong.Flag
	for _, p := range command.Path {
		if p.Flag != nil {
			given = append(given, p.Flag)
		}
	}
	node := command.Selected()
	return errors.Join(slices.Concat(mistyped(command.Path, given), idle(node, given), ofNoUse(node.Name, given))...)
}

// mistyped are the faults of an empty argument, and of a flag that is given twice or without a value. Lists too are
// given once: of --kernel a --kernel b nobody knows whether the second joins the first or takes its place.
func mistyped(path []*kong.Path, given []*kong.Flag) (faults []error) {
	for _, p := range path {
		if p.Positional == nil {
			continue
		}
		if isEmpty(p.Positional) {
			faults = append(faults, fmt.Errorf("the argument %s is empty; a value, or none, would do",
				strings.ToUpper(p.Positional.Name)))
		}
	}
	for i, f := range given {
		value := f.FormatPlaceHolder()
		if !slices.Contains(given[:i], f) && slices.Contains(given[i+1:], f) {
			would := "once would do"
			if isList(f) {
				would = fmt.Sprintf("one list, as in %s %s, would do", dashed(f), value)
			}
			faults = append(faults, fmt.Errorf("%s is given twice; %s", dashed(f), would))
		}
		if f.Name == "exec" {
			value = "'python3 mykernel.py'"
		}
		if isEmpty(f.Value) {
			faults = append(faults, fmt.Errorf("%s is empty; a value, as in %s %s, would do",
				dashed(f), dashed(f), value))
		}
	}
	return faults
}

// idle are the faults of flags that would change nothing: without one of some others (needs), or beside some others
// (exclusions).
func idle(node *kong.Node, given []*kong.Flag) (faults []error) {
	for _, n := range needs {
		if isGiven(node.Name, given, n.commands, n.flag) && len(among(given, n.others)) == 0 {
			faults = append(faults, fmt.Errorf("%s is given without %s; both or none would do", among(given, n.flag)[0],
				strings.Join(among(node.Flags, n.others), " or ")))
		}
	}
	for _, x := range exclusions {
		if !isGiven(node.Name, given, x.commands, x.flag) {
			continue
		}
		flag := among(given, x.flag)[0]
		left := slices.DeleteFunc(among(given, x.others), func(other string) bool { return other == flag })
		if len(left) > 0 {
			faults = append(faults, fmt.Errorf("%s %s; leave %s out", flag, x.why, strings.Join(left, ", ")))
		}
	}
	return faults
}

// ofNoUse are the faults of values that no command can use: a name that nothing has, and a number out of its range.
func ofNoUse(command string, given []*kong.Flag) (faults []error) {
	for _, f := range given {
		value := fmt.Sprint(f.Target)
		kind := f.Tag.Get("names")
		if known := namesOf(kind); kind == "treatment" &&
			!slices.Contains(known, value) {
			faults = append(faults, experiments.Unknown(dashed(f), value, known))
		}
		switch f.Name {
		case "timeout":
			if f.Target.Int() <= 0 {
				faults = append(faults, fmt.Errorf("--timeout %s; a time above 0, such as 30s, would do", value))
			}
		}
	}
	for _, r := range ranges {
		if !isGiven(command, given, r.commands, r.flag) {
			continue
		}
		i := slices.IndexFunc(given, func(f *kong.Flag) bool { return f.Name == r.flag })
		if n := int(reflect.Indirect(given[i].Target).Int()); n < r.low || n > r.high {
			would := fmt.Sprintf("from %d to %d", r.low, r.high)
			if r.high == math.MaxInt {
				would = fmt.Sprintf("%d or more", r.low)
			}
			faults = append(faults, fmt.Errorf("--%s %d; %s would do", r.flag, n, would))
		}
	}
	return faults
}

// isGiven reports whether one of these flags is given to a command that is one of these.
func isGiven(command string, given []*kong.Flag, commands, flags string) bool {
	return slices.Contains(strings.Fields(commands), command) && len(among(given, flags)) > 0
}

// isEmpty reports whether a value is an empty text, or a list with nothing but such.
func isEmpty(v *kong.Value) bool {
	at := reflect.Indirect(v.Target)
	switch at.Kind() {
	case reflect.String:
		return at.Len() == 0
	case reflect.Slice:
		all := at.Convert(reflect.TypeFor[[]string]()).Interface().([]string)
		return len(all) > 0 && strings.Join(all, "") == ""
	}
	return false
}

// ofChain are the flags that name an annealing.
const ofChain = "toy target data kernel bridge schedule initial skip-last-kernel levels seed"

// All pairs of flags of which one would be ignored: flags that change nothing without one of some others, and flags
// beside which others change nothing, and why, as in "--zoo names densities"; and the numbers that flags may have.
// What depends on the value of a flag is checked by the command.
var (
	needs = []struct{ commands, flag, others string }{
		{"exact sample aide validate score reproduce", "timeout", "exec"},
		{"protocol", "timeout", "exec"},
		{"sample", "reversible", "exec"},
		{"protocol", "toy data-as", "data"},
		{"validate", "most-moves rows", "exec"},
		{"validate", "columns from", "moves draws"},
		{"validate", "fault", "exec moves"},
		{"score", "tolerance", "matrix"},
		{"score", "seed", "toy"},
		{"list", "targets", "zoo"},
	}
	ranges = []struct {
		commands, flag string
		low, high      int
	}{
		{"sample", "chains", 2, crosscheck.MostChains}, // a standard error needs two
		{"score", "chains", 2, 1_000_000},
		{"validate", "most-moves", 1000, math.MaxInt}, // that are worth a test
		{"protocol", "sets", 1, 1000},
	}
	exclusions = []struct{ commands, flag, why, others string }{
		{"exact", "program", "takes the place of the annealing, which alone has steps and betas",
			"by-step save-betas"},
		{"exact sample", "program", "takes the place of the annealing, which alone has a picture", "pictures"},
		{"exact", "exec", "tells the rows of the kernel, at the betas of the schedule",
			"matrix program kernel by-cell certify"},
		{"exact", "certify", "proves what is known of kernels of the catalogue", "matrix program"},
		{"sample", "exec", "makes the moves of an annealing, one after the other", "matrix program"},
		{"sample", "exec", "does not tell the exact law, which a picture shows", "pictures"},
		{"aide", "hmm", "has a model of its own", ofChain + " exec"},
		{"validate", "beta", "is of one level, and needs no annealing", "levels schedule skip-last-kernel"},
		{"validate", "moves", "are of one beta, and need no annealing", "levels schedule skip-last-kernel"},
		{"validate", "draws", "are judged beside the target alone", "matrix exec moves kernel rows bridge schedule " +
			"initial skip-last-kernel repeat levels beta redraws tolerance most-moves mc-seed time fault pictures"},
		{"validate", "rows", "are exact, and no moves are made", "most-moves fault time"},
		{"score", "zoo", "names densities by itself", "toy target"},
		{"protocol", "exec", "makes the steps", "kernel"},
		{"reproduce", "exec", "tells the rows of the kernel", "kernel"},
		{"protocol", "exec", "prints one table", "out"},
		{"sweep", "merge", "joins what was run, and its plan says what that is", "toy target axes seed data kernel " +
			"repeat matrix exec bridge initial schedule program levels evaluations skip-last-kernel chains mc-seed " +
			"full timeout shard all dry-run yes"},
		{"sweep", "shard", "makes a part of the rows, and no table", "all"},
		{"explore", "site", "writes a folder, and nothing is served", "addr open"},
		{"list", "zoo", "lists densities without pictures", "pictures"},
	}
)

// among returns the flags of these names, as people type them, in the order of the names.
func among(flags []*kong.Flag, names string) (all []string) {
	for _, name := range strings.Fields(names) {
		if i := slices.IndexFunc(flags, func(f *kong.Flag) bool { return f.Name == name }); i >= 0 {
			all = append(all, dashed(flags[i]))
		}
	}
	return all
}

var (
	negative = regexp.MustCompile(`^-[0-9]`)
	flagName = regexp.MustCompile(`^(--[a-z][a-z-]*|-[A-Za-z])$`)
)

// renamed are flags that had other names, which go on working.
var renamed = []struct{ command, old, now string }{
	{"exact", "--steps", "--by-step"}, {"score", "--runs", "--chains"},
	{"validate", "--budget", "--most-moves"},
}

// current returns the words of a command line with the flags as they are called now, and says so of each. -V is the
// version in many programs, as -v is.
func current(args []string, stderr io.Writer) []string {
	return table.Each(args, func(arg string) string {
		if arg == "-V" {
			return "--version"
		}
		name, value, has := strings.Cut(arg, "=")
		for _, r := range renamed {
			if r.command == args[0] && r.old == name {
				fmt.Fprintf(stderr, "breadboard: %s is called %s now, and goes on working\n", r.old, r.now)
				name = r.now
			}
		}
		if has {
			name += "=" + value
		}
		return name
	})
}

// joinNegatives joins a flag and a negative number after it, as in -T -3, into one word.
// The parser would take the number for a flag; joined, it is read as a number.
func joinNegatives(args []string) []string {
	var all []string
	for i, arg := range args {
		if i > 0 && negative.MatchString(arg) && flagName.MatchString(args[i-1]) {
			all[len(all)-1] += "=" + arg
		} else {
			all = append(all, arg)
		}
	}
	return all
}

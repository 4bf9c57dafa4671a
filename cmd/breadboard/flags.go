package main

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// checkFlags returns what is wrong with the flags beside one another, whatever the command does with them: a flag that
// is given twice or without a value, and one that would change nothing.
func checkFlags(command *kong.Context) error {
	var given []*kong.Flag
	for _, p := range command.Path {
		if p.Flag != nil {
			given = append(given, p.Flag)
		}
	}
	return errors.Join(twice(given), empty(command, given), idle(command, given))
}

// twice returns an error for each flag that is given more than once, by any of its names. Lists too are given once: of
// --kernel a --kernel b nobody knows whether the second joins the first or takes its place.
func twice(given []*kong.Flag) (err error) {
	for i, f := range given {
		if !slices.Contains(given[:i], f) && slices.Contains(given[i+1:], f) {
			would := "once would do"
			if isList(f) {
				would = fmt.Sprintf("one list, as in %s %s, would do", dashed(f), f.FormatPlaceHolder())
			}
			err = errors.Join(err, fmt.Errorf("%s is given twice; %s", dashed(f), would))
		}
	}
	return err
}

// empty returns an error for each flag and each argument that is an empty text. In a sweep with a file an empty flag
// takes away a list of the file.
func empty(command *kong.Context, given []*kong.Flag) (err error) {
	file := false
	for _, p := range command.Path {
		if p.Positional != nil && isEmpty(p.Positional) {
			err = errors.Join(err, fmt.Errorf("the argument %s is empty; a value, or none, would do",
				strings.ToUpper(p.Positional.Name)))
		}
		file = file || p.Positional != nil && p.Positional.Name == "spec"
	}
	for _, f := range given {
		value := f.FormatPlaceHolder()
		if f.Name == "exec" {
			value = "'python3 mykernel.py'"
		}
		if takesAway := file && (isList(f) || f.Name == "density"); isEmpty(f.Value) && !takesAway {
			err = errors.Join(err, fmt.Errorf("%s is empty; a value, as in %s %s, would do", dashed(f), dashed(f), value))
		}
	}
	return err
}

// isEmpty reports whether a value is an empty text, or a list with nothing but such. The equals sign of -T= is
// left by the parser.
func isEmpty(v *kong.Value) bool {
	at := reflect.Indirect(v.Target)
	switch at.Kind() {
	case reflect.String:
		return at.Len() == 0
	case reflect.Slice:
		for i := range at.Len() {
			if text := at.Index(i).String(); text != "" && text != "=" {
				return false
			}
		}
		return at.Len() > 0
	}
	return false
}

// dashed is a flag as people type it.
func dashed(f *kong.Flag) string {
	if f.Short != 0 {
		return "-" + string(f.Short)
	}
	return "--" + f.Name
}

// A need is a flag that changes nothing without one of some others.
type need struct{ commands, flag, others string }

// An exclusion is a flag beside which others change nothing, and why, as in "--zoo names densities".
type exclusion struct{ commands, flag, why, others string }

// ofChain are the flags that name an annealing.
const ofChain = "toy target density data kernel bridge schedule initial skip-last-kernel levels seed"

// needs and exclusions are all pairs of flags of which one would be ignored. What depends on the value of a flag is
// checked by the command.
var (
	needs = []need{
		{"sample aide validate score", "timeout", "exec"},
		{"sample", "reversible", "exec"},
		{"protocol", "toy", "data"},
		{"protocol", "data-as", "data"},
		{"validate", "budget", "exec"},
		{"validate", "fault", "exec moves"},
		{"validate", "mc-seed", "exec moves"},
		{"score", "tolerance", "matrix"},
		{"score", "density", "target"},
		{"score", "seed", "toy"},
		{"score", "shard", "out"},
		{"exact", "force", "pictures save-betas"},
		{"sample", "force", "pictures save"},
		{"explore", "force", "export"},
		{"explore", "density", "target"},
		{"validate geweke list", "force", "pictures"},
		{"protocol score", "force", "out"},
	}
	exclusions = []exclusion{
		{"exact", "program", "takes the place of the annealing, which alone has steps and betas", "steps save-betas"},
		{"exact sample", "program", "takes the place of the annealing, which alone has a picture", "pictures"},
		{"exact", "tails", "has a table of its own, and no picture", "runs steps save-betas pictures"},
		{"exact", "runs", "has a table of its own, and no picture", "steps save-betas pictures"},
		{"sample", "exec", "makes the moves of an annealing, one after the other", "matrix program workers"},
		{"sample", "exec", "does not tell the exact law, which a picture shows", "pictures"},
		{"certify", "catalogue", "has annealings of its own", ofChain + " yes"},
		{"aide", "hmm", "has a model of its own", ofChain + " exec"},
		{"aide", "exec", "makes one run after the other", "workers"},
		{"validate", "beta", "is of one level, and needs no annealing", "levels schedule skip-last-kernel"},
		{"validate", "moves", "are of one beta, and need no annealing", "levels schedule skip-last-kernel"},
		{"validate", "exec", "is known by its moves, whose errors are those of chance", "tolerance"},
		{"validate", "moves", "are moves, whose errors are those of chance", "tolerance"},
		{"score", "zoo", "names densities by itself", "toy target"},
		{"score", "exec", "runs chains, which are not divided into parts", "shard"},
		{"explore", "export", "writes a file, and nothing is served", "addr open"},
		{"list", "zoo", "lists densities without pictures", "pictures"},
	}
)

// idle returns an error for each flag that would change nothing beside the others.
func idle(command *kong.Context, given []*kong.Flag) (err error) {
	node := command.Selected()
	if node == nil {
		return nil
	}
	applies := func(commands, flag string) bool {
		return slices.Contains(strings.Fields(commands), node.Name) && len(among(given, flag)) > 0
	}
	for _, n := range needs {
		if applies(n.commands, n.flag) && len(among(given, n.others)) == 0 {
			err = errors.Join(err, fmt.Errorf("%s is given without %s; both or none would do", among(given, n.flag)[0],
				strings.Join(among(node.Flags, n.others), " or ")))
		}
	}
	for _, x := range exclusions {
		if left := among(given, x.others); applies(x.commands, x.flag) && len(left) > 0 {
			err = errors.Join(err, fmt.Errorf("%s %s; leave %s out", among(given, x.flag)[0], x.why,
				strings.Join(left, ", ")))
		}
	}
	return err
}

// among returns the flags of these names, as people type them, in the order of the names.
func among(flags []*kong.Flag, names string) (all []string) {
	for _, name := range strings.Fields(names) {
		if i := slices.IndexFunc(flags, func(f *kong.Flag) bool { return f.Name == name }); i >= 0 {
			all = append(all, dashed(flags[i]))
		}
	}
	return all
}

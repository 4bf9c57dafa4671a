package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// valueless matches the parser's error for a flag without its value, as in exact --toy.
var valueless = regexp.MustCompile(`^(--[a-z-]+): (expected \w+ value but got ("EOL"|.* flag\))|missing value)`)

// clearer adds advice to errors of the parser: on a word that stands alone, as in exact easy or exact logf.csv, and on
// a flag that is unknown or without its value.
func clearer(err error, all []namedCmd) error {
	if flag := valueless.FindStringSubmatch(err.Error()); flag != nil {
		return fmt.Errorf("%s has no value after it; use one as --help shows", flag[1])
	}
	if better := insteadOf(err, all); better != nil {
		return better
	}
	word, isStray := strings.CutPrefix(err.Error(), "unexpected argument ")
	switch {
	case strings.HasPrefix(err.Error(), "unknown flag") && !strings.Contains(err.Error(), "did you mean"):
		return fmt.Errorf("%w; --help has all", err)
	case !isStray:
		return err
	}
	for _, k := range catalogues {
		if word == k.name {
			return fmt.Errorf("%w; list has one catalogue at a time, or all", err)
		}
		if name := experiments.Canonical(k.Field, word); slices.Contains(experiments.Specs(k.Field), name) {
			return fmt.Errorf("%w; use --%s %s", err, k.Field, name)
		}
	}
	isTable := strings.HasSuffix(word, ".csv") || strings.HasSuffix(word, ".npy")
	if parsed, is := errors.AsType[*kong.ParseError](err); is && isTable {
		command := parsed.Context.Selected() // nil before a command
		if command != nil && namedFlags(command.Flags, "target") != nil {
			return fmt.Errorf("%w; use --target %s", err, shell.Quoted(word))
		}
	}
	return fmt.Errorf("%w; --help has all", err)
}

// unknownFlag matches the parser's error for a flag that a command does not have.
var unknownFlag = regexp.MustCompile(`^unknown flag (--?([A-Za-z0-9-]+))`)

// insteadOf returns an error about an unknown flag that says what there is in its place: the format of that name, how a
// sweep goes on, or the commands that have the flag. It returns nil where the parser's own error says more.
func insteadOf(err error, all []namedCmd) error {
	unknown := unknownFlag.FindStringSubmatch(err.Error())
	parsed, is := errors.AsType[*kong.ParseError](err)
	if unknown == nil || !is {
		return nil
	}
	flag, name := unknown[1], unknown[2]
	var flags []*kong.Flag // of the command; nil before a command
	if command := parsed.Context.Selected(); command != nil {
		flags = command.Flags
	}
	having := commandsWith(name, all)
	switch {
	case slices.Contains(table.Formats, table.Format(name)) && namedFlags(flags, "format") != nil:
		return fmt.Errorf("unknown flag %s; use --format %s", flag, name)
	case name == "resume" && namedFlags(flags, "out") != nil:
		return fmt.Errorf("unknown flag %s; the same command with the same --out goes on where it stopped", flag)
	case name == "resume":
		return fmt.Errorf("unknown flag %s; use breadboard sweep --out DIR, which goes on where it stopped", flag)
	case having == nil:
		return nil
	case flags == nil:
		return fmt.Errorf("unknown flag %s before a command; use it after one, as in breadboard %s %[1]s", flag,
			having[0])
	case name == "out":
		return fmt.Errorf("unknown flag %s, which is of %s; use > FILE for what is printed", flag, listed(having))
	}
	return fmt.Errorf("unknown flag %s, which is of %s; --help has all that %s takes", flag, listed(having),
		parsed.Context.Selected().Name)
}

// commandsWith returns the names of the commands that have a flag of this name, or of this one letter.
func commandsWith(flag string, all []namedCmd) (names []string) {
	parser, err := kong.New(new(cli), parserOptions(all)...)
	if err != nil {
		panic("breadboard: " + err.Error()) // a test parses all commands
	}
	for _, command := range parser.Model.Children {
		has := func(f *kong.Flag) bool { return f.Name == flag || flag == string(f.Short) }
		if slices.ContainsFunc(command.Flags, has) {
			names = append(names, command.Name)
		}
	}
	return names
}

// listed returns up to three names, as in exact, sample and others.
func listed(names []string) string {
	if len(names) > 3 {
		names = append(names[:2:2], "others")
	}
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return names[0]
}

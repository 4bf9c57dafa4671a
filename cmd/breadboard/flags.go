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
		if takesAway := file && (isList(f) || f.Name == "density"); isEmpty(f.Value) && !takesAway {
			err = errors.Join(err, fmt.Errorf("%s is empty; a value, as in %s %s, would do", dashed(f), dashed(f),
				valueOf(f)))
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

// valueOf is a value that a flag would take.
func valueOf(f *kong.Flag) string {
	if f.Name == "exec" {
		return "'python3 mykernel.py'"
	}
	return f.FormatPlaceHolder()
}

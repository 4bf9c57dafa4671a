package main

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/lists"

	"github.com/alecthomas/kong"
)

// wholeNumbers makes the parser accept only decimal digits for whole numbers, and say what
// would do if it finds anything else.
func wholeNumbers() []kong.Option {
	read := func(ctx *kong.DecodeContext, v reflect.Value) error {
		token, err := ctx.Scan.PopValue("number")
		if err != nil {
			return err
		}
		text, would := fmt.Sprint(token.Value), "a whole number"
		if v.CanInt() {
			var n int64
			n, err = strconv.ParseInt(text, 10, 64)
			v.SetInt(n)
		} else {
			var n uint64
			n, err = strconv.ParseUint(text, 10, 64)
			v.SetUint(n)
			would += fmt.Sprintf(" from 0 to %d", uint64(math.MaxUint64))
		}
		if err != nil {
			if ctx.Value.Name == "seed" && strings.ContainsAny(text, ".,") {
				would += " (exact, sample, certify and sweep take several)"
			}
			return fmt.Errorf("%q is not such a number; %s would do", token.Value, would)
		}
		return nil
	}
	return []kong.Option{kong.KindMapper(reflect.Int, kong.MapperFunc(read)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(read))}
}

var (
	negative = regexp.MustCompile(`^-[0-9]`)
	flagName = regexp.MustCompile(`^(--[a-z][a-z-]*|-[A-Za-z])$`)
)

// joinNegatives joins a flag and a negative number after it, as in -T -3, into one word. The
// parser would take the number for a flag; joined, it is read as a number.
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

// levels reads lists of Ts.
func levels(given []string) ([]int, error) { return numbers(lists.Levels, given) }

// numbers reads lists of numbers. It skips the equals sign of -T=10, which the parser leaves there
// because -T is a short flag.
func numbers(kind lists.Numbers, given []string) ([]int, error) {
	given = slices.Clone(given)
	for i, list := range given {
		given[i] = strings.TrimPrefix(list, "=")
	}
	words, err := lists.Words(kind.Field, given)
	if err != nil {
		return nil, err
	}
	return kind.Read(words)
}

// mostWorkers is the largest number of results that are computed at once.
const mostWorkers = 4096

// checkWorkers returns an error unless --workers is 0 or a number of them.
func checkWorkers(n int) error {
	if n < 0 || n > mostWorkers {
		return fmt.Errorf("--workers %d; 0, for one a core, or up to %d would do", n, mostWorkers)
	}
	return nil
}

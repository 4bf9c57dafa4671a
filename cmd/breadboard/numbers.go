package main

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"breadboard/experiments/lists"
	"breadboard/grid/text"

	"github.com/alecthomas/kong"
)

// decimals makes the parser read numbers in decimal alone, and say what would do if it finds anything else.
func decimals() []kong.Option {
	return []kong.Option{
		kong.KindMapper(reflect.Int, kong.MapperFunc(readWhole)),
		kong.KindMapper(reflect.Uint64, kong.MapperFunc(readWhole)),
		kong.KindMapper(reflect.Float64, kong.MapperFunc(readFloat)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), kong.MapperFunc(readTime)),
	}
}

// readWhole reads a whole number.
func readWhole(ctx *kong.DecodeContext, v reflect.Value) error {
	word, err := popped(ctx)
	if err != nil {
		return err
	}
	would := "a whole number"
	if v.CanInt() {
		var n int64
		n, err = strconv.ParseInt(word, 10, 64)
		v.SetInt(n)
	} else {
		var n uint64
		n, err = strconv.ParseUint(strings.TrimPrefix(word, "+"), 10, 64)
		v.SetUint(n)
		would += fmt.Sprintf(" from 0 to %d", uint64(math.MaxUint64))
	}
	if err != nil {
		if ctx.Value.Name == "seed" && strings.ContainsAny(word, ".,") {
			would += " (exact, sample, certify and sweep take several)"
		}
		return fmt.Errorf("%q is not such a number; %s would do", word, would)
	}
	return nil
}

// readFloat reads a number.
func readFloat(ctx *kong.DecodeContext, v reflect.Value) error {
	word, err := popped(ctx)
	if err != nil {
		return err
	}
	x, err := text.Float(word)
	if err != nil {
		return fmt.Errorf("%q is no number; one in decimal, as 0.05 or 5e-2, would do", word)
	}
	v.SetFloat(x)
	return nil
}

// readTime reads a time with its unit.
func readTime(ctx *kong.DecodeContext, v reflect.Value) error {
	word, err := popped(ctx)
	if err != nil {
		return err
	}
	d, err := time.ParseDuration(word)
	if err != nil {
		return fmt.Errorf("%q is no time; a number and its unit, as 30s or 1m30s, would do", word)
	}
	v.SetInt(int64(d))
	return nil
}

// popped is the value of the flag that is read.
func popped(ctx *kong.DecodeContext) (string, error) {
	token, err := ctx.Scan.PopValue("number")
	return fmt.Sprint(token.Value), err
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

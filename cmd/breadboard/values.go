package main

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"breadboard/experiments/lists"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// decimals makes the parser read numbers in decimal alone, and say what would do if it finds anything else.
func decimals() []kong.Option {
	number := func(is, would string, read func(word string, v reflect.Value) error) kong.Mapper {
		return kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
			token, err := ctx.Scan.PopValue("number")
			if err != nil {
				return err
			}
			word, several := fmt.Sprint(token.Value), ""
			if read(word, v) == nil {
				return nil
			}
			if ctx.Value.Name == "seed" && strings.ContainsAny(word, ".,") {
				several = " (exact, sample and sweep take several)"
			}
			return fmt.Errorf("%q is %s; %s%s would do", word, is, would, several)
		})
	}
	whole := fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64))
	return []kong.Option{
		kong.KindMapper(reflect.Int, number("not such a number", "a whole number",
			func(word string, v reflect.Value) error {
				n, err := text.Whole(text.WithoutCommas(word)) // a flag of one number is no list
				v.SetInt(int64(n))
				return err
			})),
		kong.KindMapper(reflect.Uint64, number("not such a number", whole, func(word string, v reflect.Value) error {
			n, err := strconv.ParseUint(strings.TrimPrefix(word, "+"), 10, 64)
			v.SetUint(n)
			return err
		})),
		kong.KindMapper(reflect.Float64, number("no number", "one in decimal, as 0.05 or 5e-2,",
			func(word string, v reflect.Value) error {
				x, err := text.Float(word)
				v.SetFloat(x)
				return err
			})),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), number("no time", "a number and its unit, as 30s or 1m30s,",
			func(word string, v reflect.Value) error {
				d, err := time.ParseDuration(word)
				v.SetInt(int64(d))
				return err
			})),
	}
}

// levels reads lists of Ts.
func levels(given []string) ([]int, error) { return numbers(lists.Levels, given) }

// numbers reads lists of numbers; nil if there are none.
func numbers(kind lists.Numbers, given []string) ([]int, error) {
	if len(given) == 0 {
		return nil, nil
	}
	words, err := lists.Words(kind.Field, given)
	if err != nil {
		return nil, err
	}
	return kind.Read(words)
}

// dashed is a flag as people type it.
func dashed(f *kong.Flag) string {
	if f.Short != 0 {
		return "-" + string(f.Short)
	}
	return "--" + f.Name
}

// isList reports whether a flag takes several values, separated by commas.
func isList(f *kong.Flag) bool {
	return f.Target.Kind() == reflect.Slice || f.Tag.Get("names") == "zoo"
}

// targetSeed is the seed of what is random in a target. It has this flag and this meaning in every command.
type targetSeed struct {
	Seed *uint64 `help:"The seed of the target, a random toy or simulated data (default: the toy's own)." placeholder:"N"`
}

// diceSeed is the seed of everything that is drawn on a target: chains, runs, moves. It too is
// the same in every command.
type diceSeed struct {
	MCSeed uint64 `name:"mc-seed" help:"The seed of random numbers, of chains and draws: the same seed, the same numbers (default ${default})." default:"1" placeholder:"N"`
}

// timeoutFlag belongs to commands that start a program.
type timeoutFlag struct {
	Timeout time.Duration `help:"How long a program may take over a line." default:"30s" placeholder:"TIME"`
}

// asWords are the names of constants.
func asWords[S ~string](all []S) []string {
	return table.Each(all, func(s S) string { return string(s) })
}

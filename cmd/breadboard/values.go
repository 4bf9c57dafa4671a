package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/grid/text"
)

// decimals makes the parser read numbers in decimal alone, and say what would do if it finds anything else.
func decimals() []kong.Option {
	number := func(read func(ctx *kong.DecodeContext, word string, v reflect.Value) error) kong.Mapper {
		return kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
			token, err := ctx.Scan.PopValue("number")
			if err != nil {
				return err
			}
			return read(ctx, fmt.Sprint(token.Value), v)
		})
	}
	return []kong.Option{
		kong.KindMapper(reflect.Int, number(readWhole)),
		kong.KindMapper(reflect.Uint64, number(readWhole)),
		kong.KindMapper(reflect.Float64, number(func(_ *kong.DecodeContext, word string, v reflect.Value) error {
			x, err := text.Float(word)
			if err != nil {
				return fmt.Errorf("%q is no number; one in decimal, as 0.05 or 5e-2, would do", word)
			}
			v.SetFloat(x)
			return nil
		})),
		kong.TypeMapper(reflect.TypeFor[time.Duration](), number(func(_ *kong.DecodeContext, word string, v reflect.Value) error {
			d, err := time.ParseDuration(word)
			if err != nil {
				return fmt.Errorf("%q is no time; a number and its unit, as 30s or 1m30s, would do", word)
			}
			v.SetInt(int64(d))
			return nil
		})),
	}
}

// readWhole reads a whole number.
func readWhole(ctx *kong.DecodeContext, word string, v reflect.Value) (err error) {
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
	if err != nil && ctx.Value.Name == "seed" && strings.ContainsAny(word, ".,") {
		would += " (exact, sample, certify and sweep take several)"
	}
	if err != nil {
		return fmt.Errorf("%q is not such a number; %s would do", word, would)
	}
	return nil
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

// names returns the possible values of a flag of this kind, for help and completion.
func names(kind string) []string {
	switch kind {
	case "format":
		return formats()
	case "model":
		return experiments.Models()
	case "zoo":
		return zooNames()
	case "equal":
		return equals()
	case "treatment":
		return treatments()
	}
	return experiments.Specs(experiments.Field(kind))
}

// spelling makes the parser spell names as the catalogues do, in every flag that completes them: --kernel
// Gibbs,MH becomes heat-bath,metropolis. The code behind the parser knows no other spelling.
func spelling() kong.Option {
	return kong.KindMapper(reflect.String, kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
		var value string
		if err := ctx.Scan.PopValueInto("string", &value); err != nil {
			return err
		}
		kind := ctx.Value.Tag.Get("complete")
		if kind == "" || kind == "file" {
			v.SetString(value)
			return nil
		}
		words := strings.Split(value, ",")
		for i, word := range words {
			words[i] = meant(kind, word)
		}
		v.SetString(strings.Join(words, ","))
		return nil
	}))
}

// meant returns the name of this kind that a word means, or the word if it means none.
func meant(kind, word string) string {
	known := names(kind)
	if i := slices.IndexFunc(known, func(n string) bool { return strings.EqualFold(n, word) }); i >= 0 {
		return known[i]
	}
	return experiments.Canonical(experiments.Field(kind), word)
}

// targetSeed is the seed of what is random in a target. It has this flag and this meaning in
// every command.
type targetSeed struct {
	Seed *uint64 `help:"The seed of the target, a random toy or simulated data (default: the toy's own)." placeholder:"N"`
}

// targetSeeds are several of them, for a command that has a row for each.
type targetSeeds struct {
	Seed []string `sep:"none" help:"The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20." placeholder:"N,A..B,..."`
}

// all returns the seeds, or the toy's own alone.
func (f targetSeeds) all() (all []*uint64, err error) {
	if f.Seed == nil {
		return []*uint64{nil}, nil
	}
	words, err := lists.Words(experiments.FieldSeed, f.Seed)
	if err != nil {
		return nil, err
	}
	seeds, err := lists.Seeds(words)
	for i := range seeds {
		all = append(all, &seeds[i])
	}
	return all, err
}

// diceSeed is the seed of everything that is drawn on a target: chains, runs, moves. It too is
// the same in every command.
type diceSeed struct {
	MCSeed uint64 `name:"mc-seed" help:"The seed of random numbers, of chains and draws: the same seed, the same numbers (default ${default})." default:"1" placeholder:"N"`
}

// otherSeed adds --mc-seed to the error of a --seed for a target in which nothing is random, if
// the command has that flag: both are seeds.
func otherSeed(command *kong.Context, err error) error {
	node := command.Selected()
	if !errors.Is(err, experiments.ErrNotRandom) || node == nil ||
		!slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == "mc-seed" }) {
		return err
	}
	return bad(experiments.Faultf("%v; the seed of chains and draws is --mc-seed", err))
}

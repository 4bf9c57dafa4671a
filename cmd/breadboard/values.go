package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"breadboard/experiments"
	"breadboard/experiments/geweke"
	"breadboard/experiments/lists"
	"breadboard/experiments/protocol"
	"breadboard/experiments/score"
	"breadboard/grid/text"
	"breadboard/reports/table"
	"breadboard/toys/zoo"
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
				several = " (exact, sample, certify and sweep take several)"
			}
			return fmt.Errorf("%q is %s; %s%s would do", word, is, would, several)
		})
	}
	whole := fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64))
	return []kong.Option{kong.NamedMapper("orbits", orbitsFlag{}),
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

// spelling makes the parser spell names as the catalogues do, in every flag that completes them: --kernel Gibbs,MH
// becomes heat-bath,metropolis. The code behind the parser knows no other spelling, and does not see the equals sign
// of -T=10, which the parser leaves there because -T is a short flag.
func spelling() kong.Option {
	return kong.KindMapper(reflect.String, kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
		var value string
		if err := ctx.Scan.PopValueInto("string", &value); err != nil {
			return err
		}
		if flag := ctx.Value.Flag; flag != nil && flag.Short != 0 {
			value = strings.TrimPrefix(value, "=")
		}
		kind := ctx.Value.Tag.Get("complete")
		if kind == "" || kind == "file" {
			v.SetString(value)
			return nil
		}
		known, words := names(kind), strings.Split(value, ",")
		for i, word := range words {
			at := slices.IndexFunc(known, func(n string) bool { return strings.EqualFold(n, word) })
			if at >= 0 {
				words[i] = known[at]
			} else {
				words[i] = experiments.Canonical(experiments.Field(kind), word)
			}
		}
		v.SetString(strings.Join(words, ","))
		return nil
	}))
}

// names returns the possible values of a flag of this kind, for help and completion.
func names(kind string) []string {
	switch kind {
	case "format":
		return words(table.Formats)
	case "model":
		return experiments.Models()
	case "zoo":
		return append([]string{"all", "small"}, zoo.Groups...)
	case "equal":
		return words(score.Equals)
	case "geweke":
		return words(geweke.Kinds)
	case "question":
		return questionWords()
	case "treatment":
		return words(protocol.Treatments)
	}
	return experiments.Specs(experiments.Field(kind))
}

// words are the names of constants.
func words[S ~string](all []S) []string {
	return table.Each(all, func(s S) string { return string(s) })
}

// levels reads lists of Ts.
func levels(given []string) ([]int, error) { return numbers(lists.Levels, given) }

// numbers reads lists of numbers.
func numbers(kind lists.Numbers, given []string) ([]int, error) {
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
	return f.Target.Kind() == reflect.Slice || f.Tag.Get("complete") == "zoo"
}

// orbitsFlag is a flag of the type orbits, which may have a value, as in --orbits=FILE.
type orbitsFlag struct{}

// IsBool says that the flag may stand alone.
func (orbitsFlag) IsBool() bool { return true }

// Decode reads the file's name, or none.
func (orbitsFlag) Decode(ctx *kong.DecodeContext, to reflect.Value) error {
	to.SetString(experiments.OwnOrbits)
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		to.SetString(ctx.Scan.Pop().String())
	}
	return nil
}

// targetSeed is the seed of what is random in a target. It has this flag and this meaning in every command.
type targetSeed struct {
	Seed *uint64 `help:"The seed of the target, a random toy or simulated data (default: the toy's own)." placeholder:"N"`
}

// targetSeeds are several of them, for a command that has a row for each.
type targetSeeds struct {
	Seed []string `sep:"none" help:"The seed of the target, a random toy or simulated data (default: the toy's own); or several, as 1..20." placeholder:"N,A..B,..."`
}

// all returns the seeds; the toy's own alone, which is nil, if there are none or they cannot be read.
func (f targetSeeds) all() ([]*uint64, error) {
	own := []*uint64{nil}
	if f.Seed == nil {
		return own, nil
	}
	words, err := lists.Words(experiments.FieldSeed, f.Seed)
	if err != nil {
		return own, err
	}
	seeds, err := lists.Seeds(words)
	if err != nil {
		return own, err
	}
	return table.Each(seeds, func(seed uint64) *uint64 { return &seed }), nil
}

// A drawnTarget is a target with a seed; nil is its own, or none.
type drawnTarget struct {
	targetFlags
	seed *uint64
}

// of returns every target with every seed. Of several the seeds are those of random ones, if there are any; the seeds
// of one target that is not random are a fault that its names have.
func (f targetSeeds) of(targets []targetFlags) (drawn []drawnTarget, err error) {
	seeds, err := f.all()
	random := func(t targetFlags) bool {
		if t.Toy == "" || len(targets) == 1 { // a file, which stdin may be, is read once
			return false
		}
		space, _ := t.ofTarget(nil).Find()
		return space.Seed != nil
	}
	isRandom := table.Each(targets, random) // a target is made to learn it
	some := slices.Contains(isRandom, true)
	for i, t := range targets {
		if some && !isRandom[i] {
			drawn = append(drawn, drawnTarget{t, nil})
			continue
		}
		for _, seed := range seeds {
			drawn = append(drawn, drawnTarget{t, seed})
		}
	}
	return drawn, err
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

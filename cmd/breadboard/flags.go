package main

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"breadboard/chains/enumerate"
	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
	"breadboard/reports/figure"
)

// checkFlags returns an error for each flag that would change nothing, as needs and exclusions list them.
func checkFlags(command *kong.Context) error {
	var given []*kong.Flag
	for _, p := range command.Path {
		if p.Flag != nil {
			given = append(given, p.Flag)
		}
	}
	node := command.Selected()
	isGiven := func(commands, flag string) bool {
		return slices.Contains(strings.Fields(commands), node.Name) && namedFlags(given, flag) != nil
	}
	var faults []error
	for i, f := range given {
		if slices.Contains(given[:i], f) {
			faults = append(faults, fmt.Errorf("%s is given twice; use it once", dashed(f)))
		}
		if value := fmt.Sprint(f.Target); value == "" || value == "[]" {
			faults = append(faults, fmt.Errorf("%s is empty; give it a value, or leave it out", dashed(f)))
		}
		if f.Name == "timeout" && f.Target.Int() <= 0 {
			faults = append(faults, fmt.Errorf("--timeout %v; use a time above 0, such as 30s", f.Target))
		}
	}
	for _, n := range needs {
		if isGiven(n.commands, n.flag) && namedFlags(given, n.others) == nil {
			faults = append(faults, fmt.Errorf("--%s is given without %s; use both or none", n.flag,
				strings.Join(namedFlags(node.Flags, n.others), " or ")))
		}
	}
	for _, x := range exclusions {
		if x.flag == "exec" && slices.ContainsFunc(given, namesExec) {
			continue // the command is a program of its own, and no kernel
		}
		if left := namedFlags(given, x.others); isGiven(x.commands, x.flag) && left != nil {
			faults = append(faults, fmt.Errorf("--%s %s; leave %s out", x.flag, x.why, strings.Join(left, ", ")))
		}
	}
	return errors.Join(faults...)
}

// needs and exclusions hold all pairs of flags of which one would be ignored. A flag in needs changes nothing without
// one of the others. A flag in exclusions leaves the others without effect, for the reason why. What depends on the
// value of a flag is checked by the command.
var (
	needs = []struct{ commands, flag, others string }{
		{"exact sample sweep aide score reproduce protocol", "timeout", "exec"},
		{"protocol", "toy", "data"},
		{"validate", "independent", "draws"},
		{"sweep", "mc-seed", "chains"},
		{"sweep", "shard", "out"},
		{"sweep score protocol", "width", "out"},
		{"exact sample validate", "width", "pictures"},
		{"score", "tolerance", "matrix"},
		{"score", "seed", "toy"},
	}
	exclusions = []struct{ commands, flag, why, others string }{
		{"exact", "program", "takes the place of the annealing", "by-step save-betas pictures"},
		{"sample", "program", "takes the place of the annealing", "pictures"},
		{"exact", "exec", "tells the rows of the kernel, at the betas of the schedule, unless --program names it as " +
			"exec", "matrix program kernel by-cell certify"},
		{"exact", "certify", "proves what is known of kernels of the catalogue", "matrix program"},
		{"sample", "exec", "makes the moves of an annealing, and tells no exact distribution",
			"matrix program pictures"},
		{"sample", "skip-exact", "leaves out what a picture shows", "pictures"},
		{"aide", "hmm", "has a model of its own",
			"toy target data kernel bridge schedule initial skip-last-kernel levels seed exec"},
		{"validate", "beta", "is of one level, and needs no annealing", "levels schedule skip-last-kernel"},
		{"validate", "draws", "are judged beside the target alone", "matrix exec kernel bridge schedule " +
			"initial skip-last-kernel repeat levels beta tolerance mc-seed time pictures"},
		{"score", "zoo", "names densities by itself", "toy target"},
		{"protocol", "exec", "has the step, and prints its tables", "kernel out"},
		{"reproduce", "exec", "tells the rows of the kernel", "kernel"},
		{"explore", "site", "writes a folder, and nothing is served", "addr"},
	}
)

// namesExec reports whether a flag is --program and names the command of --exec.
func namesExec(f *kong.Flag) bool {
	specs, ok := f.Target.Interface().([]string)
	return ok && f.Name == "program" && slices.Contains(separated(specs), experiments.ExecProgram)
}

// namedFlags returns the flags of these names, as people type them, in the order of the names.
func namedFlags(flags []*kong.Flag, names string) (all []string) {
	for name := range strings.FieldsSeq(names) {
		if i := slices.IndexFunc(flags, func(f *kong.Flag) bool { return f.Name == name }); i >= 0 {
			all = append(all, dashed(flags[i]))
		}
	}
	return all
}

// dashed returns a flag as people type it.
func dashed(f *kong.Flag) string {
	if f.Short != 0 {
		return "-" + string(f.Short)
	}
	return "--" + f.Name
}

// checkRange returns bad input if the number of a flag is not from low to high.
func checkRange(flag string, n, low, high int) error {
	if n < low || n > high {
		return badf("--%s %d; use a number from %d to %d", flag, n, low, high)
	}
	return nil
}

// grammar makes the parser spell names as the catalogues do, in every flag that takes them: --kernel Gibbs,MH becomes
// heat-bath,metropolis. All other code knows only that spelling. Numbers are decimal: 010 is ten, and 0x10 is none.
func grammar() []kong.Option {
	seed := fmt.Sprintf("a whole number from 0 to %d", uint64(math.MaxUint64))
	return []kong.Option{
		kong.KindMapper(reflect.Int, reads("a whole number", text.Whole)),
		kong.KindMapper(reflect.Uint64, reads(seed, func(word string) (uint64, error) {
			return strconv.ParseUint(word, 10, 64)
		})),
		kong.TypeMapper(reflect.TypeFor[figure.Inches](), reads(fmt.Sprintf("inches from %v to %v, as 3.25",
			figure.Narrowest, figure.Widest), func(word string) (figure.Inches, error) {
			wide, err := text.Float(word)
			if in := figure.Inches(wide); in >= figure.Narrowest && in <= figure.Widest {
				return in, err
			}
			return 0, errors.New("no width of a figure")
		})),
		kong.KindMapper(reflect.Float64, reads("a decimal number, as 0.05", text.Float)),
		kong.TypeMapper(reflect.TypeFor[time.Duration](),
			reads("a time with its unit, as 30s or 2m", time.ParseDuration)),
		kong.KindMapper(reflect.String, kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
			value, err := typed(ctx)
			if kind := ctx.Value.Tag.Get("names"); kind != "" {
				words := strings.Split(value, ",")
				for i, word := range words {
					words[i] = experiments.Canonical(experiments.Field(kind), word)
				}
				value = strings.Join(words, ",")
			}
			if value == "-" && slices.Contains(strings.Fields(ofStdin), ctx.Value.Name) {
				value = stdinPath
			}
			v.SetString(value)
			return err
		})),
	}
}

// reads makes the parser read a kind of values by one function.
func reads[T any](cure string, read func(word string) (T, error)) kong.Mapper {
	return kong.MapperFunc(func(ctx *kong.DecodeContext, v reflect.Value) error {
		word, err := typed(ctx)
		if err != nil {
			return err
		}
		value, err := read(word)
		if err != nil {
			return fmt.Errorf("%q; use %s", word, cure)
		}
		v.Set(reflect.ValueOf(value))
		return nil
	})
}

// typed returns the next value without the equals sign of -T=10, which the parser leaves in the value of a short flag.
func typed(ctx *kong.DecodeContext) (value string, err error) {
	err = ctx.Scan.PopValueInto("string", &value)
	if flag := ctx.Value.Flag; flag != nil && flag.Short != 0 {
		value = strings.TrimPrefix(value, "=")
	}
	return value, err
}

// stdinPath is the standard input as a file. It may be named by - in the flags and arguments ofStdin.
const stdinPath, ofStdin = "/dev/stdin", "target data forward reverse draws hmm file"

// checkStdin returns an error if - stands twice on a command line. --exec - is the standard input too.
func checkStdin(args []string) error {
	named := 0
	for _, arg := range args {
		if arg == "-" || strings.HasSuffix(arg, "=-") {
			named++
		}
	}
	if named > 1 {
		return errors.New("- is given twice, and the standard input is read once; use a file in place of one")
	}
	return nil
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

// separated returns the items of comma-separated lists, and nil if there are no lists.
func separated(given []string) (all []string) {
	for _, list := range given {
		all = append(all, lists.Cut(list)...)
	}
	return all
}

// targetSeed holds the seed of what is random in a target, with this flag and this meaning in every command.
type targetSeed struct {
	Seed *uint64 `help:"The seed of a random target, or of simulated data." placeholder:"N"`
}

// diceSeed holds the seed of all that is drawn on a target: chains, runs, moves. The flag is the same in every command.
type diceSeed struct {
	MCSeed uint64 `name:"mc-seed" help:"The seed of random numbers (default ${default})." default:"1" placeholder:"N"`
}

// timeoutFlag belongs to commands that start a command of the user.
type timeoutFlag struct {
	Timeout time.Duration `help:"How long --exec may take for a line (default ${default})." default:"30s" placeholder:"TIME"`
}

// followFlags belong to commands that follow a step or a program of the user.
type followFlags struct {
	timeoutFlag
	Ways int     `help:"Follow up to this many ways a cell (default ${default})." default:"100000" placeholder:"N"`
	Eps  float64 `help:"What learning may leave out (default ${default})." default:"0.0002" placeholder:"EPS"`
}

// limits returns the limits of following.
func (f followFlags) limits() enumerate.Limits { return enumerate.Limits{Ways: f.Ways, Eps: f.Eps} }

// columnFlags say what the columns of a file are called.
type columnFlags struct {
	Columns string `help:"What columns are called: NAME,NAME or WORD=NAME." placeholder:"NAMES"`
}

// cellFlags say how a file writes cells.
type cellFlags struct {
	columnFlags
	From int `help:"The number of the first cell, 0 or 1 (default 0)." default:"0" placeholder:"N"`
}

// reading returns the flags as a sheets.Reading. A comma in brackets, as in x[1,2], does not separate names.
func (f columnFlags) reading(s *session) sheets.Reading {
	how := sheets.Reading{Note: s.notify}
	if f.Columns == "" {
		return how
	}
	open := false
	for piece := range strings.SplitSeq(f.Columns, ",") {
		if open {
			how.Columns[len(how.Columns)-1] += "," + piece
		} else {
			how.Columns = append(how.Columns, piece)
		}
		name := how.Columns[len(how.Columns)-1]
		open = strings.Count(name, "[") > strings.Count(name, "]")
	}
	return how
}

// reading returns the flags as a sheets.Reading of cells.
func (f cellFlags) reading(s *session) (sheets.Reading, error) {
	how := f.columnFlags.reading(s)
	how.From = f.From
	return how, checkRange("from", f.From, 0, 1)
}

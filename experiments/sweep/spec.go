// Package sweep runs every combination of lists of names, and survives being stopped at
// any moment.
//
//	Spec --Plan--> Plan --Work(shard)--> Work --Run--> rows, into a journal
//	lists          names looked up,      Jobs, the     one line a job,
//	               files hashed          dearest first synced before it counts
//
// A Job (plan.go) is one combination: its names, and the checksums of its files. Package
// journal keeps the Row of every finished job, so that a sweep goes on with the jobs that
// have no row. It also deals the jobs to the shards. Their costs (run.go) depend on the plan
// alone.
package sweep

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"breadboard/experiments"
	"breadboard/experiments/journal"
	"breadboard/experiments/lists"
	"breadboard/grid/text"
)

// A Spec is a sweep as the user writes it: lists of words, from flags or a file. Every combination is a job. An empty
// list stands for the default, except that Toy and Target together must have one entry, and T or Budget too, unless a
// schedule comes from a file, which has its own T. The tags are also those of a command's flags.
type Spec struct {
	Toy      List   `json:"toy,omitempty" sep:"none" help:"Targets by name: ${toys}." placeholder:"NAME,..." complete:"toy"`
	Target   List   `json:"target,omitempty" sep:"none" help:"Targets from files: CSV or .npy." placeholder:"FILE,..." complete:"file"`
	Axes     string `json:"axes,omitempty" help:"How walkers move along the axes of all targets: ${axes}; one word for each axis, or one for all (default each target's own)." placeholder:"KIND,..." complete:"axes"`
	Orbits   string `json:"orbits,omitempty" help:"Walk orbits in place of cells: those of the symmetries that all targets declare; or a FILE of relabellings of the cells, behind an equals sign." type:"orbits" placeholder:"FILE" complete:"file"`
	Seed     List   `json:"seed,omitempty" sep:"none" help:"Seeds of the targets, random toys or simulated data, and ranges of them (default: each toy's own)." placeholder:"N,A..B,..."`
	Data     List   `json:"data,omitempty" sep:"none" help:"Data of the models from files, instead of simulated ones." placeholder:"FILE.csv,..." complete:"file"`
	Kernel   List   `json:"kernel,omitempty" sep:"none" help:"Kernels: ${kernels}." placeholder:"NAME,..." complete:"kernel"`
	Repeat   List   `json:"repeat,omitempty" sep:"none" help:"How many steps the kernels make at each level: T and the weights stay, the cost is so many times as much (default 1). ${by_level}" placeholder:"K,..."`
	Matrix   List   `json:"matrix,omitempty" sep:"none" help:"Folders of transition matrices, beta-0.5.csv and so on: more kernels, each at its own betas and T alone." placeholder:"FOLDER,..." complete:"file"`
	Exec     string `json:"exec,omitempty" help:"A program that tells the rows of its kernel when asked over its pipes, in any language: one kernel more. Its rows at ten betas on each target, 0.1 to 1, are part of what a result is kept by: a sweep goes on only if they are what they were." placeholder:"COMMAND" asks:"rows"`
	Bridge   List   `json:"bridge,omitempty" sep:"none" help:"Bridges: ${bridges}." placeholder:"NAME,..." complete:"bridge"`
	Initial  List   `json:"initial,omitempty" sep:"none" help:"Initial densities: ${initials}." placeholder:"SPEC,..." complete:"initial"`
	Schedule List   `json:"schedule,omitempty" sep:"none" help:"Schedules: ${schedules}. A file is a curve through its betas, linear between them; without -T all run at its own T." placeholder:"SPEC,..." complete:"schedule"`
	Program  List   `json:"program,omitempty" sep:"none" help:"Inference programs: ${programs}." placeholder:"SPEC,..." complete:"program"`
	T        List   `json:"T,omitempty" name:"levels" short:"T" sep:"none" help:"Numbers of levels, from 2, and logarithmic steps: LOW..HIGHxSTEPS." placeholder:"N,A..BxC,..."`
	Budget   List   `json:"evaluations,omitempty" name:"evaluations" sep:"none" help:"In place of -T: evaluations of the density in a run, of weights and of the kernel's steps, as lists of T are written. T is what they afford, and the front of J and of B against cost is drawn." placeholder:"N,A..BxC,..."`
	SkipLast bool   `json:"skip_last_kernel,omitempty" name:"skip-last-kernel" help:"Leave out the last kernel: it changes J and not B."`
	Chains   int    `json:"chains,omitempty" help:"Also estimate B by so many chains in each direction." placeholder:"N"`
	MCSeed   uint64 `json:"mc_seed,omitempty" name:"mc-seed" default:"1" help:"The seed of random numbers, of chains and draws: the same in every run (default ${default})." placeholder:"N"`
	Full     bool   `json:"full,omitempty" help:"Also B from pairwise marginals, and the other checks: it takes longer."`
}

// Instead holds the values that take the place of a file's, under the keys of Keys: those that flags give. A list
// of one empty word takes a list away.
type Instead struct {
	Spec Spec
	Keys []string
}

// ReadPlan reads a spec from TOML, and plans it with some values instead of the file's. Each
// list is a text, a number, or an array of them. The default seed of the dice is 1. The error
// is one line that begins with name and joins the faults of form, unknown keys and the faults
// of names.
func ReadPlan(r io.Reader, name string, instead Instead, b journal.Build) (plan Plan, err error) {
	keys, values, err := decode(r)
	if err != nil {
		return plan, experiments.Faultf("%s: %v", name, err)
	}
	keys = slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(instead.Keys, key) })
	spec, wrong, faults := readSpec(keys, values)
	to := reflect.ValueOf(&spec).Elem()
	from := reflect.ValueOf(instead.Spec)
	for i, key := range SpecKeys() {
		if !slices.Contains(instead.Keys, key) {
			continue
		}
		to.Field(i).Set(from.Field(i))
		if list, ok := to.Field(i).Addr().Interface().(*List); ok && slices.Equal(*list, List{""}) {
			*list = nil
		}
	}
	if plan, err = spec.plan(b, wrong, faults); err != nil {
		if len(instead.Keys) > 0 {
			name += " and flags"
		}
		err = experiments.Faultf("%s: %v", name, err)
	}
	return plan, err
}

// mostBytes is the size of the longest spec that is read.
const mostBytes = 4 << 20

// decode returns the keys of a spec in their order, and their values.
func decode(r io.Reader) (keys []string, values map[string]any, err error) {
	data, err := text.ReadAll(r, mostBytes)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; a TOML file of lists would do", text.Pathless(err))
	}
	if err := checkTOML(data); err != nil {
		return nil, nil, err
	}
	meta, err := toml.Decode(data, &values)
	if err != nil {
		said := brief(strings.TrimPrefix(err.Error(), "toml: "))
		if strings.Contains(said, "out of range for int64") {
			said += ", the largest whole number of TOML's; a smaller one would do"
		}
		return nil, nil, errors.New(said)
	}
	for _, key := range meta.Keys() {
		keys = append(keys, key[0])
	}
	return lists.Distinct(keys), values, nil
}

func brief(value any) string { return text.Brief(fmt.Sprint(value), 200) }

// SpecKeys are the keys of a spec in a file, in the order of Spec's fields.
func SpecKeys() (keys []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Spec]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		keys = append(keys, name)
	}
	return keys
}

// readSpec takes the good values, and returns the keys of the wrong ones.
func readSpec(keys []string, values map[string]any) (spec Spec, wrong map[string]bool, faults []error) {
	known, unknown := SpecKeys(), 0
	spec, wrong = Spec{MCSeed: 1}, map[string]bool{}
	for _, key := range keys {
		if place := slices.Index(known, key); place < 0 {
			if unknown++; unknown <= mostUnknown {
				faults = append(faults, experiments.Unknown("the key", brief(key), known))
			}
		} else if err := set(reflect.ValueOf(&spec).Elem().Field(place), values[key]); err != nil {
			wrong[key] = true
			faults = append(faults, fmt.Errorf("the key %q: %w", key, err))
		}
	}
	if unknown > mostUnknown {
		faults = append(faults, fmt.Errorf("and %d more keys are unknown", unknown-mostUnknown))
	}
	return spec, wrong, faults
}

const mostUnknown = 10

// set gives a field of a spec its value, or the good part of it. A list takes a text, a whole number, or an array of
// both.
func set(field reflect.Value, value any) error {
	found, would := value, ""
	number, whole := wholly(value).(int64)
	switch field := field.Addr().Interface().(type) {
	case *List:
		items, ok := value.([]any)
		if !ok {
			items = []any{value}
		}
		var others []string
		for _, item := range items {
			switch item := wholly(item).(type) {
			case string, int64:
				*field = append(*field, fmt.Sprint(item))
			default:
				others = append(others, fmt.Sprint(item))
			}
		}
		if others != nil {
			found, would = strings.Join(others, ", "), "a text, a whole number or an array of them"
		}
	case *string:
		word, ok := value.(string)
		*field = word
		if !ok {
			would = "a text"
		}
	case *bool:
		on, ok := value.(bool)
		*field = on
		if !ok {
			would = "true or false"
		}
	case *int:
		*field = int(number)
		if !whole {
			would = "a whole number"
		}
	case *uint64:
		*field = uint64(number)
		if !whole || number < 0 {
			would = "a whole number from 0"
		}
	}
	if would != "" {
		return fmt.Errorf("found %s; %s would do", brief(found), would)
	}
	return nil
}

// wholly is a value, and the whole number where 1e3 was written for it.
func wholly(value any) any {
	if v, ok := value.(float64); ok && v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
		return int64(v)
	}
	return value
}

// A List is a list of words. A word may hold several words, separated by commas.
type List []string

// Brackets may stand in one another to this depth, and a key may have so many dots. A spec needs one
// pair of brackets and no dot. The TOML library calls itself once for each bracket: three million of them, in
// 3 MB, would end the process for want of a stack.
const mostNesting = 8

// tomlToken is what a TOML text begins with: a string, of which one in single quotes ends with its line at the latest,
// a comment, a word such as a number or a key without quotes, blanks, or one other character.
var tomlToken = regexp.MustCompile(`^(?s:"""(?:\\.|[^\\])*?(?:"""|\z)|'''.*?(?:'''|\z)|` +
	`"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|` +
	`#[^\n]*|[0-9A-Za-z_+.-]+|[ \t\r]+|.)`)

// foreignNumber is a number of TOML's that is none of ours: in hexadecimal, octal or binary, or with an underscore.
var foreignNumber = regexp.MustCompile(`^[+-]*[0-9](?:[xob]|.*_)`)

// checkTOML returns an error if a TOML text is nested deeper than mostNesting, or has a foreign number: 0x10 and 1_000
// are TOML, and no numbers in flags, and decoding does not tell them from 16 and 1000. What is no TOML is left to the
// library: until it finds the fault, it takes the same characters for brackets.
func checkTOML(doc string) error {
	depth := 0
	dots := 0
	line := 1
	before := "\n" // before is the last token that is no blank
	for doc != "" {
		token := tomlToken.FindString(doc)
		doc = doc[len(token):]
		switch token[0] {
		case '[', '{':
			depth++
			dots = 0
		case ']', '}':
			depth--
		case '\n', ',', '=':
			dots = 0
		case '"', '\'', '#':
		default:
			dots += strings.Count(token, ".")
		}
		if depth > mostNesting || dots > mostNesting {
			return fmt.Errorf("line %d has more than %d brackets or tables in one another; lists of texts and "+
				"numbers, as toy = ['easy', 'hard'], would do", line, mostNesting)
		}
		if strings.Contains("=,[", before) && foreignNumber.MatchString(token) {
			return fmt.Errorf("line %d has the number %s; decimal digits alone, as in 1000, would do", line,
				text.Brief(token, 60))
		}
		line += strings.Count(token, "\n")
		if strings.TrimSpace(token) != "" && token[0] != '#' {
			before = token
		}
	}
	return nil
}

package experiments

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A Spec is what a sweep is asked for: lists in words, as flags and files have
// them. Every combination is a cell. An empty list is its default alone, but
// that Toy and Target together must have one entry, and T too.
type Spec struct {
	Toy      List `toml:"toy" json:"toy,omitempty"`
	Target   List `toml:"target" json:"target,omitempty"` // files
	Seed     List `toml:"seed" json:"seed,omitempty"`     // whole numbers and ranges of them, "1..20"; they multiply random toys alone
	Kernel   List `toml:"kernel" json:"kernel,omitempty"`
	Bridge   List `toml:"bridge" json:"bridge,omitempty"`
	Initial  List `toml:"initial" json:"initial,omitempty"`
	Schedule List `toml:"schedule" json:"schedule,omitempty"` // a file's is run at its own T alone
	T        List `toml:"T" json:"T,omitempty"`               // whole numbers, and logarithmic steps, "10..1000x5"

	SkipLast bool   `toml:"skip_last_kernel" json:"skip_last_kernel,omitempty"`
	Chains   int    `toml:"chains" json:"chains,omitempty"`   // Monte Carlo chains in each direction; 0 is none
	MCSeed   uint64 `toml:"mc_seed" json:"mc_seed,omitempty"` // of their dice, the same in every cell
	Full     bool   `toml:"full" json:"full,omitempty"`       // also what is dear and only checks the rest
}

// Empty reports whether nothing is asked for at all, whatever the dice.
func (s Spec) Empty() bool {
	lists := slices.Concat(s.Toy, s.Target, s.Seed, s.Kernel, s.Bridge, s.Initial, s.Schedule, s.T)
	return len(lists) == 0 && !s.SkipLast && s.Chains == 0 && !s.Full
}

// specKeys are the keys of a spec in a file.
var specKeys = []string{"toy", "target", "seed", "kernel", "bridge", "initial", "schedule", "T", "skip_last_kernel", "chains", "mc_seed", "full"}

// ReadSpec reads a spec from TOML: each list a text, a number, or an array of
// them. The seed of the dice is 1 where there is none. The error joins in one
// line all faults of form and every key that is none; it begins with name, and
// the spec beside it holds what is good.
func ReadSpec(r io.Reader, name string) (Spec, error) {
	spec, _, faults := readSpec(r)
	if faults != nil {
		return spec, fmt.Errorf("%s: %w", name, faults)
	}
	return spec, nil
}

// ReadPlan reads a spec as ReadSpec does and looks everything up. The error joins
// in one line the faults of form and those of what is asked for; it begins with
// name.
func ReadPlan(r io.Reader, name string, b Build, consent func(Space) error) (Plan, error) {
	spec, wrong, faults := readSpec(r)
	if wrong == nil {
		return Plan{}, fmt.Errorf("%s: %w", name, faults)
	}
	plan, err := spec.plan(b, consent, wrong, faults)
	if err != nil {
		return Plan{}, fmt.Errorf("%s: %w", name, err)
	}
	return plan, nil
}

// readSpec also returns which keys have values that are wrong; nil where the text
// is not TOML.
func readSpec(r io.Reader) (spec Spec, wrong map[string]bool, faults oneLine) {
	spec = Spec{MCSeed: 1}
	values := map[string]any{}
	meta, err := toml.NewDecoder(r).Decode(&values)
	if err != nil {
		faults.add(errors.New(strings.TrimPrefix(err.Error(), "toml: ")))
		return spec, nil, faults
	}
	wrong = map[string]bool{}
	var tops []string
	for _, key := range meta.Keys() {
		tops = append(tops, key[0])
	}
	for _, key := range distinct(tops) {
		if !slices.Contains(specKeys, key) {
			faults.add(Unknown("the key", key, specKeys))
		} else if err := spec.set(key, values[key]); err != nil {
			wrong[key] = true
			faults.add(err)
		}
	}
	return spec, wrong, faults
}

// set gives a key its value, or what of it is good.
func (s *Spec) set(key string, value any) error {
	lists := map[string]*List{"toy": &s.Toy, "target": &s.Target, "seed": &s.Seed, "kernel": &s.Kernel,
		"bridge": &s.Bridge, "initial": &s.Initial, "schedule": &s.Schedule, "T": &s.T}
	ok, would := false, "true or false"
	switch key {
	case "skip_last_kernel":
		s.SkipLast, ok = value.(bool)
	case "full":
		s.Full, ok = value.(bool)
	case "chains":
		var n int64
		n, ok = value.(int64)
		s.Chains, would = int(n), "a whole number"
	case "mc_seed":
		n, whole := value.(int64)
		if ok = whole && n >= 0; ok {
			s.MCSeed = uint64(n)
		}
		would = "a whole number from 0"
	default:
		if err := lists[key].UnmarshalTOML(value); err != nil {
			return fmt.Errorf("the key %q: %w", key, err)
		}
		return nil
	}
	if !ok {
		return fmt.Errorf("the key %q: found %v; %s would do", key, value, would)
	}
	return nil
}

// A List is words, each of which may hold several separated by commas.
type List []string

// UnmarshalTOML takes a text, a whole number, or an array of both. The error
// joins all that is neither, and the list holds the rest.
func (l *List) UnmarshalTOML(v any) error {
	*l = nil
	items, ok := v.([]any)
	if !ok {
		items = []any{v}
	}
	var others []string
	for _, item := range items {
		switch item := item.(type) {
		case string:
			*l = append(*l, item)
		case int64:
			*l = append(*l, fmt.Sprint(item))
		default:
			others = append(others, fmt.Sprint(item))
		}
	}
	if others != nil {
		return fmt.Errorf("found %s; a text, a whole number or an array of them would do", strings.Join(others, ", "))
	}
	return nil
}

// words are the list's, cut at commas and each of them once, or otherwise where
// it is empty. flag is what the error calls the list.
func (l List) words(flag string, otherwise ...string) ([]string, error) {
	if len(l) == 0 {
		return otherwise, nil
	}
	var words []string
	for _, item := range l {
		for word := range strings.SplitSeq(item, ",") {
			word = strings.TrimSpace(word)
			if word == "" {
				return nil, fmt.Errorf("%s %q has an empty entry; entries separated by single commas would do", flag, item)
			}
			words = append(words, word)
		}
	}
	return distinct(words), nil
}

// errNoTarget and errNoLevels are what every sweep needs.
var (
	errNoTarget = errors.New("no target: --toy NAME,... or --target FILE.csv,... would do")
	errNoLevels = errors.New("-T is missing; numbers of levels from 2, as 10,100 or 10..1000x5, would do")
)

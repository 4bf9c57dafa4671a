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
// line all faults of form and every key that is none; it begins with name.
func ReadSpec(r io.Reader, name string) (Spec, error) {
	spec := Spec{MCSeed: 1}
	meta, err := toml.NewDecoder(r).Decode(&spec)
	if err != nil {
		return Spec{}, fmt.Errorf("%s: %s", name, strings.TrimPrefix(err.Error(), "toml: "))
	}
	var faults oneLine
	told := map[string]bool{}
	for _, key := range meta.Undecoded() {
		if top := key[0]; !told[top] {
			told[top] = true
			faults.add(Unknown(name+": the key", top, specKeys))
		}
	}
	// The decoder takes keys of another case for the same, and lets two of them
	// stand; here a key is what it is called.
	for _, key := range meta.Keys() {
		if top := key[0]; !told[top] && !slices.Contains(specKeys, top) {
			told[top] = true
			faults.add(Unknown(name+": the key", top, specKeys))
		}
	}
	if faults != nil {
		return Spec{}, faults
	}
	return spec, nil
}

// A List is words, each of which may hold several separated by commas.
type List []string

// UnmarshalTOML takes a text, a whole number, or an array of both.
func (l *List) UnmarshalTOML(v any) error {
	*l = nil
	items, ok := v.([]any)
	if !ok {
		items = []any{v}
	}
	for _, item := range items {
		switch item := item.(type) {
		case string:
			*l = append(*l, item)
		case int64:
			*l = append(*l, fmt.Sprint(item))
		default:
			return fmt.Errorf("found %v; a text, a whole number or an array of them would do", item)
		}
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

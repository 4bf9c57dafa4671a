package programs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// Args are the parameters of a program, read one after another. The first wrong parameter is kept as the error, which
// names it, its place and what would do. The read of a wrong parameter returns a value that may be used.
type Args struct {
	entry Entry
	all   []string
	rest  []string
	at    int // the place of the one read last, from 1
	wrong error
}

// NewArgs returns parameters that are to be read for an entry, which may be of another catalogue
// than this package's. Of the entry it uses the name, the parameters and the example.
func NewArgs(e Entry, params []string) *Args {
	return &Args{entry: e, all: params, rest: slices.Clone(params)}
}

// Whole reads the parameter called name: a whole number between two bounds. If it is not given it returns otherwise.
func (a *Args) Whole(name string, otherwise, low, high int) int {
	word, given := a.take(name)
	if !given {
		if strings.HasPrefix(a.entry.Params, name) {
			a.fail("%s is missing; %s would do", name, a.entry.Case())
		}
		return otherwise
	}
	v, err := strconv.Atoi(word)
	if err != nil || v < low || v > high {
		a.refuse(name, word, "no whole number from %v to %v; %s would do", low, high, a.entry.Case())
		return low
	}
	return v
}

// NumberOr reads the parameter name=NUMBER, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) NumberOr(name string, otherwise, low, high float64) float64 {
	word, given := a.take(name)
	if !given {
		return otherwise
	}
	v, err := text.Float(word)
	if err != nil || !(v >= low && v <= high) {
		a.refuse(name, word, "no number from %v to %v; %s would do", low, high, a.entry.Case())
		return low
	}
	return v
}

// WordOr reads the parameter name=WORD. WORD must be one of words, and the first of these is the
// default.
func (a *Args) WordOr(name string, words ...string) string {
	word, given := a.take(name)
	if !given {
		return words[0]
	}
	if !slices.Contains(words, word) {
		a.refuse(name, word, "not known; %s would do", strings.Join(words, " or "))
	}
	return word
}

// take takes a parameter out of the rest: name=VALUE if the entry has it so, or else the next without a name.
func (a *Args) take(name string) (word string, given bool) {
	prefix := ""
	if strings.Contains(a.entry.Params, name+"=") {
		prefix = name + "="
	}
	i := slices.IndexFunc(a.rest, func(word string) bool { return strings.HasPrefix(word, prefix) })
	if i < 0 || prefix == "" && strings.Contains(a.rest[i], "=") {
		return "", false
	}
	word = a.rest[i]
	a.at = slices.Index(a.all, word) + 1
	a.rest = slices.Delete(a.rest, i, i+1)
	return strings.TrimPrefix(word, prefix), true
}

// refuse refuses the parameter that was read last, and says what would do.
func (a *Args) refuse(name, word, format string, args ...any) {
	a.fail("%s, parameter %d, is %q, and %s", name, a.at, word, fmt.Sprintf(format, args...))
}

func (a *Args) fail(format string, args ...any) {
	if a.wrong == nil {
		a.wrong = fmt.Errorf(format, args...)
	}
}

// Err returns the first wrong parameter, or one that nobody read: it is given twice, or there is none of its name.
func (a *Args) Err() error {
	if a.wrong == nil && len(a.rest) > 0 {
		word := a.rest[0]
		place := len(a.all)
		for a.all[place-1] != word {
			place--
		}
		a.fail("parameter %d, %q, is no parameter of %s, or is given twice; %s would do", place, word, a.entry.Name,
			a.entry.Spec())
	}
	return a.wrong
}

package programs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// Args holds the parameters of a program, read one after another. The first wrong parameter is kept as the error, which
// names it, its place and a cure. The read of a wrong parameter returns a value that may be used.
type Args struct {
	entry Entry
	words []string
	read  []bool // by word
	err   error
}

// NewArgs returns the parameters of a program to read for an entry, of this package's catalogue or another. Of the
// entry it uses the name, the parameters and the example.
func NewArgs(e Entry, params []string) *Args {
	return &Args{entry: e, words: params, read: make([]bool, len(params))}
}

// Whole reads the parameter called name: a whole number between two bounds. If it is not given it returns otherwise.
func (a *Args) Whole(name string, otherwise, low, high int) int {
	place, word := a.take(name)
	if place == 0 {
		if strings.HasPrefix(a.entry.Params, ":"+name) {
			a.fail("%s is missing; use %s", name, a.entry.Case())
		}
		return otherwise
	}
	v, err := strconv.Atoi(word)
	if err != nil || v < low || v > high {
		a.fail("%s, parameter %d, is %q, and no whole number from %v to %v; use %s", name, place, word, low, high,
			a.entry.Case())
		return low
	}
	return v
}

// ShareOr reads the parameter name=SHARE, from 0 to 1. If it is not given it returns otherwise.
func (a *Args) ShareOr(name string, otherwise float64) float64 {
	place, word := a.take(name)
	if place == 0 {
		return otherwise
	}
	v, err := text.Float(word)
	if err != nil || !(v >= 0 && v <= 1) {
		a.fail("%s, parameter %d, is %q, and no number from 0 to 1; use %s", name, place, word, a.entry.Case())
	}
	return v
}

// WordOr reads the parameter name=WORD. WORD must be one of words; the first is the default.
func (a *Args) WordOr(name string, words ...string) string {
	place, word := a.take(name)
	if place == 0 {
		return words[0]
	}
	if !slices.Contains(words, word) {
		a.fail("%s, parameter %d, is %q, and not known; use %s", name, place, word, strings.Join(words, " or "))
	}
	return word
}

// take takes the first parameter name=VALUE if the entry names it, or else the first without a name. It returns its
// place, from 1, and the value; the place is 0 if there is none.
func (a *Args) take(name string) (place int, value string) {
	named := strings.Contains(a.entry.Params, name+"=")
	for i, word := range a.words {
		before, after, equals := strings.Cut(word, "=")
		if a.read[i] || equals != named || named && before != name {
			continue
		}
		a.read[i] = true
		if named {
			return i + 1, after
		}
		return i + 1, word
	}
	return 0, ""
}

func (a *Args) fail(format string, args ...any) {
	if a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// Err returns the error of the first wrong parameter, or of an unread one: it is given twice, or its name is unknown.
func (a *Args) Err() error {
	if i := slices.Index(a.read, false); i >= 0 {
		a.fail("parameter %d, %q, is no parameter of %s, or is given twice; use %s", i+1, a.words[i], a.entry.Name,
			a.entry.Spec())
	}
	return a.err
}

package programs

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// Args are the parameters of a program, read one after another. The first wrong parameter is kept as the error, which
// names it, its place and the nearest that would do. The read of a wrong parameter returns a value that may be used.
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

// Whole reads the next parameter, called name: a whole number between two bounds.
func (a *Args) Whole(name string, low, high int) int {
	word, ok := a.next()
	if !ok {
		a.missing(name)
		return low
	}
	return a.integer(name, word, low, high)
}

// NextOr is Whole if there is a next parameter; if not, it returns otherwise.
func (a *Args) NextOr(name string, otherwise, low, high int) int {
	if word, ok := a.next(); ok {
		return a.integer(name, word, low, high)
	}
	return otherwise
}

// WholeOr reads the parameter name=N, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) WholeOr(name string, otherwise, low, high int) int {
	if word, ok := a.named(name); ok {
		return a.integer(name, word, low, high)
	}
	return otherwise
}

// NumberOr reads the parameter name=NUMBER, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) NumberOr(name string, otherwise, low, high float64) float64 {
	word, ok := a.named(name)
	if !ok {
		return otherwise
	}
	v, err := text.Float(word)
	switch {
	case err != nil || v != v:
		a.refuse(name, word, "no number from %g to %g; %s would do", low, high, a.entry.Case())
	case v < low || v > high:
		a.refuse(name, word, "no number from %g to %g; %g would do", low, high, within(v, low, high))
	}
	return v
}

// WordOr reads the parameter name=WORD. WORD must be one of words, and the first of these is the
// default.
func (a *Args) WordOr(name string, words ...string) string {
	word, ok := a.named(name)
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, word) {
		near, _ := text.Nearest(word, words)
		a.refuse(name, word, "not %s; %s would do", strings.Join(words, " or "), near)
	}
	return word
}

// integer reads a whole number between two bounds from the word of a parameter.
func (a *Args) integer(name, word string, low, high int) int {
	v, err := strconv.Atoi(word)
	switch {
	case errors.Is(err, strconv.ErrSyntax):
		a.refuse(name, word, "no whole number from %d to %d; %s would do", low, high, a.entry.Case())
		return low
	case v < low || v > high:
		a.refuse(name, word, "no whole number from %d to %d; %d would do", low, high, within(v, low, high))
		return low
	}
	return v
}

// next takes the next parameter that has no name.
func (a *Args) next() (string, bool) {
	if len(a.rest) == 0 || strings.Contains(a.rest[0], "=") {
		return "", false
	}
	return a.take(0), true
}

// named takes the parameter name=VALUE out.
func (a *Args) named(name string) (string, bool) {
	i := slices.IndexFunc(a.rest, func(word string) bool { return strings.HasPrefix(word, name+"=") })
	if i < 0 {
		return "", false
	}
	return strings.TrimPrefix(a.take(i), name+"="), true
}

func (a *Args) fail(format string, args ...any) {
	if a.wrong == nil {
		a.wrong = fmt.Errorf(format, args...)
	}
}

// Err returns the first wrong parameter, or one that nobody read.
func (a *Args) Err() error {
	if a.wrong == nil && len(a.rest) > 0 {
		a.unread(a.rest[0])
	}
	return a.wrong
}

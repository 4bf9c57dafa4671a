package programs

import (
	"cmp"
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
	if errors.Is(err, strconv.ErrRange) {
		err = nil // v is beyond all bounds
	}
	return between(a, name, word, "whole number", v, err, low, high)
}

// NumberOr reads the parameter name=NUMBER, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) NumberOr(name string, otherwise, low, high float64) float64 {
	word, given := a.take(name)
	if !given {
		return otherwise
	}
	v, err := text.Float(word)
	return between(a, name, word, "number", v, err, low, high)
}

// between returns the number that a word is, or refuses the word, if it is none between two bounds.
func between[N cmp.Ordered](a *Args, name, word, kind string, v N, err error, low, high N) N {
	nearest := min(max(v, low), high)
	if err == nil && v == nearest {
		return v
	}
	would := fmt.Sprint(nearest)
	if err != nil {
		would = a.entry.Case()
	}
	a.refuse(name, word, "no %s from %v to %v; %s would do", kind, low, high, would)
	return low
}

// WordOr reads the parameter name=WORD. WORD must be one of words, and the first of these is the
// default.
func (a *Args) WordOr(name string, words ...string) string {
	word, given := a.take(name)
	if !given {
		return words[0]
	}
	if !slices.Contains(words, word) {
		near, _ := text.Nearest(word, words)
		a.refuse(name, word, "not %s; %s would do", strings.Join(words, " or "), near)
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

// Err returns the first wrong parameter, or one that nobody read.
func (a *Args) Err() error {
	if a.wrong == nil && len(a.rest) > 0 {
		a.unread(a.rest[0])
	}
	return a.wrong
}

// unread refuses a parameter that nobody read. It is given twice, or there is none of its name: then the one with the
// nearest name or value would do.
func (a *Args) unread(word string) {
	place := len(a.all)
	for a.all[place-1] != word {
		place--
	}
	head, _, valued := strings.Cut(word, "=")
	var names, heads, takes []string // heads are names and values, and takes the parameters that have them
	for _, param := range a.entry.named() {
		name, values, _ := strings.Cut(param, "=")
		if valued && head == name {
			a.fail("parameter %d, %q, gives %s twice; once would do", place, word, name)
			return
		}
		names = append(names, name)
		heads = append(heads, name)
		takes = append(takes, param)
		for value := range strings.SplitSeq(values, "|") {
			if !valued && value == strings.ToLower(value) {
				heads = append(heads, value)
				takes = append(takes, name+"="+value)
			}
		}
	}
	would := "one of " + strings.Join(names, ", ")
	switch len(names) {
	case 0:
		would = a.entry.Case()
	case 1:
		would = takes[0]
	}
	if near, ok := text.Nearest(head, heads); ok {
		would = takes[slices.Index(heads, near)]
	}
	a.fail("parameter %d, %q, is no parameter of %s; %s would do", place, word, a.entry.Name, would)
}

// named are the parameters that have a name, as in "ess=SHARE".
func (e Entry) named() (params []string) {
	for param := range strings.SplitSeq(strings.ReplaceAll(e.Params, "]", ""), "[:") {
		if strings.Contains(param, "=") {
			params = append(params, param)
		}
	}
	return params
}

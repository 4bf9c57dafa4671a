package programs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// Args are the parameters of a program, read one after another. The first wrong parameter is
// kept as the error. The read of a wrong parameter returns a value that may be used.
type Args struct {
	entry Entry
	rest  []string
	wrong error
}

// NewArgs returns parameters that are to be read for an entry, which may be of another catalogue
// than this package's. Of the entry it uses the name, the parameters and the example.
func NewArgs(e Entry, params []string) *Args { return &Args{entry: e, rest: params} }

// Whole reads the next parameter, called name: a whole number between two bounds.
func (a *Args) Whole(name string, low, high int) int {
	text, ok := a.next()
	if !ok {
		a.fail("%s is missing", name)
		return low
	}
	return a.whole(name, text, low, high)
}

// NextOr is Whole if there is a next parameter; if not, it returns otherwise.
func (a *Args) NextOr(name string, otherwise, low, high int) int {
	if text, ok := a.next(); ok {
		return a.whole(name, text, low, high)
	}
	return otherwise
}

// WholeOr reads the parameter name=N, between two bounds. If it is not given it returns
// otherwise.
func (a *Args) WholeOr(name string, otherwise, low, high int) int {
	if text, ok := a.named(name); ok {
		return a.whole(name, text, low, high)
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
	if err != nil || !(v >= low && v <= high) {
		a.fail("%s is %q, and no number from %g to %g", name, word, low, high)
	}
	return v
}

// WordOr reads the parameter name=WORD. WORD must be one of words, and the first of these is the
// default.
func (a *Args) WordOr(name string, words ...string) string {
	text, ok := a.named(name)
	if ok && !slices.Contains(words, text) {
		a.fail("%s is %q, and not %s", name, text, strings.Join(words, " or "))
	}
	if !ok {
		return words[0]
	}
	return text
}

func (a *Args) whole(name, text string, low, high int) int {
	v, err := strconv.Atoi(text)
	if err != nil || v < low || v > high {
		a.fail("%s is %q, and no whole number from %d to %d", name, text, low, high)
		return low
	}
	return v
}

// next takes the next parameter that has no name.
func (a *Args) next() (string, bool) {
	if len(a.rest) == 0 || strings.Contains(a.rest[0], "=") {
		return "", false
	}
	text := a.rest[0]
	a.rest = a.rest[1:]
	return text, true
}

// named takes the parameter name=VALUE out.
func (a *Args) named(name string) (string, bool) {
	for i, text := range a.rest {
		if value, ok := strings.CutPrefix(text, name+"="); ok {
			a.rest = slices.Delete(slices.Clone(a.rest), i, i+1)
			return value, true
		}
	}
	return "", false
}

func (a *Args) fail(format string, args ...any) {
	if a.wrong == nil {
		a.wrong = fmt.Errorf(format, args...)
	}
}

// Err returns the first wrong parameter, or one that nobody read.
func (a *Args) Err() error {
	if a.wrong == nil && len(a.rest) > 0 {
		a.wrong = fmt.Errorf("%q is no parameter of %s", a.rest[0], a.entry.Name)
	}
	switch spec, example := a.entry.Spec(), a.entry.Case(); {
	case a.wrong != nil && spec == example:
		return fmt.Errorf("%w; %s would do", a.wrong, spec)
	case a.wrong != nil:
		return fmt.Errorf("%w; %s, as in %s, would do", a.wrong, spec, example)
	}
	return nil
}

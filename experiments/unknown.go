package experiments

import (
	"slices"
	"strings"

	"breadboard/grid/text"
)

// Unknown returns the error of an unknown name; known must not be empty. what is a
// Field, or a word such as "the key". A parameter after a colon is not compared.
func Unknown(what any, name string, known []string) error {
	var stems []string
	for _, k := range known {
		stems = append(stems, stem(k))
	}
	best := known[slices.Index(stems, text.Nearest(stem(name), stems))]
	return Faultf("%v %q is unknown; the nearest known is %s (of %s)", what, name, best, strings.Join(known, ", "))
}

// stem cuts off the parameters: lazy of lazy:0.5.
func stem(spec string) string {
	s, _, _ := strings.Cut(spec, ":")
	return s
}

package experiments

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"breadboard/grid/text"
)

// Unknown returns the error of an unknown name; known must not be empty. what is a
// Field, or a word such as "the key". A parameter after a colon is not compared.
func Unknown(what any, name string, known []string) error {
	field, _ := what.(Field)
	all, words := strings.Join(known, ", "), stems(known)
	spec := func(stem string) (string, bool) {
		i := slices.Index(stems(known), stem)
		return known[max(i, 0)], i >= 0
	}
	if near, ok := spec(kin[field][strings.ToLower(stem(name))]); ok {
		return Faultf("%v %q is unknown; %s is the nearest in meaning (of %s)", what, name, near, all)
	}
	for _, word := range slices.Sorted(maps.Keys(synonyms[field])) {
		if _, ok := spec(synonyms[field][word]); ok {
			words = append(words, word)
		}
	}
	nearest, ok := text.Nearest(stem(name), words)
	if !ok {
		return Faultf("%v %q is unknown; one of %s would do", what, name, all)
	}
	best, _ := spec(cmp.Or(synonyms[field][nearest], nearest))
	return Faultf("%v %q is unknown; the nearest known is %s (of %s)", what, name, best, all)
}

// stem cuts off the parameters: lazy of lazy:0.5.
func stem(spec string) string {
	s, _, _ := strings.Cut(spec, ":")
	return s
}

// stems cuts the parameters off every spec.
func stems(specs []string) []string {
	all := make([]string, len(specs))
	for i, s := range specs {
		all[i] = stem(s)
	}
	return all
}

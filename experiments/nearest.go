package experiments

import (
	"slices"
	"strings"
)

// Unknown returns the error of an unknown name; known must not be empty. what is a
// Field, or a word such as "the key". A parameter after a colon is not compared.
func Unknown(what any, name string, known []string) error {
	var stems []string
	for _, k := range known {
		stems = append(stems, stem(k))
	}
	best := known[slices.Index(stems, nearest(stem(name), stems))]
	return Faultf("%v %q is unknown; the nearest known is %s (of %s)", what, name, best, strings.Join(known, ", "))
}

// stem cuts off the parameters: lazy of lazy:0.5.
func stem(spec string) string {
	s, _, _ := strings.Cut(spec, ":")
	return s
}

// nearest returns the first known word that begins with name. If none does, it returns
// the first that needs the fewest edits of one letter to become name. Case does not
// matter.
func nearest(name string, known []string) string {
	best, least := "", -1
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), strings.ToLower(name)) {
			return k
		}
		if d := edits(strings.ToLower(name), strings.ToLower(k)); least < 0 || d < least {
			best, least = k, d
		}
	}
	return best
}

// edits is the Levenshtein distance: the number of letters to insert, delete or replace
// to turn a into b.
func edits(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1) // row[j] edits turn from[:i] into to[:j]
	for j := range row {
		row[j] = j
	}
	for i, r := range from {
		corner := row[0]
		row[0] = i + 1
		for j, s := range to {
			replace := corner
			if r != s {
				replace++
			}
			corner = row[j+1]
			row[j+1] = min(replace, row[j]+1, corner+1)
		}
	}
	return row[len(to)]
}

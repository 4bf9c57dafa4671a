package experiments

import (
	"fmt"
	"slices"
	"strings"
)

// Unknown is the error that a flag's value is none of those known, of which
// there is at least one. What follows a colon is a parameter, and not compared.
func Unknown(flag, name string, known []string) error {
	var stems []string
	for _, k := range known {
		stems = append(stems, stem(k))
	}
	nearest := known[slices.Index(stems, Nearest(stem(name), stems))]
	return fmt.Errorf("%s %q is unknown; the nearest known is %s (of %s)", flag, name, nearest, strings.Join(known, ", "))
}

// stem is what comes before the parameters.
func stem(spec string) string {
	s, _, _ := strings.Cut(spec, ":")
	return s
}

// Nearest is the first of those known, of which there is at least one, that
// begins with name; or else the first that takes the fewest edits of one letter to
// become name. Case is no difference.
func Nearest(name string, known []string) string {
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

// edits is the Levenshtein distance: how many letters must be put in, left out
// or replaced to turn a into b.
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

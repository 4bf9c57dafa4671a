package text

import "strings"

// Nearest returns the first known word that begins with name. If none does, it returns
// the first that needs the fewest edits of one letter to become name, and ok is false if
// these change more than half of the name: mh is not near to king. Case does not matter.
func Nearest(name string, known []string) (best string, ok bool) {
	low, least := strings.ToLower(name), -1
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), low) {
			return k, true
		}
		if d := edits(low, strings.ToLower(k)); least < 0 || d < least {
			best, least = k, d
		}
	}
	return best, least >= 0 && least <= (len([]rune(name))+1)/2
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

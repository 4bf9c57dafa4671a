package text

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The nearest word begins with the name; if none does, it agrees with the distance as it is
// defined, by recursion.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[abA]{0,6}`)
		known := rapid.SliceOfN(word, 1, 5).Draw(t, "known")
		name := word.Draw(t, "name")
		got, near := Nearest(name, known)
		begins := func(k string) bool { return strings.HasPrefix(strings.ToLower(k), strings.ToLower(name)) }
		if i := slices.IndexFunc(known, begins); i >= 0 {
			if got != known[i] {
				t.Fatalf("%q begins with %q, and %q is nearest", known[i], name, got)
			}
			return
		}
		distance := slow(strings.ToLower(name), strings.ToLower(got))
		if near != (2*distance <= len(name)+1) {
			t.Fatalf("%q is %d edits from %q; near is %v", got, distance, name, near)
		}
		for _, k := range known {
			if d := slow(strings.ToLower(name), strings.ToLower(k)); d < distance {
				t.Fatalf("%q is nearer to %q", k, name)
			}
		}
	})
}

func slow(a, b string) int {
	switch {
	case a == "":
		return len(b)
	case b == "":
		return len(a)
	case a[0] == b[0]:
		return slow(a[1:], b[1:])
	}
	return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))
}

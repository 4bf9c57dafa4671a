package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestBeginFirst: the first five of each long catalogue are those that one begins with; programs see the catalogue's
// own order, and nothing is lost.
func TestBeginFirst(t *testing.T) {
	for _, k := range kinds {
		names := begin[k.Field]
		if names == nil {
			continue
		}
		own := catalogues()[slices.IndexFunc(kinds, func(o kind) bool { return o.Field == k.Field })]
		shown := beginFirst(own)
		var first []string
		for _, row := range shown.Rows[:len(names)] {
			first = append(first, row[0].(string))
		}
		if len(names) != 5 || !slices.Equal(first, names) {
			t.Errorf("--%s begins with %v, want %v", k.Field, first, names)
		}
		sorted := func(rows [][]any) (all []string) {
			for _, row := range rows {
				all = append(all, fmt.Sprint(row))
			}
			return slices.Sorted(slices.Values(all))
		}
		if !slices.Equal(sorted(own.Rows), sorted(shown.Rows)) {
			t.Errorf("--%s shows other names than its catalogue", k.Field)
		}
	}
	if out := works(t, "", "list", "kernels", "--format", "csv"); !strings.Contains(out, "metropolis,") ||
		strings.Index(out, "barker") > strings.Index(out, "perfect") {
		t.Errorf("programs see another order: %s", out)
	}
}

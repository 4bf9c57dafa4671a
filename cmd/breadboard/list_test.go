package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/toys/zoo"
)

// TestZooAsTargets: each file of the zoo is the density that it is named after, of as many axes as it has.
func TestZooAsTargets(t *testing.T) {
	dir := t.TempDir()
	out := works(t, dir, "list", "--zoo", "stars-scale,potts:1x5:3:1", "--targets", "zoo")
	if !strings.Contains(out, "those of spins and labels are --axes any") {
		t.Errorf("nothing is said of axes: %s", out)
	}
	for _, c := range []struct{ name, file, axes string }{
		{"stars-scale", "zoo/stars-scale.npy", "line"},
		{"potts:1x5:3:1", "zoo/potts-1x5-3-1.npy", "any"},
	} {
		want := must.Have(zoo.Select(c.name))(t)[0].Make()
		s := experiments.Setting{Target: filepath.Join(dir, c.file), Axes: c.axes}
		got := must.Have(s.Chain())(t).Target
		if !slices.Equal(got.LogF, want.LogF) || got.Grid.String() != want.Grid.String() ||
			!slices.Equal(got.Grid.Kinds(), want.Grid.Kinds()) {
			t.Errorf("%s has another density, on %v", c.file, got.Grid)
		}
	}
}

// TestBeginFirst: the first five of each long catalogue are those that one begins with; programs see the catalogue's
// own order, and nothing is lost.
func TestBeginFirst(t *testing.T) {
	for _, k := range kinds {
		names := begin[k.Field]
		if names == nil {
			continue
		}
		own := catalogues()[slices.IndexFunc(kinds, func(o listedKind) bool { return o.Field == k.Field })]
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

package figure

import (
	"slices"
	"testing"
)

// A reader who sees no colour tells the first 32 lines apart by shape and dashes, the first eight by
// shape alone, and neighbours by dashes alone.
func TestLinesDifferInGrey(t *testing.T) {
	for i := range 32 {
		for k := range i {
			a, b := NthLine(i), NthLine(k)
			shape, dashes := a.Marker == b.Marker, slices.Equal(a.Dashes, b.Dashes)
			if shape && dashes {
				t.Errorf("lines %d and %d are the same in grey", k, i)
			}
			if shape && i < 8 {
				t.Errorf("lines %d and %d have marks of the same shape", k, i)
			}
			if dashes && i == k+1 {
				t.Errorf("lines %d and %d have the same dashes", k, i)
			}
		}
	}
}

// Marks of different shapes have different outlines, or only one of them is filled.
func TestMarkersDiffer(t *testing.T) {
	for m := range Marker(markers) {
		for n := range m {
			alike := (int(m) < markers/2) == (int(n) < markers/2)
			if alike && slices.Equal(outlines[int(m)%len(outlines)], outlines[int(n)%len(outlines)]) {
				t.Errorf("markers %d and %d are the same", n, m)
			}
		}
	}
}

func TestShortName(t *testing.T) {
	for name, want := range map[string]string{
		"smc-data:8:proposal=optimal:steps=2":       "smc-data:8:proposal=optimal:steps=2",
		"curve:0:0.1:0.25:0.5:0.7:0.75:0.875:0.9:1": "curve:0:0.1:0.25 ... 0.75:0.875:0.9:1",
		"\x1b[31mred": `\x1b[31mred`,
	} {
		if got := ShortName(name); got != want {
			t.Errorf("%q is drawn as %q, want %q", name, got, want)
		}
	}
}

package chains

import (
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// FuzzReadBetas: any text is a schedule that is the same when it is written and read again, or is refused in a line.
func FuzzReadBetas(f *testing.F) {
	for _, data := range []string{"", "#", "beta\n0\n1\n", "0,0.5,1", "0 1", "0\n0.0\n1", "0,1\n0,1\n", ",0\n1",
		"0\nnan\n1", "0\n1e-400\n1", "0\n2\n1"} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		s, err := ReadBetas(data, "b.txt")
		must.Sentence(t, err, "b.txt: ")
		if err != nil {
			return
		}
		var b strings.Builder
		must.Do(t, WriteBetas(&b, s, data))
		again := must.Have(ReadBetas(b.String(), "b.txt"))(t)
		if !slices.Equal(s.Betas(), again.Betas()) {
			t.Errorf("%v is written as %q", s.Betas(), b.String())
		}
	})
}

package hidden_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/hidden"
	"breadboard/grid/text/faulty"
)

// Whatever comes in, an error is one line that names the file, and a model is written so that it is read again as
// it is written.
func FuzzReadModel(f *testing.F) {
	faulty.Seeds(f, asJSON, `{"initial": [1], "transition": [[1]], "emission": [[1]], "observations": [1]}`)
	f.Fuzz(func(t *testing.T, in string) {
		var m *hidden.Model
		var err error
		faulty.Within(t, len(in), func() { m, err = hidden.ReadModel(strings.NewReader(in), faulty.Name) })
		if err != nil {
			if wrong := faulty.Unlike(err); wrong != "" {
				t.Fatalf("%q: %s: %v", in, wrong, err)
			}
			return
		}
		var once, twice strings.Builder
		err = m.Write(&once)
		if err == nil {
			m, err = hidden.ReadModel(strings.NewReader(once.String()), faulty.Name)
		}
		if err == nil {
			err = m.Write(&twice)
		}
		if err != nil {
			t.Fatalf("%q: written and read again: %v", in, err)
		}
		if diff := cmp.Diff(once.String(), twice.String()); diff != "" {
			t.Fatalf("%q: written, read and written again: %s", in, diff)
		}
	})
}

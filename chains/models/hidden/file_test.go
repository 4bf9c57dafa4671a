package hidden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/models/hidden"
	"breadboard/grid/text/faulty"
)

const asJSON = `{"initial": [0.3, 0.7], "transition": [[0.85, 0.15], [0.4, 0.6]],
	"emission": [[0.2, 0.5, 0.3], [0.65, 0.1, 0.25]], "observations": [2, 1, 3]}`

func TestReadModel(t *testing.T) {
	m, err := hidden.ReadModel(strings.NewReader("\ufeff"+asJSON+"\n"), "a.json")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := hidden.NewPosterior(m).LogP(), hidden.NewPosterior(small(t)).LogP(); got != want {
		t.Errorf("log p(y) is %v, want %v", got, want)
	}
}

func TestReadModelRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{asJSON, "", "a.json: the file is no JSON at byte 0, unexpected end of JSON input; a JSON object with"},
		{asJSON, "null", "a.json: the file is empty; a JSON object"},
		{asJSON, "[1, 2]", "a.json: found array in the file; a JSON object"},
		{"0.3, 0.7]", "0.3, 0.7]]", "a.json: the file is no JSON at byte 23"},
		{`"initial"`, `"prior"`, `a.json: initial is missing; "prior" is no key; the keys initial, transition,`},
		{`{"initial"`, `{"initial": [0.5, 0.5], "initial"`,
			`a.json: the key "initial" stands twice; one of the two would do`},
		{`{"initial"`, `{"\u0069nitial": [0.3, 0.7], "initial"`, `a.json: the key "initial" stands twice`},
		{`"initial"`, `"Initial"`, `a.json: initial is missing; "Initial" is no key`},
		{`[2, 1, 3]`, `["a"]`, "found string in observations; a list of symbols from 1 would do"},
		{`[2, 1, 3]`, `[2, 1.5, 3]`, "observation 2 is 1.5; a symbol from 1 would do"},
		{`[2, 1, 3]`, `[2, 1, 4]`, "a.json: observation 3 is 4; a symbol from 1 to 3 would do"},
		{"[0.4, 0.6]", "[0.4, 0.7]", "a.json: row 2 of transition sums to 1.1; 1 would do"},
		{"[0.4, 0.6]", "0.4", "found number in transition; a list of rows"},
		{"0.3, 0.7", strings.Repeat("0,", 1<<16) + "1",
			"65537 states and 3 observations are 1.3e+10 moves; up to 1e+09, observations times the square of states"},
		{"[2, 1, 3]", strings.Repeat(" ", 16<<20), "a.json: longer than 16 MiB; a JSON object with the keys"},
	} {
		_, err := hidden.ReadModel(strings.NewReader(strings.Replace(asJSON, c.old, c.new, 1)), "a.json")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %v, and %q is missing", c.new, err, c.says)
		}
	}
}

// What is written is read again, and is written as the example is.
func TestWrite(t *testing.T) {
	path := filepath.Join("testdata", "weather.json")
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	m, err := hidden.Open(path)
	if err != nil || m.States() != 2 || m.Symbols() != 3 || m.Len() != 8 {
		t.Fatalf("the example of the documentation: %v, %v", m, err)
	}
	var got strings.Builder
	if err := m.Write(&got); err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("written:\n%s", &got)
	}
	if _, err := hidden.Open(path + "x"); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestReadModelFaulty(t *testing.T) { faulty.Test(t, asJSON, hidden.ReadModel, nil) }

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

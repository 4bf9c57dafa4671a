package hidden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/chains/hidden"
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
	} {
		_, err := hidden.ReadModel(strings.NewReader(strings.Replace(asJSON, c.old, c.new, 1)), "a.json")
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %v, and %q is missing", c.new, err, c.says)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none.json")
	if _, err := hidden.Open(path); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("the error is %v", err)
	}
}

// The example that the documentation runs can be read.
func TestOpen(t *testing.T) {
	m, err := hidden.Open(filepath.Join("testdata", "weather.json"))
	if err != nil {
		t.Fatal(err)
	}
	if m.States() != 2 || m.Symbols() != 3 || m.Len() != 8 {
		t.Errorf("%d states, %d symbols and %d observations", m.States(), m.Symbols(), m.Len())
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
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := m.Write(&got); err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("written:\n%s", &got)
	}
}

package journal

import (
	"os"
	"path/filepath"
	"testing"

	"breadboard/grid/must"
)

// FuzzOpen: a journal with any content has its whole rows, goes on with another, and has all of them when it is opened
// again; or it is refused in a line and stays as it is.
func FuzzOpen(f *testing.F) {
	row := string(sealed([]byte(`{"key":"a","J":1}`)))
	for _, data := range []string{"", row, row + row, row[:len(row)-3], row + "{\"key\":\"b\"", "x" + row,
		"\x00\x00\n" + row, "no journal\n", string(sealed([]byte(`{"key":1}`))),
		string(sealed([]byte(`{"key":"a","J":2}`))) + row} {
		f.Add(data)
	}
	path := filepath.Join(f.TempDir(), "journal.jsonl")
	f.Fuzz(func(t *testing.T, data string) {
		must.Do(t, os.WriteFile(path, []byte(data), 0o600))
		seen := Rows{}
		_, wrong := seen.Read(path)
		must.Sentence(t, wrong, path+": ")
		j, err := Open(path)
		must.Sentence(t, err, path+": ")
		if (err == nil) != (wrong == nil) {
			t.Errorf("it is read with %v, and opened with %v", wrong, err)
		}
		if err != nil {
			if kept := string(must.Have(os.ReadFile(path))(t)); kept != data {
				t.Errorf("a file that is refused is now %q", kept)
			}
			return
		}
		if len(j.Rows) != len(seen) {
			t.Errorf("%d rows are read, and %d opened", len(seen), len(j.Rows))
		}
		must.Do(t, j.Commit(map[string]string{"key": "another"}))
		must.Do(t, j.Close())
		again := Rows{}
		must.Have(again.Read(path))(t)
		if _, known := seen["another"]; !known && len(again) != len(seen)+1 {
			t.Errorf("%d rows and another are %d", len(seen), len(again))
		}
	})
}

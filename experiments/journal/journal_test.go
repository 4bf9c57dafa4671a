package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// A count is a job of these tests, and a counted its row.
type count struct {
	To int `json:"to"`
}

type counted struct {
	Key    string             `json:"key"`
	Job    count              `json:"cell"`
	Values map[string]float64 `json:"values"`
	Text   string             `json:"text"`
}

var build = Build{"v1", "c0ffee", "go1"}

// aRow returns the row of a count, with numbers and text of every kind.
func aRow(to int) counted {
	c := counted{Job: count{to}, Text: "a \"line\"\nand another"}
	c.Values = map[string]float64{"J": 0.1 + 0.2, "R": 1e-300}
	c.Key = Key(c.Job, build)
	return c
}

// someLines are the lines of three rows in a file.
func someLines(t *testing.T) (path string, whole []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "j")
	j := must.Have(Open(path))(t)
	must.Do(t, errors.Join(j.Commit(aRow(2)), j.Commit(aRow(3)), j.Commit(aRow(4)), j.Close()))
	return path, must.Have(os.ReadFile(path))(t)
}

// written reports whether all rows are of those that someLines writes.
func written(rows Rows) bool {
	for key, row := range rows {
		var c counted
		if json.Unmarshal(row, &c) != nil || key != c.Key || !reflect.DeepEqual(c, aRow(c.Job.To)) {
			return false
		}
	}
	return true
}

// TestTorn: a committed row is there when the journal is opened again, and what was torn after it is cut off, wherever
// it was torn. Whoever only reads it changes nothing.
func TestTorn(t *testing.T) {
	path, whole := someLines(t)
	for cut := 0; cut < len(whole); cut += 13 { // which is no divisor of a line's length
		must.Do(t, os.WriteFile(path, whole[:cut], 0o644))
		read := Rows{}
		must.Do(t, read.Read(path))
		if now := must.Have(os.ReadFile(path))(t); len(now) != cut {
			t.Fatalf("reading changes the file to %q", now)
		}
		j := must.Have(Open(path))(t)
		end := bytes.LastIndexByte(whole[:cut], '\n') + 1
		if n := bytes.Count(whole[:cut], []byte("\n")); len(j.Rows) != n || j.Torn != cut-end || j.Bad != 0 ||
			!written(j.Rows) || len(read) != n {
			t.Fatalf("cut at %d: %d rows and %d bytes torn, want %d and %d", cut, len(j.Rows), j.Torn, n, cut-end)
		}
		must.Do(t, errors.Join(j.Commit(aRow(9)), j.Close()))
		now := must.Have(os.ReadFile(path))(t)
		longer := Rows{}
		must.Do(t, longer.Read(path))
		if !bytes.HasPrefix(now, whole[:end]) || len(longer) != len(read)+1 {
			t.Fatalf("written after the cut at %d: %q", cut, now)
		}
	}
}

// TestEveryBit: one bit of a journal is changed. What is read are rows that were written, the other lines among them,
// or the file is refused and left as it was.
func TestEveryBit(t *testing.T) {
	path, whole := someLines(t)
	for i := 0; i < 8*len(whole); i += 3 { // which is each of the eight in some byte
		changed := bytes.Clone(whole)
		changed[i/8] ^= 1 << (i % 8)
		must.Do(t, os.WriteFile(path, changed, 0o644))
		j, err := Open(path)
		if err != nil {
			now := must.Have(os.ReadFile(path))(t)
			if !errors.Is(err, ErrNoJournal) || !bytes.Equal(now, changed) {
				t.Fatalf("bit %d: %v", i, err)
			}
			continue
		}
		if !written(j.Rows) || len(j.Rows) > 2 || j.Bad == 0 && j.Torn == 0 || len(j.Rows) == 0 {
			t.Fatalf("bit %d: %d rows, %d bad lines, %d bytes torn", i, len(j.Rows), j.Bad, j.Torn)
		}
		must.Do(t, j.Close())
	}
}

// TestRefused: a journal that another has open is not opened. What is no journal is refused, and not changed.
func TestRefused(t *testing.T) {
	path, _ := someLines(t)
	j := must.Have(Open(path))(t)
	must.Refuse(Open(path))(t, path+": another process has this file open", "a busy journal")
	must.Do(t, j.Close())
	for _, text := range []string{"a letter", "a letter\nin lines\n", `{"name":"value"`, "\x00\x00"} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		if _, err := Open(path); !errors.Is(err, ErrNoJournal) {
			t.Errorf("%q: the error is %v", text, err)
		}
		if now := string(must.Have(os.ReadFile(path))(t)); now != text {
			t.Errorf("%q has become %q", text, now)
		}
	}
}

// TestTwoRowsOfAKey: two rows of one key differ are refused: one of them is wrong. Alike ones are one.
func TestTwoRowsOfAKey(t *testing.T) {
	path, whole := someLines(t)
	first, _, _ := bytes.Cut(whole, []byte("\n"))
	must.Do(t, os.WriteFile(path, fmt.Appendf(whole, "%s\n", first), 0o644))
	rows := Rows{}
	must.Do(t, rows.Read(path))
	if keys := slices.Collect(maps.Keys(rows)); len(keys) != 3 {
		t.Errorf("the keys are %q", keys)
	}
	other := aRow(2)
	other.Text = "other"
	j := must.Have(Open(path))(t)
	must.Do(t, errors.Join(j.Commit(other), j.Close()))
	must.Fail(t, Rows{}.Read(path), "two rows of the key "+other.Key+" differ", "two rows")
}

// TestKey: every part of the build and the job are in a key, which is the same in every run: here of
// {"format":2,"cell":{"to":10},"build":{"version":"v1","commit":"c0ffee","go":"go1"}}, by sha256sum.
func TestKey(t *testing.T) {
	const want = "2ea4c124d6851c67fd7234a20b862768"
	if got := Key(count{10}, build); got != want {
		t.Errorf("the key is %s, want %s", got, want)
	}
	if Key(count{11}, build) == want {
		t.Error("another job has the same key")
	}
	for _, b := range []Build{{"v2", "c0ffee", "go1"}, {"v1", "decaf", "go1"}, {"v1", "c0ffee", "go2"}} {
		if Key(count{10}, b) == want {
			t.Errorf("the build %v has the same key", b)
		}
	}
}

// A row that was committed is there when the journal is opened again.
func Example() {
	path := filepath.Join(os.TempDir(), "example.jsonl")
	defer os.Remove(path)
	for range 2 {
		j, err := Open(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(j.Rows), j.Commit(aRow(2)), j.Close())
	}
	// Output:
	// 0 <nil> <nil>
	// 1 <nil> <nil>
}

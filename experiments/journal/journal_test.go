package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
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

// A damage is a journal that a stop or a disk has changed in a place, and what is left of it: rows, lines that are
// none, and the number of bytes of whole lines, after which the rest was torn.
type damage struct {
	text             []byte
	rows, bad, whole int
}

// check checks that the journal has rows alone that were written, and counts what it leaves out.
func (d damage) check(t *testing.T, what string, j *Journal) {
	t.Helper()
	if len(j.Rows) != d.rows || j.Bad != d.bad || j.Torn != len(d.text)-d.whole || !written(j.Rows) {
		t.Fatalf("%s: %d rows, %d bad lines and %d bytes torn, want %+v of %d", what, len(j.Rows), j.Bad, j.Torn, d,
			len(d.text))
	}
}

// goesOn checks a damaged journal. For one place in 29 (a disk takes its time) it also checks that reading the file
// changes nothing, and that the next row follows the whole lines.
func (d damage) goesOn(t *testing.T, path, what string, at int) {
	t.Helper()
	what = fmt.Sprintf("%s %d", what, at)
	j := &Journal{Rows: Rows{}}
	must.Do(t, j.read(bytes.NewReader(d.text)))
	d.check(t, what, j)
	if at%29 > 0 {
		return
	}
	must.Do(t, os.WriteFile(path, d.text, 0o644))
	read := Rows{}
	bad := must.Have(read.Read(path))(t)
	if now := must.Have(os.ReadFile(path))(t); bad != d.bad || len(read) != d.rows || !bytes.Equal(now, d.text) {
		t.Fatalf("%s: %d rows and %d bad lines are read, and the file is %q", what, len(read), bad, now)
	}
	j = must.Have(Open(path))(t)
	d.check(t, what, j)
	must.Do(t, errors.Join(j.Commit(aRow(9)), j.Close()))
	now := must.Have(os.ReadFile(path))(t)
	if !bytes.HasPrefix(now, d.text[:d.whole]) || bytes.Count(now[d.whole:], []byte("\n")) != 1 {
		t.Fatalf("%s: with another row it is %q", what, now)
	}
}

// TestTorn: wherever a journal was torn, the rows before are there, and the next one follows them. Zeros may come after
// them, which a disk leaves in place of what it has not written.
func TestTorn(t *testing.T) {
	path, whole := someLines(t)
	for cut := range whole {
		torn := whole[:cut]
		rows := bytes.Count(torn, []byte("\n"))
		end := bytes.LastIndexByte(torn, '\n') + 1
		damage{torn, rows, 0, end}.goesOn(t, path, "cut at", cut)
		zeros := slices.Concat(torn, make([]byte, 5000))
		damage{zeros, rows, 0, end}.goesOn(t, path, "zeros from", cut)
	}
}

// TestEveryByte: a byte is changed in the first line or the second, of journals of one row to three. All other lines
// stay; a line that loses its break takes the next with it. So they do if much of the first line is lost.
func TestEveryByte(t *testing.T) {
	path, whole := someLines(t)
	second := bytes.IndexByte(whole, '\n') + 1
	third := second + bytes.IndexByte(whole[second:], '\n') + 1
	for _, size := range []int{second, third, len(whole)} {
		for i := range min(size, third) {
			for _, to := range []byte{whole[i] ^ 1<<(i%8), 0, '\n'} {
				changed := bytes.Clone(whole[:size])
				changed[i] = to
				if whole[i] == to {
					continue
				}
				rows := bytes.Count(whole[:size], []byte("\n")) - 1
				if whole[i] == '\n' && i < size-1 {
					rows--
				}
				breaks := bytes.Count(changed, []byte("\n"))
				end := bytes.LastIndexByte(changed, '\n') + 1
				what := fmt.Sprintf("of %d bytes %q is byte", size, to)
				damage{changed, rows, breaks - rows, end}.goesOn(t, path, what, i)
			}
		}
	}
	lost := slices.Concat(bytes.Repeat([]byte("x"), second/2), whole[second/2:])
	damage{lost, 2, 1, len(lost)}.goesOn(t, path, "a block is lost at", 0)
}

// TestRefused: a journal that another has open is not opened. What is no journal is refused, and not changed; a pipe is
// not opened, which would wait for ever.
func TestRefused(t *testing.T) {
	path, _ := someLines(t)
	j := must.Have(Open(path))(t)
	must.Refuse(Open(path))(t, path+": another process has this file open", "a busy journal")
	must.Do(t, j.Close())
	for _, text := range []string{"a letter", "a letter\nin lines\n", `{"name":"value"`, "{\n \"name\"", "PK\x00\x00"} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		_, err := Open(path)
		_, reads := Rows{}.Read(path)
		if !errors.Is(err, ErrNoJournal) || !errors.Is(reads, ErrNoJournal) {
			t.Errorf("%q: the errors are %v and %v", text, err, reads)
		}
		if now := string(must.Have(os.ReadFile(path))(t)); now != text {
			t.Errorf("%q has become %q", text, now)
		}
	}
	must.Do(t, errors.Join(os.Remove(path), exec.Command("mkfifo", path).Run()))
	must.Refuse(Open(path))(t, "not a journal", "a pipe")
	must.Refuse(Rows{}.Read(path))(t, "not a journal", "a pipe")
}

// TestTwoRowsOfAKey: two rows of one key differ are refused: one of them is wrong. Alike ones are one.
func TestTwoRowsOfAKey(t *testing.T) {
	path, whole := someLines(t)
	first, _, _ := bytes.Cut(whole, []byte("\n"))
	must.Do(t, os.WriteFile(path, fmt.Appendf(whole, "%s\n", first), 0o644))
	rows := Rows{}
	must.Have(rows.Read(path))(t)
	if keys := slices.Collect(maps.Keys(rows)); len(keys) != 3 {
		t.Errorf("the keys are %q", keys)
	}
	other := aRow(2)
	other.Text = "other"
	j := must.Have(Open(path))(t)
	must.Do(t, errors.Join(j.Commit(other), j.Close()))
	must.Refuse(Rows{}.Read(path))(t, "two rows of the key "+other.Key+" differ", "two rows")
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

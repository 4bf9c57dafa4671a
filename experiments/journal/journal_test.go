package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// A committed row is there when the journal is opened again, and what was torn
// after it is cut off, wherever it was torn.
func TestJournalTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j := must.Have(Open[counted](path))(t)
	must.Do(t, errors.Join(j.Commit([]counted{aRow(2), aRow(3)}), j.Commit([]counted{aRow(4)}), j.Close()))
	whole := lines(t, aRow(2), aRow(3), aRow(4))
	hasLines(t, "committed", path, whole)
	for cut := 0; cut < len(whole); cut += 23 { // which is no divisor of a line's length
		must.Do(t, os.WriteFile(path, whole[:cut], 0o644))
		j, err := Open[counted](path)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		n := bytes.Count(whole[:cut], []byte("\n"))
		end := bytes.LastIndexByte(whole[:cut], '\n') + 1
		hasLines(t, fmt.Sprintf("cut at %d", cut), path, whole[:end])
		if len(j.Rows) != n {
			t.Errorf("cut at %d: %d rows, want %d", cut, len(j.Rows), n)
		}
		if j.Torn != int64(cut-end) {
			t.Errorf("cut at %d: %d bytes are torn, want %d", cut, j.Torn, cut-end)
		}
		if j.Bad != 0 {
			t.Errorf("cut at %d: %d lines are bad, want none", cut, j.Bad)
		}
		must.Do(t, errors.Join(j.Commit([]counted{aRow(9)}), j.Close()))
		longer := append(bytes.Clone(whole[:end]), lines(t, aRow(9))...)
		hasLines(t, fmt.Sprintf("written after the cut at %d", cut), path, longer)
	}
}

// hasLines checks what a file has.
func hasLines(t *testing.T, name, path string, want []byte) {
	t.Helper()
	got := must.Have(os.ReadFile(path))(t)
	if !bytes.Equal(got, want) {
		t.Fatalf("%s: the file is\n%s\nwant\n%s", name, got, want)
	}
}

// A journal that another has open is not opened, and not changed.
func TestJournalBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := Open[counted](path)
	must.Do(t, err)
	defer j.Close()
	_, err = Open[counted](path)
	if err == nil || !strings.HasPrefix(err.Error(), path+": another process has this file open") {
		t.Errorf("a busy journal is opened with the error %v", err)
	}
}

// A count is a job of these tests.
type count struct {
	To int `json:"to"`
}

func (c count) String() string { return fmt.Sprintf("to %d", c.To) }

// A counted is its row.
type counted struct {
	Key      string             `json:"key"`
	Job      count              `json:"cell"`
	Values   map[string]float64 `json:"values"`
	Warnings []string           `json:"warnings,omitempty"`
	Build    Build              `json:"build"`
}

func (c counted) Origin() (string, any, Build) { return c.Key, c.Job, c.Build }

// aRow returns the row of a count, with numbers of every kind.
func aRow(to int) counted {
	c := counted{Job: count{to}, Warnings: []string{"a \"line\"\nand another"}, Build: Build{"v1", "c0ffee", "go1"},
		Values: map[string]float64{"J": 0.1 + 0.2, "log_r": 1e-300, "ess": 0}}
	c.Key = Key(c.Job, c.Build)
	return c
}

func lines(t *testing.T, rows ...counted) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, r := range rows {
		line := must.Have(checked(r))(t)
		b.Write(line)
	}
	return b.Bytes()
}

// Lines in the middle that are no rows are passed over and counted.
func TestJournalBadLines(t *testing.T) {
	data := append(lines(t, aRow(2)), "{}\nzeros\x00\x00\n"...)
	data = append(append(data, lines(t, aRow(3), aRow(2))...), "{\"key\n"...)
	got := must.Have(readRows[counted](bytes.NewReader(data)))(t)
	if len(got.rows) != 2 {
		t.Fatalf("%d rows, want 2", len(got.rows))
	}
	for i, want := range []int{2, 3} {
		if to := got.rows[i].Job.To; to != want {
			t.Errorf("row %d is to %d, want %d", i, to, want)
		}
	}
	if got.bad != 2 {
		t.Errorf("%d lines are bad, want 2", got.bad)
	}
	if whole := int64(len(data) - len("{\"key\n")); got.end != whole {
		t.Errorf("%d bytes are good, want %d", got.end, whole)
	}
}

// A line whose job is not that of its key is no row, whatever its checksum.
func TestJournalOfAnothersKey(t *testing.T) {
	other := aRow(2)
	other.Job.To = 3
	object := must.Have(json.Marshal(other))(t)
	line := sealed(object)
	if _, err := readRows[counted](bytes.NewReader(line)); err != ErrNoJournal {
		t.Errorf("alone: the error is %v, want %v", err, ErrNoJournal)
	}
	whole := append(lines(t, aRow(4)), line...)
	got := must.Have(readRows[counted](bytes.NewReader(whole)))(t)
	if len(got.rows) != 1 {
		t.Errorf("%d rows, want that of the other job alone", len(got.rows))
	}
	if got.bad != 1 {
		t.Errorf("%d lines are bad, want 1", got.bad)
	}
	if got.end != int64(len(whole)) {
		t.Errorf("%d bytes stay, want %d: another build may have written it", got.end, len(whole))
	}
}

// Whatever bytes a journal is, reading it does not panic; what it says is whole
// ends a line; and read again up to there it gives the same rows.
func FuzzReadRows(f *testing.F) {
	row, _ := checked(aRow(2))
	f.Add(append(bytes.Clone(row), row[:20]...))
	f.Add(append(bytes.Replace(row, []byte(`"J":0.3`), []byte(`"J":9.3`), 1), row...))
	f.Add([]byte("{}\n\n\x00\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := readRows[counted](bytes.NewReader(data))
		if err != nil {
			return
		}
		if got.end < 0 || got.end > int64(len(data)) {
			t.Fatalf("%d of %d bytes are good", got.end, len(data))
		}
		if got.end > 0 && len(got.rows)+got.bad == 0 {
			t.Fatalf("%d bytes are good, and there is no row, good or bad", got.end)
		}
		if got.end == 0 && len(got.rows) > 0 {
			t.Fatalf("%d rows are in no bytes", len(got.rows))
		}
		if got.end > 0 && data[got.end-1] != '\n' {
			t.Fatalf("%d is not the end of a line", got.end)
		}
		again, err := readRows[counted](bytes.NewReader(data[:got.end]))
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		if again.end != got.end {
			t.Fatalf("read again: %d bytes are good, want %d", again.end, got.end)
		}
		if diff := cmp.Diff(got.rows, again.rows); diff != "" {
			t.Fatalf("read again, the rows are others: %s", diff)
		}
	})
}

// Every part of the build and the job are in a key, which is the same in every run: here of
// {"format":2,"cell":{"to":10},"build":{"version":"v1","commit":"c0ffee","go":"go1"}}, by sha256sum.
func TestKey(t *testing.T) {
	base := aRow(10)
	if want := "2ea4c124d6851c67fd7234a20b862768"; base.Key != want {
		t.Errorf("the key is %s, want %s", base.Key, want)
	}
	if aRow(11).Key == base.Key {
		t.Error("another job has the same key")
	}
	for i := range reflect.TypeFor[Build]().NumField() {
		b := base.Build
		reflect.ValueOf(&b).Elem().Field(i).SetString("other")
		if Key(base.Job, b) == base.Key {
			t.Errorf("%s is not in the key", reflect.TypeFor[Build]().Field(i).Name)
		}
	}
}

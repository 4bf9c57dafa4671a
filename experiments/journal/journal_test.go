package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/experiments/disk"

	"github.com/google/go-cmp/cmp"
)

// A committed row is there when the journal is opened again, and what was torn
// after it is cut off, wherever it was torn.
func TestJournalTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := Open[counted](disk.System, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Commit([]counted{aRow(2), aRow(3)}), j.Commit([]counted{aRow(4)}), j.Close()); err != nil {
		t.Fatal(err)
	}
	whole := lines(t, aRow(2), aRow(3), aRow(4))
	hasLines(t, "committed", path, whole)
	for cut := 0; cut < len(whole); cut += 23 { // which is no divisor of a line's length
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := Open[counted](disk.System, path)
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
		if err := errors.Join(j.Commit([]counted{aRow(9)}), j.Close()); err != nil {
			t.Fatal(err)
		}
		longer := append(bytes.Clone(whole[:end]), lines(t, aRow(9))...)
		hasLines(t, fmt.Sprintf("written after the cut at %d", cut), path, longer)
	}
}

// hasLines checks what a file has.
func hasLines(t *testing.T, name, path string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s: the file is\n%s\nwant\n%s", name, got, want)
	}
}

// A row that a disk has changed is not taken, be it the only one, and the line
// written in its place is; nor is one without a checksum. One object a line is
// what it stays.
func TestJournalChangedRow(t *testing.T) {
	good := lines(t, aRow(2), aRow(3))
	var object map[string]any
	if err := json.Unmarshal(lines(t, aRow(2)), &object); err != nil {
		t.Fatal(err)
	}
	if sum := object["crc32"].(string); len(sum) != 8 {
		t.Errorf("the checksum is %q, want 8 digits", sum)
	}
	plain, err := json.Marshal(aRow(2))
	if err != nil {
		t.Fatal(err)
	}
	for name, first := range map[string]string{
		"a number":   strings.Replace(string(lines(t, aRow(2))), `"J":0.3`, `"J":9.3`, 1),
		"a warning":  strings.Replace(string(lines(t, aRow(2))), "and another", "and an other", 1),
		"the sum":    strings.Replace(string(lines(t, aRow(2))), `"crc32":"`, `"crc32":"f`, 1),
		"a blank":    strings.Replace(string(lines(t, aRow(2))), `,"crc32"`, `, "crc32"`, 1),
		"no sum":     string(plain) + "\n",
		"two values": strings.Replace(string(lines(t, aRow(2))), `"values":{`, `"values":{"J":7,`, 1),
	} {
		if first == string(lines(t, aRow(2))) {
			t.Fatalf("%s: nothing is changed", name)
		}
		notTaken(t, name, first, "")
		notTaken(t, name, first, string(lines(t, aRow(3))))
	}
	got, err := readRows[counted](bytes.NewReader(good))
	if err != nil {
		t.Error(err)
	}
	if len(got.rows) != 2 {
		t.Errorf("%d rows, want 2", len(got.rows))
	}
	if got.bad != 0 {
		t.Errorf("%d lines are bad, want none", got.bad)
	}
}

// notTaken opens a journal whose first line is a changed row, and writes the row again.
func notTaken(t *testing.T, name, first, rest string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(path, []byte(first+rest), 0o644); err != nil {
		t.Fatal(err)
	}
	j, err := Open[counted](disk.System, path)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if _, taken := j.Rows[aRow(2).Key]; taken {
		t.Errorf("%s: the changed row is taken", name)
	}
	if j.Bad != 1 {
		t.Errorf("%s: %d lines are bad, want 1", name, j.Bad)
	}
	if j.Torn != 0 {
		t.Errorf("%s: %d bytes are torn, want none", name, j.Torn)
	}
	if whole := strings.Count(rest, "\n"); len(j.Rows) != whole {
		t.Errorf("%s: %d rows, want %d", name, len(j.Rows), whole)
	}
	if err := errors.Join(j.Commit([]counted{aRow(2)}), j.Close()); err != nil {
		t.Fatal(err)
	}
	rows, err := Read[counted](disk.System, path)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if diff := cmp.Diff(aRow(2), rows[len(rows)-1]); diff != "" {
		t.Errorf("%s: the last row is another: %s", name, diff)
	}
}

// A file that is no journal is left as it is.
func TestJournalOfSomethingElse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	const text = "a letter\nin two lines\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Open[counted](disk.System, path)
	if err == nil || !strings.HasPrefix(err.Error(), path+": not a journal of such rows") {
		t.Errorf("a letter is opened with the error %v", err)
	}
	hasLines(t, "a letter", path, []byte(text))
}

// A journal that another has open is not opened, and not changed.
func TestJournalBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := Open[counted](disk.System, path)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	_, err = Open[counted](disk.System, path)
	if err == nil || !strings.HasPrefix(err.Error(), path+": another process has this file open") {
		t.Errorf("a busy journal is opened with the error %v", err)
	}
}

package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/experiments"
	"breadboard/experiments/columns"
)

func unlocked(*os.File) error { return nil }

// aRow returns the row of a cell with this T, with numbers of every kind.
func aRow(T int) Row {
	seed := uint64(math.MaxUint64)
	r := Row{
		Job:      Job{Setting: experiments.Setting{Toy: "easy", Seed: &seed, T: T}.WithDefaults()},
		Grid:     "7x7",
		Warnings: []string{"a \"line\"\nand another"},
		Chosen:   &Chosen{"fisher", true, 1e-9, 3},
		Build:    Build{"v1", "c0ffee", "go1"},
	}
	r.Key = r.Job.Key(r.Build)
	r.Values = columns.NewValues(map[string]float64{
		"J":           0.1 + 0.2,
		"B":           math.Inf(1),
		"e_log_w_fwd": math.Inf(-1),
		"log_r":       5e-324,
		"ess":         0,
	})
	return r
}

func lines(t *testing.T, rows ...Row) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, r := range rows {
		line, err := checked(r)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line)
	}
	return b.Bytes()
}

// A committed row is there when the journal is opened again, and what was torn
// after it is cut off, wherever it was torn.
func TestJournalTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := OpenJournal(path, unlocked)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Commit([]Row{aRow(2), aRow(3)}), j.Commit([]Row{aRow(4)}), j.Close()); err != nil {
		t.Fatal(err)
	}
	whole := lines(t, aRow(2), aRow(3), aRow(4))
	hasLines(t, "committed", path, whole)
	for cut := 0; cut < len(whole); cut += 23 { // which is no divisor of a line's length
		if err := os.WriteFile(path, whole[:cut], 0o644); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path, unlocked)
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
		if err := errors.Join(j.Commit([]Row{aRow(9)}), j.Close()); err != nil {
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

// Lines in the middle that are no rows are passed over and counted.
func TestJournalBadLines(t *testing.T) {
	data := append(lines(t, aRow(2)), "{}\nzeros\x00\x00\n"...)
	data = append(append(data, lines(t, aRow(3), aRow(2))...), "{\"key\n"...)
	rows, good, bad, err := readRows(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2", len(rows))
	}
	for i, want := range []int{2, 3} {
		if T := rows[i].Job.T; T != want {
			t.Errorf("row %d is of T = %d, want %d", i, T, want)
		}
	}
	if bad != 2 {
		t.Errorf("%d lines are bad, want 2", bad)
	}
	if whole := int64(len(data) - len("{\"key\n")); good != whole {
		t.Errorf("%d bytes are good, want %d", good, whole)
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
	rows, _, bad, err := readRows(bytes.NewReader(good))
	if err != nil {
		t.Error(err)
	}
	if len(rows) != 2 {
		t.Errorf("%d rows, want 2", len(rows))
	}
	if bad != 0 {
		t.Errorf("%d lines are bad, want none", bad)
	}
}

// notTaken opens a journal whose first line is a changed row, and writes the row again.
func notTaken(t *testing.T, name, first, rest string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(path, []byte(first+rest), 0o644); err != nil {
		t.Fatal(err)
	}
	j, err := OpenJournal(path, unlocked)
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
	if err := errors.Join(j.Commit([]Row{aRow(2)}), j.Close()); err != nil {
		t.Fatal(err)
	}
	rows, err := ReadJournal(path, unlocked)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if diff := cmp.Diff(aRow(2), rows[len(rows)-1], cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("%s: the last row is another: %s", name, diff)
	}
}

// No byte of a line can be another without being noticed: CRC-32 finds every
// change of up to 32 bits in a row.
func TestJournalEveryByteCounts(t *testing.T) {
	line := lines(t, aRow(2))
	for i := range line[:len(line)-1] {
		changed := bytes.Clone(line)
		changed[i] ^= 1
		rows, _, _, err := readRows(bytes.NewReader(changed))
		if err != nil {
			t.Errorf("byte %d, %q for %q: %v", i, changed[i], line[i], err)
		}
		if len(rows) != 0 {
			t.Errorf("byte %d, %q for %q: %d rows, want none", i, changed[i], line[i], len(rows))
		}
	}
}

// A file that is no journal is left as it is.
func TestJournalOfSomethingElse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	const text = "a letter\nin two lines\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := OpenJournal(path, unlocked)
	if err == nil || !strings.HasPrefix(err.Error(), path+": not the journal of a sweep") {
		t.Errorf("a letter is opened with the error %v", err)
	}
	hasLines(t, "a letter", path, []byte(text))
	busy := errors.New("busy")
	if _, err := OpenJournal(path, func(*os.File) error { return busy }); !errors.Is(err, busy) {
		t.Errorf("a busy journal is opened with the error %v", err)
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
		rows, good, bad, err := readRows(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if good < 0 || good > int64(len(data)) {
			t.Fatalf("%d of %d bytes are good", good, len(data))
		}
		if good > 0 && len(rows)+bad == 0 {
			t.Fatalf("%d bytes are good, and there is no row, good or bad", good)
		}
		if good == 0 && len(rows) > 0 {
			t.Fatalf("%d rows are in no bytes", len(rows))
		}
		if good > 0 && data[good-1] != '\n' {
			t.Fatalf("%d is not the end of a line", good)
		}
		again, end, _, err := readRows(bytes.NewReader(data[:good]))
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		if end != good {
			t.Fatalf("read again: %d bytes are good, want %d", end, good)
		}
		if diff := cmp.Diff(rows, again, cmpopts.EquateNaNs()); diff != "" {
			t.Fatalf("read again, the rows are others: %s", diff)
		}
	})
}

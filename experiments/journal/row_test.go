package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
		Values: map[string]float64{"J": 0.1 + 0.2, "log_r": 5e-324, "ess": 0}}
	c.Key = Key(c.Job, c.Build)
	return c
}

func lines(t *testing.T, rows ...counted) []byte {
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

// Lines in the middle that are no rows are passed over and counted.
func TestJournalBadLines(t *testing.T) {
	data := append(lines(t, aRow(2)), "{}\nzeros\x00\x00\n"...)
	data = append(append(data, lines(t, aRow(3), aRow(2))...), "{\"key\n"...)
	got, err := readRows[counted](bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
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
	object, err := json.Marshal(other)
	if err != nil {
		t.Fatal(err)
	}
	line := sealed(object)
	if _, err := readRows[counted](bytes.NewReader(line)); err != errNoJournal {
		t.Errorf("alone: the error is %v, want %v", err, errNoJournal)
	}
	whole := append(lines(t, aRow(4)), line...)
	got, err := readRows[counted](bytes.NewReader(whole))
	if err != nil {
		t.Fatal(err)
	}
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

// No byte of a line can be another without being noticed: CRC-32 finds every
// change of up to 32 bits in a row.
func TestJournalEveryByteCounts(t *testing.T) {
	line := lines(t, aRow(2))
	for i := range line[:len(line)-1] {
		changed := bytes.Clone(line)
		changed[i] ^= 1
		got, err := readRows[counted](bytes.NewReader(changed))
		if err != nil && err != errNoJournal {
			t.Errorf("byte %d, %q for %q: %v", i, changed[i], line[i], err)
		}
		if len(got.rows) != 0 {
			t.Errorf("byte %d, %q for %q: %d rows, want none", i, changed[i], line[i], len(got.rows))
		}
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

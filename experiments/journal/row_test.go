package journal

import (
	"bytes"
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
	rows, good, bad, err := readRows[counted](bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 {
		t.Fatalf("%d rows, want 2", len(rows))
	}
	for i, want := range []int{2, 3} {
		if to := rows[i].Job.To; to != want {
			t.Errorf("row %d is to %d, want %d", i, to, want)
		}
	}
	if bad != 2 {
		t.Errorf("%d lines are bad, want 2", bad)
	}
	if whole := int64(len(data) - len("{\"key\n")); good != whole {
		t.Errorf("%d bytes are good, want %d", good, whole)
	}
}

// A line whose job is not that of its key is no row, whatever its checksum.
func TestJournalOfAnothersKey(t *testing.T) {
	other := aRow(2)
	other.Job.To = 3
	rows, good, bad, err := readRows[counted](bytes.NewReader(lines(t, other)))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 0 {
		t.Errorf("%d rows, want none", len(rows))
	}
	if good != 0 {
		t.Errorf("%d bytes are good, want none", good)
	}
	if bad != 1 {
		t.Errorf("%d lines are bad, want 1", bad)
	}
}

// No byte of a line can be another without being noticed: CRC-32 finds every
// change of up to 32 bits in a row.
func TestJournalEveryByteCounts(t *testing.T) {
	line := lines(t, aRow(2))
	for i := range line[:len(line)-1] {
		changed := bytes.Clone(line)
		changed[i] ^= 1
		rows, _, _, err := readRows[counted](bytes.NewReader(changed))
		if err != nil {
			t.Errorf("byte %d, %q for %q: %v", i, changed[i], line[i], err)
		}
		if len(rows) != 0 {
			t.Errorf("byte %d, %q for %q: %d rows, want none", i, changed[i], line[i], len(rows))
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
		rows, good, bad, err := readRows[counted](bytes.NewReader(data))
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
		again, end, _, err := readRows[counted](bytes.NewReader(data[:good]))
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		if end != good {
			t.Fatalf("read again: %d bytes are good, want %d", end, good)
		}
		if diff := cmp.Diff(rows, again); diff != "" {
			t.Fatalf("read again, the rows are others: %s", diff)
		}
	})
}

package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tenCounts is a short work.
func tenCounts() *Work[count, counted] {
	var jobs []count
	for i := range 10 {
		jobs = append(jobs, count{i})
	}
	return NewWork[count, counted](jobs, make([]int, 10), aRow(0).Build, Shard{})
}

// goesOn opens the journal and does what it lacks.
func goesOn(path string) error {
	j, err := Open[counted](path)
	if err != nil {
		return err
	}
	var rows []counted
	for _, c := range tenCounts().Todo(j.Rows) {
		rows = append(rows, aRow(c.To))
	}
	return errors.Join(j.Commit(rows), j.Close())
}

// isUndisturbed returns an error if these rows do not give the table that all rows give.
func isUndisturbed(rows []counted) error {
	known := map[string]counted{}
	if err := Join(known, rows...); err != nil {
		return err
	}
	table, missing := tenCounts().Table(known)
	if missing != nil {
		return fmt.Errorf("%d rows are missing", len(missing))
	}
	for i, r := range table {
		if !cmp.Equal(r, aRow(i)) {
			return fmt.Errorf("row %d is %+v", i, r)
		}
	}
	return nil
}

func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// A journal is damaged: one bit in three, which is each of the eight in some byte, or a span of bytes is removed,
// repeated, exchanged or written anew. What is read are rows that were written, or nothing is.
func TestJournalEveryBit(t *testing.T) {
	whole := lines(t, aRow(0), aRow(1), aRow(2))
	path := filepath.Join(t.TempDir(), "j")
	for i := 0; i < 8*len(whole); i += 3 {
		changed := bytes.Clone(whole)
		changed[i/8] ^= 1 << (i % 8)
		_, err := honestRows(changed)
		if err == nil && i%111 == 0 {
			err = isHonest(path, changed)
		}
		if err != nil {
			t.Fatalf("bit %d of byte %d: %v", i%8, i/8, err)
		}
	}
	dice := rand.New(rand.NewPCG(15, 3))
	for i := range 200 {
		changed := damaged(whole, dice)
		if bytes.Equal(changed, whole) {
			continue
		}
		if err := isHonest(path, changed); err != nil {
			t.Errorf("damage %d: %v", i, err)
		}
	}
}

// damaged cuts a span out, repeats it, makes it zeros or noise, or puts another in its place.
func damaged(whole []byte, dice *rand.Rand) []byte {
	from := dice.IntN(len(whole))
	to := from + 1 + dice.IntN(min(600, len(whole)-from))
	head := whole[:from]
	span := bytes.Clone(whole[from:to])
	tail := whole[to:]
	switch dice.IntN(5) {
	case 0:
		span = nil
	case 1:
		span = append(span, span...)
	case 2:
		clear(span)
	case 3:
		for i := range span {
			span[i] = byte(dice.Uint32())
		}
	case 4:
		start := dice.IntN(from + 1)
		span = whole[start:min(len(whole), start+dice.IntN(from+1)/2)]
	}
	return bytes.Join([][]byte{head, span, tail}, nil)
}

// honestRows reads a journal. Its error is that a row is none that was written.
func honestRows(data []byte) (refused, err error) {
	c, refused := readRows[counted](bytes.NewReader(data))
	for _, r := range c.rows {
		if !bytes.Equal(mustJSON(r), mustJSON(aRow(r.Job.To))) {
			return refused, fmt.Errorf("it has a row that nobody wrote: %s", mustJSON(r))
		}
	}
	return refused, nil
}

// isHonest opens a journal with these bytes. Either it is refused and left as it was, or it has rows that
// were written alone, and the work goes on to the table of an undisturbed run.
func isHonest(path string, data []byte) error {
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return err
	}
	refused, err := honestRows(data)
	if err != nil {
		return err
	}
	if opened := goesOn(path); opened != nil || refused != nil {
		now, _ := os.ReadFile(path)
		if !errors.Is(opened, ErrNoJournal) || refused != ErrNoJournal || !bytes.Equal(now, data) {
			return fmt.Errorf("read: %v; opened: %v; unchanged: %v", refused, opened, bytes.Equal(now, data))
		}
		return nil
	}
	rows, err := Read[counted](path, true)
	if err != nil {
		return err
	}
	return isUndisturbed(rows)
}

// What is no journal of such rows is refused, within a bound, and left as it was.
func TestJournalOfSomethingElse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	for name, text := range map[string]string{
		"a letter":          "a letter that has no line break",
		"a longer one":      "a letter\nin two lines\n",
		"an object":         `{"name":"value"`,
		"zeros in between":  "a letter\x00\x00\x00",
		"the start of none": `{"key":1,"cell":`,
		"an array":          strings.Repeat("[", 1_000_000),
	} {
		_, err := readRows[counted](strings.NewReader(text))
		if honest := isHonest(path, []byte(text)); !errors.Is(err, ErrNoJournal) || honest != nil {
			t.Errorf("%s: the error is %v; %v", name, err, honest)
		}
	}
	for name, text := range map[string]string{
		"nothing":                               "",
		"zeros":                                 strings.Repeat("\x00", 5000),
		"a row's start":                         string(lines(t, aRow(2))[:40]),
		"a row's start, and zeros, and its end": strings.Replace(string(lines(t, aRow(2))), "J", "\x00", 1),
		"three letters":                         rowStart[:3],
	} {
		c, err := readRows[counted](strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.end != 0 {
			t.Errorf("%s: %d bytes stay, want none", name, c.end)
		}
	}
}

// Two rows of one job that differ are refused: one of them is wrong. Alike ones are one.
func TestJournalOfTwoRowsOfAJob(t *testing.T) {
	other := aRow(2)
	other.Values = map[string]float64{"J": 7}
	_, err := readRows[counted](bytes.NewReader(lines(t, aRow(2), aRow(3), other)))
	if err == nil || !strings.HasPrefix(err.Error(), "two rows of to 2 that differ, of which one is wrong") {
		t.Errorf("two rows that differ: the error is %v", err)
	}
	c, err := readRows[counted](bytes.NewReader(lines(t, aRow(2), aRow(3), aRow(2))))
	if err != nil || len(c.rows) != 2 {
		t.Errorf("two rows that do not: %d rows, error %v", len(c.rows), err)
	}
}

// A line with a right checksum and a right key is no row if this program would write the row otherwise.
func TestJournalOfForgedLines(t *testing.T) {
	object := string(mustJSON(aRow(2)))
	for name, forged := range map[string]string{
		"an unknown key":     strings.Replace(object, `"values":`, `"extra":1,"values":`, 1),
		"a key twice":        strings.Replace(object, `"values":`, `"values":{"J":9},"values":`, 1),
		"a key in capitals":  strings.Replace(object, `"values":`, `"VALUES":`, 1),
		"a null for numbers": strings.Replace(object, `"J":`, `"J":null,"K":`, 1),
		"blanks":             strings.Replace(object, `,"values"`, `, "values"`, 1),
		"a long number":      strings.Replace(object, `"ess":0`, `"ess":0.00`, 1),
	} {
		if forged == object {
			t.Fatalf("%s: nothing is forged", name)
		}
		c, err := readRows[counted](bytes.NewReader(append(sealed([]byte(forged)), lines(t, aRow(3))...)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if len(c.rows) != 1 || c.bad != 1 {
			t.Errorf("%s: %d rows and %d bad lines, want one of each", name, len(c.rows), c.bad)
		}
	}
}

package text_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/text"
	"breadboard/grid/text/faulty"
)

// rows reads CSV, in whole rows, until an error.
func rows(in string) (all [][]string, err error) {
	for row, err := range text.Rows(text.Trim(in), "grid") {
		if err != nil {
			return all, err
		}
		var fields []string
		for _, field := range row.Fields() {
			fields = append(fields, field)
		}
		if row.Len() != len(fields) {
			return all, fmt.Errorf("%d fields, and Len is %d", len(fields), row.Len())
		}
		all = append(all, fields)
	}
	return all, nil
}

func TestRows(t *testing.T) {
	got, err := rows("\ufeff 1, 2 \r\n\"a b\"\n,\" 4\"\n\"\n\r\n \n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"1", "2"}, {"a b"}, {"", "4"}, {`"`}}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := rows("1\n\n2"); fmt.Sprint(err) != "row 2 is empty; one row of the grid a line would do" {
		t.Errorf("an empty row: %v", err)
	}
	in := text.NewReader(strings.NewReader("\ufeffa, b\n\"\ufeffc\"\n"), 1<<20) // a mark at the beginning alone
	first, wrong := in.Read()
	first = slices.Clone(first)
	second, also := in.Read()
	_, end := in.Read()
	if !slices.Equal(first, []string{"a", "b"}) || !slices.Equal(second, []string{"\ufeffc"}) || wrong != nil ||
		also != nil || end != io.EOF {
		t.Errorf("%q, %v; %q, %v; %v", first, wrong, second, also, end)
	}
}

func TestReadAll(t *testing.T) {
	for in, most := range map[string]int64{"": 0, "abc": 3, "ab": 1 << 40} {
		got, err := text.ReadAll(iotest.OneByteReader(strings.NewReader(in)), most)
		if err != nil {
			t.Errorf("%q: %v", in, err)
		}
		if got != in {
			t.Errorf("%q is read as %q", in, got)
		}
	}
	gone := errors.New("gone")
	if _, err := text.ReadAll(iotest.ErrReader(gone), 9); err != gone {
		t.Errorf("a failing reader: %v", err)
	}
}

// A counted stream knows how many bytes it has given.
type counted struct {
	io.Reader
	given int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.given += int64(n)
	return n, err
}

// Of an endless text no byte is read after the one that shows it is too long. io.ReadAll gathers what is read in
// slices, of which the last is half empty at most, and copies them once: some 2.3 times as much memory. With -race the
// compiler makes each of these slices twice, and it is twice that.
func TestReadAllEndless(t *testing.T) {
	for most, want := range map[int64]string{2000: "longer than 1 KiB", 1 << 20: "longer than 1 MiB"} {
		from := &counted{Reader: faulty.Endless("1,2\n")}
		used := faulty.Bytes(func() {
			if _, err := text.ReadAll(from, most); err == nil || err.Error() != want {
				t.Errorf("an endless text of up to %d bytes: %v, want %s", most, err, want)
			}
		})
		if from.given != most+1 {
			t.Errorf("of an endless text of up to %d bytes %d are read, want one more than that", most, from.given)
		}
		if bound := uint64(5*most + 1<<15); used > bound {
			t.Errorf("reading up to %d bytes took %d, want %d at most", most, used, bound)
		}
	}
}

// A row that does not end is refused by the row's bound, and rows without an end by that of the text.
func TestReaderEndless(t *testing.T) {
	for c, want := range map[string]string{
		"1,2\n":    "longer than 3 MiB; a file would do",
		",":        "row 1 is longer than 1 MiB; shorter lines of numbers separated by commas would do",
		"3\n\"4\n": "row 2, column 1: extraneous or missing \" in quoted-field; numbers separated by commas would do",
	} {
		used := faulty.Bytes(func() {
			row, err := readToEnd(text.NewReader(faulty.Endless(c), 3<<20))
			if err := text.Broken(err, row, 1, "a file"); err.Error() != want {
				t.Errorf("%q for ever: %v, want %s", c, err, want)
			}
		})
		// A MiB of commas is a million fields, of 16 bytes and an offset each, in slices that grow.
		if used > 256<<20 {
			t.Errorf("%q for ever took %d bytes", c, used)
		}
	}
}

// readToEnd reads until an error, and returns the row of the error.
func readToEnd(in *text.Reader) (row int, err error) {
	for row = 1; ; row++ {
		if _, err := in.Read(); err != nil {
			return row, err
		}
	}
}

// The first bytes, which may be a mark, fail like any others.
func TestReaderFailsAtOnce(t *testing.T) {
	gone := errors.New("gone")
	if _, err := text.NewReader(iotest.TimeoutReader(iotest.ErrReader(gone)), 9).Read(); err != gone {
		t.Errorf("the error is %v", err)
	}
}

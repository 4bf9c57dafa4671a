package text_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/text"
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
}

func TestRowsFaults(t *testing.T) {
	for in, want := range map[string]string{
		"1\n\n2": "row 2 is empty; one row of the grid a line would do",
		"\n1":    "row 1 is empty; one row of the grid a line would do",
	} {
		if _, err := rows(in); fmt.Sprint(err) != want {
			t.Errorf("%q: error %v, want %q", in, err, want)
		}
	}
}

// Leaving the loop early ends the reading.
func TestRowsLeftEarly(t *testing.T) {
	n := 0
	for range text.Rows("1\n2\n3", "grid") {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d rows were read after leaving at the second", n)
	}
}

// A mark is skipped only at the very beginning.
func TestNewReader(t *testing.T) {
	in := text.NewReader(strings.NewReader("\ufeffa, b\nc\n"), 1<<20)
	for _, want := range [][]string{{"a", "b"}, {"c"}} {
		got, err := in.Read()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("fields %q, want %q", got, want)
		}
	}
	if _, err := in.Read(); err != io.EOF {
		t.Errorf("after the last row: %v", err)
	}
}

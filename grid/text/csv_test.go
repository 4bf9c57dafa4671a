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
	for row, err := range text.Rows(text.Trim([]byte(in)), "grid") {
		if err != nil {
			return all, err
		}
		all = append(all, slices.Clone(row))
	}
	return all, nil
}

func TestRows(t *testing.T) {
	got, err := rows("\ufeff 1, 2 \r\n\"a b\"\n\r\n \n")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"1", "2"}, {"a b"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRowsFaults(t *testing.T) {
	for in, want := range map[string]string{
		"1\n\n2":     "row 2 is empty; one row of the grid a line would do",
		"\n1":        "row 1 is empty; one row of the grid a line would do",
		"1,2\n3,4\"": "row 2, column 2: bare \" in non-quoted-field; numbers separated by commas would do",
	} {
		if _, err := rows(in); fmt.Sprint(err) != want {
			t.Errorf("%q: error %v, want %q", in, err, want)
		}
	}
}

// Leaving the loop early ends the reading.
func TestRowsLeftEarly(t *testing.T) {
	n := 0
	for range text.Rows([]byte("1\n2\n3"), "grid") {
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
	in := text.NewReader(strings.NewReader("\ufeffa, b\nc\n"))
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

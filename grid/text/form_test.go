package text

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// rowsOf reads all rows of a table, and what parted its columns.
func rowsOf(t *testing.T, data string) (rows [][]string, parted string) {
	t.Helper()
	r := NewReader(strings.NewReader(data))
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return rows, r.Parted()
		}
		must.Do(t, err)
		var row []string
		for _, field := range fields {
			row = append(row, strings.TrimSpace(field))
		}
		rows = append(rows, row)
	}
}

// A table has the same fields whatever sign parts them. Signs in quotes, in names, and in numbers as decimal commas,
// part nothing, nor does a sign that parts one of two lines alone.
func TestSignsBetweenColumns(t *testing.T) {
	two := [][]string{{"a", "b"}, {"1", "2"}, {"3", "4"}}
	for data, want := range map[string]struct {
		rows   [][]string
		parted string
	}{
		"a,b\n1,2\n3,4\n":             {two, ""},
		"a, b\n1, 2\n3, 4\n":          {two, ""},
		"a;b\n1;2\n3;4\n":             {two, semicolons},
		"\ufeffa;b\r\n1;2\r\n3;4\r\n": {two, semicolons},
		"\n\na;b\n1;2\n3;4":           {two, semicolons},
		"1;2\n":                       {[][]string{{"1", "2"}}, semicolons},
		"a;b\n\"1\";2;3\n":            {[][]string{{"a", "b"}, {"1", "2", "3"}}, semicolons},
		"a;b\n0,5;-1,5\n":             {[][]string{{"a", "b"}, {"0,5", "-1,5"}}, semicolons},
		"\"a;b\",c\n\"c;d\",1\n":      {[][]string{{"a;b", "c"}, {"c;d", "1"}}, ""},
		"log w\n-1.5\n":               {[][]string{{"log w"}, {"-1.5"}}, ""},
		"a;b\n1\n":                    {[][]string{{"a;b"}, {"1"}}, ""},
		"a,b\n1 2,3\n":                {[][]string{{"a", "b"}, {"1 2", "3"}}, ""},
		"group,log_w\nb b,1\nc c,2\n": {[][]string{{"group", "log_w"}, {"b b", "1"}, {"c c", "2"}}, ""},
		"log_w\n0,5\n":                {[][]string{{"log_w"}, {"0", "5"}}, ""},
	} {
		rows, parted := rowsOf(t, data)
		if diff := cmp.Diff(want.rows, rows); diff != "" || parted != want.parted {
			t.Errorf("%q is parted by %q, want %q; %s", data, parted, want.parted, diff)
		}
	}
}

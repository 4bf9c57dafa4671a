package text_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/text"
)

// TestReadTable: a table has the same fields whatever sign separates them. Signs in quotes, in names, and in numbers as
// decimal commas separate nothing, nor does a sign in one of two lines alone.
func TestReadTable(t *testing.T) {
	for data, want := range map[string]string{
		"a,b\n1,2\n3,4\n":              "[a b] [1 2] [3 4]",
		"\ufeff 1, 2 \r\n3,4\r\n\r\n ": "[1 2] [3 4]",
		"a;b\n1;2\n3;4\n":              "[a b] [1 2] [3 4]",
		"\ufeffa;b\r\n1;2\r\n":         "[a b] [1 2]",
		"\n\na;b\n1;2":                 "[a b] [1 2]",
		"1;2\n":                        "[1 2]",
		"1,5;2\n":                      "[1 5;2]", // two numbers, or three
		"a;b\n\"1\";2;3\n":             "[a b] [1 2 3]",
		"a;b\n0,5;-1,5e3\n":            "[a b] [0.5 -1.5e3]",
		"a;b\n0.5;x,y\n":               "[a b] [0.5 x,y]",
		"1;2,5,6\n3;4":                 "[1 2,5,6] [3 4]",
		"# any words\n0,5;1\n":         "[any words] [0.5 1]",
		"# a \"b\n# c,d\n1,2\n#\n3,4":  "[c d] [1 2] [3 4]",
		"# t\na;1\nb;2":                "[t] [a 1] [b 2]",
		"#x\na;b\n# c,d\n1;2\n#":       "[a b] [1 2]",
		"\"a;b\",c\n\"c;d\",1\n":       "[a;b c] [c;d 1]",
		"a;b\n1\n":                     "[a;b] [1]",
		"1\t2\n3\t4":                   "[1\t2] [3\t4]",
		"a,b\n1 2,\n":                  "[a b] [1 2 ]",
	} {
		table, err := text.ReadTable(data)
		rows := strings.Trim(fmt.Sprint(table.Rows), "[]")
		if err != nil || "["+rows+"]" != want {
			t.Errorf("%q is %q with %v, want %q", data, rows, err, want)
		}
		if table.Hash != strings.HasPrefix(data, "# ") {
			t.Errorf("%q: a comment is %v", data, table.Hash)
		}
	}
	for data, says := range map[string]string{
		"1;2\n0,5;1.5\n": `line 2, column 2 is "1.5", and numbers have points and commas; use one of them`,
		"1,2\n3,4\"\n":   `line 2: bare " in non-quoted`,
		"#\n#\n1\n\"":    `line 4: extraneous or missing`,
		"1,2\n3,\"4\n":   "line 2: extraneous or missing \" in quoted-field; use numbers separated by commas",
	} {
		must.Refuse(text.ReadTable(data))(t, says, "%q", data)
	}
}

// TestNamed: names are no numbers, nor begun like one; a column of them may have none.
func TestNamed(t *testing.T) {
	for row, want := range map[string]bool{"a,b": true, ",log_w": true, ",": false, "a,1": false, "a,1_0": false,
		"a,-x": false, "inf": false, "V1": true} {
		if text.Named(strings.Split(row, ",")) != want {
			t.Errorf("%q has names: %v", row, !want)
		}
	}
}

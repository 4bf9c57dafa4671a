package text_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/text"
)

// A table has the same fields whatever sign parts them. Signs in quotes, in names, and in numbers as decimal commas,
// part nothing, nor does a sign that parts one of two lines alone.
func TestReadTable(t *testing.T) {
	const semicolons = "semicolons between numbers"
	for data, want := range map[string]struct{ rows, told string }{
		"a,b\n1,2\n3,4\n":              {"[a b] [1 2] [3 4]", ""},
		"\ufeff 1, 2 \r\n3,4\r\n\r\n ": {"[1 2] [3 4]", ""},
		"a;b\n1;2\n3;4\n":              {"[a b] [1 2] [3 4]", semicolons},
		"\ufeffa;b\r\n1;2\r\n":         {"[a b] [1 2]", semicolons},
		"\n\na;b\n1;2":                 {"[a b] [1 2]", semicolons},
		"1;2\n":                        {"[1 2]", semicolons},
		"1,5;2\n":                      {"[1 5;2]", ""}, // two numbers, or three
		"a;b\n\"1\";2;3\n":             {"[a b] [1 2 3]", semicolons},
		"a;b\n0,5;-1,5e3\n":            {"[a b] [0.5 -1.5e3]", semicolons + ", commas in numbers"},
		"a;b\n0.5;x,y\n":               {"[a b] [0.5 x,y]", semicolons},
		"1;2,5,6\n3;4":                 {"[1 2,5,6] [3 4]", semicolons},
		"# any words\n0,5;1\n":         {"[any words] [0.5 1]", semicolons + ", commas in numbers"},
		"\"a;b\",c\n\"c;d\",1\n":       {"[a;b c] [c;d 1]", ""},
		"a;b\n1\n":                     {"[a;b] [1]", ""},
		"1\t2\n3\t4":                   {"[1\t2] [3\t4]", ""},
		"a,b\n1 2,\n":                  {"[a b] [1 2 ]", ""},
	} {
		table, err := text.ReadTable(data)
		rows := strings.Trim(fmt.Sprint(table.Rows), "[]")
		if err != nil || "["+rows+"]" != want.rows || table.Told != want.told {
			t.Errorf("%q is %q with %q and %v, want %q with %q", data, rows, table.Told, err, want.rows, want.told)
		}
		if table.Hash != (data[0] == '#') {
			t.Errorf("%q: a comment is %v", data, table.Hash)
		}
	}
	for data, says := range map[string]string{
		"1;2\n0,5;1.5\n": `line 2, column 2 is "1.5", and numbers have points and commas; one of them in all numbers`,
		"1,2\n3,4\"\n":   `line 2: bare " in non-quoted`,
		"1,2\n3,\"4\n":   "line 2: extraneous or missing \" in quoted-field; numbers separated by commas would do",
	} {
		must.Refuse(text.ReadTable(data))(t, says, "%q", data)
	}
}

// A matrix has no empty line, and commas between numbers.
func TestPlain(t *testing.T) {
	for data, says := range map[string]string{
		"1,2\n\n3,4": "row 2 is empty; one row of the grid a line would do",
		"\n1,2":      "row 1 is empty",
		"1;2\n3;4":   "the file has semicolons between numbers; commas between numbers, points in them and one row of",
	} {
		must.Fail(t, must.Have(text.ReadTable(data))(t).Plain("grid"), says, "%q", data)
	}
	must.Do(t, must.Have(text.ReadTable("1,2\n3,4\n\n"))(t).Plain("grid"))
}

// Names are no numbers, nor begun like one; a column of them may have none.
func TestNamed(t *testing.T) {
	for row, want := range map[string]bool{"a,b": true, ",log_w": true, ",": false, "a,1": false, "a,1_0": false,
		"a,-x": false, "inf": false, "V1": true} {
		if text.Named(strings.Split(row, ",")) != want {
			t.Errorf("%q has names: %v", row, !want)
		}
	}
}

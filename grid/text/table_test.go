package text_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/text"
)

// TestReadTable: a table has the same fields whatever sign separates them. Signs in quotes, in names, and in numbers as
// decimal commas separate nothing, nor does a sign in one of two lines alone, or a tab beside a comma.
func TestReadTable(t *testing.T) {
	for data, want := range map[string]string{
		"a,b\n1,2\n3,4\n":               "[a b] [1 2] [3 4]",
		"\ufeff 1, 2 \r\n3,4\r\n\r\n ":  "[1 2] [3 4]",
		"a;b\n1;2\n3;4\n":               "[a b] [1 2] [3 4]",
		"\ufeffa;b\r\n1;2\r\n":          "[a b] [1 2]",
		"\n\na;b\n1;2":                  "[a b] [1 2]",
		"1;2\n":                         "[1 2]",
		"1,5;2\n":                       "[1 5;2]", // two numbers, or three
		"a;b\n\"1\";2;3\n":              "[a b] [1 2 3]",
		"a;b\n0,5;-1,5e3\n":             "[a b] [0.5 -1.5e3]",
		"a;b\n0.5;x,y\n":                "[a b] [0.5 x,y]",
		"1;2,5,6\n3;4":                  "[1 2,5,6] [3 4]",
		"# any words\n0,5;1\n":          "[any words] [0.5 1]",
		"# a \"b\n# c,d\n1,2\n#\n3,4":   "[c d] [1 2] [3 4]",
		"# t\na;1\nb;2":                 "[t] [a 1] [b 2]",
		"#x\na;b\n# c,d\n1;2\n#":        "[a b] [1 2]",
		"\"a;b\",c\n\"c;d\",1\n":        "[a;b c] [c;d 1]",
		"a;b\n1\n":                      "[a;b] [1]",
		"1\t2\n3\t4":                    "[1 2] [3 4]",
		"a\tb c\tm\n0,5\t\tz\n\t-1,5e3": "[a b c m] [0.5  z] [ -1.5e3]",
		"1,\t2\n3\t,4":                  "[1 2] [3 4]",
		"a\tb\n1,2":                     "[a\tb] [1 2]",
		"  1.5  -2\n3   4 \n -inf 0\n":  "[1.5 -2] [3 4] [-inf 0]",
		"0 1 2\n":                       "[0 1 2]",
		"\"a b\" \"c\"\n1 2\n":          "[a b c] [1 2]",
		"# x y\n1 2\n3 4":               "[x y] [1 2] [3 4]",
		"# a, b\n1 2\n3 4":              "[a, b] [1 2] [3 4]",
		"# x y\nred 2\n":                "[x y] [red 2]",
		"log w\n1\n2":                   "[log w] [1] [2]",
		"a b,c\n1 2,3":                  "[a b c] [1 2 3]",
		"\"a b\"\n\"c d\"":              "[a b] [c d]",
		"a,b\n1 2,\n":                   "[a b] [1 2 ]",
	} {
		table, err := text.ReadTable(data)
		rows := strings.Trim(fmt.Sprint(lines(table)), "[]")
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

// lines returns the names of a table, if it has some, and its rows.
func lines(t text.Table) [][]string {
	if t.Names == nil {
		return t.Rows
	}
	return slices.Insert(slices.Clone(t.Rows), 0, t.Names)
}

// TestRowNames: a first column without a name that counts the rows from 0 or 1 is left out, below words and below
// numbers that count the columns. No other first column is.
func TestRowNames(t *testing.T) {
	for data, want := range map[string]string{
		",0,1\n0,.5,.25\n1,3,4\n":         "names [0 1], rows [[.5 .25] [3 4]]",
		"\t0\t1\n0\t.5\t\n1\t3\t4\n":      "names [0 1], rows [[.5 ] [3 4]]",
		"\"\",\"1\",\"2\"\n\"1\",5,6\n":   "names [1 2], rows [[5 6]]",
		"\"\",\"V1\",\"V2\"\n\"1\",5,6\n": "names [V1 V2], rows [[5 6]]",
		",a\n0,x\n1,\n2\n":                "names [a], rows [[x] [] []]",
		",0,1\n0,5,6\n2,7,8\n":            "names [ 0 1], rows [[0 5 6] [2 7 8]]",
		",0,2\n0,5,6\n1,7,8\n":            "names [], rows [[ 0 2] [0 5 6] [1 7 8]]",
		",a\n2,x\n3,y\n":                  "names [ a], rows [[2 x] [3 y]]",
		",a\n-1,x\n-2,y\n":                "names [ a], rows [[-1 x] [-2 y]]",
		"0,1\n0,5\n1,7\n":                 "names [], rows [[0 1] [0 5] [1 7]]",
		"a,b\n0,5\n1,7\n":                 "names [a b], rows [[0 5] [1 7]]",
		"V1\n":                            "names [], rows [[V1]]",
	} {
		table := must.Have(text.ReadTable(data))(t)
		if got := fmt.Sprintf("names %v, rows %v", table.Names, table.Rows); got != want {
			t.Errorf("%q has %s, want %s", data, got, want)
		}
	}
}

// TestArchive: an archive is named, whatever reads it.
func TestArchive(t *testing.T) {
	must.Refuse(text.ReadTable("PK\x03\x04\x14\x00,a.npy\n"))(t, "an archive, as .npz and .xlsx are; use one array of it",
		"an archive")
}

// TestSigns: a table of random numbers, with names or without, has the same fields and the same size however it is
// written. Of one column alone nothing says by which sign.
func TestSigns(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 5))
	for range 300 {
		rows := make([][]string, 1+dice.IntN(4))
		columns := 2 + dice.IntN(3)
		for i := range rows {
			for range columns {
				rows[i] = append(rows[i], strconv.FormatFloat(dice.NormFloat64()*10, 'g', 1+dice.IntN(3), 64))
			}
		}
		if len(rows) > 1 && dice.IntN(2) == 0 {
			rows[0] = []string{"x", "y", "log p", "u", "v"}[:columns]
		}
		for sign, name := range map[string]string{",": "", ", ": "", ";": "semicolons", "\t": "tabs", " \t": "tabs",
			" ": "blanks", "   ": "blanks"} {
			data := ""
			for _, row := range rows {
				line := strings.Join(row, sign)
				if name == "blanks" {
					line = strings.Replace(line, "log p", `"log p"`, 1)
				}
				data += line + "\n"
			}
			table, err := text.ReadTable(data)
			same := slices.EqualFunc(lines(table), rows, slices.Equal) && strings.HasPrefix(table.Found, name)
			if err != nil || !same {
				t.Errorf("%q is %q with %v, found %s", data, table.Rows, err, table.Found)
			}
			names, row := text.FirstRow("#\n" + data)
			if !slices.Equal(names, table.Names) || !slices.Equal(row, table.Rows[0]) {
				t.Errorf("the first row of %q is %q below %q", data, row, names)
			}
		}
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

package table

import (
	"github.com/parquet-go/parquet-go"

	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"pgregory.net/rapid"
)

// several is a table of every kind of cell. No two numbers of it are alike, and some cells have no value.
func several(dice *rand.Rand) Table {
	t := Table{Title: "several", Columns: Columns("name", "T", "seed", "J=J (nats)", "B", "kl_q_p=KL(q‖p)",
		"kl_p_q=KL(p‖q)",
		"skip", "stderr=error", "log_r=log R")}
	for i := range 12 {
		number := func() any { return dice.NormFloat64() * math.Pow(10, float64(dice.IntN(14)-8)) }
		row := []any{fmt.Sprint("row", i), 10 * i, uint64(1<<63) + uint64(i), number(), number(), number(), number(),
			i%3 == 0, number(),
			number()}
		if i%4 == 1 {
			row[8], row[4] = nil, math.Inf(1)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// A medium is a way to write a table, with a reader of it that is not ours: rows of texts, the names of the columns
// first.
type medium struct {
	name   string
	people bool
	read   func(t *testing.T, of Table) [][]string
}

func written(t *testing.T, write func(w io.Writer) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func media() []medium {
	inFormat := func(f Format, width int) func(t *testing.T, of Table) string {
		return func(t *testing.T, of Table) string {
			return written(t, func(w io.Writer) error { return of.Write(w, f, Style{Width: width}) })
		}
	}
	return []medium{
		{"CSV", false, func(t *testing.T, of Table) [][]string {
			rows, err := csv.NewReader(strings.NewReader(inFormat(CSV, 0)(t, of))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}},
		{"JSON", false, func(t *testing.T, of Table) [][]string {
			return objects(t, inFormat(JSON, 0)(t, of))
		}},
		{"JSON lines", false, func(t *testing.T, of Table) [][]string {
			lines := written(t, func(w io.Writer) error { return WriteLines(w, of.Columns, slices.Values(of.Rows)) })
			return objects(t, "["+strings.ReplaceAll(strings.TrimSpace(lines), "\n", ",")+"]")
		}},
		{"Parquet", false, inParquet},
		{"text", true, func(t *testing.T, of Table) [][]string { return ruled(inFormat(Plain, -1)(t, of), "│") }},
		{"split text", true, func(t *testing.T, of Table) [][]string { return ruled(inFormat(Plain, 60)(t, of), "│") }},
		{"Markdown", true, func(t *testing.T, of Table) [][]string { return ruled(inFormat(Markdown, -1)(t, of), "|") }},
	}
}

// objects reads a list of JSON objects, keys in their order.
func objects(t *testing.T, text string) [][]string {
	t.Helper()
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	rows := [][]string{nil}
	for i, one := range all {
		read := json.NewDecoder(bytes.NewReader(one))
		read.UseNumber()
		var tokens []any
		for {
			token, err := read.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			tokens = append(tokens, token)
		}
		var row []string
		for k := 1; k+1 < len(tokens); k += 2 {
			if i == 0 {
				rows[0] = append(rows[0], fmt.Sprint(tokens[k]))
			}
			row = append(row, strings.ReplaceAll(fmt.Sprint(tokens[k+1]), "<nil>", ""))
		}
		rows = append(rows, row)
	}
	return rows
}

// inParquet writes and reads Parquet.
func inParquet(t *testing.T, of Table) [][]string {
	t.Helper()
	types := []parquet.Node{parquet.Optional(parquet.String()), parquet.Optional(parquet.Int(64)),
		parquet.Optional(parquet.Uint(64))}
	for range len(of.Columns) - 3 {
		types = append(types, parquet.Optional(parquet.Leaf(parquet.DoubleType)))
	}
	types[7] = parquet.Optional(parquet.Leaf(parquet.BooleanType))
	data := written(t, func(w io.Writer) error {
		rows := make([][]any, len(of.Rows))
		for i, row := range of.Rows {
			rows[i] = slices.Clone(row)
			rows[i][1] = int64(row[1].(int))
		}
		return WriteParquet(w, of.Columns, types, slices.Values(rows), nil)
	})
	file, err := parquet.OpenFile(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	rows := [][]string{nil}
	for _, field := range file.Schema().Fields() {
		rows[0] = append(rows[0], field.Name())
	}
	reader := parquet.NewReader(file)
	defer reader.Close()
	for range of.Rows {
		one := make([]parquet.Row, 1)
		if n, err := reader.ReadRows(one); n != 1 {
			t.Fatal(err)
		}
		row := make([]string, len(rows[0]))
		for _, v := range one[0] {
			if !v.IsNull() {
				row[v.Column()] = v.String()
			}
			if v.Column() == 2 {
				row[2] = strconv.FormatUint(v.Uint64(), 10)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// ruled reads a table of rules, and puts the parts of one that was split beside each other: each begins with the first
// column. A head may have several lines.
func ruled(text, rule string) [][]string {
	var rows [][]string
	line, inHead, parts := 0, true, 0
	for _, words := range strings.Split(text, "\n") {
		if !strings.HasPrefix(words, rule) {
			if strings.HasPrefix(words, "┌") {
				line, inHead, parts = 0, true, parts+1
			}
			inHead = inHead && !strings.HasPrefix(words, "├")
			continue
		}
		if strings.HasPrefix(words, "|:") || strings.HasPrefix(words, "|-") {
			inHead = false
			continue
		}
		cells := strings.Split(strings.Trim(words, rule), rule)
		for k := range cells {
			cells[k] = strings.TrimSpace(strings.ReplaceAll(cells[k], `\`, ""))
		}
		if parts > 1 {
			cells = cells[1:]
		}
		at := 0
		if !inHead {
			line++
			at = line
		}
		for len(rows) <= at {
			rows = append(rows, nil)
		}
		rows[at] = append(rows[at], cells...)
	}
	return rows
}

// One table, every medium: its columns in their order and under their names, and its rows with their numbers. Programs
// get all digits, and people five.
func TestOneTableInEveryMedium(t *testing.T) {
	of := several(rand.New(rand.NewPCG(71, 72)))
	for _, m := range media() {
		rows := m.read(t, of)
		if len(rows) != len(of.Rows)+1 {
			t.Errorf("%s has %d rows, want %d:\n%q", m.name, len(rows), len(of.Rows)+1, rows)
			continue
		}
		for k, c := range of.Columns {
			want := c.Key
			if m.people {
				want = c.Name()
			}
			if k >= len(rows[0]) || rows[0][k] != want {
				t.Fatalf("%s has the columns %q, want %s in place %d", m.name, rows[0], want, k)
			}
			for i, row := range of.Rows {
				if got := rows[i+1][k]; !shows(m, got, row[k]) {
					t.Errorf("%s, %s: %s is %q, want %v", m.name, row[0], c.Key, got, row[k])
				}
			}
		}
	}
}

// shows reports whether a text of a medium is a cell.
func shows(m medium, got string, cell any) bool {
	v, isFloat := cell.(float64)
	switch {
	case cell == nil:
		return got == ""
	case !isFloat:
		return got == fmt.Sprint(cell)
	case math.IsInf(v, 1):
		return got == "inf" || got == "" && !m.people
	}
	read, err := strconv.ParseFloat(got, 64)
	if m.people {
		return err == nil && math.Abs(read-v) <= 0.5e-4*math.Abs(v)*1.000001
	}
	return err == nil && read == v
}

// Rows are lost that differ in one of the columns from all others, as a search one by one finds.
func TestLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.SampledFrom([]any{nil, "a", "a,\"b\"\r\n", "", 1, 2.5, true})
		row := rapid.SliceOfN(cell, 3, 3)
		old, others := rapid.SliceOfN(row, 0, 6).Draw(t, "old"), rapid.SliceOfN(row, 0, 6).Draw(t, "others")
		var b strings.Builder
		if err := WriteCSV(&b, Keys("name J T"), slices.Values(old)); err != nil {
			t.Fatal(err)
		}
		want, first := 0, 0
		for i, o := range old {
			same := func(n []any) bool { return forCSV(n[0]) == forCSV(o[0]) && forCSV(n[2]) == forCSV(o[2]) }
			if !slices.ContainsFunc(others, same) {
				if want++; want == 1 {
					first = 2 + i + strings.Count(b.String()[:indexOfRow(b.String(), i)], "\r\n")
				}
			}
		}
		named := func(yield func([]any) bool) { // by two of the columns, and one that the table does not have
			for _, n := range others {
				if !yield([]any{n[0], n[2], nil}) {
					return
				}
			}
		}
		if got, line, err := Lost(strings.NewReader(b.String()), Keys("name T data"), named); err != nil || got != want ||
			line != first {
			t.Fatalf("%d rows lost, the first in line %d, error %v; want %d and %d: %q", got, line, err, want, first, b.String())
		}
	})
}

// indexOfRow is where the row of this number begins; a line break between quotes ends none.
func indexOfRow(text string, row int) int {
	for i, c := range text {
		if c == '\n' && strings.Count(text[:i], `"`)%2 == 0 {
			if row--; row < 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// A column that only one of the tables has tells rows apart unless its cell is empty. What is no table loses nothing,
// and a reader that fails is an error.
func TestLostSpecial(t *testing.T) {
	one := slices.Values([][]any{{10, 7}})
	for text, want := range map[string]int{"": 0, "T\n": 0, "T\n10\n": 1, "T,seed\n10,7\n": 0, "T,seed\n10,8\n": 1,
		"T,seed\n10,7\n\n20,7": 1, "T\n\"": 0, "T\n10,7\n": 0, "my notes\n": 0} {
		if got, _, err := Lost(strings.NewReader(text), Keys("T seed"), one); err != nil || got != want {
			t.Errorf("%q: %d rows lost, want %d; error %v", text, got, want, err)
		}
	}
	broken := errors.New("broken")
	if _, _, err := Lost(iotest.ErrReader(broken), Keys("T seed"), one); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// Names and numbers read in Markdown as they do in a table; what would be markup is escaped.
func TestEscapeMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"two-basins:3":              "two-basins:3",
		"KL(q‖p_T) = -1.5e-3 < B":   "KL(q‖p_T) = -1.5e-3 < B",
		"cell 2 [0 2]":              "cell 2 [0 2]",
		"5 * 3 & 2 ~ 2":             "5 * 3 & 2 ~ 2",
		`C:\data`:                   `C:\data`,
		"<script>alert(1)</script>": "&lt;script>alert(1)&lt;/script>",
		"<!-- a":                    "&lt;!-- a",
		"&lt;b>":                    "&amp;lt;b>",
		"a|b":                       `a\|b`,
		`a\|b`:                      `a\\\|b`,
		"`rm`":                      "\\`rm\\`",
		"*.csv":                     `\*.csv`,
		"__init__":                  `\_\_init\_\_`,
		"~~no~~":                    `\~\~no\~\~`,
		"[a](http://b)":             `[a]\(http://b)`,
	} {
		if got := markdown(text); got != want {
			t.Errorf("%q in Markdown is %q, want %q", text, got, want)
		}
	}
}

// JSON reads the same with its invisible characters written out, and then has none.
func TestVisible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ToValidUTF8(rapid.String().Draw(t, "text")+"\u202e\u009b\U000e0001", "?")
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(text); err != nil {
			t.Fatal(err)
		}
		data := visible(b.Bytes())
		if i := bytes.IndexFunc(data, func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }); i >= 0 {
			t.Errorf("%q has an invisible character at %d", data, i)
		}
		var back string
		if err := json.Unmarshal(data, &back); err != nil || back != text {
			t.Errorf("%q was %q: %v", back, text, err)
		}
	})
}

// A table for people has no control characters, whatever its texts have.
func TestPeopleSeeNoControlCharacters(t *testing.T) {
	const evil = "\x1b]0;owned\a\u202e\u009b<b>"
	sheet := Table{Title: evil, Columns: Keys("a"), Rows: [][]any{{evil}, {[]string{evil}}, {Verdict{Text: evil}}},
		Notes: []string{evil}}
	for _, f := range []Format{Plain, Markdown, JSON} {
		var b bytes.Buffer
		if err := sheet.Write(&b, f, Style{}); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }); i >= 0 {
			t.Errorf("%s has a control character: %q", f, b.String()[i:])
		}
		if f == Markdown && strings.Contains(b.String(), "<b>") {
			t.Errorf("Markdown has markup: %s", b.String())
		}
	}
}

package table_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/grid/must"
	"breadboard/reports/table"
)

func write(t testing.TB, made table.Table, f table.Format, s table.Style) string {
	var b bytes.Buffer
	must.Do(t, made.Write(&b, f, s))
	return b.String()
}

// every returns a table with a cell of every kind.
func every() table.Table {
	return table.Table{
		Title:   "BARRIER",
		Columns: table.Columns("toy", "T", "J", "kl=KL(q||p)", "verdict=beside the paper", "q", "warnings"),
		Rows: [][]any{
			{"a|b", 10, 0.30000000000000004, math.Inf(1), table.Verdict{Text: "differs by 3%", Mark: table.Failed},
				[]float64{0.1, math.NaN()}, []string{"one", "<two>"}},
			{"hard", 100, 1e-300, math.NaN(), table.Verdict{Text: "agrees"}, []float64{}, []string(nil)},
		},
		Notes: []string{"a note"},
	}
}

// TestWidth: no line is wider than the terminal, and no word is lost, as long as each word has room beside the first
// column.
func TestWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.SampledFrom([]int{0, 60, 80, 120}).Draw(t, "width")
		word := rapid.StringMatching(`[a-zé∞|]{1,20}`)
		words := func(name string) string { return strings.Join(rapid.SliceOfN(word, 1, 12).Draw(t, name), " ") }
		made := table.Table{Title: words("title"), Notes: []string{words("note")}}
		for range rapid.IntRange(1, 15).Draw(t, "columns") {
			made.Columns = append(made.Columns, table.Column{Key: words("head")})
		}
		row := make([]any, len(made.Columns))
		var all []string
		for j := range row {
			if rapid.Bool().Draw(t, "number") {
				row[j] = rapid.Float64().Draw(t, "value")
				continue
			}
			text := words("cell")
			row[j], all = text, append(all, strings.Fields(text)...)
		}
		made.Rows = [][]any{row}
		var b bytes.Buffer
		must.Do(t, made.Write(&b, table.Plain, table.Style{Width: width}))
		if width == 0 {
			width = 80
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width {
				t.Fatalf("%d columns, not %d: %s", n, width, line)
			}
		}
		must.Say(t, b.String(), all...)
	})
}

// TestPeople: people read a table as in testdata: in a frame of several widths, in Markdown and in LaTeX.
func TestPeople(t *testing.T) {
	wide := every()
	wide.Lead = 2
	wide.Title = strings.Repeat("a long title ", 9)
	wide.Notes = append(wide.Notes, strings.Repeat("a *note* of <b> words ", 9), "[a](b) `c`, d < e")
	wide.Columns = append(wide.Columns, table.Columns("n=a head of words", "v", "u")...)
	wide.Rows[0] = append(wide.Rows[0],
		table.Verdict{Text: "-1.5 (!)", Mark: table.Failed}, 7, table.ThreeDigits(12345.6))
	wide.Rows[1] = append(wide.Rows[1], table.Verdict{Text: "2 (!!)"}, nil, table.ThreeDigits(0.123456))
	wide.Rows[1][4] = table.Verdict{Text: `a&b\{~^$#`}
	words := table.Table{Title: "words alone.", Notes: []string{"a note\nof \x1b lines"}}
	var b bytes.Buffer
	for _, width := range []int{40, 60, 100, -1} {
		must.Do(t, table.WriteAll(&b, table.Plain, table.Style{Width: width}, wide))
	}
	for _, f := range []table.Format{table.Markdown, table.LaTeX, table.Plain} {
		must.Do(t, table.WriteAll(&b, f, table.Style{Label: "l", Color: true}, words, wide, words))
	}
	for _, v := range []float64{99.96, 100, 1e15, 0.0012345, math.Inf(-1), 1e-12, -2} {
		b.WriteString(table.ThreeDigits(v).String() + " " + table.Full(v) + ";")
	}
	must.Golden(t, "testdata/people.golden", b.String())
}

// TestFilled: a row has the cells of its tagged fields, at any depth, and those that are told beside them.
func TestFilled(t *testing.T) {
	type pair struct {
		Value float64 `column:"*"`
		Err   float64 `column:"*_stderr"`
	}
	type Inner struct {
		Kept int `column:"kept"`
	}
	type word string
	type row struct {
		Inner
		Plain   pair
		Word    word    `column:"word"`
		Seed    *uint64 `column:"seed"`
		None    *uint64 `column:"none"`
		Some    int     `column:"some,some"`
		Zero    int     `column:"zero,some"`
		Pair    pair    `column:"pair"`
		Skipped int
	}
	seed := uint64(5)
	r := row{Inner: Inner{3}, Word: "w", Seed: &seed, Some: 4, Pair: pair{1.5, 0.5}, Skipped: 9}
	want := map[string]any{"kept": 3, "word": "w", "seed": seed, "none": nil, "some": 4, "zero": nil, "pair": 1.5,
		"pair_stderr": 0.5}
	if diff := cmp.Diff(want, table.Cells(r)); diff != "" {
		t.Error(diff)
	}
	none := []any{table.NilIfZero(""), table.NilIfZero("a"), table.NilIfZero(0), table.NilIfNil(nil),
		table.NilIfNil(&seed)}
	if diff := cmp.Diff([]any{nil, "a", nil, nil, seed}, none); diff != "" {
		t.Error(diff)
	}
	base := table.Table{Columns: table.Keys("kept more word")}
	made := table.Filled(base, []row{r}, func(row) map[string]any { return map[string]any{"more": 7, "word": "other"} })
	if diff := cmp.Diff([][]any{{3, 7, "other"}}, made.Rows); diff != "" {
		t.Error(diff)
	}
	must.Panic(t, func() { table.Filled(base, []row{r}, nil) }, "a column of which nothing is known")
	must.Panic(t, func() { must.Do(t, every().Write(nil, "other", table.Style{})) }, "another format")
	short := every()
	short.Rows[1] = short.Rows[1][1:]
	must.Panic(t, func() { must.Do(t, short.Write(nil, table.CSV, table.Style{})) }, "a short row")
	cut := every()
	cut.Drop("kl", "toy", "q", "none")
	if diff := cmp.Diff([]any{100, 1e-300, table.Verdict{Text: "agrees"}, []string(nil)}, cut.Rows[1]); diff != "" {
		t.Error(diff)
	}
	fault := errors.New("no room")
	broken := table.File{Name: "b", Write: func(io.Writer) error { return fault }}
	if _, err := table.Render([]table.File{table.CSVFile("a", every()), broken}); !errors.Is(err, fault) {
		t.Errorf("the error is %v", err)
	}
	files := must.Have(table.Render([]table.File{table.CSVFile("a", every())}))(t)
	var b bytes.Buffer
	must.Do(t, errors.Join(files[0].Write(&b), files[0].Write(&b)))
	if once := write(t, every(), table.CSV, table.Style{}); b.String() != once+once || files[0].Name != "a.csv" {
		t.Errorf("%s, written twice, is %s", files[0].Name, &b)
	}
}

// TestSoftware: every kind of cell is written in CSV and in JSON lines. A NaN has no value, for people too.
func TestSoftware(t *testing.T) {
	var lines bytes.Buffer
	must.Do(t, table.WriteLines(&lines, every().Columns, slices.Values(every().Rows)))
	wantLines := `{"toy":"a|b","T":10,"J":0.30000000000000004,"kl":null,"verdict":"differs by 3%","q":[0.1,null],` +
		`"warnings":["one","<two>"],"keys":1}` + "\n" +
		`{"toy":"hard","T":100,"J":1e-300,"kl":null,"verdict":"agrees","q":[],"warnings":[],"keys":1}` + "\n"
	if diff := cmp.Diff(wantLines, lines.String()); diff != "" {
		t.Error(diff)
	}
	wantCSV := `toy,T,J,kl,verdict,q,warnings,keys
a|b,10,0.30000000000000004,inf,differs by 3%,0.1 nan,one; <two>,1
hard,100,1e-300,,agrees,,,1
`
	if diff := cmp.Diff(wantCSV, write(t, every(), table.CSV, table.Style{Color: true})); diff != "" {
		t.Error(diff)
	}
	if nan := math.NaN(); table.ForPeople(nan)+table.ForPeople(table.ThreeDigits(nan)) != "" {
		t.Error("people see a NaN")
	}
}

// TestInvisible: JSON has no invisible character, and reads the same.
func TestInvisible(t *testing.T) {
	const evil = "\x1b]0;é\u202e\u009b\U000e0001<b>"
	var b bytes.Buffer
	must.Do(t, table.Object{"name", evil}.Write(&b))
	must.Say(t, b.String(), `"\u001b]0;é\u202e\u009b\udb40\udc01<b>"`)
	var back struct{ Name string }
	must.Do(t, json.Unmarshal(b.Bytes(), &back))
	if back.Name != evil {
		t.Errorf("%q is read as %q", evil, back.Name)
	}
}

// TestObject: an object keeps the order of its keys, and writes null for numbers that are not finite, at any depth.
func TestObject(t *testing.T) {
	o := table.Object{"z", 1, "inf", math.Inf(1), "none", table.Object{}, "list", []table.Object{
		table.Sorted(map[string]any{"b": []float64{math.NaN()}, "a": "<"})}}
	var b bytes.Buffer
	must.Do(t, o.Write(&b))
	want := `{
  "z": 1,
  "inf": null,
  "none": {},
  "list": [{"a":"<","b":[null]}],
  "keys": 1
}
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestShort: people read the number to half a unit of its fifth digit.
func TestShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e9, 1e9).Draw(t, "v")
		s := table.Short(v)
		back, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("%v became %s: %v", v, s, err)
		}
		if math.Abs(back-v) > 0.5001e-4*math.Abs(v) {
			t.Fatalf("%v became %s, which is %v", v, s, back)
		}
		if len(s) > len("-1.0000e-300") {
			t.Fatalf("%s is long", s)
		}
	})
	for v, want := range map[float64]string{0: "0", 1.0847: "1.0847", 0.00518: "0.0051800", -473: "-473.00",
		999999.9: "1.0000e+06", 1 - 1e-13: "1.0000", 123456: "123456",
		1e6: "1.0000e+06", 2.5e-10: "2.5000e-10", math.Inf(1): "inf", math.Inf(-1): "-inf"} {
		if got := table.Short(v); got != want {
			t.Errorf("Short(%v) = %s, want %s", v, got, want)
		}
	}
}

package table_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
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

// every has a cell of every kind.
func every() table.Table {
	return table.Table{
		Title: "BARRIER",
		Columns: []table.Column{{"toy", "toy"}, {"T", "T"}, {"J", ""}, {"kl", "KL(q||p)"},
			{"verdict", "beside the paper"},
			{"q", "q"}, {"warnings", "warnings"}},
		Rows: [][]any{
			{"a|b", 10, 0.30000000000000004, math.Inf(1), table.Verdict{Text: "differs by 3%", Mark: table.Failed},
				[]float64{0.1, math.NaN()}, []string{"one", "<two>"}},
			{"hard", 100, 1e-300, math.NaN(), table.Verdict{Text: "agrees"}, []float64{}, []string(nil)},
		},
		Notes: []string{"a note"},
	}
}

func TestText(t *testing.T) {
	want := `BARRIER
┌──────┬─────┬─────────────┬──────────┬────────────┬─────────────┬────────────┐
│ toy  │   T │           J │ KL(q||p) │ beside the │ q           │ warnings   │
│      │     │             │          │ paper      │             │            │
├──────┼─────┼─────────────┼──────────┼────────────┼─────────────┼────────────┤
│ a|b  │  10 │     0.30000 │      inf │ differs by │ 0.10000 nan │ one; <two> │
│      │     │             │          │ 3%         │             │            │
│ hard │ 100 │ 1.0000e-300 │      nan │ agrees     │             │            │
└──────┴─────┴─────────────┴──────────┴────────────┴─────────────┴────────────┘
a note
`
	if diff := cmp.Diff(want, write(t, every(), table.Plain, table.Style{})); diff != "" {
		t.Error(diff)
	}
}

// In Markdown a bar would end the cell, and a table wider than asked is split
// into two that both name their rows.
func TestMarkdown(t *testing.T) {
	want := `**BARRIER**

| toy  |   T |           J | KL(q\|\|p) | beside the paper | q           |
|:-----|----:|------------:|-----------:|:-----------------|:------------|
| a\|b |  10 |     0.30000 |        inf | differs by 3%    | 0.10000 nan |
| hard | 100 | 1.0000e-300 |        nan | agrees           |             |

| toy  |   T | warnings      |
|:-----|----:|:--------------|
| a\|b |  10 | one; &lt;two> |
| hard | 100 |               |

- a note
`
	made := every()
	made.Lead = 2
	if diff := cmp.Diff(want, write(t, made, table.Markdown, table.Style{})); diff != "" {
		t.Error(diff)
	}
	if got := write(t, made, table.Markdown, table.Style{Width: -1}); strings.Count(got, "toy") != 1 {
		t.Errorf("split although no width was asked:\n%s", got)
	}
}

// TestLetters draws names of many letters: one of Chinese takes two columns, an accent of its own takes none, and what
// is no letter is written out.
func TestLetters(t *testing.T) {
	made := table.Table{Columns: table.Columns("name=β", "J")}
	for _, name := range []string{"漢字", "e\u0301te\u0301", "≤ ∞ ‖", "🙂", "\x1b[31mred", "\xff", "a|b", "\u00a0 "} {
		made.Add(name, 1)
	}
	wantText := `┌─────────────┬───┐
│ β           │ J │
├─────────────┼───┤
│ 漢字        │ 1 │
│ été         │ 1 │
│ ≤ ∞ ‖       │ 1 │
│ 🙂          │ 1 │
│ \x1b[31mred │ 1 │
│ \xff        │ 1 │
│ a|b         │ 1 │
│             │ 1 │
└─────────────┴───┘
`
	wantMarkdown := `| β           | J |
|:------------|--:|
| 漢字        | 1 |
| été         | 1 |
| ≤ ∞ ‖       | 1 |
| 🙂          | 1 |
| \x1b[31mred | 1 |
| \xff        | 1 |
| a\|b        | 1 |
|             | 1 |
`
	for f, want := range map[table.Format]string{table.Plain: wantText, table.Markdown: wantMarkdown} {
		if diff := cmp.Diff(want, write(t, made, f, table.Style{})); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
	}
}

// TestLocales runs the tests of frames in locales that change widths, each in a program of its own: tablewriter reads
// the locale when a program begins.
func TestLocales(t *testing.T) {
	program, err := os.Executable()
	must.Do(t, err)
	for _, locale := range []string{"LC_ALL=ja_JP.UTF-8", "LANG=zh_CN.UTF-8", "RUNEWIDTH_EASTASIAN=1"} {
		again := exec.CommandContext(t.Context(), program, "-test.run=^(TestText|TestMarkdown|TestLetters)$")
		again.Env = []string{locale, "TERM=vt100"}
		if said, err := again.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", locale, err, said)
		}
	}
}

// TestNoRows draws a table without rows, which is its head.
func TestNoRows(t *testing.T) {
	made := table.Table{Columns: table.Keys("T J")}
	for f, want := range map[table.Format]string{
		table.Plain:    "┌───┬───┐\n│ T │ J │\n└───┴───┘\n",
		table.Markdown: "| T | J |\n|:--|:--|\n",
	} {
		if diff := cmp.Diff(want, write(t, made, f, table.Style{})); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
	}
}

func TestColor(t *testing.T) {
	const escape = "\x1b["
	if got := write(t, every(), table.Plain, table.Style{}); strings.Contains(got, escape) {
		t.Errorf("colour where none was asked: %q", got)
	}
	got := write(t, every(), table.Plain, table.Style{Color: true})
	if !strings.Contains(got, "\x1b[31mdiffers by\x1b[0m") {
		t.Errorf("a failed verdict is not red: %q", got)
	}
	if !strings.Contains(got, "\x1b[1mbeside the\x1b[0m") {
		t.Errorf("a head is not bold: %q", got)
	}
	empty := table.Table{Columns: table.Keys("a"), Rows: [][]any{{table.Verdict{Mark: table.Failed}}}}
	if got := write(t, empty, table.Plain, table.Style{Color: true}); strings.Contains(got, "\x1b[31m") {
		t.Errorf("an empty cell is red: %q", got)
	}
	if strings.Contains(got, "\x1b[31magrees") {
		t.Errorf("a verdict that did not fail is red: %q", got)
	}
	plain := write(t, every(), table.Plain, table.Style{})
	for _, code := range []string{"\x1b[31m", "\x1b[1m", "\x1b[0m"} {
		got = strings.ReplaceAll(got, code, "")
	}
	if diff := cmp.Diff(plain, got); diff != "" {
		t.Error("colour moves the text: ", diff)
	}
}

// Whatever the cells, as long as each word has room beside the first column, no
// line is wider than asked, and no word is lost.
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

func TestRagged(t *testing.T) {
	short := table.Table{Columns: []table.Column{{Key: "a"}, {Key: "b"}}, Rows: [][]any{{1}}}
	must.Panic(t, func() { _ = short.Write(&bytes.Buffer{}, table.CSV, table.Style{}) }, "a row too short")
}

func TestPrograms(t *testing.T) {
	wantJSON := `[
  {
    "toy": "a|b",
    "T": 10,
    "J": 0.30000000000000004,
    "kl": null,
    "verdict": "differs by 3%",
    "q": [0.1,null],
    "warnings": ["one","<two>"],
    "keys": 1
  },
  {
    "toy": "hard",
    "T": 100,
    "J": 1e-300,
    "kl": null,
    "verdict": "agrees",
    "q": [],
    "warnings": [],
    "keys": 1
  }
]
`
	if diff := cmp.Diff(wantJSON, write(t, every(), table.JSON, table.Style{})); diff != "" {
		t.Error(diff)
	}
	var lines bytes.Buffer
	if err := table.WriteLines(&lines, every().Columns, slices.Values(every().Rows)); err != nil {
		t.Error(err)
	}
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
}

// An object keeps the order of its keys, and writes null for what is not finite at any
// depth.
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

// Several tables are one JSON object, also if there are none.
func TestWriteNamed(t *testing.T) {
	rows := func(cells ...any) table.Table { return table.Table{Columns: table.Keys("T"), Rows: [][]any{cells}} }
	for want, all := range map[string][]table.Named{
		`{}`:                        nil,
		`{"a":[{"T":10,"keys":1}]}`: {{"a", rows(10)}},
		`{"a":[{"T":10,"keys":1}],"b":[{"T":1,"keys":1}]}`: {{"a", rows(10)}, {"b", rows(1)}},
	} {
		var b, compact bytes.Buffer
		must.Do(t, table.WriteNamed(&b, all...))
		if err := json.Compact(&compact, b.Bytes()); err != nil || compact.String() != want {
			t.Errorf("found %q, want %s", b.String(), want)
		}
	}
}

// What people read is the number to half a unit of its fifth digit.
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

// A table that is too wide loses its spare columns first, and then its names are broken after hyphens and colons.
func TestSpareColumns(t *testing.T) {
	made := table.Table{Columns: table.Columns("kernel", "J", "b_over_j=B/J", "least"), Spare: []string{"b_over_j"}}
	made.Add("delayed-rejection", 0.5, 3.5, "J")
	for width, want := range map[int]string{
		60: `┌───────────────────┬─────────┬────────┬───────┐
│ kernel            │       J │    B/J │ least │
├───────────────────┼─────────┼────────┼───────┤
│ delayed-rejection │ 0.50000 │ 3.5000 │ J     │
└───────────────────┴─────────┴────────┴───────┘
`,
		44: `┌───────────────────┬─────────┬───────┐
│ kernel            │       J │ least │
├───────────────────┼─────────┼───────┤
│ delayed-rejection │ 0.50000 │ J     │
└───────────────────┴─────────┴───────┘
There is no room for B/J in 44 columns.
`,
		36: `┌───────────┬─────────┬───────┐
│ kernel    │       J │ least │
├───────────┼─────────┼───────┤
│ delayed-  │ 0.50000 │ J     │
│ rejection │         │       │
└───────────┴─────────┴───────┘
There is no room for B/J in 36
  columns.
`,
	} {
		if diff := cmp.Diff(want, write(t, made, table.Plain, table.Style{Width: width})); diff != "" {
			t.Errorf("at %d columns: %s", width, diff)
		}
	}
}

// TestAbridged: a dozen names are all there; of more the first ten and the last.
func TestAbridged(t *testing.T) {
	names := strings.Split("abcdefghijklm", "")
	if got, want := table.Abridged(names[:12]), "a, b, c, d, e, f, g, h, i, j, k, l"; got != want {
		t.Errorf("twelve are %s, want %s", got, want)
	}
	if got, want := table.Abridged(names), "a, b, c, d, e, f, g, h, i, j, ..., m"; got != want {
		t.Errorf("thirteen are %s, want %s", got, want)
	}
}

package table_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"pgregory.net/rapid"

	"breadboard/reports/table"
)

func write(t testing.TB, made table.Table, f table.Format, s table.Style) string {
	var b bytes.Buffer
	if err := made.Write(&b, f, s); err != nil {
		t.Fatal(err)
	}
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

func TestColor(t *testing.T) {
	const escape = "\x1b["
	if got := write(t, every(), table.Plain, table.Style{}); strings.Contains(got, escape) {
		t.Errorf("colour where none was asked: %q", got)
	}
	got := write(t, every(), table.Plain, table.Style{Color: true})
	if !strings.Contains(got, "\x1b[31mdiffers by\x1b[0m") {
		t.Errorf("a failed verdict is not red: %q", got)
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
		if err := made.Write(&b, table.Plain, table.Style{Width: width}); err != nil {
			t.Fatal(err)
		}
		if width == 0 {
			width = 80
		}
		for line := range strings.Lines(b.String()) {
			if n := twwidth.Width(strings.TrimSuffix(line, "\n")); n > width {
				t.Fatalf("%d columns, not %d: %s", n, width, line)
			}
		}
		for _, w := range all {
			if !strings.Contains(b.String(), w) {
				t.Fatalf("%q is lost:\n%s", w, b.String())
			}
		}
	})
}

func TestRagged(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a row too short was written")
		}
	}()
	_ = table.Table{Columns: []table.Column{{Key: "a"}, {Key: "b"}}, Rows: [][]any{{1}}}.Write(&bytes.Buffer{},
		table.CSV, table.Style{})
}

package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"

	"pgregory.net/rapid"

	"breadboard/grid/must"
)

// Rows are lost that differ in one of the columns from all others, as a search one by one finds.
func TestLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.SampledFrom([]any{nil, "a", "a,\"b\"\r\n", "", 1, 2.5, true})
		row := rapid.SliceOfN(cell, 3, 3)
		old := rapid.SliceOfN(row, 0, 6).Draw(t, "old")
		others := rapid.SliceOfN(row, 0, 6).Draw(t, "others")
		var b strings.Builder
		must.Do(t, WriteCSV(&b, Keys("name J T"), slices.Values(old)))
		want := 0
		for _, o := range old {
			same := func(n []any) bool { return forCSV(n[0]) == forCSV(o[0]) && forCSV(n[2]) == forCSV(o[2]) }
			if !slices.ContainsFunc(others, same) {
				want++
			}
		}
		named := func(yield func([]any) bool) { // by two of the columns, and one that the table does not have
			for _, n := range others {
				if !yield([]any{n[0], n[2], nil}) {
					return
				}
			}
		}
		if got, _, err := Lost(strings.NewReader(b.String()), Keys("name T data"), named); err != nil || got != want {
			t.Fatalf("%d rows lost, error %v; want %d: %q", got, err, want, b.String())
		}
	})
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
	if _, line, err := Lost(strings.NewReader("T,seed\n10,7\n\"2\n0\",7\n10,8\n10,9\n"), Keys("T seed"), slices.Values(
		[][]any{{10, 7}, {"2\n0", 7}})); err != nil || line != 5 { // a line break between quotes is a line of the file
		t.Errorf("the first row lost is in line %d, want 5; error %v", line, err)
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
		must.Do(t, enc.Encode(text))
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
		must.Do(t, sheet.Write(&b, f, Style{}))
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r != '\n' && !unicode.IsGraphic(r) }); i >= 0 {
			t.Errorf("%s has a control character: %q", f, b.String()[i:])
		}
		if f == Markdown && strings.Contains(b.String(), "<b>") {
			t.Errorf("Markdown has markup: %s", b.String())
		}
	}
}

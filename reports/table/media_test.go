package table

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"breadboard/grid/must"
)

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

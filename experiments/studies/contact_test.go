package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The sheet has each figure of data.md once, as wide as on paper, and says how large its smallest letters are there.
func TestContactSheet(t *testing.T) {
	reports := filepath.Join(t.TempDir(), "reports")
	must.Do(t, os.MkdirAll(filepath.Join(reports, "a"), 0o755))
	svg := func(wide string) []byte {
		return []byte(`<svg width="` + wide + `pt" height="100pt" viewBox="0 0 ` + wide + ` 100">` +
			`<text style="font-size:10px">x</text><text style="font-size:9px">y</text></svg>`)
	}
	must.Do(t, os.WriteFile(filepath.Join(reports, "a", "one.svg"), svg("300"), 0o644))
	must.Do(t, os.WriteFile(filepath.Join(reports, "two.svg"), svg("963.78"), 0o644)) // twice the column
	must.Do(t, os.WriteFile(filepath.Join(reports, "data.md"), []byte("| figure | its numbers |\n|:--|:--|\n"+
		"| [a/one.svg](a/one.svg) | [one.csv](a/one.csv), by T |\n"+
		"| [two.svg](two.svg) | [two.csv](two.csv) |\n"), 0o644))
	out := filepath.Join(t.TempDir(), "sheet")
	var said bytes.Buffer
	must.Do(t, words{Out: out}.sheet(t.Context(), reports, &said))
	must.Say(t, said.String(), "2 figures, 1 with letters below 6 points at 17 cm")
	page := string(must.Have(os.ReadFile(filepath.Join(out, "figures.html")))(t))
	must.Say(t, page, "a/one.svg", "width:300.0pt", "letters of 9.0 points", "one.csv, by T", "width:481.9pt",
		`class="small">letters of 4.5 points`)
	if n := strings.Count(page, "<img "); n != 2 {
		t.Errorf("%d figures on the sheet", n)
	}
	all := must.Have(contacts(reports, out))(t)
	for _, one := range all {
		must.Have(os.Stat(filepath.Join(out, one.From)))(t)
	}
	must.Refuse(contacts(t.TempDir(), out))(t, "data.md", "a folder without a list")
}

// tooSmall are figures whose letters are too small in a column, because the figure has no form that is narrower: a
// diagram of words, and rows of maps.
var tooSmall = []string{"aide/hmm-states.svg", "samplers/phases.svg"}

// The committed figures are on it, and the letters of all but a few can be read on paper.
func TestCommittedContacts(t *testing.T) {
	all := must.Have(contacts(must.Have(filepath.Abs("../../reports"))(t), t.TempDir()))(t)
	if len(all) < 20 {
		t.Errorf("only %d figures", len(all))
	}
	for _, one := range all {
		if !(one.Wide > 0) || !(one.Letters > 0) {
			t.Errorf("%s is %v wide, with letters of %v", one.Name, one.Wide, one.Letters)
		}
		if one.Small() != slices.Contains(tooSmall, one.Name) {
			t.Errorf("%s has letters of %v points in a column", one.Name, one.Letters)
		}
	}
}

// Under each committed figure that a page shows stands what to see in it: a sentence with "See", or words of its own in
// italics.
func TestFiguresSayWhatToSee(t *testing.T) {
	const reports = "../../reports"
	shown := map[string]bool{}
	must.Do(t, filepath.WalkDir(reports, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		text := string(must.Have(os.ReadFile(path))(t))
		for _, m := range embedded.FindAllStringSubmatch(text, -1) {
			name := must.Have(filepath.Rel(reports, filepath.Join(filepath.Dir(path), m[1])))(t)
			shown[strings.TrimSuffix(name, filepath.Ext(name))] = true
			if below := m[2]; !strings.HasPrefix(below, "*") && !strings.Contains(below, "See ") {
				t.Errorf("%s: under %s stands %.60q, and not what to see", path, m[1], below)
			}
		}
		return nil
	}))
	if len(shown) < 20 {
		t.Errorf("only %d figures are shown", len(shown))
	}
	all := must.Have(contacts(must.Have(filepath.Abs(reports))(t), t.TempDir()))(t)
	for _, one := range all {
		if name := strings.TrimSuffix(one.Name, ".svg"); !shown[name] && !slices.Contains(linked, name) {
			t.Errorf("no page shows %s", name)
		}
	}
}

// linked are figures that pages link to.
var linked = []string{"bridges"}

// embedded is a figure of a page, and the paragraph below it.
var embedded = regexp.MustCompile(`(?s)!\[[^]]*\]\(([^)]+\.(?:png|svg))\)\n\n(.*?)(?:\n\n|$)`)

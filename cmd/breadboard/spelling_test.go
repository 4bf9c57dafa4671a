package main

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The rule of numbers for people, of package text, as far as it can be seen in a line. A number after the name of what
// it is, as in -T 20000, T = 10000 or seed 80996, is as it is typed, and so is one that would do there. Names of
// files, code and links are no sentences.
var (
	blanks  = regexp.MustCompile(`(^|[^\d.,])\d{1,3}( \d{3})+([^\d.,]|$)`)
	counted = regexp.MustCompile(`(^|[^\w.,=/:-])(= )?(\d{5,}) ([a-z]+)`)
	commas  = regexp.MustCompile(`(^|[^\d.,])\d{1,3}(,\d{3})+([^\d,]|,[^\d]|$)`)
	plain   = regexp.MustCompile(`(^|[^\w.,=/:-])(= |seed |budget |-[A-Zm-][\w-]* )?(\d{5,})([^\w.,:-]|[.,:]\D|[.]?$)`)
	nouns   = []string{"would", "or", "and", "to", "in", "is", "for", "on", "can", "from", "with"}
)

// misspelled says what is wrong with the numbers of a line for people; "" if nothing is. Pages have minus signs too, as
// all that is printed: a hyphen, which can be typed and searched for. The longer sign is of figures and of the page.
func misspelled(line string) string {
	if m := counted.FindStringSubmatch(line); m != nil && m[2] == "" && !slices.Contains(nouns, m[4]) {
		return m[3] + " without commas"
	}
	for _, m := range plain.FindAllStringSubmatch(line, -1) {
		if m[2] == "" && commas.MatchString(line) {
			return m[3] + " beside a number with commas"
		}
	}
	switch {
	case blanks.MatchString(line):
		return strings.TrimSpace(blanks.FindString(line)) + " with blanks"
	case strings.Contains(line, "\u2212"):
		return "a minus sign that is no hyphen"
	}
	return ""
}

// TestNumbersForPeople: what commands print for people and the pages keep the rule. Of refusals TestRefusals holds it.
func TestNumbersForPeople(t *testing.T) {
	for line, wrong := range map[string]bool{
		"10 000 draws": true, "of 20000 draws": true, "has 65,536 cells; use up to 40960": true,
		"x \u2212 1":                   true,
		"has 65,536 cells, seed 80996": false, "from 2 to 1000000 would do": false, "T = 10000 levels": false,
		"20,000 draws":    false,
		"-T 10,100,10000": false, "in 0.00012345 nats": false, "T = 100, 100,000 chains, T = 20000": false,
	} {
		if says := misspelled(line); says != "" != wrong {
			t.Errorf("%s: found %q", line, says)
		}
	}
	listed := must.Have(exec.Command("git", "-C", "../..", "ls-files", "*.md", "*.golden").Output())(t)
	for file := range strings.FieldsSeq(string(listed)) {
		if strings.Contains(file, "csv") || strings.Contains(file, "vendor") {
			continue
		}
		page := read(t, filepath.Join("../..", file))
		for i, line := range strings.Split(sentences(page, filepath.Ext(file) == ".md"), "\n") {
			if says := misspelled(line); says != "" {
				t.Errorf("%s:%d has %s: %s", file, i+1, says, line)
			}
		}
	}
}

var (
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
	quoted   = regexp.MustCompile("`[^`]*`|\\]\\([^)]*\\)")
	ofNumber = regexp.MustCompile(`(?m)^ *[|│].*$`) // a row of a table, whose numbers stand below one another
)

// sentences are a text without its code, links and rows of tables.
func sentences(text string, page bool) string {
	if page {
		text = fenced.ReplaceAllStringFunc(text, func(s string) string {
			return strings.Repeat("\n", strings.Count(s, "\n"))
		})
		text = quoted.ReplaceAllStringFunc(text, func(s string) string {
			return strings.Repeat("\n", strings.Count(s, "\n"))
		})
	}
	return ofNumber.ReplaceAllString(text, "")
}

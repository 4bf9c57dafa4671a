package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	findingHead  = regexp.MustCompile(`(?m)^### (.+)$`)
	findingName  = regexp.MustCompile(`^[A-Za-z]+(-[A-Za-z]+)+$`)
	findingParts = regexp.MustCompile(`(?m)^(\*\*|\*(Why|Proof|Prior work|Evidence|Limits|Figure)\.\*|` + "```sh)")
	noNumbers    = regexp.MustCompile(`\((19|20)\d\d\)|\*[^*]+\*|(?m)^[|#].*$|^    .*$`)
	sentenceEnd  = regexp.MustCompile(`[.:?!;][*)]*(\s+|$)`)
	numeral      = regexp.MustCompile(`(^|[^\w.])-?\d[\d,.]*(e-?\d+)?`)
)

// crowded are the sentences of a text that have more numbers than a reader takes in, which is three. Tables, code,
// links, names of works and years do not count.
func crowded(text string) (all []string) {
	plain := noNumbers.ReplaceAllString(sentences(strings.ReplaceAll(text, "**", ""), true), "")
	for paragraph := range strings.SplitSeq(plain, "\n\n") {
		for _, s := range sentenceEnd.Split(strings.ReplaceAll(paragraph, "\n", " "), -1) {
			if len(numeral.FindAllString(s, -1)) > 3 {
				all = append(all, s)
			}
		}
	}
	return all
}

// A finding is cited by its name, so the name has no running number and stands in the list at the top. It says what
// holds, why, who knew it, on what it was tried, where it fails, and what to type, in this order.
func TestFindingsPage(t *testing.T) {
	page := read(t, "../../reports/README.md")
	heads := findingHead.FindAllStringSubmatchIndex(page, -1)
	if len(heads) < 10 {
		t.Fatalf("only %d findings", len(heads))
	}
	top := page[:heads[0][0]]
	for i, at := range heads {
		end := len(page)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		name := page[at[2]:at[3]]
		if !findingName.MatchString(name) || !strings.Contains(top, "["+name+"](#"+strings.ToLower(name)+")") {
			t.Errorf("%s is no name that stays, or is not in the list at the top", name)
		}
		if wrong := outOfOrder(page[at[1]:end]); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
	}
	for _, s := range crowded(page) {
		t.Errorf("a sentence with more than three numbers: %s", s)
	}
}

// outOfOrder says what is missing in a finding; "" if it has all its parts in order.
func outOfOrder(body string) string {
	order := []string{"**", "*Why.*", "*Prior work.*", "*Evidence.*", "*Limits.*", "*Figure.*", "```sh"}
	found := slices.Compact(findingParts.FindAllString(strings.ReplaceAll(body, "*Proof.*", "*Why.*"), -1))
	return cmp.Diff(order, found)
}

// TestFindingsPageCanFail: a finding without its limits is seen, and so is a sentence of four numbers.
func TestFindingsPageCanFail(t *testing.T) {
	whole := "\n**It holds.**\n\n*Proof.* So.\n\n*Prior work.* None.\n\n*Evidence.* Exact.\n\n*Limits.* Few.\n\n" +
		"*Figure.* None.\n\n```sh\ntrue\n```\n"
	if wrong := outOfOrder(whole); wrong != "" {
		t.Error(wrong)
	}
	if outOfOrder(strings.Replace(whole, "*Limits.* Few.", "", 1)) == "" {
		t.Error("a finding without limits passes")
	}
	for text, want := range map[string]int{
		"J is 1, 2 and 3e-5 (2016). B is 4.":   0,
		"At T = 1000 J is 1.5, 2 and 3, or so": 1,
		"| 1 | 2 | 3 | 4 |":                    0,
		"`-T 1,2` and 1, 2, 3":                 0,
	} {
		if got := crowded(text); len(got) != want {
			t.Errorf("%q: crowded are %q", text, got)
		}
	}
}

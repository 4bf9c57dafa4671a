package explorer

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// TestLink: a link has the keys of its question, and signs that people can read.
func TestLink(t *testing.T) {
	for want, q := range map[string]explore.Question{
		"#":                                     {},
		"#toy=barrier&schedule=sigmoid:4&T=100": {Toy: "barrier", Schedule: "sigmoid:4", T: 100},
		"#seed=0&target=0,1.5;w,-inf&skip_last=true": {Target: "0,1.5;w,-inf", SkipLast: true, Seed: new(uint64(0))},
		"#toy=a%26b+c": {Toy: "a&b c"},
	} {
		if got := Link(q); got != want {
			t.Errorf("wrote %s, want %s", got, want)
		}
	}
}

// TestKeysOfThePage: link.js knows the keys of a question.
func TestKeysOfThePage(t *testing.T) {
	text := Served()["state/link.js"]
	found := regexp.MustCompile(`(?s)questionKeys = \[(.*?)\]`).FindSubmatch(text)
	of := reflect.TypeFor[explore.Question]()
	for i := range of.NumField() {
		key, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		must.Say(t, string(found[1]), `"`+key+`"`)
	}
}

// TestSite: every file that the page and its modules name is in the folder, and no script is in the page itself.
func TestSite(t *testing.T) {
	site := Site(1, nil)
	index := string(site["index.html"])
	named := func(from, to string) {
		if place := path.Join(path.Dir(from), to); site[place] == nil {
			t.Errorf("%s names %s, and there is no %s", from, to, place)
		}
	}
	for _, found := range regexp.MustCompile(`<(?:link|script)\b[^>]*?\s(?:href|src)="([^"]*)"`).
		FindAllStringSubmatch(index, -1) {
		named("index.html", found[1])
	}
	for name, text := range site {
		for _, found := range regexp.MustCompile(`(?s)\bimport [^;"]*? from "([^"]*)";`).
			FindAllStringSubmatch(string(text), -1) {
			named(name, found[1])
		}
	}
	for _, tag := range regexp.MustCompile(`<script[^>]*>`).FindAllString(index, -1) {
		if !strings.Contains(tag, " src=") && !strings.Contains(tag, "application/json") {
			t.Errorf("%s stands in the page itself", tag)
		}
	}
	must.Say(t, index, `<meta id="engine" content="1">`, `id="still"`, "python3 -m http.server",
		"script-src 'self' 'wasm-unsafe-eval'")
}

// TestSiteHasFirstAnswers: the first answers are data in the page, and a large one is in a file of its own, packed. No
// text of an answer ends the element that it stands in.
func TestSiteHasFirstAnswers(t *testing.T) {
	const tag = `</script><script>alert(1)</script>`
	long := strings.Repeat("1.5,", mostInside/4+1)
	body := map[string]int{"T": 7}
	site := Site(1, []Answered{{Kind: "measure", Body: body, Answer: tag},
		{Kind: "levels", Body: body, Answer: long}})
	index := string(site["index.html"])
	_, rest, found := strings.Cut(index, firstBegins)
	inside, after, ended := strings.Cut(rest, firstEnds)
	if !found || !ended || strings.Contains(after, "<script>") {
		t.Fatalf("the page has no place of answers, or a script after it: %s", after)
	}
	var got []Answered
	must.Do(t, json.Unmarshal([]byte(inside), &got))
	if len(got) != 2 || got[0].Answer != tag || got[1].Answer != nil {
		t.Fatalf("the page has %v", got)
	}
	unpacked := must.Have(gzip.NewReader(bytes.NewReader(site[got[1].File])))(t)
	var answer string
	must.Do(t, json.Unmarshal(must.Have(io.ReadAll(unpacked))(t), &answer))
	if answer != long {
		t.Errorf("the file %s has another answer", got[1].File)
	}
}

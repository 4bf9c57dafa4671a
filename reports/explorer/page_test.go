package explorer

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// links are read to what stands beside them, with what they leave open as in First. Those that Link writes are marked.
var links = []struct {
	text    string
	q       explore.Question
	page    url.Values
	written bool
}{
	{"#toy=barrier&schedule=sigmoid:4&T=100&beta=0.5&t=50",
		explore.Question{Toy: "barrier", Schedule: "sigmoid:4", T: 100},
		url.Values{"beta": {"0.5"}, "t": {"50"}}, true},
	{"#target=0,1.5;w,-inf&schedule=curve:0:0.2:1&skip_last=true",
		explore.Question{Target: "0,1.5;w,-inf", Schedule: "curve:0:0.2:1", SkipLast: true}, url.Values{}, true},
	{"#toy=easy&seed=0", explore.Question{Toy: "easy", Seed: new(uint64(0))}, url.Values{}, true},
	{"#toy=easy&seed=18446744073709551615",
		explore.Question{Toy: "easy", Seed: new(uint64(1<<64 - 1))}, url.Values{}, true},
	{"http://127.0.0.1:8080/#toy=a%26b+c&beta=1", explore.Question{Toy: "a&b c"}, url.Values{"beta": {"1"}}, false},
	{"toy=easy&toy=hard&T=&skip_last=false", explore.Question{Toy: "hard"}, url.Values{}, false},
	{"", explore.Question{}, url.Values{}, false},
	{"http://127.0.0.1:8080/", explore.Question{}, url.Values{}, false},
	{"#toy=easy&zoom=2", explore.Question{Toy: "easy"}, url.Values{"zoom": {"2"}}, true},
}

// TestParseLink: links are read and written, with what they leave open as in the first question.
func TestParseLink(t *testing.T) {
	for _, c := range links {
		if got := Link(c.q, c.page); c.written && len(c.page) < 2 && got != c.text {
			t.Errorf("wrote %s, want %s", got, c.text)
		}
		q, page, err := ParseLink(c.text)
		if err != nil {
			t.Errorf("ParseLink(%q): %v", c.text, err)
		}
		if diff := cmp.Diff([]any{completed(c.q), c.page}, []any{q, page}); diff != "" {
			t.Errorf("ParseLink(%q) (- wanted, + got):\n%s", c.text, diff)
		}
	}
}

// TestParseLinkRefuses: a value that cannot be read is said with what would do, and so are all of them at once.
func TestParseLinkRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"#T=ten":           "the link has T=ten: a whole number, as 100, would do",
		"#toy=x&T=15e-1":   "the link has T=15e-1: a whole number, as 100, would do",
		"#seed=-1":         "the link has seed=-1: a whole number from 0 to 18446744073709551615, as 7, would do",
		"#skip_last=maybe": "the link has skip_last=maybe: true or false would do",
		"#toy=%zz":         "the link cannot be read, invalid URL escape \"%zz\": #toy=barrier&T=100 would do",
		"#T=a&seed=b":      "the link has T=a",
	} {
		_, _, err := ParseLink(text)
		must.Fail(t, err, want, "ParseLink(%q) says", text)
	}
}

// TestKeysOfThePage: link.js knows the keys of a question.
func TestKeysOfThePage(t *testing.T) {
	text := must.Have(fs.ReadFile(Files(), "state/link.js"))(t)
	found := regexp.MustCompile(`(?s)questionKeys = \[(.*?)\]`).FindSubmatch(text)
	var known []string
	for _, quoted := range regexp.MustCompile(`"(\w+)"`).FindAllStringSubmatch(string(found[1]), -1) {
		known = append(known, quoted[1])
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(keys())), slices.Sorted(slices.Values(known))); diff != "" {
		t.Errorf("(- of a question, + of link.js): %s", diff)
	}
}

// TestSite: every file that the page and its modules name is in the folder, a browser is told of every module at once,
// and no script and no style stands in the page itself.
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
	imported := map[string]bool{"main.js": true}
	for name, text := range site {
		for _, found := range regexp.MustCompile(`(?s)\bimport [^;"]*? from "([^"]*)";`).
			FindAllStringSubmatch(string(text), -1) {
			named(name, found[1])
			imported[path.Join(path.Dir(name), found[1])] = true
		}
	}
	if preloaded := strings.Count(index, `rel="modulepreload"`); preloaded != len(imported) || preloaded < 15 {
		t.Errorf("%d modules are asked for at once, and the page has %d", preloaded, len(imported))
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
	Compress(site)
	if site["main.js.gz"] == nil || site["icon.svg.gz"] != nil || site[got[1].File+".gz"] != nil {
		t.Error("packed are other files than the large ones that are not")
	}
}

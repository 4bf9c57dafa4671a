package explorer

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"path"
	"regexp"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// mostBefore are the bytes that a browser may load before the first number, without the libraries in vendor: what the
// page itself is, its style sheets, and the modules that its first screen is made of.
const mostBefore = 300_000

// firstFiles are the files that a browser reads before a page can show a number: the page, its styles, its scripts, and
// all modules that these import at once. What is imported later, as views are, what comes behind the page's own
// module, and the style of paper do not count.
func firstFiles() map[string]bool {
	site := Site(1, nil)
	files := map[string]bool{"index.html": true}
	begun := false
	for _, tag := range fileOf.FindAllStringSubmatch(string(content("index.html")), -1) {
		kind := tag[1]
		name := tag[2]
		switch {
		case strings.Contains(kind, `rel="icon"`), strings.Contains(kind, `media="print"`): // no browser waits for them
		case strings.Contains(kind, `type="module"`):
			reach(site, name, files)
			begun = true
		case begun: // its scripts run after the module
		default:
			files[name] = true
		}
	}
	return files
}

// The first number waits for few bytes, and for no view, which are loaded after it.
func TestBytesBeforeTheFirstNumber(t *testing.T) {
	site := Site(1, nil)
	found := firstFiles()
	for _, later := range []string{"views/views.js", "take/take.js", "take/save.js"} {
		if found[later] || site[later] == nil {
			t.Errorf("the first number waits for %s, or there is no such module", later)
		}
	}
	sum := 0
	for name := range found {
		if !strings.Contains(name, "/vendor/") {
			sum += len(content(name))
		}
	}
	t.Logf("%d bytes in %d files, without the libraries", sum, len(found))
	if sum > mostBefore {
		t.Errorf("the first number waits for %d bytes, want at most %d", sum, mostBefore)
	}
}

// A page of a folder has no script inside, and names no file that is not in the folder: every module that one imports
// is where it says, seen from its own place, and so is every script, style sheet and worker.
func TestSiteHoldsWhatItNames(t *testing.T) {
	site := Site(1, nil)
	index := string(site["index.html"])
	if found := regexp.MustCompile(`<script[^>]*>[^<]|importmap|\son\w+=|style=`).FindString(index); found != "" {
		t.Errorf("index.html has %q inside, which a policy of default-src 'self' refuses", found)
	}
	named := func(from, to string, relative bool) {
		if relative && !strings.HasPrefix(to, ".") {
			t.Errorf("%s imports %s, which no browser finds without an import map", from, to)
		}
		if place := path.Join(path.Dir(from), to); site[place] == nil {
			t.Errorf("%s names %s, and there is no %s", from, to, place)
		}
	}
	for _, found := range fileOf.FindAllStringSubmatch(index, -1) {
		named("index.html", found[2], false)
	}
	modules := regexp.MustCompile(`(?m)^(?:import|export|\}|  ).*? from "([^"]*)";|^import "([^"]*)";`)
	preloaded := strings.Count(index, `<link rel="modulepreload"`)
	count := 0
	for name, text := range site {
		if !strings.HasSuffix(name, ".js") || strings.Contains(name, "vendor/") {
			continue
		}
		for _, found := range modules.FindAllStringSubmatch(string(text), -1) {
			named(name, found[1]+found[2], true)
			count++
		}
	}
	if preloaded < 40 {
		t.Errorf("%d modules are asked for at once, and the page has more", preloaded)
	}
	if count < 100 {
		t.Errorf("%d imports were found, and the page has more", count)
	}
	must.Say(t, index, `<meta id="engine" content="1">`, `id="still"`, "python3 -m http.server", "'wasm-unsafe-eval'",
		"img-src 'self' data:", "The server of this page does not answer.")
	if strings.Contains(index, "breadboard explore</code> starts it again") {
		t.Error("a page of a folder tells its readers to start a program that they may not have")
	}
}

// The first answers are data in the page, and a large one is in a file of its own, packed. No text of an answer ends
// the element that it stands in.
func TestSiteHasFirstAnswers(t *testing.T) {
	const tag = `</script><script>alert(1)</script>`
	long := strings.Repeat("1.5,", mostInside/4+1)
	body := map[string]int{"T": 7}
	site := Site(1, []Answered{{Kind: "measure", Body: body, Answer: tag},
		{Kind: "levels", Body: body, Answer: long}})
	index := string(site["index.html"])
	_, rest, found := strings.Cut(index, firstBegins)
	inside, after, ended := strings.Cut(rest, keptEnds)
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

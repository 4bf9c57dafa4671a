package explorer

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// A page of a folder has no script inside, and names no file that is not in the folder: every module that one imports
// is
// where it says, seen from its own place, and so is every script, style sheet and worker.
func TestSiteHoldsWhatItNames(t *testing.T) {
	site := Site(1)
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
	if count < 100 {
		t.Errorf("%d imports were found, and the page has more", count)
	}
	must.Say(t, index, `<meta id="engine" content="1">`, `id="still"`, "python3 -m http.server", "'wasm-unsafe-eval'",
		"img-src 'self' data:", "The server of this page does not answer.")
	if strings.Contains(index, "breadboard explore</code> starts it again") {
		t.Error("a page of a folder tells its readers to start a program that they may not have")
	}
}

package explorer

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"breadboard/reports/charts"
)

// inside finds the scripts that stand in a page itself. The import map is one: it gives modules their names.
var inside = regexp.MustCompile(`(?s)<script(?: type="importmap")?>(.*?)</script>`)

// Policy is the content security policy of a page that is served: it runs the scripts of its own server, and those
// that stand in the page, which it knows by their sums. Styles come from files alone: a script sets element.style.x,
// which no policy forbids, and charts.js takes out the <style> that Plot puts into each figure, whose rules are in
// charts.css.
func Policy(page []byte) string {
	scripts := "script-src 'self'"
	for _, found := range inside.FindAllSubmatch(page, -1) {
		scripts += " " + digest(found[1])
	}
	return "default-src 'none'; " + scripts + "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'"
}

// still is what the page of a site says where none of its scripts runs, so that it is in the page itself: starts.js
// takes
// it away, and says causes that are known.
const still = `<p id="still" class="banner" role="alert">This page does not start,
	because its scripts do not run. From a
disk, <code>python3 -m http.server</code> in its folder, and then the page at http://127.0.0.1:8000, would do. Behind a
server's policy, <code>Content-Security-Policy: default-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:</code> would
do: without <code>'wasm-unsafe-eval'</code> no browser can run the engine, so nothing here can be computed, and without
<code>data:</code> no picture can be saved as PNG.</p>
`

// lost is what the page of a server says when that is gone, and gone what the page of a site says then.
const lost = `The server does not answer. The page shows its last answers.
<code>breadboard explore</code> starts it again; then the page goes on by itself.`

const gone = `The server of this page does not answer. The page shows its last answers,
	and goes on by itself when it does.`

// Served are the files of a page that is served, by their names, as charts/lines.js. page.html is the page as one file
// without answers; it puts its own into it to save itself.
func Served() map[string][]byte {
	all := map[string][]byte{"page.html": []byte(Empty())}
	for prefix, files := range map[string]fs.FS{"": Files(), "charts/": charts.Files()} {
		_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, _ error) error { // they are embedded
			if !entry.IsDir() {
				all[prefix+name] = content(prefix + name)
			}
			return nil
		})
	}
	return all
}

// imported finds the module in import ... from "explorer/digits.js", in export ... from, in an import by itself, and in
// import("explorer/tour/tour.js"), which waits until it is run.
var imported = regexp.MustCompile(`( from |\bimport |\bimport\()"(explorer|charts)/([^"]+)"`)

// relative names the modules that a module imports as seen from its own place, "../digits.js" in views/cells.js, so
// that
// no import map is needed: that would be a script inside of the page, which a strict policy forbids.
func relative(name string, script []byte) []byte {
	return imported.ReplaceAllFunc(script, func(found []byte) []byte {
		part := imported.FindSubmatch(found)
		to := string(part[3])
		if string(part[2]) == "charts" {
			to = "charts/" + to
		}
		up := strings.Repeat("../", strings.Count(name, "/"))
		return fmt.Appendf(nil, `%s"%s%s"`, part[1], cmp.Or(up, "./"), to)
	})
}

// replaced is a text with a piece of it replaced, which must be there.
func replaced(text, old, by string) string {
	if !strings.Contains(text, old) {
		panic("a page has no " + old)
	}
	return strings.Replace(text, old, by, 1)
}

// An Answered is an answer that comes with a page, with the kind and the body of the question that it is to. A page
// that asks just this has the answer before its engine is there. The answer of the kind catalogue is explore.Choices.
type Answered struct {
	Kind   string `json:"kind"`
	Body   any    `json:"body"`
	Answer any    `json:"answer,omitempty"`
	File   string `json:"file,omitempty"` // that holds the answer, packed, if it is large
}

// mostInside is the number of bytes of the largest answer that stands in the page itself: the page goes on when all of
// it has come, and the laws along an annealing take half a megabyte.
const mostInside = 100_000

// firstBegins is the place of these answers. It is data, which no policy keeps from being there.
const firstBegins = `<script type="application/json" id="first">`

// FirstFolder is the folder of a site that has the large ones among the answers that come with the page.
const FirstFolder = "first"

// placed writes answers as the element of a page, and large ones into files of the site.
func placed(first []Answered, site map[string][]byte) string {
	if len(first) == 0 {
		return ""
	}
	all := make([]Answered, len(first))
	for i, one := range first {
		all[i] = one
		if answer := marshalled(one.Answer); len(answer) > mostInside {
			all[i].Answer = nil
			all[i].File = fmt.Sprintf("%s/%s-%d.json.gz", FirstFolder, one.Kind, i)
			site[all[i].File] = Packed(answer)
		}
	}
	return firstBegins + string(marshalled(all)) + keptEnds
}

// marshalled is a value as JSON. Marshal writes <, >, & as escapes, so that no text ends the element that it stands in.
func marshalled(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // a bug: every answer is data that JSON can hold
	}
	return text
}

// Packed is a file as gzip packs it. Servers of files send it as it is, and the page unpacks it.
func Packed(content []byte) []byte {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed) // the best level saves 0.7% of the bytes, in 2.6 times the time
	_, _ = zip.Write(content)      // to memory, which takes all
	_ = zip.Close()
	return packed.Bytes()
}

// leastPacked is the number of bytes from which a file of a site is worth a packed one beside it.
const leastPacked = 1000

// Compress adds to the files of a site a packed one beside each, as main.js.gz, for servers that send such in its
// place.
func Compress(site map[string][]byte) {
	for _, name := range slices.Sorted(maps.Keys(site)) {
		if len(site[name]) >= leastPacked && path.Ext(name) != ".gz" {
			site[name+".gz"] = Packed(site[name])
		}
	}
}

// preloads names every module that the page is made of, so that a browser asks for all of them at once: else it finds
// them import by import, one way to the server and back for each.
func preloads(site map[string][]byte, entry string) string {
	var links strings.Builder
	found := map[string]bool{}
	reach(site, entry, found)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
	}
	return links.String()
}

// from finds the module that a module of a site imports, as seen from its own place.
var from = regexp.MustCompile(`(?: from |\bimport )"(\.[^"]+)"`)

// reach adds a module of a site to those that were found, and all that it imports.
func reach(site map[string][]byte, module string, found map[string]bool) {
	if found[module] {
		return
	}
	found[module] = true
	for _, part := range from.FindAllSubmatch(site[module], -1) {
		reach(site, path.Join(path.Dir(module), string(part[1])), found)
	}
}

// Site is Served for any static server. Beside these files the page needs its engine as engine.wasm.gz, which is of so
// many bytes, and explore.Catalogue as catalogue.json. Its policy is Policy's, and lets
// it run the engine. No element can say who may frame a page. The first answers come with the page.
//
// No script stands in the page: it runs behind "default-src 'self' 'wasm-unsafe-eval'" as well.
func Site(packed int, first []Answered) map[string][]byte {
	site := Served()
	for name, text := range site {
		if strings.HasSuffix(name, ".js") && !strings.Contains(name, "vendor/") {
			site[name] = relative(name, text)
		}
	}
	page := string(site["index.html"])
	page = replaced(page, importMap.FindString(page)+"\n", "")
	page = replaced(page, "<main", still+"<main")
	page = replaced(page, lost, gone)
	policy := strings.Replace(Policy([]byte(page)), "'self'", "'self' 'wasm-unsafe-eval'", 1)
	head := fmt.Sprintf("%s\n%s\n<meta id=\"engine\" content=\"%d\">\n<script src=\"starts.js\"></script>\n%s", charset,
		element(policy), packed, strings.TrimSpace(preloads(site, "main.js")))
	page = replaced(page, "</body>", placed(first, site)+"\n</body>")
	site["index.html"] = []byte(replaced(page, charset, head))
	return site
}

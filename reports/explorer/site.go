package explorer

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"breadboard/reports/charts"
)

// inside finds the scripts that stand in a page itself. The import map is one: it gives modules their names.
var inside = regexp.MustCompile(`(?s)<script(?: type="importmap")?>(.*?)</script>`)

// Policy is the content security policy of a page that is served: it runs the scripts of its own server, and those that
// stand in the page, which it knows by their sums. Styles come from files alone: a script sets element.style.x, which no
// policy forbids, and charts.js takes out the <style> that Plot puts into each figure, whose rules are in charts.css.
func Policy(page []byte) string {
	scripts := "script-src 'self'"
	for _, found := range inside.FindAllSubmatch(page, -1) {
		scripts += " " + digest(found[1])
	}
	return "default-src 'none'; " + scripts + "; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
		"base-uri 'none'; form-action 'none'"
}

// fromDisk is the sentence of a page of a site that was opened from a disk. A script in the page itself shows it.
const fromDisk = `<p id="disk" class="banner" hidden>This page needs a static server, as browsers run no modules from a ` +
	`disk: <code>python3 -m http.server</code> in its folder, and then the page at http://127.0.0.1:8000, would do.</p>
<script>document.getElementById("disk").hidden = location.protocol !== "file:";</script>
`

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

// Site is Served for any static server. Beside these files the page needs its engine, engine.wasm and packed as
// engine.wasm.gz, which is of so many bytes, and explore.Catalogue as catalogue.json. Its policy is Policy's, and lets it
// run the engine. No element can say who may frame a page.
func Site(packed int) map[string][]byte {
	site := Served()
	index := strings.Replace(string(site["index.html"]), "<main", fromDisk+"<main", 1)
	policy := strings.Replace(Policy([]byte(index)), "'self'", "'self' 'wasm-unsafe-eval'", 1)
	head := fmt.Sprintf("%s\n%s\n<meta id=\"engine\" content=\"%d\">", charset, element(policy), packed)
	site["index.html"] = []byte(strings.Replace(index, charset, head, 1))
	return site
}

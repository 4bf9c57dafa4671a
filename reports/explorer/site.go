package explorer

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"breadboard/experiments/explore"
	"breadboard/reports/charts"
)

// The sentence of a page that was opened from a disk. Browsers let such a page load no modules, so that a script shows it
// which stands in the page itself.
const (
	fromDisk = `<p id="disk" class="banner" hidden>This page needs a static server, as browsers run no modules from a disk: ` +
		"<code>python3 -m http.server</code> in its folder, and then the page at http://127.0.0.1:8000, would do.</p>\n"
	showDisk = `document.getElementById("disk").hidden = location.protocol !== "file:";`
)

// Site returns the files of a page that any static server serves, by folders and in them by names; "" is the folder
// itself. The page asks no server: it has the engine, the program of package answers for WebAssembly, as it is and
// packed by gzip, of which the packed one is what browsers load. starter is the wasm_exec.js of the Go that built it, and
// nil is that of the folder vendor. Of the choices, the page shows the version.
func Site(engine, packed, starter []byte, choices explore.Choices) (map[string]map[string][]byte, error) {
	var one bytes.Buffer
	catalogue, err := json.Marshal(choices)
	if err == nil {
		err = Page(&one, Kept{})
	}
	if err != nil {
		return nil, err
	}
	site := map[string]map[string][]byte{}
	put := func(name string, content []byte) {
		folder, base := path.Split(name)
		if site[folder] == nil {
			site[folder] = map[string][]byte{}
		}
		site[folder][base] = content
	}
	for prefix, files := range map[string]fs.FS{"": Files(), "charts/": charts.Files()} {
		_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, _ error) error { // they are embedded
			if !entry.IsDir() {
				put(prefix+name, content(prefix+name))
			}
			return nil
		})
	}
	if starter != nil {
		put("vendor/wasm_exec.js", starter)
	}
	put("engine.wasm", engine)
	put("engine.wasm.gz", packed)
	put("catalogue.json", catalogue)
	put("page.html", one.Bytes())
	put("index.html", index(len(packed)))
	return site, nil
}

// index is the page of a site, with an engine of so many bytes. Its policy is that of a server, as far as an element can
// say it: it cannot say who may frame the page.
func index(size int) []byte {
	text := string(content("index.html"))
	scripts := "script-src 'self' 'wasm-unsafe-eval'"
	for _, inside := range []string{importMap.FindStringSubmatch(text)[2], showDisk} {
		sum := sha256.Sum256([]byte(inside))
		scripts += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	policy := `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` + scripts +
		`; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'">`
	text = strings.Replace(text, charset, fmt.Sprintf("%s\n%s\n<meta id=\"engine\" content=\"%d\">", charset, policy, size), 1)
	return []byte(strings.Replace(text, "<main", fromDisk+"<script>"+showDisk+"</script>\n<main", 1))
}

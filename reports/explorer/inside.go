package explorer

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"path"
	"regexp"
	"strings"
)

var (
	// fileOf finds the address in <link href="./explorer.css"> and in <script src="./main.js">.
	fileOf = regexp.MustCompile(`(<(?:link|script)\b[^>]*?\s(?:href|src)=")([^"]*)(")`)
	// importMap finds the import map, which says where modules are.
	importMap = regexp.MustCompile(`(?s)(<script type="importmap">)(.*?)(</script>)`)
	// charset is the first element of a page. The policy follows it, and goes before all that it is about.
	charset = `<meta charset="utf-8">`
)

// inside puts every file that a page names into it, as a data: address, and the modules that its scripts import. names
// has the file of each module: "explorer/main.js" is main.js. Modules find each other by these names in a module that came
// from a data: address as well, because such a name is not relative. The page's policy allows what is inside, and
// nothing from elsewhere.
func inside(files fs.FS, page string, names map[string]string) string {
	text := string(content(files, page))
	text = fileOf.ReplaceAllStringFunc(text, func(tag string) string {
		part := fileOf.FindStringSubmatch(tag)
		return part[1] + data(files, part[2]) + part[3]
	})
	part := importMap.FindStringSubmatch(text)
	if part == nil || !strings.Contains(text, charset) {
		panic(page + " has no import map, or no " + charset)
	}
	modules := modulesInside(files, names)
	text = strings.Replace(text, part[0], part[1]+modules+part[3], 1)
	return strings.Replace(text, charset, charset+"\n"+policy(modules)+"\n"+keptBegins+keptEnds, 1)
}

// modulesInside returns an import map whose modules are data: addresses.
func modulesInside(files fs.FS, names map[string]string) string {
	imports := map[string]string{}
	for name, file := range names {
		imports[name] = data(files, file)
	}
	written, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		panic(err) // unreachable: texts alone
	}
	return string(written)
}

// policy is the content security policy of a saved page: scripts that are inside, the import map by its hash, the
// styles that a drawing brings along, pictures made by the page itself, and no connection to anywhere.
func policy(modules string) string {
	sum := sha256.Sum256([]byte(modules))
	return fmt.Sprintf(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'; `+
		`script-src data: 'sha256-%s'; style-src data: 'unsafe-inline'; img-src data: blob:; `+
		`base-uri 'none'; form-action 'none'">`, base64.StdEncoding.EncodeToString(sum[:]))
}

// data returns a file as a data: address.
func data(files fs.FS, name string) string {
	name = strings.TrimPrefix(name, "./")
	kind := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}[path.Ext(name)]
	if kind == "" {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	return "data:" + strings.ReplaceAll(kind, " ", "") + ";base64," +
		base64.StdEncoding.EncodeToString(content(files, name))
}

// content reads a file that is embedded.
func content(files fs.FS, name string) []byte {
	all, err := fs.ReadFile(files, name)
	if err != nil {
		panic(fmt.Sprintf("the page names a file that is not there: %v", err))
	}
	return all
}

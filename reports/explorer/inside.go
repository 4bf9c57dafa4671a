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
	// namesOf finds the import map, which says where modules are.
	namesOf = regexp.MustCompile(`(?s)(<script type="importmap">)(.*?)(</script>)`)
	// charset is the first element of a page. The policy follows it, and goes before all that it is about.
	charset = `<meta charset="utf-8">`
)

// inside puts every file that a page names into it, as a data: address. Modules find each other by the names of the
// import map, which works in a module that came from a data: address as well, because such a name is not relative.
// The page's policy allows what is inside, and nothing from elsewhere.
func inside(files fs.FS, name string) string {
	text := string(content(files, name))
	text = fileOf.ReplaceAllStringFunc(text, func(tag string) string {
		part := fileOf.FindStringSubmatch(tag)
		return part[1] + data(files, part[2]) + part[3]
	})
	part := namesOf.FindStringSubmatch(text)
	if part == nil || !strings.Contains(text, charset) {
		panic(name + " has no import map, or no " + charset)
	}
	names := named(files, part[2])
	text = strings.Replace(text, part[0], part[1]+names+part[3], 1)
	return strings.Replace(text, charset, charset+"\n"+policy(names)+"\n"+keptBegins+keptEnds, 1)
}

// named returns an import map whose modules are inside.
func named(files fs.FS, text string) string {
	var names struct {
		Imports map[string]string `json:"imports"`
	}
	if err := json.Unmarshal([]byte(text), &names); err != nil {
		panic(fmt.Sprintf("the import map: %v", err))
	}
	for name, file := range names.Imports {
		names.Imports[name] = data(files, file)
	}
	written, err := json.Marshal(names)
	if err != nil {
		panic(err) // unreachable: texts alone
	}
	return string(written)
}

// policy is the content security policy of a saved page: scripts that are inside, the import map by its hash, the
// styles that a drawing brings along, pictures made by the page itself, and no connection to anywhere.
func policy(names string) string {
	sum := sha256.Sum256([]byte(names))
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

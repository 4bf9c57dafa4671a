package explorer

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Policy holds the content security policy of a served page. It allows the scripts of the page's own server, and none
// in the page itself. Styles come from files alone: a script sets element.style.x, which no policy forbids.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

// charset holds the first element of a page. What a site adds to the head follows it.
const charset = `<meta charset="utf-8">`

// Served returns the files of a page that is served, by their names, as state/link.js.
func Served() map[string][]byte {
	all := map[string][]byte{}
	err := fs.WalkDir(page, "page", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all[strings.TrimPrefix(path, "page/")], err = page.ReadFile(path)
		}
		return err
	})
	if err != nil {
		panic(err) // unreachable: the folder is embedded
	}
	return all
}

// replaced returns a text with by in place of old. It panics if the text does not have old.
func replaced(text, old, by string) string {
	if !strings.Contains(text, old) {
		panic("a page has no " + old)
	}
	return strings.Replace(text, old, by, 1)
}

// An Answered is an answer that comes with a page, with the kind and the body of its question. A page that asks just
// this question has the answer before its engine is there. The answer of the kind catalogue is explore.Choices.
type Answered struct {
	Kind   string `json:"kind"`
	Body   any    `json:"body"`
	Answer any    `json:"answer,omitempty"`
	File   string `json:"file,omitempty"` // holds a large answer, packed
}

// mostInside bounds the bytes of an answer in the page itself. The page starts only when all of it has come, and the
// distributions along an annealing take half a megabyte.
const mostInside = 100_000

// firstBegins and firstEnds enclose these answers. The policy allows them, because they are data.
const (
	firstBegins = `<script type="application/json" id="first">`
	firstEnds   = `</script>`
)

// placed returns answers as an element of the page, and puts large ones into files of the site.
func placed(first []Answered, site map[string][]byte) string {
	if len(first) == 0 {
		return ""
	}
	all := make([]Answered, len(first))
	for i, one := range first {
		all[i] = one
		if answer := marshalled(one.Answer); len(answer) > mostInside {
			all[i].Answer = nil
			all[i].File = fmt.Sprintf("first/%s-%d.json.gz", one.Kind, i)
			site[all[i].File] = Packed(answer)
		}
	}
	return firstBegins + string(marshalled(all)) + firstEnds
}

// marshalled returns a value as JSON. Marshal writes <, >, & as escapes, so that no text ends the element that it
// stands in.
func marshalled(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // a bug: every answer is data that JSON can hold
	}
	return text
}

// Packed returns content packed by gzip. Servers of files send it as it is, and the page unpacks it.
func Packed(content []byte) []byte {
	var packed bytes.Buffer
	zip := gzip.NewWriter(&packed) // the best level saves 0.7% of the bytes, in 2.6 times the time
	_, _ = zip.Write(content)      // to memory, which takes all
	_ = zip.Close()
	return packed.Bytes()
}

// Site returns the files of a page for any static server, with the first answers in the page. The folder also needs the
// engine as engine.wasm.gz, which has this many bytes, and explore.OfferedChoices as catalogue.json. The policy is
// Policy, and also allows the engine. It cannot say who may frame the page, because no element can.
func Site(packed int, first []Answered) map[string][]byte {
	site := Served()
	page := string(site["index.html"])
	policy := strings.Replace(Policy, "'self'", "'self' 'wasm-unsafe-eval'", 1)
	head := fmt.Sprintf("%s\n<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n<meta id=\"engine\" "+
		"content=\"%d\">", charset, policy, packed)
	page = replaced(page, charset, head)
	site["index.html"] = []byte(replaced(page, "</body>", placed(first, site)+"\n</body>"))
	return site
}

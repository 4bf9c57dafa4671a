package explorer

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"breadboard/experiments/explore"
	"breadboard/reports/charts"
)

// A Kept holds what a saved page shows: its link, and the newest answers of both sides by their kinds, as "measure".
// B is nil if there is one setting alone. The catalogue is that of the program that gave the answers. ask.js reads all
// of it from the element with the id "kept".
type Kept struct {
	Link      string          `json:"link"`
	A         map[string]any  `json:"a"`
	B         map[string]any  `json:"b,omitempty"`
	Catalogue explore.Choices `json:"catalogue"`
}

// The place of the answers. A page of no answers has null there, which ask.js reads as a page that asks a server.
const (
	keptBegins = `<script type="application/json" id="kept">`
	keptEnds   = `</script>`
)

// Page writes the page as one file with answers in it. It needs no server and no network: it works from a disk, and
// shows what was on the screen. Of an empty Kept it writes the page without answers, into which save.js puts them.
func Page(w io.Writer, k Kept) error {
	answers := []byte("null")
	if k.Link != "" {
		var err error
		// Marshal writes <, >, &, U+2028 and U+2029 as escapes, so that no text of an answer ends the element.
		if answers, err = json.Marshal(k); err != nil {
			return fmt.Errorf("the answers cannot be kept: %w", err)
		}
	}
	before, after, _ := strings.Cut(alone(), keptBegins+keptEnds)
	for _, piece := range []string{before, keptBegins, string(answers), keptEnds, after} {
		if _, err := io.WriteString(w, piece); err != nil {
			return err
		}
	}
	return nil
}

// alone is the page with all of its files inside, made once.
var alone = sync.OnceValue(func() string { return inside(served{}, "index.html", modules()) })

// modules are the files of all modules, by the names that the import map of index.html makes of them.
func modules() map[string]string {
	names := map[string]string{}
	for _, name := range charts.Modules() {
		names["charts/"+name] = "charts/" + name
	}
	err := fs.WalkDir(Files(), ".", func(name string, _ fs.DirEntry, err error) error {
		if path.Ext(name) == ".js" {
			names["explorer/"+name] = name
		}
		return err
	})
	if err != nil {
		panic(err) // unreachable: the folder is embedded
	}
	return names
}

// served are the files of the page and of the drawing code, by the addresses that a server has for them.
type served struct{}

// Open opens a file.
func (served) Open(name string) (fs.File, error) {
	if drawing, ok := strings.CutPrefix(name, "charts/"); ok {
		return charts.Files().Open(drawing)
	}
	return Files().Open(name)
}

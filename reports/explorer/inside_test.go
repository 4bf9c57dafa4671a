package explorer

import (
	"encoding/base64"
	"strings"
	"testing"
	"testing/fstest"
)

// small is a page of two modules, a library, styles and a picture.
var small = fstest.MapFS{
	"index.html": {Data: []byte(`<!doctype html>
<meta charset="utf-8">
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="./a.css">
<script type="importmap">{"imports": {"a/": "./"}}</script>
<script src="./charts/c.js"></script>
<script type="module" src="./main.js"></script>
<a href="https://example.org/">a link to follow</a>
`)},
	"icon.svg":    {Data: []byte("<svg/>")},
	"a.css":       {Data: []byte("p {}")},
	"main.js":     {Data: []byte(`import "a/b.js";`)},
	"b.js":        {Data: []byte("// ü")},
	"charts/c.js": {Data: []byte("window.c = 1")},
}

func TestInside(t *testing.T) {
	text := inside(small, "index.html", map[string]string{"a/b.js": "b.js"})
	for kind, file := range map[string]string{
		"image/svg+xml": "icon.svg", "text/css;charset=utf-8": "a.css", "text/javascript;charset=utf-8": "main.js"} {
		want := `="data:` + kind + ";base64," + base64.StdEncoding.EncodeToString(small[file].Data) + `"`
		if !strings.Contains(text, want) {
			t.Errorf("%s is not inside as %s", file, want)
		}
	}
	module := `{"imports":{"a/b.js":"data:text/javascript;charset=utf-8;base64,Ly8gw7w="}}`
	if !strings.Contains(text, `<script type="importmap">`+module+`</script>`) {
		t.Errorf("the import map is not %s", module)
	}
	if !strings.Contains(text, `<a href="https://example.org/">`) {
		t.Error("a link to follow is changed")
	}
}

// A name without a file stops the program at once, and not the reader of a page.
func TestInsideOfNoFile(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a page that names a file that is not there is written")
		}
	}()
	page := `<meta charset="utf-8"><script src="gone.js"></script>`
	inside(fstest.MapFS{"index.html": {Data: []byte(page)}}, "index.html", nil)
}

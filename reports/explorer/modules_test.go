package explorer_test

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"breadboard/reports/charts"
	"breadboard/reports/explorer"
)

var update = flag.Bool("update", false, "write the import map of index.html anew")

// imports is the import map of index.html: what stands between the braces of "imports".
var imports = regexp.MustCompile(`(?s)(\{"imports": \{\n)(.*?)(\n\}\})`)

// Every module of the page and of the charts has a name in the import map, by which modules import each other. So the
// page that is saved can hold them all, without addresses.
func TestImportMapNamesEveryModule(t *testing.T) {
	page, err := fs.ReadFile(explorer.Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join(append(named(t, explorer.Files(), "explorer/", "./"),
		named(t, charts.Files(), "charts/", "./charts/")...), ",\n")
	if *update {
		page = imports.ReplaceAll(page, []byte("${1}"+want+"${3}"))
		if err := os.WriteFile("page/index.html", page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	found := imports.FindSubmatch(page)
	if found == nil {
		t.Fatal("index.html has no import map")
	}
	if !bytes.Equal(found[2], []byte(want)) {
		t.Errorf("the import map is\n%s\nand the modules are\n%s\ngo test ./reports/explorer -update writes it", found[2],
			want)
	}
}

// named are the lines of the import map for the modules of a folder. "charts" is charts/charts.js.
func named(t *testing.T, files fs.FS, prefix, folder string) []string {
	var lines []string
	err := fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error {
		if module, ok := strings.CutSuffix(name, ".js"); ok && !strings.HasPrefix(name, "vendor/") {
			module = prefix + module
			if module == "charts/charts" {
				module = "charts"
			}
			lines = append(lines, fmt.Sprintf("%q: %q", module, folder+name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

package charts

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"strings"
	"testing"
)

// The vendored files are those of the published packages: their sums are in the README beside them.
func TestVendoredFilesAreThePublishedOnes(t *testing.T) {
	readme, err := fs.ReadFile(Files(), "vendor/README.md")
	if err != nil {
		t.Fatal(err)
	}
	all, err := fs.ReadDir(Files(), "vendor")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range all {
		if file.Name() == "README.md" {
			continue
		}
		content, err := fs.ReadFile(Files(), "vendor/"+file.Name())
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("| %x |", sha256.Sum256(content))
		if !inRow(string(readme), file.Name(), line) {
			t.Errorf("%s has the sum %s, which its row of README.md does not have", file.Name(), line)
		}
	}
}

func inRow(table, name, cell string) bool {
	for row := range strings.Lines(table) {
		if strings.HasPrefix(row, "| "+name+" ") {
			return strings.Contains(row, cell)
		}
	}
	return false
}

// Every module has a name, every name a file, and every import a name.
func TestModulesAreAll(t *testing.T) {
	names, texts := map[string]bool{}, map[string]string{}
	for _, m := range Modules() {
		content, err := fs.ReadFile(Files(), m.File)
		if err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
		names[m.Name], texts[m.File] = true, string(content)
	}
	files, err := fs.Glob(Files(), "*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, ok := texts[file]
		if !ok {
			t.Errorf("%s is no module", file)
		}
		for line := range strings.Lines(text) {
			if _, from, found := strings.Cut(line, `} from "`); found && !names[strings.TrimSuffix(from, "\";\n")] {
				t.Errorf("%s imports %q, which is no module", file, from)
			}
		}
	}
}

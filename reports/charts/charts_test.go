package charts

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// The vendored files are those of the published packages: their sums are in the README beside them.
func TestVendoredFilesAreThePublishedOnes(t *testing.T) {
	readme := must.Have(fs.ReadFile(Files(), "vendor/README.md"))(t)
	all := must.Have(fs.ReadDir(Files(), "vendor"))(t)
	for _, file := range all {
		if file.Name() == "README.md" {
			continue
		}
		content := must.Have(fs.ReadFile(Files(), "vendor/"+file.Name()))(t)
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

// Every name that a module imports is that of a module. charts.js is the one that pages import.
func TestModulesAreAll(t *testing.T) {
	names := must.Have(fs.Glob(Files(), "*.js"))(t)
	if !slices.Contains(names, "charts.js") {
		t.Errorf("charts.js is not among %q", names)
	}
	for _, name := range names {
		text := must.Have(fs.ReadFile(Files(), name))(t)
		for line := range strings.Lines(string(text)) {
			_, from, found := strings.Cut(line, `} from "charts/`)
			if from = strings.TrimSuffix(from, "\";\n"); found && !slices.Contains(names, from) {
				t.Errorf("%s imports %q, which is no module", name, from)
			}
		}
	}
}

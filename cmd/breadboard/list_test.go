package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/toys"
)

// Each toy has a picture in pixels, named in the list, and one in vectors beside.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	var rows []struct{ Kind, Name, Picture string }
	worksJSON(t, &rows, dir, "list", "--pictures", "new/pics")
	seen := 0
	for _, r := range rows {
		if r.Kind != "toy" {
			if r.Picture != "" {
				t.Errorf("%s has the picture %s", r.Name, r.Picture)
			}
			continue
		}
		seen++
		for name, begins := range map[string]string{
			r.Picture: "\x89PNG",
			strings.TrimSuffix(r.Picture, "png") + "svg": "<?xml",
		} {
			data, err := os.ReadFile(filepath.Join(dir, "new", "pics", name))
			if err != nil {
				t.Errorf("%s: %v", r.Name, err)
			} else if !strings.HasPrefix(string(data), begins) {
				t.Errorf("%s: %s does not begin with %q", r.Name, name, begins)
			}
		}
	}
	if seen != len(toys.Catalogue) {
		t.Errorf("%d toys in the list, %d in the catalogue", seen, len(toys.Catalogue))
	}
	if drawn := strings.Fields(listing(t, filepath.Join(dir, "new", "pics"))); len(drawn) != 2*seen {
		t.Errorf("%d pictures of %d toys: %s", len(drawn), seen, drawn)
	}
	const says = "A picture of each is in p: easy.png and the like."
	if out := works(t, dir, "list", "--pictures", "p"); !strings.Contains(out, says) {
		t.Errorf("the directory is not named: %s", out)
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	for _, e := range entriesIn(t, dir) {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

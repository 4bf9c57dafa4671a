package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// --orbits stands alone or has a file after an =, in exact and in a sweep alike. Rows say which, and have the numbers
// of the cells; a title says how many orbits there are.
func TestOrbits(t *testing.T) {
	dir := files(t, map[string]string{"flip.csv": "15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0\n"})
	setting := []string{"--toy", "ising:2x2:0.4", "-T", "5"}
	var cells []map[string]any
	worksJSON(t, &cells, dir, append([]string{"exact"}, setting...)...)
	for _, c := range []struct{ flag, orbits, title string }{
		{"--orbits", "own", "ising:2x2:0.4 on 4 orbits of 16 cells; "}, {"--orbits=flip.csv", "flip.csv",
			"on 8 orbits of 16 cells; "},
	} {
		args := append([]string{"exact", c.flag}, setting...)
		if out := works(t, dir, args...); !strings.Contains(out, c.title) {
			t.Errorf("%q: no %q in %s", args, c.title, out)
		}
		var rows []map[string]any
		worksJSON(t, &rows, dir, args...)
		off := rows[0]["J"].(float64) - cells[0]["J"].(float64)
		if !(off < 1e-14 && off > -1e-14) || rows[0]["orbits"] != c.orbits || cells[0]["orbits"] != nil {
			t.Errorf("%q: J is off by %g, and orbits are %v; of cells they are %v", args, off,
				rows[0]["orbits"], cells[0]["orbits"])
		}
		works(t, dir, append([]string{"sweep", c.flag, "--out", c.orbits + ".out"}, setting...)...)
		if row := tableOf(t, filepath.Join(dir, c.orbits+".out"))[0]; row["orbits"] != c.orbits || row["J"] == "" {
			t.Errorf("a sweep with %s has %v", c.flag, row)
		}
	}
	refused(t, program(t, dir, append([]string{"sweep", "--out", "own.out"}, setting...)...),
		"has 1 row that the new one would not have")
	refused(t, program(t, dir, append([]string{"exact", "--orbits", "flip.csv"}, setting...)...),
		"flip.csv", "--orbits=FILE")
	refused(t, program(t, dir, append([]string{"sample", "--orbits", "--exec", "cat"}, setting...)...),
		"--orbits walks orbits")
	refused(t, program(t, dir, "exact", "--toy", "ising:5x6:0.4", "--orbits", "-T", "10"),
		"has 4,503,160 orbits", "--yes goes on")
	if page := works(t, dir, append([]string{"exact", "--orbits", "--pictures", "drawn"}, setting...)...); page != "" {
		html := read(t, filepath.Join(dir, "drawn", "run.html"))
		if !strings.Contains(html, "4 orbits of 16 cells") ||
			!strings.Contains(html, "in the order of their first cells") ||
			!strings.Contains(html, "orbits=own") {
			t.Error("the page does not say that it shows orbits, or its links ask for cells")
		}
	}
}

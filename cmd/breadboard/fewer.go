package main

import (
	"fmt"
	"os"
	"path/filepath"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// checkRows returns bad input if the table of this name in a directory has more rows than are to take its place.
// What is no file has none.
func (f forceFlags) checkRows(dir, name string, rows int) error {
	path := filepath.Join(dir, name)
	if info, err := os.Stat(path); f.Force || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	there, err := countRows(path)
	if err != nil {
		return text.Unreadable(path, err, "another directory, or --force, which replaces what is there,")
	}
	if rows < there {
		return bad(fmt.Errorf("%s has %s, and the new one would have %s; another directory would do, or --force, which "+
			"replaces what is there", path, text.Count(there, "row"), text.Thousands(rows)))
	}
	return nil
}

// countRows counts the rows of a table in a file.
func countRows(path string) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return table.CountCSV(f)
}

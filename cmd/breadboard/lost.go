package main

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"breadboard/grid/text"
	"breadboard/reports/table"
)

// keepsRows returns bad input if the table of this name in a directory has rows that are not among those that are to
// take its place. Rows are told by some columns. What is no file has none.
func (f forceFlags) keepsRows(dir, name string, columns []table.Column, rows iter.Seq[[]any]) error {
	path := filepath.Join(dir, name)
	if info, err := os.Stat(path); f.Force || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	file, err := os.Open(path)
	var lost, line int
	if err == nil {
		defer file.Close()
		lost, line, err = table.Lost(file, columns, rows)
	}
	if err != nil {
		return text.Unreadable(path, err, "another directory, or --force, which replaces what is there,")
	}
	if lost > 0 {
		return bad(fmt.Errorf("%s has %s that the new one would not have, the first in line %d; another directory would do, "+
			"or --force, which replaces what is there", path, text.Count(lost, "row"), line))
	}
	return nil
}

package main

import (
	"fmt"
	"path/filepath"

	"breadboard/reports/draws"
)

// saveFlags name a file for the runs.
type saveFlags struct {
	Save string `help:"Also save every run, its cell and its log w, as Parquet: for ArviZ, DuckDB, pandas. reports/draws has the columns." placeholder:"FILE.parquet" complete:"file"`
}

// check returns what is wrong with the file's name, and makes its directory. Call it before any
// work.
func (f saveFlags) check(w *world, force bool) error {
	switch {
	case f.Save == "":
		return nil
	case filepath.Ext(f.Save) != ".parquet":
		return bad(fmt.Errorf("--save %s: the runs are saved as Parquet; a name that ends in .parquet would do", f.Save))
	}
	return w.checkFile("--save", f.Save, force, "PAR1") // as Parquet begins
}

// save writes the file, whole or not at all.
func (f saveFlags) save(w *world, s draws.Sample, force bool) error {
	if f.Save == "" {
		return nil
	}
	return w.writeFile(f.Save, force, s.File(f.Save).Write)
}

package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/reports/draws"
	"breadboard/reports/table"
)

// saveFlags name a file for the runs.
type saveFlags struct {
	Save string `help:"Also save every run, its cell and its log w, as Parquet: for ArviZ, DuckDB, pandas. reports/draws has the columns." placeholder:"FILE.parquet" complete:"file"`
}

// check returns what is wrong with the file's name, and makes its directory. Call it before any
// work.
func (f saveFlags) check() error {
	switch {
	case f.Save == "":
		return nil
	case filepath.Ext(f.Save) != ".parquet":
		return bad(fmt.Errorf("--save %s: the runs are saved as Parquet; a name that ends in .parquet would do", f.Save))
	}
	return checkDir("--save", filepath.Dir(f.Save))
}

// save writes the file, whole or not at all.
func (f saveFlags) save(w *world, s draws.Sample) error {
	if f.Save == "" {
		return nil
	}
	dir, name := filepath.Split(f.Save)
	if dir == "" {
		dir = "."
	}
	if err := system.WriteAll(w.ctx, dir, []table.File{s.File(name)}); err != nil {
		return errors.Join(fmt.Errorf("--save %s", f.Save), err)
	}
	return nil
}

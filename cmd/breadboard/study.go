package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"breadboard/experiments/disk"
	"breadboard/grid/text"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// showStudy makes a study, writes its files of these names, if a directory is named, and prints its tables. After a
// failure the directory is removed if it is new and still empty.
func (w *world) showStudy(out disk.Set, names []string, format table.Format,
	make func() (study.Study, error)) (err error) {
	if out.Dir != "" {
		_, missing := os.Stat(out.Dir)
		if err := w.checkDir("--out", out, names...); err != nil {
			return err
		}
		defer func() {
			if err != nil && errors.Is(missing, fs.ErrNotExist) {
				_ = os.Remove(out.Dir)
			}
		}()
	}
	s, err := make()
	var files []table.File
	if err == nil && out.Dir != "" {
		if files, err = s.Files(); err == nil {
			err = w.write(out, files)
		}
	}
	if err == nil {
		err = s.Write(w.stdout, format, w.style)
	}
	if err == nil && out.Dir != "" && format == table.Plain {
		_, err = fmt.Fprintf(w.stdout, "\n%d files in %s\n", len(files), text.OneLine(out.Dir))
	}
	return err
}

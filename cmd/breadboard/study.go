package main

import (
	"fmt"

	"breadboard/grid/text"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// showStudy makes a study, writes its files, if a directory is named, and prints its tables.
func (w *world) showStudy(out string, format table.Format, make func() (study.Study, error)) error {
	if out != "" {
		if err := w.claim("--out", out); err != nil {
			return err
		}
	}
	s, err := make()
	var files []table.File
	if err == nil && out != "" {
		if files, err = s.Files(); err == nil {
			err = w.write(out, files)
		}
	}
	if err == nil {
		err = s.Write(w.stdout, format, w.style)
	}
	if err == nil && out != "" && format == table.Plain {
		_, err = fmt.Fprintf(w.stdout, "\n%d files in %s\n", len(files), text.OneLine(out))
	}
	return err
}

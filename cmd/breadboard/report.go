package main

import (
	"fmt"

	"breadboard/grid/text"
	"breadboard/reports/papers"
	"breadboard/reports/table"
)

// writeReport writes the files of a report into a directory that was claimed, and returns how many there are.
func (w *world) writeReport(r papers.Report, out string) (int, error) {
	files, err := table.Render(r.Files(version()))
	if err != nil {
		return 0, err
	}
	return len(files), w.write(out, files)
}

// printReport prints the tables of a report, and to people how many files of it are in a directory, unless there are
// none.
func (w *world) printReport(r papers.Report, format table.Format, files int, out string) error {
	if err := r.Write(w.stdout, format, w.style); err != nil {
		return err
	}
	if files > 0 && format == table.Plain {
		_, err := fmt.Fprintf(w.stdout, "\n%d files in %s\n", files, text.OneLine(out))
		return err
	}
	return nil
}

package main

import (
	"bytes"

	"breadboard/experiments"
	"breadboard/reports"
	"breadboard/reports/table"
)

func printValidation(w *world, v experiments.Validation, format table.Format) error {
	switch format {
	case table.JSON:
		var b bytes.Buffer
		if err := reports.WriteValidation(&b, v); err != nil {
			return err
		}
		_, err := w.stdout.Write(b.Bytes())
		return err
	case table.CSV:
		return w.print(format, reports.LawsData(v))
	}
	return w.print(format, reports.Validation(v)...)
}

// hunt seeds every bug of the catalogue, and writes and prints which check catches it.
func (c *validateCmd) hunt(w *world, format table.Format) error {
	tell, finish := w.progress("bugs")
	study, err := experiments.Hunt(w.ctx, experiments.Bugs, experiments.HuntMoves, experiments.HuntRepeats, tell)
	finish()
	if err != nil {
		return err
	}
	files, err := reports.BugFiles(study)
	if err != nil {
		return err
	}
	if err := w.write(c.Bugs, files); err != nil {
		return err
	}
	if format.ForPrograms() {
		return w.print(format, reports.BugsData(study))
	}
	return w.print(format, reports.Bugs(study)...)
}

// draw writes the pictures, if any were asked for.
func (c *validateCmd) draw(w *world, v experiments.Validation) error {
	if c.Pictures == "" {
		return nil
	}
	files, err := reports.ValidationPictures(v)
	if err != nil {
		return err
	}
	return w.write(c.Pictures, files)
}

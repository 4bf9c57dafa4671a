package main

import (
	"bytes"

	"breadboard/experiments/validation"
	"breadboard/reports"
	"breadboard/reports/table"
)

func printValidation(w *world, v validation.Validation, format table.Format) error {
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

// draw writes the pictures, if any were asked for.
func (c *validateCmd) draw(w *world, v validation.Validation) error {
	if c.Pictures == "" {
		return nil
	}
	files, err := reports.ValidationPictures(v)
	if err != nil {
		return err
	}
	return w.write(c.Pictures, files)
}

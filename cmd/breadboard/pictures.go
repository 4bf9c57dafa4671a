package main

import (
	"fmt"

	"breadboard/experiments/portrait"
	"breadboard/experiments/validation"
	"breadboard/reports/runs"
	"breadboard/reports/table"
)

// pictureFlags belong to commands that draw an annealing.
type pictureFlags struct {
	Pictures string `help:"Also draw the run into this directory, as figures and one page, run.html: p and q, and what each cell and step adds to B." placeholder:"DIR"`
}

// prepare makes the directory. It returns bad input if the order cannot be drawn.
func (f pictureFlags) prepare(w *world, o order) error {
	cells := o.Chain.Target.Grid.Size()
	if cells > validation.MostCells {
		return tooFine(o.Chain.TargetName(), cells)
	}
	if err := o.alone("--pictures"); err != nil {
		return err
	}
	return w.claim("--pictures", f.Pictures)
}

// draw runs an order for its portraits, and writes the figures and the page. note is a table's, and says so.
func (f pictureFlags) draw(w *world, what string, o order,
	study func(task) ([]portrait.Portrait, error)) (all []portrait.Portrait, note string, err error) {
	all, err = carryOut(w, what, o, study)
	var files []table.File
	if err == nil {
		files, err = runs.Files(all, w.made())
	}
	if err != nil {
		return nil, "", err
	}
	return all, fmt.Sprintf("Pictures in %s: %s shows all of them; %s and the like are single ones.", f.Pictures,
		runs.PageName, files[1].Name), w.write(f.Pictures, files)
}

// tooFine says that a picture cannot show so many cells.
func tooFine(target string, cells int) error {
	return badf("--pictures: %s has %s cells; up to %s can be told apart in a picture", target, table.Thousands(cells),
		table.Thousands(validation.MostCells))
}

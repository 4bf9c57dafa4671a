package main

import (
	"strings"

	"breadboard/grid/sheets"
)

// columnFlags say what the columns of a file are called.
type columnFlags struct {
	Columns string `help:"What the columns are called, if not as above: NAME,NAME in that order, or WORD=NAME, as chain=run or x_1=x[1,2]." placeholder:"NAMES"`
}

// columnNames are the names of the columns; nil if none are given. A comma in brackets, as in x[1,2], parts none.
func (f columnFlags) columnNames() (all []string) {
	if f.Columns == "" {
		return nil
	}
	open := false
	for piece := range strings.SplitSeq(f.Columns, ",") {
		if open {
			all[len(all)-1] += "," + piece
		} else {
			all = append(all, piece)
		}
		name := all[len(all)-1]
		open = strings.Count(name, "[") > strings.Count(name, "]")
	}
	return all
}

// cellFlags say how a file writes cells.
type cellFlags struct {
	columnFlags
	From int `help:"The number of the first cell, and of the first place along an axis: 1 if they were counted as R and Julia count." default:"0" placeholder:"N"`
}

// reading makes the flags a sheets.Reading. Whatever is read in place of plain CSV is said.
func (f columnFlags) reading(w *world) sheets.Reading {
	return sheets.Reading{Columns: f.columnNames(), Note: w.notify}
}

// reading is the same of cells.
func (f cellFlags) reading(w *world) (sheets.Reading, error) {
	if f.From != 0 && f.From != 1 {
		return sheets.Reading{}, badf("--from %d; 0 or 1 would do", f.From)
	}
	how := f.columnFlags.reading(w)
	how.From = f.From
	return how, nil
}

package samplers

import (
	"io"

	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// figures are the pictures, each as PNG and SVG.
func figures(s summary) (files []table.File) {
	draws := map[string]func(w io.Writer, m figure.Medium) error{
		"boxes":       func(w io.Writer, m figure.Medium) error { return scores.Boxes(w, m, s.Solved) },
		"calibration": func(w io.Writer, m figure.Medium) error { return scores.Calibration(w, m, s.Points, s.Size.Chains) },
	}
	for _, start := range s.starts() {
		draws["profiles-"+start] = func(w io.Writer, m figure.Medium) error {
			return scores.Profiles(w, m, s.profiles(start), "steps")
		}
	}
	for name, draw := range draws {
		files = append(files, figure.Files(name, figure.ForScreen, draw)...)
	}
	return files
}

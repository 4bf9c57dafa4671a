package samplers

import (
	"io"

	"gonum.org/v1/plot/plotter"

	"breadboard/experiments/samplers"
	"breadboard/reports/figure"
	"breadboard/reports/scores"
	"breadboard/reports/table"
)

// figures are the pictures, each as PNG and SVG.
func figures(s summary) (files []table.File) {
	draws := map[string]func(w io.Writer, m figure.Medium) error{
		"boxes":       func(w io.Writer, m figure.Medium) error { return scores.Boxes(w, m, s.Solved) },
		"calibration": func(w io.Writer, m figure.Medium) error { return calibrationFigure(w, m, s) },
	}
	for _, start := range s.starts() {
		draws["profiles-"+start] = func(w io.Writer, m figure.Medium) error {
			return scores.Profiles(w, m, s.profiles(start), "steps")
		}
	}
	for name, draw := range draws {
		for _, m := range []figure.Medium{figure.PNG, figure.SVG} {
			files = append(files, table.File{Name: name + "." + string(m),
				Write: func(w io.Writer) error { return draw(w, m) }})
		}
	}
	return files
}

// calibrationFigure is Figure 3.
func calibrationFigure(w io.Writer, m figure.Medium, s summary) error {
	panels := []scores.CalibrationPanel{{Title: "mean"}, {Title: "variance"}, {Title: "Kolmogorov-Smirnov"}}
	at := map[string]*scores.CalibrationPanel{"mean": &panels[0], "var": &panels[1], "ks": &panels[2]}
	for _, p := range s.Points {
		xy, panel := plotter.XY{X: p.ESS, Y: p.Real}, at[p.Class]
		if p.Kernel == "perfect" {
			panel.Control = append(panel.Control, xy)
		} else {
			panel.Samplers = append(panel.Samplers, xy)
		}
	}
	low, high := samplers.Region(1, s.Size.Chains)
	return scores.Calibration(w, m, low, high, panels...)
}

package inspected

import (
	"breadboard/experiments/explore"
	"breadboard/reports/charts"
)

// liveSpeed are the gap, the relaxation time and the eigenvalues against beta, at the levels at which they are known.
func (v shown) liveSpeed() []charts.Chart {
	var gap, relaxation charts.Series
	values := charts.Series{Glyph: "dot"}
	for _, l := range v.Levels {
		if l.Speed == nil {
			continue
		}
		beta := explore.Number(l.Beta)
		gap.Points = append(gap.Points, charts.Point{beta, explore.Number(l.Speed.Gap)})
		relaxation.Points = append(relaxation.Points, charts.Point{beta, explore.Number(l.Speed.RelaxationTime)})
		for _, z := range l.Speed.Values {
			values.Points = append(values.Points, charts.Point{beta, explore.Number(real(z))})
		}
	}
	gap.Dots, relaxation.Dots, relaxation.Style = true, true, 1
	against := func(title, about, label string, log bool, s charts.Series) charts.Lines {
		return charts.Lines{Title: title, About: about, X: charts.Axis{Label: "beta"}, Y: charts.Axis{Label: label, Log: log},
			Series: []charts.Series{s}}
	}
	return []charts.Chart{
		against("Spectral gap", "1 - lambda of the slowest mode at each beta.", "gap", true, gap),
		against("Relaxation time", "1/(1 - SLEM) at each beta.", "steps", true, relaxation),
		against("Eigenvalues", "The real parts of all eigenvalues at each beta.", "real part", false, values),
	}
}

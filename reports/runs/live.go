package runs

import (
	"fmt"

	"breadboard/experiments/explore"
	"breadboard/experiments/portrait"
	"breadboard/reports/charts"
)

// The same figures as charts, for pages that are read with script. Their marks and their scales are those of the
// drawings; infinite values are told in words.

// liveMaps are the maps of drawMaps. p and q have one scale.
func liveMaps(p portrait.Portrait, about string) []charts.Chart {
	c := charts.MapsOn(p.Chain.Target.Grid)
	c.Title, c.About = titleOf("Cells", p), about
	j, jUnit := shares(p.JParts(), p.J(), "J")
	b, bUnit := shares(p.Parts, p.B(), "B")
	c.Maps = []charts.Map{
		{Name: "p, the target", Unit: "probability", Scale: "p", Values: explore.Numbers(p.P)},
		{Name: "q, of the samples", Unit: "probability", Scale: "p", Values: explore.Numbers(p.CellQ)},
		{Name: "q - p", Unit: "probability", Signed: true, Values: explore.Numbers(p.Off())},
		{Name: "log q/p", Unit: "nats", Signed: true, Values: explore.Numbers(p.LogRatio())},
		{Name: "J by cell", Unit: jUnit, Values: explore.Numbers(j)},
		{Name: "B by cell", Unit: bUnit, Signed: true, Values: explore.Numbers(b)},
	}
	return []charts.Chart{c}
}

// liveSteps are the panels of drawSteps. The share of the step from t to t+1 is a bar between them.
func liveSteps(p portrait.Portrait, _ string) []charts.Chart {
	sum := 0.
	of, unit := stepShares(p)
	each := charts.Bars{Title: titleOf("Steps", p), About: "What each step adds to B.",
		X: charts.Axis{Label: "level t"}, Y: charts.Axis{Label: unit + ", each step"}}
	upTo := charts.Series{Points: []charts.Point{{0, 0}}, Dots: len(p.Steps) < mostDots}
	for i, s := range p.Steps {
		sum += of[i]
		each.Bars = append(each.Bars, charts.Interval{explore.Number(s.T - 1), explore.Number(s.T), explore.Number(of[i])})
		upTo.Points = append(upTo.Points, charts.Point{explore.Number(s.Beta), explore.Number(sum)})
	}
	betas := charts.Series{Dots: p.Schedule.Len() <= mostDots}
	for t := 1; t <= p.Schedule.Len(); t++ {
		betas.Points = append(betas.Points, charts.Point{explore.Number(t), explore.Number(p.Schedule.Beta(t))})
	}
	return []charts.Chart{each,
		charts.Lines{Title: titleOf("Up to beta", p), About: "The running sum of what the steps add to B, against beta.",
			X: charts.Axis{Label: "beta"}, Y: charts.Axis{Label: unit + ", up to beta", Zero: true},
			Series: []charts.Series{upTo}},
		charts.Lines{Title: titleOf("Schedule", p), About: "The betas of the schedule.", X: charts.Axis{Label: "level t"},
			Y: charts.Axis{Label: "beta", Zero: true}, Series: []charts.Series{betas}}}
}

// liveWeights are the laws of drawWeights.
func liveWeights(p portrait.Portrait, about string) []charts.Chart {
	c := charts.Lines{Title: titleOf("log w", p), About: about, X: charts.Axis{Label: "log w - log R (nats)"},
		Y: charts.Axis{Label: "density (1/nat)", Zero: true}}
	for i, d := range directions(p.Laws) {
		if d.Exact != nil {
			c.Series = append(c.Series, charts.Series{Name: d.name + ", exact", Style: i, Steps: true,
				Points: densities(p.Laws.Edges, d.Exact)})
		}
		if d.Sampled != nil {
			c.Series = append(c.Series, sampledSeries(i, d, p.Laws.Edges))
		}
		mean, style := d.Mean, i
		c.Rules = append(c.Rules, charts.Rule{Name: "mean, " + d.name, X: &mean, Style: &style})
	}
	zero := 0.
	c.Rules = append(c.Rules, charts.Rule{Name: "log R", X: &zero})
	return []charts.Chart{c}
}

// densities are each bin's mass over its width, at its left edge, and the last one again at its right.
func densities(edges, masses []float64) (points []charts.Point) {
	y := 0.
	for i := range len(edges) - 1 {
		y = masses[i+1] / (edges[i+1] - edges[i])
		points = append(points, charts.Point{explore.Number(edges[i]), explore.Number(y)})
	}
	return append(points, charts.Point{explore.Number(edges[len(edges)-1]), explore.Number(y)})
}

// sampledSeries has a dot and a 95% interval for each bin with a chain.
func sampledSeries(style int, d direction, edges []float64) charts.Series {
	series := charts.Series{Name: d.name + ", chains", Style: style, Glyph: "dot"}
	for i := range len(edges) - 1 {
		s, wide := d.Sampled[i+1], edges[i+1]-edges[i]
		if s.Value == 0 {
			continue
		}
		x, y := explore.Number((edges[i]+edges[i+1])/2), explore.Number(s.Value/wide)
		low, high := interval(s)
		series.Points = append(series.Points, charts.Point{x, y})
		series.Bands = append(series.Bands, charts.Interval{x, explore.Number(low / wide), explore.Number(high / wide)})
	}
	return series
}

func titleOf(what string, p portrait.Portrait) string {
	return fmt.Sprintf("%s: %s, %s, T = %d", what, p.Chain.TargetName(), p.Chain.Kernel, p.T)
}

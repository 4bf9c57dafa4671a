package studies

import (
	"fmt"
	"math"

	"breadboard/experiments/protocol"
	"breadboard/reports/table"
)

// representationsTable has both forms at every T.
func representationsTable(c protocol.Comparison) table.Table {
	s := c.Setting.WithDefaults()
	t := table.Table{Title: fmt.Sprintf("One clustering in two forms: %d points, %d clusters, %d values a centre; "+
		"kernel %s; schedule %s", c.N, c.K, c.Values, s.Kernel, s.Schedule), Lead: 2,
		Columns: table.Columns("form", "T", "cost=terms", "j_assignments=J(z)", "J", "B")}
	for _, f := range c.Forms {
		for _, r := range f.Runs {
			t.Add(f.Name, r.T, int(math.Round(r.Cost)), r.Assignments, r.J, r.B)
		}
	}
	t.Note("Uncollapsed: the centres are latents. Collapsed: they are summed out, and log p(y) is the same, %s. J(z) is "+
		"of the assignments alone, J and B of the whole state.", table.Short(c.LogP))
	t.Note("A term is one normal density of one number. A density from scratch has %d of them uncollapsed and %d "+
		"collapsed, each number at each of %d values. Terms: those of the densities that a run computes.",
		c.Forms[0].Terms, c.Forms[1].Terms, c.Values)
	for _, m := range representationMeasures {
		t.Note("%s", compared(c, m))
	}
	return t
}

// A formMeasure is a number by which the two forms are compared.
type formMeasure struct {
	name string
	of   func(protocol.Formed) float64
}

var representationMeasures = []formMeasure{
	{"J(z)", func(r protocol.Formed) float64 { return r.Assignments }},
	{"B", func(r protocol.Formed) float64 { return r.B }},
}

// compared says which form is better by a measure, at equal steps and at equal cost.
func compared(c protocol.Comparison, m formMeasure) string {
	steps := c.Better(func(r protocol.Formed) float64 { return float64(r.T) }, m.of)
	cost := c.Better(func(r protocol.Formed) float64 { return r.Cost }, m.of)
	return fmt.Sprintf("By %s the better form is, at equal steps, %s; at equal cost, %s.", m.name,
		inWords(steps, "T = %s"), inWords(cost, "%s terms"))
}

// inWords is a contest in words: "uncollapsed, and collapsed from about T = 120 on".
func inWords(c protocol.Contest, price string) string {
	if len(c.Crossings) == 0 {
		return c.First + " throughout"
	}
	words, now := c.First, c.First
	for _, at := range c.Crossings {
		if now == protocol.Collapsed {
			now = protocol.Uncollapsed
		} else {
			now = protocol.Collapsed
		}
		words += fmt.Sprintf(", and %s from about "+price+" on", now, rounded(at))
	}
	return words
}

// rounded is a number above 1 with two digits: 4,600.
func rounded(v float64) string {
	unit := math.Pow(10, max(math.Floor(math.Log10(v))-1, 0))
	return table.Thousands(int(math.Round(v/unit) * unit))
}

func representationsData(c protocol.Comparison) table.Table {
	s := c.Setting.WithDefaults()
	t := table.Table{Columns: table.Keys("form kernel schedule cells T terms_a_density terms j_assignments J B log_p")}
	for _, f := range c.Forms {
		for _, r := range f.Runs {
			t.Add(f.Name, s.Kernel, s.Schedule, f.Model.Grid.Size(), r.T, f.Terms, r.Cost, r.Assignments, r.J, r.B, c.LogP)
		}
	}
	return t
}

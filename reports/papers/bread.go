package papers

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/papers/bread"
	"breadboard/reports"
	"breadboard/reports/page"
	"breadboard/reports/table"
	"breadboard/toys"
)

// Bread returns the report of BREAD's Appendix B.1.1.
func Bread(f bread.Results) page.Page {
	r := page.Page{Title: "How far annealed samples are from their target, and how tight the bound on it is",
		Intro: []string{
			"This page reproduces Appendix B of Grosse, Ancha and Roy, Measuring the reliability of MCMC inference " +
				"with bidirectional Monte Carlo (2016, arxiv.org/abs/1606.02275). Annealed importance " +
				"sampling moves a sample through T distributions towards a target. J is the Jeffreys divergence of " +
				"what comes out from that target. B bounds it, and can be estimated. On a 7×7 grid neither needs to " +
				"be: both are computed by pushing whole distributions through the chains. Divergences are in nats.",
			"The setting is the paper's: from the uniform distribution, by geometric averages on a linear schedule " +
				"of β, with Metropolis–Hastings moves to four neighbours, those off the grid rejected."},
		Sections: []page.Section{figure3Part(f), tightnessPart(f), figure4Part(f)}}
	if f.HasOther() {
		r.Title += ", also by " + f.Other.Name()
		r.Intro = append(r.Intro, fmt.Sprintf("Beside it stands the same annealing by %s.", f.Other.Name()))
		if f.Other.By != nil {
			r.Intro = append(r.Intro, fmt.Sprintf("T goes to %s, and in the paper to 100,000: each level takes the "+
				"rows of that step on the three toys, and -T says how many. The table of random targets is left out: "+
				"each of its draws would take as many.", table.Thousands(f.Ts[len(f.Ts)-1])))
		}
	}
	if len(f.Ensembles) > 0 {
		r.Sections = append(r.Sections, ensemblePart(f))
	}
	if len(f.Nearest) > 0 {
		r.Sections = append(r.Sections, nearestPart(f))
	}
	r.Sections = append(r.Sections, checksPart(f))
	return quickly(f.Quick, r)
}

func figure3Part(f bread.Results) page.Section {
	return page.Section{ID: "figure3", Title: "Figure 3: J and its bound B against T, beside what was published",
		Text: []string{"Solid: the Jeffreys divergence J of the samples from the target. Dashed: its bound B. Both " +
			"are exact. Rings and crosses are the numbers that are printed in Appendix B.1.1. BARRIER has no " +
			"randomness, and is met digit for digit. EASY RANDOM and HARD RANDOM are draws that were not published, " +
			"and can only be resembled."},
		Tables: []table.Table{publishedTable(f)},
		Data: []table.Named{{Name: "published", Table: publishedTable(f)}, rows("figure3", "toy kernel T J B", f.Curves,
			tightnessRecord)},
		Figures: []page.Figure{figure3(f)}}
}

// publishedTable returns the published numbers, whether those computed here agree, and those of another kernel.
func publishedTable(f bread.Results) table.Table {
	t := table.Table{Title: "The numbers that were published, and those computed here", Lead: 3,
		Columns: table.Keys("toy quantity T published computed verdict"),
		Notes: []string{"The two random toys are draws that were never published: the draws here are, of the first " +
			"100,000, the nearest to these numbers."}}
	kernels := 1
	if f.HasOther() {
		kernels = 2
		t.Columns = append(t.Columns, table.Column{Key: "beside", Head: "by " + f.Other.Name()})
	}
	for by := range slices.Chunk(f.Tightness, kernels) {
		for _, c := range bread.Claims(by[0]) {
			v := verdict(c.Agrees(), c.Verdict(), c.Verdict())
			cells := []any{by[0].Annealer.TargetName(), string(c.Quantity), c.T, c.Printed, c.Computed, v}
			if f.HasOther() {
				cells = append(cells, c.Select(by[1].J(), by[1].B()))
			}
			t.Add(cells...)
		}
	}
	return t
}

func quantityAt(quantity string, T int) string { return fmt.Sprintf("%s(%d)", quantity, T) }

// tightnessPart returns a table for each toy, and one of all for software.
func tightnessPart(f bread.Results) page.Section {
	return page.Section{ID: "tightness", Title: "How tight the bound is",
		Text: []string{"J is the sum of KL(q‖p) and KL(p‖q), q being the distribution of the samples and p the " +
			"target. B bounds it, and B/J says how far off the bound is."},
		Tables: tightnessTables(f),
		Data: []table.Named{rows("tightness", "toy kernel T J kl_q_p kl_p_q B b_over_j defect warnings", f.Tightness,
			tightnessRecord)}}
}

// tightnessTables returns a table for each toy: J, the two divergences that sum to it, B and B/J at every T, in nats.
func tightnessTables(f bread.Results) (tables []table.Table) {
	for toy, all := range experiments.GroupBy(f.Tightness, toyOf) {
		t := table.Table{Title: toys.Title(toy) + ": J and its bound B, exact, in nats", Lead: 2,
			Columns: table.Columns("kernel", "T", "J", "kl_q_p=KL(q‖p)", "kl_p_q=KL(p‖q)", "B", "b_over_j=B/J")}
		t = table.Filled(t, all, tightnessRecord)
		if f.HasOther() {
			t.Drop("kl_q_p", "kl_p_q") // so that a line fits a terminal
		} else {
			t.Drop("kernel")
			t.Lead--
		}
		defect := 0.0
		var warnings []string
		for _, r := range all {
			if r.Defect > defect { // false for NaN, which stands for none
				defect = r.Defect
			}
			for _, w := range r.Warnings {
				warnings = append(warnings, fmt.Sprintf("T = %d: %s", r.T, w))
			}
		}
		t.Note("Quantities that are equal in exact arithmetic differ by at most %.1e of their size.", defect)
		t.Notes = append(t.Notes, slices.Compact(warnings)...)
		tables = append(tables, t)
	}
	return tables
}

func toyOf(r experiments.Measurement) string { return r.Annealer.TargetName() }

func tightnessRecord(r experiments.Measurement) record {
	return record{"T": r.T, "kernel": r.Annealer.WithDefaults().Kernel, "J": r.J(),
		"kl_q_p": r.Final.Forward, "kl_p_q": r.Final.Reverse,
		"B": r.B(), "b_over_j": reports.BOverJ(r.B(), r.J()), "toy": toyOf(r),
		"defect": r.Defect, "warnings": r.Warnings}
}

func figure4Part(f bread.Results) page.Section {
	maps := table.Table{Columns: table.Keys("toy panel beta row column probability")}
	for _, g := range f.Galleries {
		for _, panel := range g.Panels {
			for i, line := range panel.P {
				for j, p := range line {
					maps.Add(g.Toy, panel.Name, panel.Beta, i, j, p)
				}
			}
		}
	}
	return page.Section{ID: "figure4", Title: "Figure 4: the toys, and what annealing makes of them",
		Text: []string{"Three intermediate distributions, the target, and the exact distribution of the samples of " +
			"annealing with T = 100. Each row has one colour scale. The paper does not print the inverse " +
			"temperatures of its intermediate distributions; these are ours."},
		Data: []table.Named{{Name: "figure4", Table: maps}},
		Figures: []page.Figure{{Name: "figure4", Figure: figure4(f.Galleries), Alt: "Heat maps on the 7x7 grid, a " +
			"row for each toy: three intermediate distributions, the target, and the exact distribution of the " +
			"samples at T = 100."}}}
}

// ensemblePart returns where the published numbers fall among those of many draws.
func ensemblePart(f bread.Results) page.Section {
	t := table.Table{
		Title: fmt.Sprintf("J and B over %s random targets, and where the published ones fall",
			table.Thousands(f.Draws)),
		Columns: table.Columns("toy", "kernel", "number", "q1=lower quartile", "median", "q3=upper quartile",
			"published", "percentile"),
		Notes: []string{"The percentile is the share of draws that are not above what was published, in percent; the " +
			"published B/J is the quotient of the published two."},
	}
	if !f.HasOther() {
		t.Columns = slices.Delete(t.Columns, 1, 2)
	}
	for toy, all := range experiments.GroupBy(f.Ensembles, func(e bread.Ensemble) string { return e.Toy }) {
		t.Note("%s: %.1f%% of the draws are, in the three numbers together, at least as far from the mean draw as the "+
			"published ones (Mahalanobis distance of the logs).", toy, all[0].Together)
	}
	t = table.Filled(t, f.Ensembles, func(e bread.Ensemble) record {
		quotient := strconv.FormatFloat(e.Published, 'g', 3, 64)
		return record{"number": quantityAt(e.Quantity, e.T), "published": cmp.Or(e.Printed, quotient)}
	})
	return page.Section{ID: "ensemble", Title: "Where the published draws fall among others",
		Text: []string{fmt.Sprintf("J and B of %s draws of each random toy, measured exactly.",
			table.Thousands(f.Draws))},
		Tables: []table.Table{t},
		Data: []table.Named{rows("ensemble", "toy kernel quantity T draws q1 median q3 published percentile together",
			f.Ensembles, nil)}}
}

// nearestPart returns the draws of each random toy that are nearest to the published numbers.
func nearestPart(f bread.Results) page.Section {
	t := table.Table{Title: fmt.Sprintf("The draws nearest to what was published, of the first %s",
		table.Thousands(f.Seeds)), Lead: 2,
		Columns: table.Columns("toy", "seed", "J_100=J(100)", "J_1000=J(1000)", "B_1000=B(1000)", "distance"),
		Notes:   []string{"The distance is the sum of squares of log(number/published)."}}
	for _, n := range f.Nearest {
		for _, d := range n.Draws {
			t.Add(append(append([]any{n.Toy, d.Seed}, cells(d.Numbers)...), d.Distance)...)
		}
	}
	for _, toy := range bread.Toys() {
		if !toy.Seeded {
			continue
		}
		var printed []string
		for _, p := range toy.Published {
			printed = append(printed, fmt.Sprintf("%s = %s", quantityAt(string(p.Quantity), p.T), p.Printed))
		}
		t.Note("Published of %s: %s. Its own seed is %d.", toy.Name, strings.Join(printed, ", "), toy.Seed)
	}
	return page.Section{ID: "nearest", Title: "The nearest draws",
		Text: []string{"The paper's draws were not published. These are as near to its numbers as any of the first " +
			"seeds."},
		Tables: []table.Table{t}, Data: []table.Named{{Name: "nearest", Table: t}}}
}

// checksPart returns Monte Carlo estimates beside exact values.
func checksPart(f bread.Results) page.Section {
	return page.Section{ID: "crosscheck", Title: "Monte Carlo beside exact",
		Text: []string{
			"The same chains, run by Monte Carlo: forward, and in reverse each from its own exact draw of the " +
				"target. Every estimate stands beside the exact value, with z, its error in standard errors. The two " +
				"computations share the description of the chain and nothing else, so that they agree is evidence " +
				"for both.",
			"A mean of weights or of their inverses may hang on chains rarer than any of those that were run. Its " +
				"standard error is then far too small and z says nothing: it is marked (!), a warning below the " +
				"table has the reason, and the exact value is what should have come out."},
		Tables: table.Each(f.Checks, func(m experiments.Measurement) table.Table {
			t := reports.CrossCheck([]experiments.Measurement{m}, table.Plain)
			t.Title = fmt.Sprintf("%s, %s chains each way: estimates beside exact values", m.Annealer.TargetName(),
				table.Thousands(m.Check.Chains))
			if f.HasOther() {
				t.Title = fmt.Sprintf("%s by %s, %s chains each way: estimates beside exact values",
					m.Annealer.TargetName(), m.Annealer.WithDefaults().Kernel, table.Thousands(m.Check.Chains))
			}
			return t
		}),
		Data: []table.Named{{Name: "crosscheck", Table: reports.CrossCheck(f.Checks, table.CSV)}}}
}

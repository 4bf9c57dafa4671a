package reports

import (
	"fmt"
	"html/template"
	"strings"

	"breadboard/experiments/paper"
	"breadboard/reports/table"
)

// sections are the parts of the page, in reading order.
func sections(r paper.Reproduction, third, fourth template.HTML) []section {
	var tables [][]pageTable // one list a study
	for _, s := range studies(r) {
		tables = append(tables, forPage(s.people))
	}
	toys, published := tables[0][:len(tables[0])-1], tables[0][len(tables[0])-1:]
	return []section{
		figure3Section(r, third),
		publishedSection(r, published),
		tightnessSection(r, toys),
		figure4Section(r, fourth),
		ensembleSection(r, tables[1]),
		crossCheckSection(r, tables[2]),
	}
}

func figure3Section(r paper.Reproduction, figure template.HTML) section {
	return section{
		ID: "figure3", Title: "Figure 3: J and its bound B against T",
		Figure: figure,
		Alt: "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic axes, " +
			"with the published figures marked.",
		Text: []string{"Solid: the Jeffreys divergence J of the samples from the target. Dashed: its bound B. " +
			"Both are exact. Rings and crosses are the figures published in Appendix B.1.1."},
		Command: reproduceCommand(r), Files: "figure3.png, .svg, .pdf; its data figure3.csv, .json",
	}
}

func publishedSection(r paper.Reproduction, tables []pageTable) section {
	return section{
		ID: "published", Title: "Beside the published figures",
		Text: []string{"BARRIER has no randomness and is to be met digit for digit. " +
			"EASY RANDOM and HARD RANDOM can only be resembled."},
		Tables:  tables,
		Command: exactCommands(r, "100,1000") + "\nbreadboard seeds --toy easy\nbreadboard seeds --toy hard",
		Files:   "tightness.md, .csv, .json",
	}
}

func tightnessSection(r paper.Reproduction, tables []pageTable) section {
	return section{
		ID: "tightness", Title: "How tight the bound is",
		Text: []string{"J is the sum of KL(q‖p) and KL(p‖q), q being the law of the samples and p the target; " +
			"B bounds it, and B/J is how far off the bound is."},
		Tables: tables, Command: exactCommands(r, joined(r.Ts)), Files: "tightness.md, .csv, .json",
	}
}

func figure4Section(r paper.Reproduction, figure template.HTML) section {
	return section{
		ID: "figure4", Title: "Figure 4: the toys, and what annealing makes of them",
		Figure: figure, Wide: true,
		Alt: "Heat maps on the 7x7 grid, a row for each toy: three intermediate distributions, the target, " +
			"and the exact law of the samples at T = 100.",
		Text: []string{"Three intermediate distributions, the target, and the exact law of the samples of annealing " +
			"with T = 100. Each row has one colour scale.",
			"The paper does not print the inverse temperatures of its intermediate distributions; these are ours."},
		Command: reproduceCommand(r), Files: "figure4.png, .svg, .pdf; its data figure4.csv, .json",
	}
}

func ensembleSection(r paper.Reproduction, tables []pageTable) section {
	return section{
		ID: "ensemble", Title: "Where the published draws fall among others",
		Text: []string{fmt.Sprintf("J and B of the targets drawn from seeds 0 to %s of each random toy, "+
			"measured exactly.",
			table.Thousands(r.Draws-1))},
		Tables: tables, Command: reproduceCommand(r), Files: "ensemble.md, .csv, .json",
	}
}

func crossCheckSection(r paper.Reproduction, tables []pageTable) section {
	return section{
		ID: "crosscheck", Title: "Monte Carlo beside exact",
		Text: []string{"The same chains run with dice: forward, and in reverse each from its own exact draw of " +
			"the target. Every estimate stands beside the exact value, with z, its error in standard errors.",
			"The two computations share the description of the chain and nothing else, " +
				"so that they agree is evidence for both.",
			"A mean of weights or of their inverses may hang on chains rarer than any of those that were run. " +
				"Its standard error is then far too small and z says nothing: it is marked (!), " +
				"a warning below the table has the reason, and the exact value is what should have come out."},
		Tables: tables, Command: sampleCommands(r), Files: "crosscheck.md, .csv, .json",
	}
}

// exactCommands compute the same figures, one toy each, for a list of T.
func exactCommands(r paper.Reproduction, ts string) string {
	var all []string
	for i, row := range r.Tightness {
		if i == 0 || row.Toy != r.Tightness[i-1].Toy {
			all = append(all, fmt.Sprintf("breadboard exact --toy %s -T %s", row.Toy, ts))
		}
	}
	return strings.Join(all, "\n")
}

// sampleCommands make the cross-check, one toy each.
func sampleCommands(r paper.Reproduction) string {
	var all []string
	for _, c := range r.Checks {
		all = append(all, fmt.Sprintf("breadboard sample --toy %s -T %d --chains %d --seed %d", c.Target, c.T, c.Chains,
			c.Seed))
	}
	return strings.Join(all, "\n")
}

package studies

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/experiments/studies/paper"
	"breadboard/reports/explorer"
	"breadboard/reports/figure"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// paperPage is one page that holds everything. version says what built it.
func paperPage(r paper.Reproduction, version string) page.Page {
	command := reproduceCommand(r)
	p := page.Page{
		Title: "How far annealed samples are from their target, and how tight the bound on it is",
		Intro: []string{
			"This page reproduces Appendix B of Grosse, Ancha and Roy, " +
				"[Measuring the reliability of MCMC inference with bidirectional Monte Carlo]" +
				"(https://arxiv.org/abs/1606.02275) (2016). Annealed importance sampling moves a sample through T " +
				"distributions towards a target. J is the Jeffreys divergence of what comes out from that target; B " +
				"bounds it and can be estimated. On a 7×7 grid neither needs to be estimated: both are computed here " +
				"by pushing whole distributions through the chains. Divergences are in nats.",
			"The setting is the paper's: from the uniform distribution, by geometric averages on a linear schedule " +
				"of β, with four-direction Metropolis–Hastings moves, those off the grid rejected.",
		},
		Command: command,
		Version: version,
	}
	if r.Quick {
		p.Title += " (quick run)"
		p.Warning = "This is a quick run: fewer T, fewer targets, fewer chains. The full one is made by " +
			"`breadboard reproduce`."
	}
	p.Sections = append(tightnessSections(r), galleryFigure(r), ensembleSection(r), crossCheckSection(r))
	return p
}

// tightnessSections show J and B: a figure, and tables of the same.
func tightnessSections(r paper.Reproduction) []page.Section {
	tight := paperParts(r)[0]
	last := len(tight.people) - 1
	return []page.Section{
		{
			ID: "figure3", Title: "Figure 3: J and its bound B against T",
			Text: []string{"Solid: the Jeffreys divergence J of the samples from the target. Dashed: its bound B. " +
				"Both are exact. Rings and crosses are the figures published in Appendix B.1.1."},
			Figures: []page.Figure{{
				Alt: "Curves of J (solid) and B (dashed) against T for three toys, on logarithmic axes, with the " +
					"published figures marked.",
				Draw: func(w io.Writer, m figure.Medium) error { return figure3(w, m, r.Curves) },
			}},
			Command: reproduceCommand(r), Files: figureFiles("figure3"), Explore: explored(r),
		},
		{
			ID: "published", Title: "Beside the published figures",
			Text: []string{"BARRIER has no randomness and is to be met digit for digit. EASY RANDOM and HARD RANDOM " +
				"can only be resembled."},
			Tables: tight.people[last:],
			Command: exactCommands(r, "100,1000") +
				"\nbreadboard seeds --toy easy\nbreadboard seeds --toy hard",
			Files: tight.files(),
		},
		{
			ID: "tightness", Title: "How tight the bound is",
			Text: []string{"J is the sum of KL(q‖p) and KL(p‖q), q being the law of the samples and p the target; " +
				"B bounds it, and B/J is how far off the bound is."},
			Tables:  tight.people[:last],
			Command: exactCommands(r, strings.Join(each(r.Ts, strconv.Itoa), ",")),
			Files:   tight.files(),
		},
	}
}

func galleryFigure(r paper.Reproduction) page.Section {
	return page.Section{
		ID: "figure4", Title: "Figure 4: the toys, and what annealing makes of them",
		Text: []string{
			"Three intermediate distributions, the target, and the exact law of the samples of annealing with " +
				"T = 100. Each row has one colour scale.",
			"The paper does not print the inverse temperatures of its intermediate distributions; these are ours.",
		},
		Figures: []page.Figure{{
			Alt: "Heat maps on the 7x7 grid, a row for each toy: three intermediate distributions, the target, and " +
				"the exact law of the samples at T = 100.",
			Draw: func(w io.Writer, m figure.Medium) error { return figure4(w, m, r.Galleries) },
		}},
		Command: reproduceCommand(r), Files: figureFiles("figure4"), Explore: explored(r),
	}
}

func ensembleSection(r paper.Reproduction) page.Section {
	ensemble := paperParts(r)[1]
	return page.Section{
		ID: "ensemble", Title: "Where the published draws fall among others",
		Text: []string{fmt.Sprintf("J and B of the targets drawn from seeds 0 to %s of each random toy, measured exactly.",
			table.Thousands(r.Draws-1))},
		Tables: ensemble.people, Command: reproduceCommand(r), Files: ensemble.files(),
	}
}

func crossCheckSection(r paper.Reproduction) page.Section {
	checks := paperParts(r)[2]
	return page.Section{
		ID: "crosscheck", Title: "Monte Carlo beside exact",
		Text: []string{
			"The same chains run with dice: forward, and in reverse each from its own exact draw of the target. " +
				"Every estimate stands beside the exact value, with z, its error in standard errors.",
			"The two computations share the description of the chain and nothing else, so that they agree is " +
				"evidence for both.",
			"A mean of weights or of their inverses may hang on chains rarer than any of those that were run. Its " +
				"standard error is then far too small and z says nothing: it is marked (!), a warning below the " +
				"table has the reason, and the exact value is what should have come out.",
		},
		Tables: checks.people, Command: sampleCommands(r), Files: checks.files(),
	}
}

// figureFiles are the files of a figure and of its data.
func figureFiles(name string) []string {
	return []string{name + ".png", name + ".svg", name + ".pdf", name + ".csv", name + ".json"}
}

func reproduceCommand(r paper.Reproduction) string {
	if r.Quick {
		return "breadboard reproduce --quick"
	}
	return "breadboard reproduce"
}

// exactCommands compute the same figures, one toy each, for a list of T.
func exactCommands(r paper.Reproduction, ts string) string {
	return strings.Join(each(toysOf(r), func(rows []paper.Tightness) string {
		return fmt.Sprintf("breadboard exact --toy %s -T %s", rows[0].Toy, ts)
	}), "\n")
}

// sampleCommands make the cross-check, one toy each.
func sampleCommands(r paper.Reproduction) string {
	return strings.Join(each(r.Checks, func(c experiments.CrossCheck) string {
		return fmt.Sprintf("breadboard sample --toy %s -T %d --chains %d --mc-seed %d", c.Chain.TargetName(), c.T, c.Chains, c.MCSeed)
	}), "\n")
}

// explored are the paper's toys in the explorer at T = 100.
func explored(r paper.Reproduction) (all []page.Explored) {
	for _, rows := range toysOf(r) {
		q := explore.Question{Toy: rows[0].Toy, T: 100}
		all = append(all, page.Explored{Name: fmt.Sprintf("%s, T = %d", q.Toy, q.T), Link: explorer.Link(&q, nil, nil)})
	}
	return all
}

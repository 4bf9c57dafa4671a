package papers

import (
	"fmt"
	"slices"

	"breadboard/experiments/papers/aide"
	"breadboard/reports"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// AIDE returns the report of Figures 2 to 4 of the AIDE paper: the authors' numbers beside ours, then each figure.
func AIDE(f aide.Results) page.Page {
	return quickly(f.Quick, page.Page{
		Title: "AIDE, beside the truth",
		Intro: []string{"AIDE estimates J, the symmetrised divergence between the distributions of what two programs " +
			"return, from runs of both. Its expectation is J or more, in nats; the excess is its bias. M counts " +
			"reverse runs for each look at an output."},
		Sections: []page.Section{aidePublished(f), aideRegression(f.Regression), aideModes(f.Modes),
			aideFilters(f.Filters)},
	})
}

// An aidePair has a published number beside ours, and the cells that name it.
type aidePair struct {
	names        []any
	theirs, ours aide.Sampled
}

// verdict says whether the two agree, and how far the published number is from ours in standard errors of both.
func (p aidePair) verdict() table.Verdict {
	if p.theirs.Agrees(p.ours) {
		return table.Verdict{Text: fmt.Sprintf("yes, %+.1f", p.theirs.Z(p.ours))}
	}
	return table.Verdict{Text: fmt.Sprintf("no, %+.1f", p.theirs.Z(p.ours)), Mark: table.Failed}
}

// aideAgreeing counts the pairs that agree.
func aideAgreeing(all []aidePair) int {
	return len(filtered(all, func(p aidePair) bool { return p.theirs.Agrees(p.ours) }))
}

// aidePublished returns all numbers that the authors published. There are none of Figure 3.
func aidePublished(f aide.Results) page.Section {
	var figure2, figure4, slipped []aidePair
	for _, r := range f.Regression {
		if r.Theirs.Known() {
			figure2 = append(figure2, aidePair{[]any{r.Program, r.Size, r.M}, r.Theirs, r.Ours()})
		}
	}
	for _, r := range f.Filters.Rows {
		names := []any{r.Gold, fmt.Sprintf("%s %d", r.Proposal, r.P), r.M}
		figure4 = append(figure4, aidePair{names, r.Theirs, r.Truth()})
		if r.Slips() {
			slipped = append(slipped, aidePair{names, r.Theirs, r.Slipped()})
		}
	}
	return page.Section{ID: "published", Title: "The published numbers, and ours",
		Text: []string{fmt.Sprintf("Of the authors' %d numbers of Figure 2, %d agree with ours. Of their %d of Figure "+
			"4, %d do. Their code has a slip wherever a filter has the optimal proposal. Made on purpose, the slip "+
			"explains %d of the %d that it touches. Of Figure 3 they published no numbers.", len(figure2),
			aideAgreeing(figure2), len(figure4), aideAgreeing(figure4), aideAgreeing(slipped), len(slipped))},
		Tables: []table.Table{
			aideTable("Figure 2: AIDE of programs on a regression", "program size M published ours agrees", figure2,
				"The size is steps of MH and VB, and particles of SMC. An error of VB is the standard deviation from "+
					"descent to descent: the authors made one for each number of steps."),
			aideTable("Figure 4: AIDE of particle filters", "gold filter M published ours agrees", figure4,
				"A filter has its proposal and its particles. Its gold standard is exact, or has 1000 particles."),
			aideTable("Figure 4, with the slip made on purpose", "gold filter M published slipped explained", slipped),
		}}
}

// aideTable returns a table with a line for each pair.
func aideTable(title, columns string, rows []aidePair, notes ...string) table.Table {
	t := table.Table{Title: title, Columns: table.Keys(columns), Notes: notes}
	t.Note("Numbers have their standard errors; those without one are exact. A verdict is yes within 2.5 standard " +
		"errors of both, and says how many they are apart.")
	for _, r := range rows {
		t.Add(slices.Concat(r.names, []any{aideNumber(r.theirs), aideNumber(r.ours), r.verdict()})...)
	}
	return t
}

// aideNumber writes a number with its error. An exact number has five digits.
func aideNumber(s aide.Sampled) string {
	if s.Err == 0 {
		return fmt.Sprintf("%.5g", s.Value)
	}
	return reports.Uncertain(s.Value, s.Err)
}

// aideRegression returns Figure 2.
func aideRegression(all []aide.RegressionRow) page.Section {
	return page.Section{ID: "figure2", Title: "Figure 2: MH, SMC and VB on a regression",
		Text: []string{"AIDE of MH stays where it starts, however many steps MH makes, while J falls. A reverse run " +
			"from the posterior stays there, so that its weight does not tell how many steps it made. AIDE of SMC " +
			"falls with the particles, and further for a larger M; AIDE of VB is J."},
		Data: []table.Named{rows("bias", "program size M J aide stderr authors authors_stderr", all, nil)},
		Figures: []page.Figure{{Name: "bias", Figure: aideBias(all),
			Alt: "AIDE against the sizes of MH, SMC and VB, with the authors' rings on our lines."}}}
}

// aideModes returns Figure 3.
func aideModes(m aide.Modes) page.Section {
	shown := filtered(m.SIRs, func(r aide.SIR) bool { return r.Density != nil })
	people := table.Filled(table.Table{Title: "Figure 3: SIR on a posterior with two modes",
		Columns: table.Columns("proposal", "P=draws", "low=too low by", "below_0=larger mode", "J", "gold_aide=AIDE"),
		Notes: []string{fmt.Sprintf("All numbers are exact. Too low by: how far the mean log estimate is below log "+
			"p(y), in nats. Larger mode: its mass, %.2g in the posterior. AIDE is from the authors' gold standard.",
			m.Left)}},
		shown, func(r aide.SIR) record { return record{"low": m.LogP - r.LogML} })
	densities := table.Table{Columns: table.Keys("x posterior")} // a row for each point
	for _, r := range shown {
		densities.Columns = append(densities.Columns, table.Column{Key: fmt.Sprintf("%s_%d", r.Proposal, r.P)})
	}
	for i, x := range m.X {
		at := func(r aide.SIR) any { return r.Density[i] }
		densities.Add(slices.Concat([]any{x, m.Target[i]}, table.Each(shown, at))...)
	}
	return page.Section{ID: "figure3", Title: "Figure 3: a missing mode",
		Text: []string{"The offset proposal misses the larger mode. Its log estimate of p(y) becomes flat, as if it " +
			"had converged, but AIDE and J stay above a nat. AIDE can tell: its gold standard has the mode."},
		Tables: []table.Table{people},
		Data: []table.Named{rows("modes", "proposal P log_p_y e_log below_0 posterior_below_0 J aide gold_aide", m.SIRs,
			func(aide.SIR) record { return record{"log_p_y": m.LogP, "posterior_below_0": m.Left} }),
			{Name: "modes-laws", Table: densities}},
		Figures: []page.Figure{{Name: "modes", Figure: aideBimodal(m, shown), Alt: "Densities of what SIR returns, " +
			"and against its draws the log estimates, and AIDE beside J, for two proposals."}}}
}

// aideFilters returns Figure 4.
func aideFilters(f aide.Filters) page.Section {
	states := table.Table{Columns: table.Keys("program step")} // distributions of states, a row for each step
	for x := range f.Portraits[0].States[0] {
		states.Columns = append(states.Columns, table.Column{Key: fmt.Sprintf("state_%d", x+1)})
	}
	for _, p := range f.Portraits {
		for t, shares := range p.States {
			states.Add(slices.Concat([]any{p.Name, t + 1}, cells(shares))...)
		}
	}
	var alike []aidePair // each filter beside both gold standards, which follow each other in the authors' file
	for i := 0; i < len(f.Rows); i += 2 {
		alike = append(alike, aidePair{theirs: f.Rows[i].Truth(), ours: f.Rows[i+1].Truth()})
	}
	return page.Section{ID: "figure4", Title: "Figure 4: particle filters of a hidden Markov model",
		Text: []string{fmt.Sprintf("A filter of one particle draws a path and nothing else, so that AIDE expects J at "+
			"every M. The authors' conditional run weighs the kept particle by its state at step t, where step t-1 is "+
			"meant: their rings of the optimal proposal lie on the lines with this slip. Without the slip AIDE agrees "+
			"beside both gold standards for %d of %d filters.", aideAgreeing(alike), len(alike))},
		Data: []table.Named{rows("hmm", "gold proposal P M exact ours ours_stderr theirs theirs_stderr z "+
			"mistaken_exact mistaken mistaken_stderr mistaken_z", f.Rows, func(r aide.FilterRow) record {
			more := record{"z": r.Theirs.Z(r.Truth()), "mistaken_z": nil}
			if r.Slips() {
				more["mistaken_z"] = r.Theirs.Z(r.Slipped())
			}
			return more
		}), {Name: "hmm-states", Table: states}},
		Figures: []page.Figure{{Name: "hmm", Figure: aideHMM(f.Rows), Alt: "AIDE against the number of particles, " +
			"beside two gold standards: the authors' rings lie on the lines with their slip, below those without."},
			{Name: "hmm-states", Figure: aideStates(f.Portraits),
				Alt: "Maps of states by steps: the truth, the posterior, and four filters."}}}
}

// filtered returns the rows for which a condition holds.
func filtered[R any](all []R, is func(R) bool) []R {
	return slices.DeleteFunc(slices.Clone(all), func(r R) bool { return !is(r) })
}

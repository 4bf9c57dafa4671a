package aide

import (
	_ "embed"
	"fmt"
	"io"
	"math"

	"breadboard/experiments/aidepaper"
	"breadboard/reports/figure"
	"breadboard/reports/table"
)

//go:embed hmm.md
var hmmText string

var hmmProse = prose("hmm", hmmText)

// hmmSection is Figure 4.
func hmmSection(s aidepaper.Study) section {
	h := s.Filters
	findings := findingTable("Figure 4: what holds", h.Findings())
	people := []table.Table{hmmTable(h, aidepaper.ByPosterior), hmmTable(h, aidepaper.ByFilter)}
	one, many := h.Row(aidepaper.ByPosterior, "optimal", 1, 1), h.Row(aidepaper.ByPosterior, "optimal", 1, 100)
	ten := h.Row(aidepaper.ByPosterior, "optimal", 10, 100)
	return section{
		prose: fill(hmmProse, map[string]any{"Study": h, "LogP": h.LogP, "One": one, "Ten": ten,
			"OneTheirs": estimated(one.Theirs), "ManyTheirs": estimated(many.Theirs),
			"TenLow": ten.Ours.Value - ten.Mistaken.Value, "Below": one.Exact - one.MistakenExact,
			"FarBelow": one.Exact - many.Mistaken.Value, "GoldOne": estimated(h.Standards[0]),
			"GoldTen": estimated(h.Standards[1]), "Best": estimated(h.Best(aidepaper.ByPosterior)),
			"BestFar": estimated(h.Best(aidepaper.ByFilter)), "Alone": inMarkdown(hmmPeople(h)), "Rows": inMarkdown(people[0]),
			"Approximate": inMarkdown(people[1]), "Findings": inMarkdown(findings)}),
		tables: append(people, findings),
		data: []table.Named{{Name: "hmm", Table: hmmData(h)}, {Name: "hmm-alone", Table: hmmAlone(h)},
			{Name: "hmm-standards", Table: hmmStandards(h)}, {Name: "hmm-states", Table: hmmStates(h)}},
		figures: map[string]func(w io.Writer, medium figure.Medium) error{
			"hmm":        func(w io.Writer, medium figure.Medium) error { return hmmFigure(w, medium, h) },
			"hmm-states": func(w io.Writer, medium figure.Medium) error { return hmmPortraits(w, medium, h) }},
		files: []table.File{{Name: "hmm-model.json", Write: aidepaper.WriteModel}},
	}
}

// hmmData has a row for every filter, M and gold standard.
func hmmData(h aidepaper.Filters) table.Table {
	t := table.Table{Columns: table.Keys("gold proposal P M exact ours ours_stderr ours_runs " +
		"theirs theirs_stderr theirs_runs z mistaken_exact mistaken mistaken_stderr mistaken_runs mistaken_z")}
	for _, r := range h.Rows {
		row := []any{string(r.Gold), string(r.Proposal), r.P, r.M, table.Known(r.Exact), r.Ours.Value, r.Ours.Err,
			r.Ours.N, r.Theirs.Value, r.Theirs.Err, r.Theirs.N, r.Z(), table.Known(r.MistakenExact)}
		if w := r.Mistaken; w.N > 0 {
			row = append(row, w.Value, w.Err, w.N, r.MistakenZ())
		} else {
			row = append(row, nil, nil, nil, nil)
		}
		t.Add(row...)
	}
	return t
}

// hmmAlone has the exact divergences of filters of one particle.
func hmmAlone(h aidepaper.Filters) table.Table {
	t := table.Table{Columns: table.Keys("proposal kl_from_posterior kl_to_posterior symmetrised_kl log_p_y")}
	for _, a := range h.Alone {
		t.Add(string(a.Proposal), a.Forward, a.Reverse, a.Symmetrised(), h.LogP)
	}
	return t
}

// hmmPeople is hmmAlone for people.
func hmmPeople(h aidepaper.Filters) table.Table {
	t := table.Table{Columns: table.Columns("proposal", "from=KL(posterior, filter)", "to=KL(filter, posterior)",
		"sum=their sum")}
	for _, a := range h.Alone {
		t.Add(string(a.Proposal), inNats(a.Forward), inNats(a.Reverse), inNats(a.Symmetrised()))
	}
	return t
}

func hmmStandards(h aidepaper.Filters) table.Table {
	t := table.Table{Columns: table.Keys("M aide stderr runs")}
	for i, m := range []int{1, 10} {
		t.Add(m, h.Standards[i].Value, h.Standards[i].Err, h.Standards[i].N)
	}
	return t
}

// hmmStates has the laws of the states, a row a step.
func hmmStates(h aidepaper.Filters) table.Table {
	t := table.Table{Columns: table.Keys("program runs step")}
	for x := range h.Portraits[0].Law[0] {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("state_%d", x+1)})
	}
	for _, p := range h.Portraits {
		for i, law := range p.Law {
			row := []any{p.Name, p.Runs, i + 1}
			for _, v := range law {
				row = append(row, v)
			}
			t.Add(row...)
		}
	}
	return t
}

// hmmTable has the rows of one gold standard for people.
func hmmTable(h aidepaper.Filters, gold aidepaper.Standard) table.Table {
	titles := map[aidepaper.Standard]string{
		aidepaper.ByPosterior: "Figure 4: AIDE of particle filters, the posterior as gold standard",
		aidepaper.ByFilter:    "Figure 4: AIDE of particle filters, a filter of 1000 particles as gold standard"}
	t := table.Table{Title: titles[gold], Lead: 3, Columns: table.Columns("proposal", "P", "M", "exact", "ours", "N",
		"theirs", "z", "mistaken=with their mistake", "mistaken_z=z then")}
	for _, r := range h.Rows {
		if r.Gold != gold {
			continue
		}
		row := []any{string(r.Proposal), r.P, r.M, inNats(r.Exact), estimated(r.Ours), r.Ours.N, estimated(r.Theirs),
			fmt.Sprintf("%+.1f", r.Z())}
		if r.Mistaken.N == 0 {
			row = append(row, nil, nil)
		} else {
			row = append(row, estimated(r.Explained()), fmt.Sprintf("%+.1f", r.MistakenZ()))
		}
		t.Add(row...)
	}
	t.Note("In nats, with standard errors. M counts reverse runs of the filter for each look, and N runs of each " +
		"program; theirs are of 100 runs. Ours are pooled. z is how far theirs is from the exact value, or from ours " +
		"where there is none.")
	return t
}

// inNats is a number for people, and nil if it is not known.
func inNats(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return fmt.Sprintf("%.3f", v)
}

// estimated is an estimate for people. An exact number has no error.
func estimated(m aidepaper.Measured) any {
	if m.Err == 0 {
		return inNats(m.Value)
	}
	return withError(m.Value, m.Err)
}

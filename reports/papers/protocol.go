package papers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/protocol"
	"breadboard/grid/text"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// gapOf, seenOf and boundOf return the numbers of a run by which real and simulated data are compared.
func gapOf(r protocol.Run) float64   { return r.Gap }
func seenOf(r protocol.Run) float64  { return r.Seen }
func boundOf(r protocol.Run) float64 { return r.B }

// errorOf returns the error of B from the k-th start, in % of B.
func errorOf(k int) func(protocol.Run) float64 {
	return func(r protocol.Run) float64 { return math.Round(1000*r.Errors[k]/r.B)/10 + 0 }
}

// Protocol returns the report of the protocol: the fits, and the forward and reverse runs, exactly and as 100 runs draw
// them. In files the real data are set 0.
func Protocol(results []protocol.Result) page.Page {
	r := page.Page{Title: "BREAD's protocol for real data, carried out exactly", Intro: []string{
		"Reverse runs need exact draws of the posterior, which nobody has for real data. So the paper fits the " +
			"hyperparameters to the real data, simulates data from the fitted model, and measures B on these. Here " +
			"the spaces are small, and B on the real data is exact too."}}
	for i, one := range results {
		r.Sections = append(r.Sections, page.Section{ID: fmt.Sprintf("case-%d", i+1), Title: one.Name,
			Tables: []table.Table{fitTable(one), forwardTable(one), startsTable(one), quartilesTable(one)}})
	}
	forward := page.Section{ID: "quartiles", Title: "What 100 forward runs show",
		Data: []table.Named{{Name: "fit", Table: fitData(results)}, {Name: "forward", Table: forwardData(results)},
			{Name: "reverse", Table: reverseData(results)}, {Name: "quartiles", Table: quartilesData(results)}},
		Figures: []page.Figure{{Name: "quartiles", Figure: forwardFigure(results), Alt: "Quartiles of forward runs " +
			"against T on the real data and on the first simulated set, a panel for each case."}}}
	reverse := page.Section{ID: "quartiles-reverse", Title: "What 100 reverse runs show",
		Figures: []page.Figure{{Name: "quartiles-reverse", Figure: reverseFigure(results), Alt: "Quartiles of " +
			"reverse runs against T on the first simulated set, by where they start, a panel for each case."}}}
	r.Sections = append(r.Sections, forward, reverse)
	return r
}

// fitData returns the fitted parameters, and all others, in words such as "noise=0.5 centres=2".
func fitData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case model eta p_real p_sets fitted seed")}
	for _, r := range results {
		model := r.Setting.TargetName()
		for eta, p := range r.Real.Eta {
			var words []string
			for i, v := range r.Model.Eta(eta) {
				words = append(words, r.Model.Hypers[i].Name+"="+table.Full(v))
			}
			t.Add(r.Name, model, strings.Join(words, " "), p, onSets(r, eta), eta == r.Real.Mode, r.Seed)
		}
	}
	return t
}

// setsOf returns the sets of data of a result, the real one first.
func setsOf(r protocol.Result) []protocol.Set { return append([]protocol.Set{r.Real}, r.Simulated...) }

// forwardData returns the runs from the prior, with a row for each set of data and T.
func forwardData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case model kernel schedule set log_p T gap seen J B spread")}
	for _, r := range results {
		s := r.Setting.WithDefaults()
		for i, set := range setsOf(r) {
			t = table.Filled(t, set.Runs, func(protocol.Run) record {
				return record{"case": r.Name, "model": s.TargetName(), "kernel": s.Kernel, "schedule": s.Schedule,
					"set": i, "log_p": set.LogP}
			})
		}
	}
	return t
}

// reverseData returns the runs from starts that are nearly exact, after some sweeps.
func reverseData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case set T sweeps steps tv kl_s_p B error_B")}
	for _, r := range results {
		for i, set := range setsOf(r) {
			for k, start := range set.Starts {
				for _, run := range set.Runs {
					t.Add(r.Name, i, run.T, r.Sweeps[k], start.S, roundedOff(start.TV), roundedOff(start.KL), run.B,
						roundedOff(run.Errors[k]))
				}
			}
		}
	}
	return t
}

// quartilesData returns the quartiles of 100 runs.
func quartilesData(results []protocol.Result) table.Table {
	t := table.Table{Columns: table.Keys("case set direction sweeps T q1 median q3 mean shift")}
	for _, r := range results {
		for i, set := range setsOf(r) {
			for at, q := range set.Forward {
				t.Add(r.Name, i, "forward", nil, r.Ts[at], q.Q1, q.Median, q.Q3, q.Mean, set.Shift())
				for k, q := range set.Reverse[at] {
					t.Add(r.Name, i, "reverse", r.Sweeps[k], r.Ts[at], q.Q1, q.Median, q.Q3, q.Mean, nil)
				}
			}
		}
	}
	return t
}

// roundedOff returns a number without the digits that may be rounding alone.
func roundedOff(v float64) float64 { return math.Round(v*1e9)/1e9 + 0 } // and no -0

// onSets returns p(eta | y), the mean of all simulated sets.
func onSets(r protocol.Result, eta int) (mean float64) {
	for _, s := range r.Simulated {
		mean += s.Eta[eta] / float64(r.Sets)
	}
	return mean
}

// spread writes the middle one of these numbers, with the least and the largest.
func spread(all []float64) string {
	sorted := slices.Sorted(slices.Values(all))
	last := len(sorted) - 1
	return fmt.Sprintf("%.3g (%.3g to %.3g)", sorted[last/2], sorted[0], sorted[last])
}

// fitTable returns the posterior of the hyperparameters, on the real data and on the simulated.
func fitTable(r protocol.Result) table.Table {
	s := r.Setting.WithDefaults()
	title := fmt.Sprintf("%s: %s; %s; kernel %s; schedule %s", r.Name, r.About, s.TargetName(), s.Kernel, s.Schedule)
	t := table.Table{Title: title}
	for _, h := range r.Model.Hypers {
		t.Columns = append(t.Columns, table.Column{Key: h.Name})
	}
	t.Columns = append(t.Columns, table.Columns("p_real=p, real data", "p_sets=p, mean of the sets", "fitted")...)
	for eta, p := range r.Real.Eta {
		fitted := ""
		if eta == r.Real.Mode {
			fitted = "fitted"
		}
		values := table.Each(r.Model.Eta(eta), func(v float64) any { return table.ThreeDigits(v) })
		t.Add(append(values, p, onSets(r, eta), fitted)...)
	}
	t.Note("p is the exact posterior. The fitted hyperparameters are the most probable ones on the real data. From "+
		"them come %s, seed %d.", text.Count(r.Sets, "simulated set"), r.Seed)
	return t
}

// forwardTable compares the real data with all simulated sets.
func forwardTable(r protocol.Result) table.Table {
	t := table.Table{Title: "Forward runs and B, on the real data and on the simulated sets, in nats",
		Columns: table.Columns("T", "seen_real=seen, real", "seen_sets=seen, sets", "gap_real=gap, real",
			"gap_sets=gap, sets", "B_real=B, real", "B_sets=B, sets")}
	for i, T := range r.Ts {
		row := []any{T}
		for _, of := range []func(protocol.Run) float64{seenOf, gapOf, boundOf} {
			row = append(row, table.ThreeDigits(of(r.Real.Runs[i])), spread(r.OfSets(i, of)))
		}
		t.Add(row...)
	}
	t.Note("Of the sets: the middle one, and the least and largest. A gap is log p(y) - E[log w]. A user does not " +
		"know log p(y), and sees the largest E[log w] of all T less this one. B is exact on the real data too, " +
		"because the space is small.")
	t.Note("%s", setsVerdict(r))
	return t
}

// setsVerdict says whether simulated data stand for the real ones.
func setsVerdict(r protocol.Result) string {
	seen, gap := r.TsOutside(seenOf), r.TsOutside(gapOf)
	words := "Seen and in truth, the forward curve of the real data is among those of the sets at every T: nothing " +
		"speaks against the sets."
	if len(seen)+len(gap) > 0 {
		words = fmt.Sprintf("The forward curve of the real data is beyond those of all sets, as seen at %s, and in "+
			"truth at %s. Data from the fitted model are so with probability %.2g at one T. The model is likely "+
			"misspecified.",
			inTs(seen), inTs(gap), 2/float64(r.Sets+1))
	}
	last := len(r.Ts) - 1
	real, all := r.Real.Runs[last].B, r.OfSets(last, boundOf)
	return fmt.Sprintf("%s At T = %d, B on a set is %.2g to %.2g times B on the real data.", words, r.Ts[last],
		slices.Min(all)/real, slices.Max(all)/real)
}

func inTs(ts []int) string {
	if len(ts) == 0 {
		return "no T"
	}
	return "T = " + strings.Join(table.Each(ts, strconv.Itoa), ", ")
}

// startsTable returns the error of B after S sweeps from the fitted values.
func startsTable(r protocol.Result) table.Table {
	t := table.Table{Title: "Reverse, from S sweeps after the fitted values: the error of B, in % of B",
		Columns: table.Columns("S", "steps", "tv=TV")}
	for k, S := range r.Sweeps {
		row := []any{S, r.Simulated[0].Starts[k].S,
			spread(table.Each(r.Simulated, func(s protocol.Set) float64 { return roundedOff(s.Starts[k].TV) }))}
		for i := range r.Ts {
			row = append(row, spread(r.OfSets(i, errorOf(k))))
		}
		t.Add(row...)
	}
	row := []any{"one draw", nil, nil}
	for i, T := range r.Ts {
		t.Columns = append(t.Columns, table.Column{Key: fmt.Sprintf("T = %d", T)})
		row = append(row, spread(r.OfSets(i,
			func(r protocol.Run) float64 { return math.Round(100 * r.Spread / r.B) })))
	}
	t.Add(row...)
	t.Note("On all simulated sets: the middle one, the least and the largest. A sweep has as many steps as there are " +
		"hyperparameters and latents. TV is between the distribution of the start and the posterior. The last line " +
		"is the standard deviation of B over exact draws, if all reverse runs share one.")
	return t
}

// quartilesTable returns what 100 runs show on the real data and on the first simulated set: the paper too draws one.
func quartilesTable(r protocol.Result) table.Table {
	t := table.Table{Title: fmt.Sprintf("Quartiles of %d forward runs, shifted by their largest median, in nats",
		protocol.QuartileRuns), Columns: table.Columns("T", "real=real data", "first=first set", "apart=sets apart")}
	shown := func(s protocol.Set, i int) string {
		q, shift := s.Forward[i], s.Shift()
		return fmt.Sprintf("%.3g (%.3g to %.3g)", q.Median-shift+0, q.Q1-shift, q.Q3-shift)
	}
	for i, T := range r.Ts {
		t.Add(T, shown(r.Real, i), shown(r.Simulated[0], i), r.DisjointSets(i))
	}
	t.Note("The median, and the lower and the upper quartile. Sets apart: on how many of %d the band does not overlap "+
		"that of the real data. Exactly, the curve of the real data is beyond those of all sets at %s.", r.Sets,
		inTs(r.TsOutside(seenOf)))
	return t
}

// ExternalProtocol returns the table of the protocol as a user carries it out, by a kernel that is known by its moves
// alone. Curves on the real data and on the simulated are shifted by their largest forward median each, as in the
// paper, because log p(y) is not known.
func ExternalProtocol(d protocol.Result) table.Table {
	t := table.Table{Title: fmt.Sprintf("%s: %s; %s; 100 runs each, by --exec", d.Name, d.About,
		d.Setting.TargetName()),
		Columns: table.Columns("T", "runs", "sweeps", "q1", "median", "q3", "apart")}
	for i, T := range d.Ts {
		real, first := d.Real, d.Simulated[0]
		t.Add(T, "forward, real data", nil, real.Forward[i].Q1-real.Shift(), real.Forward[i].Median-real.Shift(),
			real.Forward[i].Q3-real.Shift(), fmt.Sprintf("%d of %d", d.DisjointSets(i), d.Sets))
		t.Add(T, "forward, simulated", nil, first.Forward[i].Q1-first.Shift(), first.Forward[i].Median-first.Shift(),
			first.Forward[i].Q3-first.Shift(), nil)
		for k, q := range first.Reverse[i] {
			t.Add(T, "reverse, simulated", d.Sweeps[k], q.Q1-first.Shift(), q.Median-first.Shift(),
				q.Q3-first.Shift(), nil)
		}
	}
	t.Note("log w less the largest forward median on the same data. The first simulated set is shown; apart: on how " +
		"many of all the quartiles do not overlap those on the real data. Reverse runs begin at the fitted values, " +
		"after so many sweeps; they are BREAD's if the kernel keeps detailed balance. Their height above the forward " +
		"ones estimates B.")
	return t
}

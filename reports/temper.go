package reports

import (
	"fmt"
	"math"

	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/experiments/columns"
	"breadboard/experiments/temper"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Temper prints a tempering in parallel: what is known after each number of scans, and of each pair of walkers.
// Programs get a row for each number of scans.
func Temper(r temper.Result, f table.Format) []table.Table {
	if f.ForPrograms() {
		return []table.Table{temperRows(r)}
	}
	all := []table.Table{temperPairs(r)}
	if r.Exact != nil {
		all = []table.Table{temperScans(r), temperEvidence(r), all[0]}
	}
	return append(all, temperNumbers(r))
}

// temperTitle says what runs on what.
func temperTitle(r temper.Result) string {
	how := "pairs in turn"
	if r.Exchange == tempering.SEO {
		how = "pairs by a coin"
	}
	hot := "the hottest draws"
	if r.Hot == temper.Moves {
		hot = "the hottest moves"
	}
	c := r.Chain
	if r.Practice {
		c.Schedule = temper.EqualRejections
	}
	return fmt.Sprintf("%s; %d walkers, %s, %s", chainTitle(c), r.Walkers, how, hot)
}

// temperScans has the cold walker by scans.
func temperScans(r temper.Result) table.Table {
	t := table.Table{Title: temperTitle(r), Columns: table.Columns("scans", "J", "tv=TV", "kl_q_p=KL(q‖p)",
		"kl_p_q=KL(p‖q)")}
	for _, row := range r.Exact.Rows {
		t.Add(row.Scans, row.Cold.Jeffreys(), row.TV, row.Cold.Forward, row.Cold.Reverse)
	}
	t.Note("Exact, on %s product states. The cold walker has the law q, and the target is p. All walkers start %s.",
		text.Thousands(r.Exact.States), startWords(r.Start))
	return t
}

// temperEvidence has what one run's estimates of log R are off by.
func temperEvidence(r temper.Result) table.Table {
	t := table.Table{Title: fmt.Sprintf("One run's log R, less the exact %.6g", r.LogR),
		Columns: table.Columns("scans", "stones_bias=stones: bias", "stones_sd=sd", "integral_bias=integral: bias",
			"integral_sd=sd")}
	for _, row := range r.Exact.Rows {
		bias := row.Stones.Bias
		if !math.IsNaN(row.Stones.Jensen) {
			bias += row.Stones.Jensen
		}
		t.Add(row.Scans, table.ThreeDigits(bias), threeOrNone(row.Stones.SD), threeOrNone(row.Integral.Bias),
			threeOrNone(row.Integral.SD))
	}
	t.Note("Stones are logs of means of f_high/f_low over all scans. The bias of their expectations is exact%s. The "+
		"integral is a trapezium of means of log f_T/f_1, and its numbers are exact.", jensenWords(r.Exact.Rows))
	return t
}

// threeOrNone is a number in three digits, or nothing.
func threeOrNone(v float64) any {
	if math.IsNaN(v) {
		return nil
	}
	return table.ThreeDigits(v)
}

func startWords(start string) string {
	switch start {
	case string(replicas.FromInitial):
		return "with draws of the initial density"
	case string(replicas.FromEquilibrium):
		return "with draws of their own densities"
	}
	return "in " + start
}

func jensenWords(rows []replicas.Row) string {
	if len(rows) == 0 || math.IsNaN(rows[0].Stones.Jensen) {
		return "; what a log of a mean lies below is not in it, and dice tell it"
	}
	return "; what a log of a mean lies below is added to first order, and sd is of that order too"
}

// temperPairs has the pairs of neighbours.
func temperPairs(r temper.Result) table.Table {
	t := table.Table{Title: "Neighbours", Lead: 2, Columns: table.Columns("betas", "reject=rejects",
		"local=local barrier",
		"reject_scan=at the last scan", "mc=by dice", "mc_stderr=±")}
	local := r.Local()
	for k, reject := range r.Rejections {
		var at, mc, stderr any
		if r.Exact != nil && len(r.Exact.Rows) > 0 {
			at = r.Exact.Rows[len(r.Exact.Rows)-1].Rejections[k]
		}
		if r.Sampled != nil {
			mc = r.Sampled.Rejections[k].Mean
			stderr = table.ThreeDigits(r.Sampled.Rejections[k].StdErr)
		}
		t.Add(fmt.Sprintf("%.4g to %.4g", r.Betas[k], r.Betas[k+1]), reject, local[k], at, mc, stderr)
	}
	if r.Exact == nil {
		t.Title = temperTitle(r)
		t.Drop("reject_scan")
	}
	if r.Sampled == nil {
		t.Drop("mc", "mc_stderr")
	}
	t.Note("How often an exchange is rejected in equilibrium, exactly. The local barrier is that over the distance " +
		"of the betas.")
	return t
}

// temperNumbers has what is one number of the ladder.
func temperNumbers(r temper.Result) table.Table {
	t := table.Table{Title: "All together", Columns: table.Columns("number", "exact", "mc=by dice", "mc_stderr=±",
		"sd")}
	none := any(nil)
	t.Add("sum of rejections", r.Barrier, none, none, none)
	if !math.IsNaN(r.Limit) {
		t.Add("barrier, of ever closer walkers", r.Limit, none, none, none)
	}
	mc := func(of func(s temper.Sampled) temper.Guess) (cells []any) {
		if r.Sampled == nil {
			return []any{nil, nil, nil}
		}
		g := of(*r.Sampled)
		return []any{table.Known(g.Mean), threeOrNone(g.StdErr), threeOrNone(g.SD)}
	}
	t.Add("round trips a scan, if exploration forgot all", r.Ideal, none, none, none)
	trips, relaxation := none, none
	if r.Exact != nil && r.Exact.Trips != nil {
		trips = r.Exact.Trips.Rate
		if r.Exact.Relaxation.Settled() {
			relaxation = r.Exact.Relaxation.Time()
		}
	}
	t.Add(append([]any{"round trips a scan", trips}, mc(func(s temper.Sampled) temper.Guess { return s.Trips })...)...)
	if relaxation != nil {
		t.Add("relaxation time, in scans", relaxation, none, none, none)
	}
	if !math.IsNaN(r.StepCost) {
		t.Add("evaluations a scan", r.StepCost, none, none, none)
	}
	if r.Sampled == nil {
		t.Add("log R", r.LogR, none, none, none)
		t.Drop("mc", "mc_stderr", "sd")
	} else {
		stones := mc(func(s temper.Sampled) temper.Guess { return s.Stones })
		integral := mc(func(s temper.Sampled) temper.Guess { return s.Integral })
		t.Add(append([]any{"log R by stones", r.LogR}, stones...)...)
		t.Add(append([]any{"log R by integral", r.LogR}, integral...)...)
		t.Note("By dice: %s of %s scans, mc-seed %d. Those that count round trips begin with no walker on its way.",
			text.Count(r.Sampled.Runs, "run"), text.Thousands(r.Scans[len(r.Scans)-1]), r.MCSeed)
	}
	if r.Exact != nil && r.Exact.Trips == nil {
		t.Note("Round trips, the relaxation time and the deviations of log R take long on so many product states; " +
			"--all has them.")
	}
	t.Note("There is no B: the weight of such a run is that of its start, and no scan changes it.")
	if n := r.Chain.Walkers(); n > 1 {
		t.Note("The kernel moves %d walkers of its own at each beta. log R is of all of them: R is the product of the "+
			"walkers' own.", n)
	}
	return t
}

// temperRows are the rows for programs.
func temperRows(r temper.Result) table.Table {
	t := table.Table{Columns: forPrograms(columns.Of("temper"))}
	if r.Exact == nil {
		t.Rows = append(t.Rows, temperRow(r, nil).cells(t.Columns))
		return t
	}
	for i := range r.Exact.Rows {
		t.Rows = append(t.Rows, temperRow(r, &r.Exact.Rows[i]).cells(t.Columns))
	}
	return t
}

// cells are those of the columns; one without a value is nil.
func (rec record) cells(all []table.Column) []any {
	return each(all, func(c table.Column) any { return rec[c.Key] })
}

// temperRow is the record after some scans, or of runs by dice alone.
func temperRow(r temper.Result, row *replicas.Row) record {
	rec := record{}
	Name(rec, r.Chain.Pinned())
	rec["target"] = r.Chain.TargetName()
	rec["grid"] = r.Chain.Target.Grid.String()
	rec["walkers"] = r.Walkers
	rec["exchange"] = string(r.Exchange)
	rec["hot"] = string(r.Hot)
	rec["start"] = r.Start
	rec["scans"] = r.Scans[len(r.Scans)-1]
	rec["scan_cost"] = r.StepCost
	rec["product_states"] = r.States
	rec["rejections"] = r.Rejections
	rec["barrier"] = r.Barrier
	rec["barrier_limit"] = r.Limit
	rec["trips_ideal"] = r.Ideal
	rec["log_r"] = r.LogR
	rec["betas"] = r.Betas
	if r.Practice {
		rec["schedule"] = temper.EqualRejections
	}
	if row != nil {
		rec["scans"] = row.Scans
		rec["J"] = row.Cold.Jeffreys()
		rec["kl_q_p"] = row.Cold.Forward
		rec["kl_p_q"] = row.Cold.Reverse
		rec["tv"] = row.TV
		rec["rejections_scan"] = row.Rejections
		rec["stones_bias"] = row.Stones.Bias
		rec["stones_jensen"] = row.Stones.Jensen
		rec["stones_sd"] = row.Stones.SD
		rec["integral_bias"] = row.Integral.Bias
		rec["integral_sd"] = row.Integral.SD
	}
	if r.Exact != nil && r.Exact.Trips != nil {
		rec["trips"] = r.Exact.Trips.Rate
		rec["trips_low"] = r.Exact.Trips.Low
		rec["trips_high"] = r.Exact.Trips.High
		if r.Exact.Relaxation.Settled() {
			rec["relaxation"] = r.Exact.Relaxation.Time()
		}
	}
	if s := r.Sampled; s != nil {
		rec["runs_mc"] = s.Runs
		rec["mc_seed"] = r.MCSeed
		rec["rejections_mc"] = each(s.Rejections, func(g temper.Guess) float64 { return g.Mean })
		guess := func(name string, g temper.Guess) {
			rec[name] = g.Mean
			rec[name+"_stderr"] = g.StdErr
			rec[name+"_sd"] = g.SD
		}
		guess("stones_mc", s.Stones)
		guess("integral_mc", s.Integral)
		guess("trips_mc", s.Trips)
	}
	rec.blank()
	return rec
}

package reports

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/experiments/columns"
	"breadboard/experiments/sandwich"
	"breadboard/reports/table"
)

// Sandwich is the table of judged sets of runs, a set a row. Its title is of the last, which has the most levels.
func Sandwich(results []sandwich.Result, f table.Format) table.Table {
	t := table.Table{Columns: forPrograms(columns.Of("sandwich")), Lead: 2}
	if !f.ForPrograms() {
		t.Columns = table.Columns("T", "program", "e_log_w_fwd=forward", "e_log_w_rev=reverse", "b=B", "bar=BAR",
			"crooks_p=p", "verdict=Crooks")
	}
	marks := map[string]table.Mark{sandwich.Fails: table.Failed, sandwich.CannotTell: table.Uncertain,
		sandwich.OneSide: table.Uncertain}
	const limit = 0.1
	fewer := map[string]sandwich.Result{} // of each program, the result before, whose B is known
	for _, r := range results {
		of := ofProgram(r.Program, r.T)
		rec := record{"T": table.Some(r.T), "program": table.Some(r.Program), "log_r_lower": r.Ends[0],
			"log_r_upper": r.Ends[1], "runs_fwd": len(r.Sides[0].LogW), "runs_rev": len(r.Sides[1].LogW),
			"why": table.Some(r.Why), "crooks_p": r.P, "verdict": table.Verdict{Text: r.Verdict, Mark: marks[r.Verdict]}}
		for key, e := range map[string]sandwich.Estimate{"e_log_w_fwd": r.Means[0], "e_log_w_rev": r.Means[1], "b": r.B,
			"bar": r.Bar, "log_mean_w": r.LogMeans[0], "log_mean_inv_w": r.LogMeans[1]} {
			if rec[key], rec[key+"_stderr"] = e.Value, e.StdErr; !f.ForPrograms() && e.StdErr >= 0 {
				rec[key] = uncertain(e.Value, e.StdErr)
			}
		}
		forecast := ""
		if before, known := fewer[r.Program]; known && r.Verdict != sandwich.Fails {
			levels := sandwich.Levels(before, r, limit)
			forecast = forecastOf(before, r, levels, limit)
			if levels > 0 && r.B.Value > limit {
				rec["levels"] = int(min(levels, math.MaxInt32))
			}
		}
		if !math.IsNaN(r.B.Value) {
			fewer[r.Program] = r
		}
		rec.blank()
		rec["warnings"] = append(r.Doubts, nulls(t.Columns, rec)...)
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		if f.ForPrograms() {
			continue
		}
		say := func(format string, args ...any) {
			t.Note("%s", strings.TrimPrefix(of+": ", ": ")+fmt.Sprintf(format, args...))
		}
		if t.Title = bounds(r); of != "" && len(results) > 1 {
			t.Title = of + ": " + t.Title
		}
		say("log of the mean of w: %v; minus log of the mean of 1/w: %v.",
			cmp.Or(rec["log_mean_w"], any("unknown")), cmp.Or(rec["log_mean_inv_w"], any("unknown")))
		if r.Why != "" {
			say("Crooks %s: %s.", r.Verdict, r.Why)
		}
		if forecast != "" {
			say("%s.", forecast)
		}
		for _, doubt := range r.Doubts {
			say("%s.", doubt)
		}
	}
	if f.ForPrograms() {
		return t
	}
	t.Note("forward, reverse: the means of log w. BAR: Bennett's estimate of log R. p: the probability of runs that "+
		"break Crooks' law P_fwd(w) w/R = P_rev(w) as much as these, if the sampler keeps it; below %g it is accused. "+
		"In nats.", sandwich.Level)
	dropAlike(&t, "program", each(results, func(r sandwich.Result) string { return r.Program }))
	dropAlike(&t, "T", each(results, func(r sandwich.Result) string { return strconv.Itoa(r.T) }))
	return t
}

// forecastOf says with how many levels B will be at limit, by these levels of sandwich.Levels. It is "" if B is not known.
func forecastOf(before, r sandwich.Result, levels, limit float64) string {
	switch {
	case r.B.Value <= limit:
		return fmt.Sprintf("B is below %g already", limit)
	case r.B.Value >= before.B.Value:
		return fmt.Sprintf("B does not fall from T = %d, so that nothing says with how many levels it will be %g",
			before.T, limit)
	case levels > 0:
		return fmt.Sprintf("B will be %g with some %d levels, if it falls as c/(T + d)", limit, int(min(levels, math.MaxInt32)))
	}
	return ""
}

// bounds is what the ends of a result say of log R. Runs that break Crooks' law bound nothing.
func bounds(r sandwich.Result) string {
	what, known := "log R", func(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }
	if r.DataSets {
		what = "the mean of log R"
	}
	low, high := table.Short(r.Ends[0]), table.Short(r.Ends[1])
	switch above, below := known(r.Ends[0]), known(r.Ends[1]); {
	case r.Verdict == sandwich.Fails:
		return "the runs break Crooks' law: their means bound no log R"
	case above && below && r.Ends[0] > r.Ends[1]:
		return "the bounds of " + what + " contradict each other: above " + low + ", and below " + high
	case above && below:
		return what + " is between " + low + " and " + high + ", each with 97.5% confidence"
	case above:
		return what + " is above " + low + ", with 97.5% confidence"
	case below:
		return what + " is below " + high + ", with 97.5% confidence"
	}
	return "these runs bound no log R"
}

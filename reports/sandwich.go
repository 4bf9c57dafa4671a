package reports

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/sandwich"
	"breadboard/grid/text"
	"breadboard/reports/table"
)

// Sandwich returns the table of judged sets of runs, with a row for each. Its title is the verdict on all of them.
func Sandwich(judged sandwich.Judgement, f table.Format) table.Table {
	t := table.Table{Columns: table.Keys("T program runs_fwd runs_rev e_log_w_fwd? e_log_w_fwd_stderr? " +
		"e_log_w_rev? e_log_w_rev_stderr? log_r_lower? log_r_upper? log_mean_w? log_mean_w_stderr? log_mean_inv_w? " +
		"log_mean_inv_w_stderr? b? b_stderr? bar? bar_stderr? crooks_p? reach? one_r_p? verdict why levels " +
		"warnings unseen? bounds? status doubts"), Lead: 2}
	if !f.ForSoftware() {
		t.Columns = table.Columns("T", "program", "e_log_w_fwd=forward", "e_log_w_rev=reverse", "b=B", "bar=BAR",
			"crooks_p=p", "verdict=Crooks")
	}
	oneR := map[string]any{} // the p of one log R for all sets of a program
	for _, same := range judged.Agreements {
		oneR[same.Program] = same.P
	}
	before := map[string]sandwich.Result{} // by program, the last earlier set with a known B
	fall := ""                             // of B up to the last set
	for i, r := range judged.Results {
		rec := setRecord(r, f)
		rec["one_r_p"] = oneR[r.Program]
		rec["reach"] = reachOf(judged, i)
		if last, known := before[r.Program]; known && r.Verdict != sandwich.Fails && r.B.Value > sandwich.SmallB {
			if levels := sandwich.Levels(last, r); levels > 0 {
				rec["levels"] = int(min(levels, math.MaxInt32))
			}
		}
		if !math.IsNaN(r.B.Value) {
			fall = fallOf(before[r.Program], r)
			before[r.Program] = r
		}
		rec["warnings"] = append(slices.Clone(r.Said.Says), nullWarnings(t.Columns, rec)...)
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		if !f.ForSoftware() {
			noteSet(&t, r, rec)
		}
	}
	if f.ForSoftware() {
		return t
	}
	t.Title = titleOf(judged)
	if fall != "" && judged.Verdict != sandwich.Fails {
		t.Note("%s", fall)
	}
	t.Note("forward, reverse: the means of log w. BAR: Bennett's estimate of log R. p: the probability of runs that "+
		"break Crooks' law P_fwd(w) w/R = P_rev(w) as much as these, if the sampler keeps it; below %.2g it is "+
		"accused. In nats. A constant in both directions cannot be seen: it only moves log R.", judged.Alpha)
	dropAlike(&t, "program", table.Each(judged.Results, func(r sandwich.Result) string { return r.Program }))
	dropAlike(&t, "T", table.Each(judged.Results, func(r sandwich.Result) string { return strconv.Itoa(r.T) }))
	return t
}

// fallOf says whether B falls from an earlier set, or the zero Result, to a later one, by two standard errors.
func fallOf(last, r sandwich.Result) string {
	if last.T == r.T || last.T == 0 {
		return ""
	}
	say := "B still falls, from %s at T = %d to %s at T = %d: with more levels it would be smaller."
	if last.B.Value-r.B.Value <= 2*math.Hypot(last.B.StdErr, r.B.StdErr) {
		say = "B is %s at T = %d and %s at T = %d: no fall is clear."
	}
	return after(r.Program, fmt.Sprintf(say, Uncertain(last.B.Value, last.B.StdErr), last.T,
		Uncertain(r.B.Value, r.B.StdErr), r.T))
}

// reachOf returns the reach of a set, and NaN where it is not known. It takes up to a second. So of many sets only the
// last has one, which has the most levels.
func reachOf(judged sandwich.Judgement, i int) float64 {
	const few = 8
	if n := len(judged.Results); n > few && i < n-1 {
		return math.NaN()
	}
	return judged.Reach(i)
}

// setRecord returns the numbers of a set, for people with their standard errors.
func setRecord(r sandwich.Result, f table.Format) record {
	marks := map[string]table.Mark{
		sandwich.Fails:      table.Failed,
		sandwich.CannotTell: table.Uncertain,
		sandwich.OneSide:    table.Uncertain,
	}
	rec := record{
		"T":           table.NilIfZero(r.T),
		"program":     table.NilIfZero(r.Program),
		"log_r_lower": r.Ends[0],
		"log_r_upper": r.Ends[1],
		"unseen":      r.Unseen,
		"bounds":      after(ofProgram(r.Program, r.T), bounds(r)),
		"runs_fwd":    len(r.Sides[0].LogW),
		"runs_rev":    len(r.Sides[1].LogW),
		"why":         table.NilIfZero(r.Why),
		"crooks_p":    r.P,
		"status":      string(r.Status()),
		"doubts":      doubts(r.Doubts()),
		"verdict":     table.Verdict{Text: r.Verdict, Mark: marks[r.Verdict]},
	}
	if r.Verdict == sandwich.Fails { // and then its means bound no log R
		for _, key := range []string{"log_r_lower", "log_r_upper", "unseen", "bounds"} {
			rec[key] = nil
		}
	}
	for key, e := range map[string]sandwich.Estimate{
		"e_log_w_fwd":    r.Means[0],
		"e_log_w_rev":    r.Means[1],
		"b":              r.B,
		"bar":            r.Bar,
		"log_mean_w":     r.LogMeans[0],
		"log_mean_inv_w": r.LogMeans[1],
	} {
		rec[key] = e.Value
		rec[key+"_stderr"] = e.StdErr
		if !f.ForSoftware() && e.StdErr >= 0 {
			rec[key] = Uncertain(e.Value, e.StdErr)
		}
	}
	return rec
}

// noteSet adds notes on a set for which its row has no column.
func noteSet(t *table.Table, r sandwich.Result, rec record) {
	note := func(format string, args ...any) {
		t.Note("%s", after(ofProgram(r.Program, r.T), fmt.Sprintf(format, args...)))
	}
	if r.Why != "" {
		note("Crooks %s: %s.", r.Verdict, r.Why)
	}
	if reach := rec["reach"].(float64); !math.IsNaN(reach) {
		note("no fault is seen. If the forward weights alone were %.3g%% too large, which is one kind of fault, 9 of "+
			"10 such sets would show it.", 100*math.Expm1(reach))
	}
	for _, doubt := range r.Said.Says {
		note("%s.", doubt)
	}
}

// after puts a place before a sentence, if there is one.
func after(place, sentence string) string {
	return strings.TrimPrefix(strings.TrimSpace(place)+": "+sentence, ": ")
}

// titleOf returns what is wrong at any T, or else what the last set bounds, which has the most levels.
func titleOf(judged sandwich.Judgement) string {
	var broken []string // where
	for _, r := range judged.Results {
		if r.Verdict == sandwich.Fails {
			broken = append(broken, strings.TrimSpace(ofProgram(r.Program, r.T)))
		}
	}
	several := len(judged.Results) > 1
	switch {
	case len(broken) > 0 && several:
		return fmt.Sprintf("the runs break Crooks' law (%s): their means bound no log R", strings.Join(broken, ", "))
	case len(broken) > 0:
		return "the runs break Crooks' law: their means bound no log R"
	}
	for _, s := range judged.Agreements {
		if s.Fails(judged.Alpha) {
			bar := func(r sandwich.Result) string {
				return fmt.Sprintf("%s at T = %d", Uncertain(r.Bar.Value, r.Bar.StdErr), r.T)
			}
			return after(s.Program, fmt.Sprintf("BAR is %s and %s, and one sampler has one log R: p = %.2g",
				bar(s.Least), bar(s.Most), s.P))
		}
	}
	last := judged.Results[len(judged.Results)-1]
	if several {
		return after(ofProgram(last.Program, last.T), bounds(last))
	}
	return bounds(last)
}

// bounds says between which numbers log R is, by the ends of a result, given that no kind of run is missing.
func bounds(r sandwich.Result) string {
	known := func(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }
	above := known(r.Ends[0])
	below := known(r.Ends[1])
	low := table.Short(r.Ends[0])
	high := table.Short(r.Ends[1])
	runs := "run"
	if r.Sides[0].Group != nil || r.Sides[1].Group != nil {
		runs = "group"
	}
	given := fmt.Sprintf("given that no kind of run is missing (%s show each of %.2g%% or more, with 95%% "+
		"confidence): ", text.Count(r.Fewest, runs), 100*r.Unseen)
	switch {
	case above && below && r.Ends[0] > r.Ends[1]:
		return fmt.Sprintf("the bounds of log R contradict each other, which may be chance, or a kind of run that is "+
			"missing: above %s, and below %s, each with 97.5%% confidence", low, high)
	case above && below:
		return given + fmt.Sprintf("if each step keeps its p_t, the samples are at most J = %s nats from the target, "+
			"with 95%% confidence; log R is between %s and %s, each with 97.5%% confidence",
			table.Short(r.Ends[1]-r.Ends[0]), low, high)
	case above:
		return given + "log R is above " + low + ", with 97.5% confidence"
	case below:
		return given + "log R is below " + high + ", with 97.5% confidence"
	}
	return "these runs bound no log R"
}

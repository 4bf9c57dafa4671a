package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments/columns"
	"breadboard/experiments/sandwich"
	"breadboard/reports/table"
)

// Sandwich is the table of judged sets of runs, a set a row. Its title is the verdict on all of them.
func Sandwich(whole sandwich.Whole, f table.Format) table.Table {
	results := whole.Results
	t := table.Table{Columns: forPrograms(columns.Of("sandwich")), Lead: 2}
	if !f.ForPrograms() {
		t.Columns = table.Columns("T", "program", "e_log_w_fwd=forward", "e_log_w_rev=reverse", "b=B", "bar=BAR",
			"crooks_p=p", "verdict=Crooks")
	}
	marks := map[string]table.Mark{sandwich.Fails: table.Failed, sandwich.CannotTell: table.Uncertain,
		sandwich.OneSide: table.Uncertain}
	const limit = 0.1
	reach := reaches(whole)
	oneR := map[string]float64{}
	for _, same := range whole.Same {
		oneR[same.Program] = same.P
	}
	fewer := map[string]sandwich.Result{} // of each program, the result before, whose B is known
	for i, r := range results {
		of := ofProgram(r.Program, r.T)
		rec := record{"T": table.Some(r.T), "program": table.Some(r.Program), "log_r_lower": r.Ends[0],
			"log_r_upper": r.Ends[1], "runs_fwd": len(r.Sides[0].LogW), "runs_rev": len(r.Sides[1].LogW),
			"why": table.Some(r.Why), "crooks_p": r.P,
			"verdict": table.Verdict{Text: r.Verdict, Mark: marks[r.Verdict]}}
		for key, e := range map[string]sandwich.Estimate{"e_log_w_fwd": r.Means[0], "e_log_w_rev": r.Means[1], "b": r.B,
			"bar": r.Bar, "log_mean_w": r.LogMeans[0], "log_mean_inv_w": r.LogMeans[1]} {
			rec[key], rec[key+"_stderr"] = e.Value, e.StdErr
			if !f.ForPrograms() && e.StdErr >= 0 {
				rec[key] = uncertain(e.Value, e.StdErr)
			}
		}
		if p, compared := oneR[r.Program]; compared {
			rec["one_r_p"] = p
		}
		if !math.IsNaN(reach[i]) {
			rec["reach"] = reach[i]
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
		say("log of the mean of w: %v; minus log of the mean of 1/w: %v.",
			cmp.Or(rec["log_mean_w"], any("unknown")), cmp.Or(rec["log_mean_inv_w"], any("unknown")))
		if r.Why != "" {
			say("Crooks %s: %s.", r.Verdict, r.Why)
		}
		if !math.IsNaN(reach[i]) {
			say("no fault is seen. A factor of e^%.2g in the forward weights alone would be found in 9 of 10 such "+
				"sets, or more.",
				reach[i])
		} else if r.Verdict == sandwich.Holds && len(results) <= fewSets {
			say("no fault is seen. Few weights are on both sides: it is not known how large a factor in the forward " +
				"weights alone would be found.")
		}
		if r.More > 0 {
			say("p = %.2g is low, and above %.2g: if a fault of this size is there, %.1f times as many runs would "+
				"find it in 9 of 10 sets.", r.P, r.Level, r.More)
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
	for _, same := range whole.Same {
		words := "agree on one log R"
		if same.Fails(whole.Level) {
			words = "do not agree on one log R"
		}
		t.Note("%s", strings.TrimPrefix(same.Program+": ", ": ")+
			fmt.Sprintf("the estimates of BAR at %d T %s: p = %.2g.", same.Sets, words, same.P))
	}
	if whole.Verdict == sandwich.Holds {
		t.Note("A constant in both directions cannot be seen: it only moves log R. How large a mistake in the moves " +
			"would be found is not measured here; validate judges moves.")
	}
	t.Title = titleOf(whole)
	t.Note("forward, reverse: the means of log w. BAR: Bennett's estimate of log R. p: the probability of runs that "+
		"break Crooks' law P_fwd(w) w/R = P_rev(w) as much as these, if the sampler keeps it; below %s it is "+
		"accused. In nats.", levelOf(whole))
	dropAlike(&t, "program", each(results, func(r sandwich.Result) string { return r.Program }))
	dropAlike(&t, "T", each(results, func(r sandwich.Result) string { return strconv.Itoa(r.T) }))
	return t
}

// fewSets are those of which each has its reach.
const fewSets = 8

// reaches are the reaches of the sets, NaN where they are not known. That of a set takes up to a second, so that of
// many sets it is asked for the last alone, which has the most levels.
func reaches(whole sandwich.Whole) []float64 {
	all := make([]float64, len(whole.Results))
	for i := range all {
		all[i] = math.NaN()
		if len(all) <= fewSets || i == len(all)-1 {
			all[i] = whole.Reach(i)
		}
	}
	return all
}

// titleOf says first what is wrong at any T, and else what the set with the most levels, which is the last, bounds.
func titleOf(whole sandwich.Whole) string {
	var broken, signs []string // where
	sign := ""
	for _, r := range whole.Results {
		where := place(r)
		switch {
		case r.Verdict != sandwich.Fails:
		case r.Sign:
			signs = append(signs, where)
			sign = r.Why
		default:
			broken = append(broken, where)
		}
	}
	several := len(whole.Results) > 1
	switch {
	case len(broken) > 0:
		return "the runs break Crooks' law" + at(broken, several) + ": their means bound no log R"
	case len(signs) > 0:
		return "the runs" + at(signs, several) + " bound no log R: " + sign
	}
	for _, s := range whole.Same {
		if s.Fails(whole.Level) {
			low, high := s.Lowest, s.Above
			return fmt.Sprintf("BAR is %s %s and %s %s, and one sampler has one log R: p = %.2g",
				uncertain(low.Bar.Value, low.Bar.StdErr), place(low), uncertain(high.Bar.Value,
					high.Bar.StdErr), place(high),
				s.P)
		}
	}
	last := whole.Results[len(whole.Results)-1]
	title := bounds(last)
	if of := place(last); of != "" && several {
		title = of + ": " + title
	}
	return title
}

// place names the program and T of a result.
func place(r sandwich.Result) string { return strings.TrimSpace(ofProgram(r.Program, r.T)) }

// at lists places after a sentence, if there are several sets.
func at(places []string, several bool) string {
	if !several {
		return ""
	}
	const most = 4 // more are counted
	if rest := len(places) - most; rest > 0 {
		places = append(slices.Clone(places[:most]), fmt.Sprintf("%d more", rest))
	}
	return " (" + strings.Join(places, ", ") + ")"
}

// levelOf is the level of a test, and how it is made.
func levelOf(whole sandwich.Whole) string {
	if whole.Tests <= 1 {
		return fmt.Sprint(sandwich.Level)
	}
	return fmt.Sprintf("%.2g, which is %g over the %d tests,", whole.Level, sandwich.Level, whole.Tests)
}

// forecastOf says with how many levels B will be at limit, by these levels of sandwich.Levels. It is "" if B is not
// known.
func forecastOf(before, r sandwich.Result, levels, limit float64) string {
	switch {
	case r.B.Value <= limit:
		return fmt.Sprintf("B is below %g already", limit)
	case r.B.Value >= before.B.Value:
		return fmt.Sprintf("B does not fall from T = %d, so that nothing says with how many levels it will be %g",
			before.T, limit)
	case levels > 0:
		return fmt.Sprintf("B will be %g with some %d levels, if it falls as c/(T + d)", limit,
			int(min(levels, math.MaxInt32)))
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

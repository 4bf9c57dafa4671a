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
func Sandwich(judged sandwich.Judgement, f table.Format) table.Table {
	t := table.Table{Columns: forPrograms(columns.Of("sandwich")), Lead: 2}
	if !f.ForPrograms() {
		t.Columns = table.Columns("T", "program", "e_log_w_fwd=forward", "e_log_w_rev=reverse", "b=B", "bar=BAR",
			"crooks_p=p", "verdict=Crooks")
	}
	for _, s := range judgedSets(judged) {
		rec := s.record(f)
		rec.blank()
		rec["warnings"] = append(s.Doubts, nulls(t.Columns, rec)...)
		t.Rows = append(t.Rows, table.RowOf(t.Columns, rec))
		if !f.ForPrograms() {
			s.notes(&t, rec)
		}
	}
	if f.ForPrograms() {
		return t
	}
	for _, same := range judged.Same {
		words := "agree on one log R"
		if same.Fails(judged.Level) {
			words = "do not agree on one log R"
		}
		t.Note("%s", strings.TrimPrefix(same.Program+": ", ": ")+
			fmt.Sprintf("the estimates of BAR at %d T %s: p = %.2g.", same.Sets, words, same.P))
	}
	if judged.Verdict == sandwich.Holds {
		t.Note("A constant in both directions cannot be seen: it only moves log R. How large a mistake in the moves " +
			"would be found is not measured here; validate judges moves.")
	}
	t.Title = titleOf(judged)
	t.Note("forward, reverse: the means of log w. BAR: Bennett's estimate of log R. p: the probability of runs that "+
		"break Crooks' law P_fwd(w) w/R = P_rev(w) as much as these, if the sampler keeps it; below %s it is "+
		"accused. In nats.", levelOf(judged))
	dropAlike(&t, "program", each(judged.Results, func(r sandwich.Result) string { return r.Program }))
	dropAlike(&t, "T", each(judged.Results, func(r sandwich.Result) string { return strconv.Itoa(r.T) }))
	return t
}

// A judgedSet is what a row shows: the judgement of a set of runs, and what the sets beside it say of it.
type judgedSet struct {
	sandwich.Result
	oneR     float64 // the p of one log R for all sets of the program; NaN if there is no other set
	reach    float64 // the fault that would be found; NaN if it is not known
	levels   float64 // the levels that forecast names; 0 if it names none
	forecast string  // of B; "" if there is none
	many     bool    // more sets than have their reach each
}

// judgedSets are the sets in their order. What B will be is forecast from the set before of the same program whose B is
// known.
func judgedSets(judged sandwich.Judgement) (all []judgedSet) {
	oneR := map[string]float64{}
	for _, same := range judged.Same {
		oneR[same.Program] = same.P
	}
	known := map[string]sandwich.Result{} // by program, the last set before whose B is known
	for i, r := range judged.Results {
		s := judgedSet{Result: r, oneR: math.NaN(), reach: reachOf(judged, i), many: len(judged.Results) > fewSets}
		if p, compared := oneR[r.Program]; compared {
			s.oneR = p
		}
		if before, ok := known[r.Program]; ok && r.Verdict != sandwich.Fails {
			levels := sandwich.Levels(before, r, smallB)
			s.forecast = forecastOf(before, r, levels)
			if r.B.Value > smallB {
				s.levels = levels
			}
		}
		if !math.IsNaN(r.B.Value) {
			known[r.Program] = r
		}
		all = append(all, s)
	}
	return all
}

// smallB is the B that is forecast, in nats: a gap that few would spend more levels on.
const smallB = 0.1

// fewSets are those of which each has its reach. That of a set takes up to a second.
const fewSets = 8

// reachOf is the reach of a set, NaN where it is not known. Of many sets the last alone is asked, which has the most
// levels.
func reachOf(judged sandwich.Judgement, i int) float64 {
	if n := len(judged.Results); n > fewSets && i < n-1 {
		return math.NaN()
	}
	return judged.Reach(i)
}

// record has the numbers of a set, for people with their standard errors.
func (s judgedSet) record(f table.Format) record {
	marks := map[string]table.Mark{
		sandwich.Fails:      table.Failed,
		sandwich.CannotTell: table.Uncertain,
		sandwich.OneSide:    table.Uncertain,
	}
	rec := record{
		"T":           table.Some(s.T),
		"program":     table.Some(s.Program),
		"log_r_lower": s.Ends[0],
		"log_r_upper": s.Ends[1],
		"runs_fwd":    len(s.Sides[0].LogW),
		"runs_rev":    len(s.Sides[1].LogW),
		"why":         table.Some(s.Why),
		"crooks_p":    s.P,
		"one_r_p":     s.oneR,
		"reach":       s.reach,
		"verdict":     table.Verdict{Text: s.Verdict, Mark: marks[s.Verdict]},
	}
	if s.levels > 0 {
		rec["levels"] = wholeLevels(s.levels)
	}
	for key, e := range map[string]sandwich.Estimate{
		"e_log_w_fwd":    s.Means[0],
		"e_log_w_rev":    s.Means[1],
		"b":              s.B,
		"bar":            s.Bar,
		"log_mean_w":     s.LogMeans[0],
		"log_mean_inv_w": s.LogMeans[1],
	} {
		rec[key] = e.Value
		rec[key+"_stderr"] = e.StdErr
		if !f.ForPrograms() && e.StdErr >= 0 {
			rec[key] = uncertain(e.Value, e.StdErr)
		}
	}
	return rec
}

// wholeLevels is a number of levels as an int, which may be too small for a forecast.
func wholeLevels(levels float64) int { return int(min(levels, math.MaxInt32)) }

// notes say in words what a set's row has no column for.
func (s judgedSet) notes(t *table.Table, rec record) {
	note := func(format string, args ...any) {
		of := ofProgram(s.Program, s.T)
		t.Note("%s", strings.TrimPrefix(of+": ", ": ")+fmt.Sprintf(format, args...))
	}
	note("log of the mean of w: %v; minus log of the mean of 1/w: %v.",
		cmp.Or(rec["log_mean_w"], any("unknown")), cmp.Or(rec["log_mean_inv_w"], any("unknown")))
	if s.Why != "" {
		note("Crooks %s: %s.", s.Verdict, s.Why)
	}
	switch {
	case !math.IsNaN(s.reach):
		note("no fault is seen. A factor of e^%.2g in the forward weights alone would be found in 9 of 10 such sets, "+
			"or more.", s.reach)
	case s.Verdict == sandwich.Holds && !s.many:
		note("no fault is seen. Few weights are on both sides: it is not known how large a factor in the forward " +
			"weights alone would be found.")
	}
	if s.forecast != "" {
		note("%s.", s.forecast)
	}
	for _, doubt := range s.Doubts {
		note("%s.", doubt)
	}
}

// titleOf says first what is wrong at any T, and else what the set with the most levels, which is the last, bounds.
func titleOf(judged sandwich.Judgement) string {
	var broken []string // where
	for _, r := range judged.Results {
		if r.Verdict == sandwich.Fails {
			broken = append(broken, place(r))
		}
	}
	several := len(judged.Results) > 1
	if len(broken) > 0 {
		return "the runs break Crooks' law" + at(broken, several) + ": their means bound no log R"
	}
	for _, s := range judged.Same {
		if s.Fails(judged.Level) {
			return strings.TrimPrefix(s.Program+": ", ": ") +
				fmt.Sprintf("the estimates of BAR at %d T do not agree, and one sampler has one log R: p = %.2g",
					s.Sets, s.P)
		}
	}
	last := judged.Results[len(judged.Results)-1]
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
func levelOf(judged sandwich.Judgement) string {
	if judged.Tests <= 1 {
		return fmt.Sprint(sandwich.Level)
	}
	return fmt.Sprintf("%.2g, which is %g over the %d tests,", judged.Level, sandwich.Level, judged.Tests)
}

// forecastOf says with how many levels B will be small, by these levels of sandwich.Levels. It is "" if B is not known.
func forecastOf(before, r sandwich.Result, levels float64) string {
	switch {
	case r.B.Value <= smallB:
		return fmt.Sprintf("B is below %g already", smallB)
	case r.B.Value >= before.B.Value:
		return fmt.Sprintf("B does not fall from T = %d, so that nothing says with how many levels it will be %g",
			before.T, smallB)
	case levels > 0:
		return fmt.Sprintf("B will be %g with some %d levels, if it falls as c/(T + d)", smallB, wholeLevels(levels))
	}
	return ""
}

// bounds is what the ends of a result say of log R. Runs that break Crooks' law bound nothing.
func bounds(r sandwich.Result) string {
	known := func(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }
	above := known(r.Ends[0])
	below := known(r.Ends[1])
	low := table.Short(r.Ends[0])
	high := table.Short(r.Ends[1])
	switch {
	case r.Verdict == sandwich.Fails:
		return "the runs break Crooks' law: their means bound no log R"
	case above && below && r.Ends[0] > r.Ends[1]:
		return "the bounds of log R contradict each other: above " + low + ", and below " + high
	case above && below:
		return "log R is between " + low + " and " + high + ", each with 97.5% confidence"
	case above:
		return "log R is above " + low + ", with 97.5% confidence"
	case below:
		return "log R is below " + high + ", with 97.5% confidence"
	}
	return "these runs bound no log R"
}

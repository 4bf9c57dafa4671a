package reports

import (
	"fmt"
	"math"
	"strings"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/experiments/ranking"
	"breadboard/reports/table"
)

// exactWarnings are the run's own, those for missing numbers, and one for columns that
// JSON cannot express.
func exactWarnings(r experiments.Exact, keys []table.Column, rec record, steps bool) []string {
	all := append(each(r.Chain.Doubts(), error.Error), r.Warnings...)
	if rounded := r.Rounded(); rounded != "" {
		all = append(all, rounded)
	}
	all = append(all, missing(r)...)
	all = append(all, infinite(keys, rec)...)
	if steps && (r.B() == 0 || math.IsInf(r.B(), 1)) {
		all = append(all, "in steps null is an infinite part, or a share of B, which does not exist if B is "+
			table.Full(r.B()))
	}
	return all
}

// infinite is a warning that names the numbers of a record that are not finite, if there are
// any.
func infinite(keys []table.Column, rec record) []string {
	var names []string
	for _, c := range keys {
		if v, ok := rec[c.Key].(float64); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
			names = append(names, c.Key+" = "+table.Full(v))
		}
	}
	if names == nil {
		return nil
	}
	return []string{"not finite, and so null in JSON: " + strings.Join(names, ", ")}
}

func missing(r experiments.Exact) []string {
	var why []string
	if r.Q == nil {
		why = append(why, fmt.Sprintf("no q, p and log_f: on %d states they would be long; they are given on up to %d",
			int(r.Chain.States), experiments.MostUnasked))
	}
	if r.T > experiments.MostUnasked {
		why = append(why, fmt.Sprintf("no betas: %d would be long; they are given up to T = %d", r.T,
			experiments.MostUnasked))
	}
	for _, law := range []struct {
		name string
		exact.Moments
	}{{"fwd", r.FwdLaw}, {"rev", r.RevLaw}} {
		switch {
		case math.IsInf(law.Mean, 0):
			why = append(why, fmt.Sprintf("no log_w_%[1]s_var and log_w_%[1]s_skew: the mean is infinite", law.name))
		case math.IsNaN(law.Variance): // a warning of the run says why
		case math.IsNaN(law.Skewness):
			why = append(why, fmt.Sprintf("no log_w_%s_skew: log w does not vary", law.name))
		}
	}
	return why
}

// A warning is one of a run, with what it is of: a T, or a program at a T.
type warning struct{ text, of string }

// warningNotes lists warnings, each once with all that it is of, behind a word for these.
func warningNotes(word string, all []warning) (notes []string) {
	for text, same := range ranking.GroupBy(all, func(w warning) string { return w.text }) {
		notes = append(notes, fmt.Sprintf("Warning, %s%s: %s.", word,
			strings.Join(each(same, func(w warning) string { return w.of }), ", "), text))
	}
	return notes
}

// warningsOf are the warnings of one run.
func warningsOf(of string, texts []string) []warning {
	return each(texts, func(text string) warning { return warning{text, of} })
}

// ofProgram names the run of a program at one T.
func ofProgram(program string, T int) string {
	if T == 0 {
		return program
	}
	return fmt.Sprintf("%s at T = %d", program, T)
}

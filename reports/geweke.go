package reports

import (
	"fmt"

	"gonum.org/v1/gonum/stat"

	"breadboard/experiments/geweke"
	"breadboard/reports/table"
)

// gewekeTable shows, to people, a test of a kernel with a model, one statistic a row.
func gewekeTable(r geweke.Result) table.Table {
	words := wordsOf(r)
	t := table.Table{Title: fmt.Sprintf("The kernel fits %s, as far as %d draws tell.", r.Model.Name, r.Draws),
		Columns: table.Columns("statistic", "mean_forward="+words.forward,
			"mean_chain="+words.chain, "distance=KS distance",
			"p", "ok="+words.ok)}
	for _, s := range r.Findings {
		verdict := table.Verdict{Text: "yes"}
		switch {
		case s.OK():
		case r.Kind == geweke.SBC: // which accuses nothing
			verdict = table.Verdict{Text: "no"}
		default:
			verdict = table.Verdict{Text: "NO", Mark: table.Failed}
		}
		t.Add(s.Name, table.ThreeDigits(stat.Mean(s.Forward, nil)), table.ThreeDigits(stat.Mean(s.Chain, nil)),
			table.ThreeDigits(s.Distance), table.ThreeDigits(s.P), verdict)
	}
	if w := r.Worst(); !w.OK() {
		t.Title = fmt.Sprintf(words.fault, r.Model.Name, w.Name)
	}
	t.Note("%s, corrected for the number of statistics; below %g the answer is no. mc-seed %d.", words.drawn,
		geweke.Level, r.MCSeed)
	return t
}

// gewekeWords are those of one of the tests. drawn ends with what p is the probability of.
type gewekeWords struct{ forward, chain, ok, fault, drawn string }

func wordsOf(r geweke.Result) gewekeWords {
	if r.Kind == geweke.Joint {
		return gewekeWords{"forward mean", "chain mean", "one law", "The kernel does not fit %s: %s has another law.",
			fmt.Sprintf("Geweke's test, by %d pairs of latents and data each way: from the model, and after %d steps "+
				"of the kernel with new data between them. p: the probability of at least that distance if both have "+
				"one law", r.Draws, r.Steps)}
	}
	return gewekeWords{"even mean", "mean rank", "even",
		"The true latents of %s do not rank evenly by %s: a right kernel that is slow does this too.",
		fmt.Sprintf("Simulation-based calibration, by %d draws of latents and data from the model. The latents rank "+
			"among %d states of a chain from the prior, one after every %d steps. A right kernel that needs more "+
			"steps to forget its start is uneven too. p: the probability of counts of ranks that are as rare, if "+
			"all ranks are equally likely", r.Draws, r.Others, r.Steps)}
}

// gewekeObjects are the tests for programs.
func gewekeObjects(all []geweke.Result) []table.Object {
	return each(all, func(r geweke.Result) table.Object {
		return table.Object{"draws", r.Draws, "mc_seed", r.MCSeed, "ok", r.OK(), "statistics",
			each(r.Findings, func(f geweke.Finding) table.Object {
				return table.Object{"distance", f.Distance, "mean_chain", stat.Mean(f.Chain, nil), "mean_forward",
					stat.Mean(f.Forward, nil), "name", f.Name, "ok", f.OK(), "p", f.P}
			}), "steps", r.Steps, "test", string(r.Kind)}
	})
}

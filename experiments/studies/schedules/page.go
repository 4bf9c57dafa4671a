package schedules

import (
	"io"
	"slices"
	"strings"

	"breadboard/experiments/ranking"
	"breadboard/reports/figure"
	"breadboard/reports/study"
	"breadboard/reports/sweeps"
	"breadboard/reports/table"
)

// summaryNames are the files of the summary of a sweep; tables for programs are CSV alone.
var summaryNames = slices.Concat(table.Names("md csv png svg pdf", "summary"),
	table.Names("csv", "summary-cells", "summary-dear", "summary-winners"))

// Names are the files of Page, and LongNames those of PageLong.
var (
	Names     = slices.Concat(summaryNames, table.Names("png svg", "price"))
	LongNames = summaryNames
)

// Page sums up the sweep of few levels, and draws what the choice by B costs in both.
func Page(found Found) study.Study {
	short := ranking.Summarize(found.Short)
	long := ranking.Summarize(found.Long)
	all := summed(short)
	all.Figure("price", func(w io.Writer, m figure.Medium) error { return priceFigure(w, m, sixes(short, long)) })
	return all
}

// PageLong sums up the sweep of many levels.
func PageLong(found Found) study.Study { return summed(ranking.Summarize(found.Long)) }

func summed(s ranking.Summary) (all study.Study) {
	all.People = []table.Table{sweeps.Result(s, ".")}
	for _, f := range sweeps.SummaryFiles(s, figure.Look{}) {
		if !strings.HasSuffix(f.Name, ".json") {
			all.Others = append(all.Others, f)
		}
	}
	return all
}

package sandwich

import (
	"fmt"
	"strings"

	"breadboard/reports/study"
	"breadboard/reports/table"
)

// Names are the names of the files of Page.
var Names = []string{"README.md"}

// Page is a page of tables and words.
func Page(s Study) (all study.Study) {
	coverage := table.Table{Title: "On sound samplers", Columns: table.Columns("runs", "log_R=log R inside",
		"bar=BAR within 2 errors", "p_05=p <= 0.05", "p_001=p <= 0.001")}
	for size, n := range runsEachWay {
		c := s.Coverage[size]
		coverage.Add(n, c.LogR.String(), c.Bar.String(), c.At05.String(), c.At001.String())
	}
	coverage.Note("README.md has all tables.")
	all.People = []table.Table{coverage}
	all.Text("README.md", words(s))
	return all
}

// notSeen is what the study of shipped bugs finds, and its test holds it.
const notSeen = "With 1000 runs each way, of the shipped bugs in programs with a reverse it fails 3 of 11 " +
	`(Turing.jl 1598, Turing.jl 2855, rbms 6),
and not: Kalman-and-Bayesian-Filters 146, MacroEconometricModels.jl 131, MacroEconometricModels.jl 132, TensorFlow
Probability 267, Turing.jl 2723, dynesty 412, nimble 765, treeppl 64. Some of these are off by a constant alone, ` +
	`which is
part of R, and others hardly change the law of log w. A sweep that is not reversed is such a fault: two axes of seven
cells tell too little of it. ` + "`" + `breadboard validate` + "`" + ` finds these by the laws of each cell.`

// words is the page.
func words(s Study) string {
	var b strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	say("# How far `breadboard sandwich` can be trusted\n")
	say("These numbers are measured on the bench, where log R, E_fwd[log w] and E_rev[log w] are exact. They are " +
		"made by")
	say("`go -C experiments/studies run . sandwich --out ../../reports/sandwich --force`; `--seed 1` makes other " +
		"draws.\n")
	say("## The interval, Bennett's estimate and the test, on sound samplers\n")
	say("Annealing of %d densities of the zoo, by metropolis and by heat-bath, with T = 3, 10 and 30, each 20 "+
		"times.\n", s.Densities)
	say("| runs each way | log R inside | E_fwd[log w] above its end | E_rev[log w] below its end | the test can " +
		"tell | BAR within 2 errors | p <= 0.05 | p <= 0.001 |")
	say("|--:|--:|--:|--:|--:|--:|--:|--:|")
	for size, n := range runsEachWay {
		c := s.Coverage[size]
		say("| %d | %v | %v | %v | %v | %v | %v | %v (%d of %d) |", n, c.LogR, c.Forward, c.Reverse, c.Judged, c.Bar,
			c.At05, c.At001, c.At001.Yes, c.At001.Of)
	}
	say("\nEach end of the interval has a confidence of 97.5%% as a bound of its mean. As a bound of log R it has " +
		"more, for log R")
	say("is farther off. Where log w has a long tail that few runs show, an end falls short of its mean, but still " +
		"bounds log R.")
	say("\n## One start for ten reverse runs\n")
	say("The same densities by metropolis with T = 10: 200 forward runs, and 200 reverse runs from 20 starts, 40 " +
		"times each.\n")
	say("| | E_rev[log w] below its end | BAR within 2 errors | p <= 0.05 | p <= 0.001 |")
	say("|:--|--:|--:|--:|--:|")
	for _, row := range []struct {
		name string
		Counts
	}{{"with a column group", s.With}, {"without one", s.Without}} {
		say("| %s | %v | %v | %v | %v |", row.name, row.Reverse, row.Bar, row.At05, row.At001)
	}
	say("\n## Faults\n")
	say("How often the test fails a sampler, of 50 times, and the cause that it names most often.\n")
	for _, f := range s.Faults {
		say("| fault, %s | 100 runs | 1000 runs | cause |", f.Name)
		say("|:--|--:|--:|:--|")
		for _, row := range f.Rows {
			say("| %s |", strings.Join(row, " | "))
		}
		say("")
	}
	say(notSeen)
	say("\n## Forecasts of the T at which B is 0.1\n")
	say("From exact B at two T, on the %d densities by metropolis. The quotient is of the forecast and of the T that "+
		"gives 0.1.\n",
		s.Densities)
	say("| from T = | of | c/(T + d): quotient, middle half | within a factor of 2 | c/T: quotient, middle half | " +
		"within a factor of 2 |")
	say("|:--|--:|--:|--:|--:|--:|")
	for _, f := range s.Forecasts {
		n := len(f.Linear)
		if n == 0 {
			continue
		}
		say("| %d and %d | %d | %.2f to %.2f | %v | %.2f to %.2f | %v |", f.Fewer, f.More, n, f.Linear[n/4],
			f.Linear[3*n/4], within(f.Linear, 2), f.Plain[n/4], f.Plain[3*n/4], within(f.Plain, 2))
	}
	return b.String()
}

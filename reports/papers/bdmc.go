package papers

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/experiments/papers/bdmc"
	"breadboard/reports/table"
)

// BDMC shows the reproduction of BDMC: what it published beside what is measured here, its estimators beside the truth,
// and its figures.
func BDMC(f bdmc.Found) Report {
	tables := []table.Table{bdmcTable1(f)}
	for _, model := range bdmc.Models {
		tables = append(tables, bdmcTruth(f.Of(model), model))
	}
	published := Part{ID: "published", Title: "What the paper published, and what is found here", Text: []string{
		"The paper's nats are of much larger data. What can be compared is which model wins, on which side of the " +
			"truth an estimator lies, and which of two errs more. Its 10 nats of 50 observations are one nat here.",
		"A verdict has the number of data sets on which the same is found. On at least two thirds of the data sets: " +
			"agrees. On at most a third: differs. The column here has medians."}, Tables: append(tables, bdmcStated(f)),
		Data: []table.Named{rows("table1", "seed data_from model log_p_y", f.Fits, nil),
			rows("rows", "model seed log_p_y estimator knob budget cost how bias bias_stderr rmse bias_25 rmse_25",
				f.Rows, nil)}}
	bias := Part{ID: "bias", Title: "Figures 2, 4 and 5: bias against cost", Text: []string{
		"AIS and its reverse close in on log p(y) from both sides. A line is the median of the data sets, with a bar " +
			"between their quartiles."}, Figures: []Figure{bdmcFigures[0].of(f), bdmcFigures[1].of(f)}}
	errors := Part{ID: "error", Title: "Figure 3: error against cost", Text: []string{
		"The paper has mean squared errors: these are their roots. 25 runs are combined at the cost of all 25."},
		Figures: []Figure{bdmcFigures[2].of(f)}}
	return Report{Title: "BDMC: estimators of the marginal likelihood, where it is known", Quick: f.Quick,
		Intro: []string{fmt.Sprintf("Grosse, Ghahramani and Adams (2015) compare estimators of log p(y) on three "+
			"models, with one data set each of 50 observations of 25 numbers. Here a model has %d data sets of %d "+
			"observations of two numbers, so that log p(y) is a sum over all latents.", f.Sets, f.N)},
		Parts: []Part{published, bias, errors}}
}

// bdmcMedian is the median of a number of data sets.
func bdmcMedian[S any](sets []S, of func(S) float64) float64 {
	_, median, _ := bdmc.Quartiles(table.Each(sets, of))
	return median
}

// bdmcVerdict says on how many data sets the same holds. It agrees if these are two thirds or more, and differs if they
// are a third or fewer.
func bdmcVerdict[S any](sets []S, same func(S) bool) table.Verdict {
	n := 0
	for _, s := range sets {
		if same(s) {
			n++
		}
	}
	v := table.Verdict{Text: "mixed", Mark: table.Uncertain}
	switch {
	case 3*n >= 2*len(sets):
		v = table.Verdict{Text: "agrees"}
	case 3*n <= len(sets):
		v = table.Verdict{Text: "differs", Mark: table.Failed}
	}
	v.Text += fmt.Sprintf(", %d/%d", n, len(sets))
	return v
}

// bdmcBeside has two numbers, with the sign of which is larger.
func bdmcBeside(format string, a, b float64) string {
	sign := " < "
	if a > b {
		sign = " > "
	}
	return fmt.Sprintf(format+sign+format, a, b)
}

// bdmcEvidence is the paper's Table 1: log p(y) of data from a model, a row, under each model.
var bdmcEvidence = [3][3]float64{{-2377.5, -2390.6, -2383.2}, {-2214.2, -2145.1, -2171.4}, {-2268.6, -2241.7, -2219.4}}

// bdmcTable1 has the entries of Table 1 two by two, the better one of the paper first, and whether it is so here.
func bdmcTable1(f bdmc.Found) table.Table {
	t := table.Table{Title: "Table 1: log p(y) under two models, the better one of the paper first", Lead: 2,
		Columns: table.Columns("from=data from", "models", "published", "here", "verdict")}
	for i, from := range bdmc.Models {
		n := f.Sets * len(bdmc.Models) // fits of the data from a model
		sets := slices.Collect(slices.Chunk(f.Fits[i*n:(i+1)*n], len(bdmc.Models)))
		order := []int{0, 1, 2}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(bdmcEvidence[i][b], bdmcEvidence[i][a]) })
		for _, pair := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			a := order[pair[0]]
			b := order[pair[1]]
			better := func(s []bdmc.Fit) float64 { return s[a].LogP }
			worse := func(s []bdmc.Fit) float64 { return s[b].LogP }
			t.Add(from, bdmc.Models[a]+" over "+bdmc.Models[b],
				bdmcBeside("%.1f", bdmcEvidence[i][a], bdmcEvidence[i][b]),
				bdmcBeside("%.1f", bdmcMedian(sets, better), bdmcMedian(sets, worse)),
				bdmcVerdict(sets, func(s []bdmc.Fit) bool { return better(s) > worse(s) }))
		}
	}
	return t
}

// bdmcNear are the estimators that come within 10 nats in the paper (Section 6.4), by model. It does not say so of
// reverse ones, and the others do not.
var bdmcNear = map[string]string{"clustering": "AIS SMC NS", "low rank": "AIS", "binary": "AIS SMC NS"}

// bdmcSaid is what the paper says of an estimator that comes near, and of others.
var bdmcSaid = map[bool]string{true: "yes: ", false: "no: "}

// bdmcTruth has each estimator at its largest budget: its mean on the first data set beside log p(y), and the medians
// of its scores on all. It says whether one run comes within 10 nats in the paper, and within one here, at any budget.
func bdmcTruth(sets []bdmc.Set, model string) table.Table {
	seed := sets[0].At("AIS", 0).Seed
	t := table.Table{Title: fmt.Sprintf("%s: mean estimates on data set %d beside the truth", model, seed),
		Columns: table.Columns("estimator", "budget", "mean", "log p(y)", "bias", "rmse=RMSE", "near=within 10 nats"),
		Notes: []string{fmt.Sprintf("Mean and log p(y) are of data set %d; bias and RMSE are medians over the %d, "+
			"at the largest budget. The last column is the paper's: it asks for 10 nats there and one here, at any "+
			"budget.", seed, len(sets))}}
	for _, name := range bdmc.Legend {
		r := sets[0].At(name, -1)
		v := table.Verdict{Mark: table.NoMark}
		near := slices.Contains(strings.Fields(bdmcNear[model]), name)
		if name != "rev AIS" && name != "SHME" {
			v = bdmcVerdict(sets, func(s bdmc.Set) bool { return math.IsInf(bdmcReach(name)(s), 1) != near })
			v.Text = bdmcSaid[near] + v.Text
		}
		t.Add(name, r.Budget, fmt.Sprintf("%.2f", r.LogP+r.Single.Bias), fmt.Sprintf("%.2f", r.LogP),
			fmt.Sprintf("%.2f", bdmcMedian(sets, bdmcBias(name, -1))),
			fmt.Sprintf("%.2f", bdmcMedian(sets, bdmcRMSE(name, -1))), v)
	}
	return t
}

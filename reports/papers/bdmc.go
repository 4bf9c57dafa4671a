package papers

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/experiments/papers/bdmc"
	"breadboard/reports/page"
	"breadboard/reports/table"
)

// BDMC returns the report of BDMC: its Table 1 beside what is measured here, and its figures.
func BDMC(f bdmc.Results) page.Page {
	published := page.Section{ID: "published", Title: "What the paper published, and what is found here",
		Text: []string{"The paper's nats are of much larger data. What can be compared is which model wins, and " +
			"which estimator is accurate. A verdict has the number of data sets on which the same is found. On at " +
			"least two thirds of the data sets: agrees. On at most a third: differs. The column here has medians."},
		Tables: []table.Table{bdmcTable1(f), bdmcFigureClaims(f)},
		Data:   []table.Named{rows("table1", "seed data_from model log_p_y", f.Fits, nil)}}
	bias := page.Section{ID: "bias", Title: "Figures 2, 4 and 5: bias against cost", Text: []string{
		"AIS and its reverse close in on log p(y) from both sides. A line is the median of the data sets, with a bar " +
			"between their quartiles."}, Figures: []page.Figure{bdmcFigures[0].draw(f), bdmcFigures[1].draw(f)},
		Data: []table.Named{rows("rows", "model seed log_p_y estimator knob budget cost how bias bias_stderr rmse "+
			"bias_25 rmse_25", f.Rows, nil)}}
	errors := page.Section{ID: "error", Title: "Figure 3: error against cost", Text: []string{
		"The paper has mean squared errors: these are their roots. 25 runs are combined at the cost of all 25."},
		Figures: []page.Figure{bdmcFigures[2].draw(f)}}
	return quickly(f.Quick, page.Page{Title: "BDMC: estimators of the marginal likelihood, where it is known",
		Intro: []string{fmt.Sprintf("Grosse, Ghahramani and Adams (2015) compare estimators of log p(y) on three "+
			"models, with one data set each of 50 observations of 25 numbers. Here a model has %d data sets of %d "+
			"observations of two numbers, so that log p(y) is a sum over all latents.", f.Sets, f.N)},
		Sections: []page.Section{published, bias, errors}})
}

// bdmcMedian returns the median over data sets of a number of each.
func bdmcMedian[S any](sets []S, of func(S) float64) float64 {
	_, median, _ := bdmc.Quartiles(table.Each(sets, of))
	return median
}

// bdmcEvidence holds the paper's Table 1: log p(y) of data from the model of the row under the model of the column.
var bdmcEvidence = [3][3]float64{{-2377.5, -2390.6, -2383.2}, {-2214.2, -2145.1, -2171.4}, {-2268.6, -2241.7, -2219.4}}

// bdmcTable1 returns the entries of Table 1 in pairs, the better one of the paper first, and whether it is better here.
func bdmcTable1(f bdmc.Results) table.Table {
	compared := func(a, b float64) string {
		sign := "<"
		if a > b {
			sign = ">"
		}
		return fmt.Sprintf("%.1f %s %.1f", a, sign, b)
	}
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
				compared(bdmcEvidence[i][a], bdmcEvidence[i][b]),
				compared(bdmcMedian(sets, better), bdmcMedian(sets, worse)),
				bdmcVerdict(sets, table.Verdict{Text: "agrees"},
					func(s []bdmc.Fit) bool { return better(s) > worse(s) }))
		}
	}
	return t
}

// bdmcClaims holds the numbers that the paper's text gives of Figures 2 to 5, in nats; the figures themselves have no
// numbers. Accurate is an RMSE below 10 nats there, and below one here, where models differ by about one (Table 1). A
// bias is the same if it is below 0, but in its sign only if its median has less than half of the published size.
var bdmcClaims = []struct {
	figure                      int
	model, estimator, published string
	number                      func(bdmc.Score) float64
	same                        func(v float64) bool
	size                        float64
}{
	{2, "clustering", "VB+sym", "bias -15", biasOf, below, 15},
	{2, "clustering", "NS", "bias below 0", biasOf, below, 0},
	{3, "clustering", "SMC", "RMSE 4.6 in 9.7 s", rmseOf, accurate, 0},
	{3, "clustering", "AIS", "RMSE 7.0 in 37.8 s", rmseOf, accurate, 0},
	{3, "clustering", "NS", "RMSE 5.7 in 51.2 s", rmseOf, accurate, 0},
	{4, "low rank", "AIS", "RMSE 8.6 in 1.6 s", rmseOf, accurate, 0},
	{4, "low rank", "SMC", "RMSE above 10", rmseOf, inaccurate, 0},
	{4, "low rank", "NS", "RMSE above 10", rmseOf, inaccurate, 0},
	{4, "low rank", "CMS", "bias below -1000", biasOf, below, 1000},
	{5, "binary", "AIS", "RMSE 7.5 in 16.5 min", rmseOf, accurate, 0},
	{5, "binary", "SMC", "RMSE 4.7 in 69 min", rmseOf, accurate, 0},
	{5, "binary", "NS", "RMSE 9.0 in 15.1 min", rmseOf, accurate, 0},
}

func below(bias float64) bool      { return bias < 0 }
func accurate(rmse float64) bool   { return rmse < 1 }
func inaccurate(rmse float64) bool { return !accurate(rmse) }

// bdmcFigureClaims returns these numbers beside those of one run at the largest budget.
func bdmcFigureClaims(f bdmc.Results) table.Table {
	t := table.Table{Title: "Figures 2 to 5: bias and RMSE in nats, at the largest budget here", Lead: 3,
		Columns: table.Columns("figure", "model", "estimator", "published", "here", "verdict"),
		Notes: []string{"The published numbers are in the paper's text; its figures were not read. The same is a " +
			"bias below 0, or an RMSE on the same side of a limit: 10 nats there, and one nat here. Sign only: the " +
			"bias is below 0, and its median has less than half of the published size."}}
	for _, c := range bdmcClaims {
		sets := f.DataSets(c.model)
		last := func(s bdmc.Set) float64 {
			budgets := s[c.estimator]
			return c.number(budgets[len(budgets)-1].Single)
		}
		here, agrees := bdmcMedian(sets, last), table.Verdict{Text: "agrees"}
		if math.Abs(here) < c.size/2 {
			agrees = table.Verdict{Text: "sign only", Mark: table.Uncertain}
		}
		t.Add(c.figure, c.model, c.estimator, c.published, fmt.Sprintf("%.2f", here),
			bdmcVerdict(sets, agrees, func(s bdmc.Set) bool { return c.same(last(s)) }))
	}
	return t
}

// bdmcVerdict says on how many data sets the same holds. It is agrees if they are two thirds or more, and differs if
// they are a third or fewer.
func bdmcVerdict[S any](sets []S, agrees table.Verdict, same func(S) bool) table.Verdict {
	n := 0
	for _, s := range sets {
		if same(s) {
			n++
		}
	}
	v := table.Verdict{Text: "mixed", Mark: table.Uncertain}
	switch {
	case 3*n >= 2*len(sets):
		v = agrees
	case 3*n <= len(sets):
		v = table.Verdict{Text: "differs", Mark: table.Failed}
	}
	v.Text += fmt.Sprintf(", %d/%d", n, len(sets))
	return v
}

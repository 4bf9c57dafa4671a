package papers

import (
	"fmt"
	"math"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/papers/bread"
	"breadboard/reports/reporttest"
)

// The rows of the reproduction of BREAD's Appendix B.
type (
	tightnessRow struct {
		Toy   string  `column:"toy"`
		T     int     `column:"T"`
		J     float64 `column:"J"`
		B     float64 `column:"B"`
		Ratio float64 `column:"b_over_j"`
	}
	curveRow struct {
		Toy string  `column:"toy"`
		T   int     `column:"T"`
		J   float64 `column:"J"`
		B   float64 `column:"B"`
	}
	ensembleRow struct {
		Toy        string  `column:"toy"`
		Quantity   string  `column:"quantity"`
		T          int     `column:"T"`
		Q1         float64 `column:"q1"`
		Median     float64 `column:"median"`
		Q3         float64 `column:"q3"`
		Published  float64 `column:"published"`
		Percentile float64 `column:"percentile"`
		Together   float64 `column:"together"`
	}
	crosscheckRow struct {
		Target   string  `column:"target"`
		Z        float64 `column:"z"`
		Warnings string  `column:"warnings"`
	}
)

// TestBreadPage: the page of BREAD's Appendix B says what its committed rows have.
func TestBreadPage(t *testing.T) {
	const folder = "../bread"
	var says []string
	say := func(format string, args ...any) { says = append(says, fmt.Sprintf(format, args...)) }
	rows := map[string][]tightnessRow{} // by toy
	for _, row := range reporttest.Committed[tightnessRow](t, folder, "tightness") {
		rows[row.Toy] = append(rows[row.Toy], row)
	}
	at := func(toy string, T int) (found tightnessRow) {
		for _, row := range rows[toy] {
			if row.T == T {
				found = row
			}
		}
		return found
	}
	off := 0.0
	verdicts := map[string]string{}
	for _, row := range reporttest.Rows(t, folder, "published.csv") {
		verdicts[fmt.Sprintf("%s %s(%v)", row["toy"], row["quantity"], row["T"])] = row["verdict"].(string)
	}
	for _, toy := range bread.Toys() {
		for _, p := range toy.Published {
			computed := at(toy.Name, p.T).J
			if p.Quantity == experiments.B {
				computed = at(toy.Name, p.T).B
			}
			claim := bread.Claim{Published: p, Computed: computed}
			name := fmt.Sprintf("%s(%d)", p.Quantity, p.T)
			say("| %s | %s | %s | %.5g | %s |", toy.Title, name, p.Printed, computed, claim.Verdict())
			if verdicts[toy.Name+" "+name] != claim.Verdict() {
				t.Errorf("published.csv says of %s of %s: %s", name, toy.Name, verdicts[toy.Name+" "+name])
			}
			if !claim.Agrees() {
				off = max(off, math.Abs(computed/p.Value()-1))
			}
		}
	}
	say("They differ by up to %.1f%%, and by choice", 100*off)
	say("at T = 1000 it is %.2f times J on BARRIER, %.2f times on HARD RANDOM and %.0f times on EASY RANDOM",
		at("barrier", 1000).Ratio, at("hard", 1000).Ratio, at("easy", 1000).Ratio)
	say("On EASY RANDOM it grows at every T from 10 to 100,000, from %.1f to %.0f.", at("easy", 10).Ratio,
		at("easy", 100_000).Ratio)
	say("On HARD RANDOM it is %.2f at T = 20, and falls from there to %.2f.", at("hard", 20).Ratio,
		at("hard", 100_000).Ratio)
	monotone(t, rows["easy"], 1)
	monotone(t, rows["hard"][1:], -1)
	barrier := rows["barrier"]
	least := barrier[0]
	for _, row := range barrier {
		if row.Ratio < least.Ratio {
			least = row
		}
	}
	say("On BARRIER it is %.2f at T = %d, least at T = %d (%.2f), and %.2f at T = 100,000.", barrier[0].Ratio,
		barrier[0].T, least.T, least.Ratio, at("barrier", 100_000).Ratio)
	var together []float64 // by toy
	for i, row := range reporttest.Committed[ensembleRow](t, folder, "ensemble") {
		if i%4 == 0 {
			together = append(together, row.Together)
		}
		toy := bread.Toys()[i/4]
		published := fmt.Sprintf("%.3g", row.Published) // of B/J the quotient of two that are printed
		if i%4 < len(toy.Published) {
			published = toy.Published[i%4].Printed
		}
		say("| %s | %s(%d) | %.3g (%.3g to %.3g) | %s | %.0f%% |", toy.Title, row.Quantity, row.T,
			row.Median, row.Q1, row.Q3, published, row.Percentile)
	}
	say("%.1f%% of the draws of EASY RANDOM are as far out or farther, and %.1f%% of HARD RANDOM", together[0],
		together[1])
	says = append(says, estimatesSaid(t, folder))
	reporttest.Holds(t, folder+"/README.md", says...)
	for _, row := range reporttest.Committed[curveRow](t, folder, "figure3") {
		if same := at(row.Toy, row.T); same.T == row.T && (same.J != row.J || same.B != row.B) {
			t.Errorf("figure3.csv has J %v and B %v of %s at T = %d, and tightness.csv %v and %v", row.J, row.B,
				row.Toy, row.T, same.J, same.B)
		}
	}
}

// monotone fails t unless B/J goes up or down from each T to the next.
func monotone(t *testing.T, rows []tightnessRow, sign float64) {
	t.Helper()
	for i, row := range rows[1:] {
		if sign*(row.Ratio-rows[i].Ratio) <= 0 {
			t.Errorf("%s: B/J is %v at T = %d, and %v before", row.Toy, row.Ratio, row.T, rows[i].Ratio)
		}
	}
}

// estimatesSaid returns the sentence on estimates beside exact numbers: those that are warned of are on HARD RANDOM.
func estimatesSaid(t *testing.T, folder string) string {
	t.Helper()
	most := 0.0
	warned := 0
	for _, row := range reporttest.Committed[crosscheckRow](t, folder, "crosscheck") {
		switch {
		case row.Warnings == "":
			most = max(most, math.Abs(row.Z))
		case row.Target != "hard":
			t.Errorf("an estimate on %s is warned of: %s", row.Target, row.Warnings)
		default:
			warned++
		}
	}
	return fmt.Sprintf("within %.1f standard errors, but for %d on HARD RANDOM", most, warned)
}

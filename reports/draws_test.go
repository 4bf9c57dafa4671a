package reports

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/grid/must"
	"breadboard/reports/table"
)

// TestDraws: people see the sample that fits worst, not one of which nothing is known. Software reads every column.
func TestDraws(t *testing.T) {
	annealer := must.Have(experiments.Setting{Toy: "barrier"}.Annealer())(t)
	lists := func(z float64) []float64 { return append(make([]float64, 48), z) }
	all := []draws.Result{{Name: "few", Chains: 4, P: math.NaN(), Verdict: draws.Unclear, Target: lists(0),
		Q: lists(0), Z: lists(-9)},
		{Name: "fits", P: 0.5, Verdict: draws.Fits, Reach: 0.2, Needs: 73_000, Target: lists(0), Q: lists(0),
			Z: lists(0)},
		{Name: "wrong", P: 1e-9, Verdict: draws.Differs, Target: lists(0), Q: lists(0.5),
			Z: lists(math.Inf(1)), Impossible: 7, Lacking: []int{3}}}
	for f, says := range map[table.Format][]string{
		table.Plain: {"│ few    │      4 │", "validate FILE, without --draws,", "farthest off wrong",
			"fits: 0.1 would be found by about 73,000 draws",
			"│   48 │ [6,6] │ 0.50000 │ 0 │ inf │", "5 or more: 1"},
		table.JSON: {`"impossible": 7`, `"p_value": null`, `"lacking": [3]`},
	} {
		var b bytes.Buffer
		must.Do(t, table.WriteAll(&b, f, table.Style{Width: 80}, Draws(annealer, all, f)...))
		for _, say := range says {
			if !strings.Contains(b.String(), say) {
				t.Errorf("%s has no %q: %s", f, say, &b)
			}
		}
	}
}

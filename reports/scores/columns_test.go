package scores

import (
	"testing"

	"breadboard/experiments/score"
	"breadboard/reports/reporttest"
)

// Each column of the scores for programs has a field of its own: every field of the record is another prime.
func TestEachColumnHasItsField(t *testing.T) {
	var row score.Row
	reporttest.Fill(&row)
	reporttest.OneRow(t, Data([]score.Row{row}), map[string]any{"density": row.Density, "kernel": row.Kernel,
		"function": row.Function, "start": row.Start, "budget": row.Budget, "N": row.N, "chains": row.Chains,
		"mc_seed": row.MCSeed, "seed": *row.Seed, "ness": row.NESS, "spread": row.Spread, "bias": row.Bias,
		"variance": row.Variance, "stderr": row.StdErr, "limit": float64(row.Limit), "ress": row.RESS(),
		"mse": row.MSE(), "eff": row.Efficiency()})
}

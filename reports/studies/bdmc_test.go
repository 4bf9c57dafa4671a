package studies

import (
	"testing"

	"breadboard/experiments/studies/bdmc"
)

// committedBDMC is the committed study, read from its data. Package bdmc holds these to what is
// made today.
func committedBDMC(t *testing.T) bdmc.Study {
	t.Helper()
	s := bdmc.Study{Size: bdmc.Full(), Cases: bdmc.Cases(bdmc.Full().N)}
	for _, r := range rowsOf(t, "bdmc/rows") {
		score := func(suffix string) bdmc.Score {
			v := bdmc.Score{Bias: r.number("bias" + suffix), RMSE: r.number("rmse" + suffix),
				BiasErr: r.number("bias" + suffix + "_stderr"), RMSEErr: r.number("rmse" + suffix + "_stderr")}
			v.How = bdmc.How(r.text("how" + suffix))
			return v
		}
		s.Rows = append(s.Rows, bdmc.Row{Case: r.text("model"), Estimator: r.text("estimator"), Knob: r.text("knob"),
			Budget: r.count("budget"), Cost: r.number("cost"), Combine: bdmc.Combination(r.text("combine")),
			Single: score(""), Combined: score("_25")})
	}
	for _, r := range rowsOf(t, "bdmc/table1") {
		s.Fits = append(s.Fits, bdmc.Fit{From: r.text("data_from"), Model: r.text("model"), LogP: r.number("log_p_y"),
			Less: r.number("less_than_own")})
	}
	for _, r := range rowsOf(t, "bdmc/overshoot") {
		s.Overshoots = append(s.Overshoots, bdmc.Overshoot{Case: r.text("model"), Estimator: r.text("estimator"),
			Budget: r.count("budget"), B: r.number("b"), Share: r.number("share"),
			ShareErr: r.number("share_stderr"), Runs: r.count("runs")})
	}
	s.Findings = bdmc.Decide(s)
	s.Times = []bdmc.Time{{}} // the page says that times were taken
	return s
}

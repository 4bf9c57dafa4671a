package tuned

import (
	"fmt"
	"math"

	"breadboard/experiments/columns"
	"breadboard/experiments/tune"
	"breadboard/reports/table"
)

// rates are the cells of how often the kernel of a best setting accepts, and of the advice: empty where it does not
// propose and accept.
func rates(b tune.Best) []any {
	if b.Accepted == nil {
		return []any{nil, nil, nil}
	}
	return []any{ratio(float64(b.Accepted.Target)), ratio(float64(b.Accepted.Path)),
		table.ThreeDigits(b.Accepted.Advised)}
}

// recordRates has them for programs.
func recordRates(rec map[string]any, moved columns.Real, rates *tune.Accepted) {
	rec["moved"] = table.Known(float64(moved))
	if rates != nil {
		rec["accepted_target"] = table.Known(float64(rates.Target))
		rec["accepted_path"] = table.Known(float64(rates.Path))
		rec["accepted_advised"] = rates.Advised
	}
}

// explainRates says what moved, accepted and advised are, and leaves out what says nothing: moved where it is the rate
// over the path everywhere, the rates where no kernel has one, and advice that is the same in all rows.
func explainRates(t *table.Table, all []tune.Best) {
	advice := map[float64]bool{}
	moved := false
	for _, b := range all {
		if b.Accepted == nil {
			moved = true
			continue
		}
		advice[b.Accepted.Advised] = true
		if math.Abs(float64(b.Accepted.Path-b.Moved)) > 1e-9 {
			moved = true
		}
	}
	if moved {
		t.Note("moved: of all moves of forward runs, the share that led to another cell.")
	} else {
		t.Drop("moved")
	}
	if len(advice) == 0 {
		t.Drop("target_rate")
		t.Drop("path_rate")
		t.Drop("advised")
		return
	}
	const accepted = "accepted: how often proposals of another cell are, from draws of the target. on the way: the " +
		"same over the moves of forward runs. "
	if len(advice) == 1 {
		t.Drop("advised")
		for rate := range advice {
			t.Note(accepted+"The usual advice is %s.", advised(rate))
		}
		return
	}
	t.Note(accepted + "advised: the rate of the usual advice.")
}

// advised is the rate of the usual advice, and of which moves it is.
func advised(rate float64) string {
	moves := map[float64]string{0.234: "moves along all axes at once", 0.44: "moves along one axis",
		0.574: "moves that lean uphill"}
	return fmt.Sprintf("%v for %s", rate, moves[rate])
}

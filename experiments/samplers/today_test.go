package samplers

import (
	"path/filepath"
	"testing"

	"breadboard/chains/kernels"
	"breadboard/reports/reporttest"
)

// What is committed of one density is what is measured of it today: exact scores, and chains.
func TestCommittedIsToday(t *testing.T) {
	const density = "barrier"
	s, err := full().study(t.Context(), listed(t, density), kernels.Catalogue, nil)
	if err != nil {
		t.Fatal(err)
	}
	folder, checked := filepath.Join("..", "..", "reports", "samplers"), 0
	type place struct{ kernel, function string }
	exact, sampled := map[place]float64{}, map[place]float64{}
	for _, r := range s.Scores {
		if r.Start == "exact" && r.Budget == s.N {
			exact[place{r.Kernel, r.Function}] = r.RESS()
		}
	}
	for _, r := range s.Runs {
		if r.Start == "exact" {
			sampled[place{r.Kernel, r.Function}] = r.Sampled
		}
	}
	for _, row := range reporttest.Rows(t, folder, "solved.json") {
		if row["density"] == density {
			at := place{row["kernel"].(string), row["function"].(string)}
			reporttest.Today(t, "RESS of "+at.kernel+", "+at.function, exact[at], row["ress"])
			checked++
		}
	}
	for _, row := range reporttest.Rows(t, folder, "calibration-points.json") {
		if row["density"] == density {
			at := place{row["kernel"].(string), row["class"].(string) + ":1"}
			reporttest.Today(t, "sampled ESS of "+at.kernel+", "+at.function, sampled[at], row["real"])
			checked++
		}
	}
	if checked < 10 {
		t.Errorf("%d committed numbers are of %s, want ten or more", checked, density)
	}
}

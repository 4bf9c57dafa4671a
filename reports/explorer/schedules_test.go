package explorer_test

import (
	"testing"

	"breadboard/reports/explorer/nodetest"
)

// A schedule has one colour on the page: in the chart of the setting, on its button, and in the charts that compare
// schedules. In the chart each curve has the betas of its answer, at equal steps.
func TestSchedulesHaveTheirColours(t *testing.T) {
	one := answered(71)
	got := nodetest.Value[struct {
		Picture nodetest.Tree
		Chips   map[string]string
		CSV     nodetest.File
	}](t, `
		const {curve} = await load("explorer/setting/curve.js");
		const side = Object.assign(new EventTarget(), {...input, name: "a", problems: {}, waiting: new Set(),
			stale: () => false, need() {}, set() {}});
		const made = curve(side), chips = {};
		for (const chip of made.querySelectorAll(".chip")) {
			chips[chip.textContent] = chip.querySelector(".dot").style.backgroundColor;
		}
		return {picture: tree(made.querySelector(".chart-picture")), chips, csv: await savedBy(made, "CSV")};`, one)
	names := []string{"linear", "fisher", "best-b", "best-j"}
	rows := [][]any{{"series", "share of the steps", "beta"}, {"linear", 0.0, 0.0}, {"linear", 1.0, 1.0}}
	for _, name := range names[1:] {
		for i, beta := range []float64{0, 0.1, 0.3, 0.85, 1} { // of every schedule in the answer
			rows = append(rows, []any{name, float64(i) / 4, beta})
		}
	}
	nodetest.Same(t, "the chart", got.CSV.Rows(t), rows, 1e-15)
	legend := nodetest.Legend(got.Picture)
	for i, name := range names {
		line := got.Picture.All("class", "series")[i].Attributes["stroke"]
		if want := offered[name]; got.Chips[name] != want || legend[name][0] != want || line != want {
			t.Errorf("%s is %s on its button, %s in the legend and %s in the chart; beside others it is %s", name,
				got.Chips[name], legend[name][0], line, want)
		}
	}
}

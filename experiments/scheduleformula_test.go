package experiments

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/grid/must"
)

// scheduleOf is a schedule of these betas alone.
func scheduleOf(t *testing.T, betas []float64) func(T int) chains.Schedule {
	t.Helper()
	s := must.Have(chains.NewSchedule(betas))(t)
	return func(int) chains.Schedule { return s }
}

// A formula is the schedule of its values, and one that is no schedule is refused with the place.
func TestScheduleFormula(t *testing.T) {
	for words, want := range map[string]func(s float64) float64{
		"s^3":                     func(s float64) float64 { return s * s * s },
		"(exp(3*s)-1)/(exp(3)-1)": func(s float64) float64 { return math.Expm1(3*s) / math.Expm1(3) },
		" s ":                     func(s float64) float64 { return s },
		"max(s^2, 1.5*s-0.5)":     func(s float64) float64 { return max(s*s, 1.5*s-0.5) },
	} {
		c := must.Have(Setting{Toy: "barrier", Schedule: words}.Chain())(t)
		for _, T := range []int{2, 3, 10} {
			for i, b := range at(t, c, T).Schedule.Betas() {
				must.Near(t, b, want(float64(i)/float64(T-1)), 1e-14, "%s: beta %d of %d", words, i+1, T)
			}
		}
	}
	for words, says := range map[string]string{
		"s^3-s": "falls from", "2*s": "above 1", "s+0.1": "is 0.1 at s = 0", "s/2": "is 0.5 at s = 1",
		"s^^2":  "character 3",
		"s + t": "unknown name t", "log(s-0.5)": "NaN at s = 0", "dir/foo": "unknown name dir",
	} {
		_, err := Setting{Toy: "barrier", Schedule: words}.Chain()
		must.Fail(t, err, says, "%s", words)
	}
	// A dip that the check at 1,001 places does not meet is met at the T that shows it.
	dip := "s > 0.00005 && s < 0.00015 ? 0.9 : s"
	c := must.Have(Setting{Toy: "barrier", Schedule: dip}.Chain())(t)
	_, err := c.Levels([]int{10_001})
	must.Fail(t, err, "falls from 0.9", "%s", dip)
}

package weights

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestStrengths: the scale of Kass and Raftery, in BDMC, Section 6.3, by the ratio itself.
func TestStrengths(t *testing.T) {
	for ratio, want := range map[float64]Strength{1: Bare, 3.1: Bare, 3.2: Substantial, 9.9: Substantial, 10.1: Strong,
		99: Strong, 101: Decisive, 1e9: Decisive} {
		for _, sign := range []float64{1, -1} {
			if got := StrengthOf(sign * math.Log(ratio)); got != want {
				t.Errorf("a ratio of %g is %s, want %s", ratio, got, want)
			}
		}
	}
}

// The chances are sums over the paths of the dice of one forward run of each model, whichever of the two is right, and
// however strongly the data say so.
func TestChoicesAreSums(t *testing.T) {
	for strength, data := range map[Strength]string{Bare: "1.5,2\n-1,0.5\n", Substantial: "3,-1\n3,-1\n",
		Strong: "4,-1\n4,-1\n", Decisive: "6,-2\n6,-2\n"} {
		path := must.File(t, "y.csv", data)
		choicesAreSums(t, path, [2]string{"clustering:2:2", "lowrank:2:2:1"}, strength)
		choicesAreSums(t, path, [2]string{"lowrank:2:2:1", "clustering:2:2"}, strength)
	}
}

func choicesAreSums(t *testing.T, data string, names [2]string, strength Strength) {
	t.Helper()
	const T = 2
	c := must.Have(experiments.Setting{Toy: names[0], Data: data, Kernel: "identity"}.Chain())(t)
	rival := must.Have(Rival(c, names[1]))(t)
	row := must.Have(Laws(t.Context(), c, []int{T}, []string{"importance"}, Choices(1, rival), nil))(t)[0]
	var logs, masses [2][]float64
	var evidence [2]float64
	for i, one := range []experiments.Chain{c, rival} {
		e, p, rise, err := Aim(one, at(t, one, T), "importance")
		must.Do(t, err)
		evidence[i] = LogRatio(p) + rise
		logw := 0.
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
			logs[i] = append(logs[i], logw+rise)
			masses[i] = append(masses[i], prob)
		}
	}
	right, other := 0, 1
	if evidence[0] < evidence[1] {
		right, other = 1, 0
	}
	chance := func(holds func(ratio float64) bool) (sum float64) {
		for i, a := range logs[right] {
			for j, b := range logs[other] {
				if holds(a - b) {
					sum += masses[right][i] * masses[other][j]
				}
			}
		}
		return sum
	}
	truth := StrengthOf(evidence[0] - evidence[1])
	if truth != strength {
		t.Errorf("the evidence of %s or %s is %s, want %s", names[0], names[1], truth, strength)
	}
	got := row.Choices[0].Value
	for name, one := range map[string]struct {
		got  accounts.Chance
		want float64
	}{
		"wrong":         {got.Wrong, chance(func(v float64) bool { return v < 0 })},
		"substantially": {got.Substantially, chance(func(v float64) bool { return v < -0.5*math.Ln10 })},
		"strongly":      {got.Strongly, chance(func(v float64) bool { return v < -math.Ln10 })},
		"decisively":    {got.Decisively, chance(func(v float64) bool { return v < -2*math.Ln10 })},
		"same":          {got.Same, chance(func(v float64) bool { return v > 0 && StrengthOf(v) == truth })},
	} {
		if !(math.Abs(one.got.Value-one.want) <= one.got.Off && one.got.Off < 0.01) {
			t.Errorf("%s or %s, %s: %v, and %v is right", names[0], names[1], name, one.got, one.want)
		}
	}
	if row.LogR != evidence[0] || math.Abs(row.RivalLogR-evidence[1]) > 1e-12 {
		t.Errorf("log p(y) is %v and %v, and %v is right", row.LogR, row.RivalLogR, evidence)
	}
}

package pagetest

import (
	"math"
	"strings"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// The chain forgets most slowly where the relaxation time is longest. The gap may be least elsewhere, because a
// negative eigenvalue may be slower than all positive ones. Of a difference with the relaxation time 1/d a move leaves
// 1 - d.
func TestWordsOfSpeed(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	const speeds = `import("explorer/views/spectrum/speeds.js").then((it) => `
	worst := browsertest.Value[float64](tab, speeds+`it.worst([{beta: 0, gap: 0.1, relaxation: 10},
		{beta: 0.5, gap: 0.5, relaxation: 100}, {beta: 1, gap: null, relaxation: null}]).beta)`)
	if worst != 0.5 {
		t.Errorf("the chain forgets most slowly at beta = %v, want 0.5", worst)
	}
	never := browsertest.Value[float64](tab, speeds+`it.worst([{beta: 0, gap: 0.1, relaxation: 10},
		{beta: 1, gap: 0.5, relaxation: "inf"}]).beta)`)
	if never != 1 {
		t.Errorf("a chain with a period forgets most slowly at beta = %v, want 1", never)
	}
	for _, d := range []float64{0.5, 0.1, 1e-6, 1e-12} {
		moves := browsertest.Value[float64](tab, speeds+"it.forgotten(1 / "+number(d)+", 0.01))")
		if left := math.Exp(moves * math.Log1p(-d)); math.Abs(left/0.01-1) > 1e-9 { // rounding of 1e12 moves
			t.Errorf("with the relaxation time 1/%v %v is left after %v moves, want a hundredth", d, left, moves)
		}
	}
}

// Schedules whose J differ by rounding alone are equally good, and whoever chooses by B loses nothing.
func TestWordsOfBest(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	for pair, want := range map[string][2]string{
		`{J: 3e-16, B: 2, off: 9e-17}, {J: 4e-16, B: 1, off: 2e-17}`: {"B", "the same schedule"},
		`{J: 0, B: 2, off: 1e-30}, {J: 3e-16, B: 1, off: 1e-30}`:     {"A", "gets a J of 3.000e-16 nats instead of 0"},
		`{J: "inf", B: "inf"}, {J: "inf", B: 3}`:                     {"B", "the same schedule"},
		`{J: 0.001, B: 2}, {J: 0.002, B: 1}`:                         {"A", "2.00 times"},
	} {
		said := browsertest.Value[[2]string](tab, `import("explorer/views/against/best.js").then(({atEach, sentences}) => {
			const all = [`+pair+`].map((one, i) => ({...one, T: 10, schedule: "AB"[i]}));
			return [atEach(all)[0].J.schedule, sentences(all)];
		})`)
		if said[0] != want[0] || !strings.Contains(said[1], want[1]) {
			t.Errorf("%s: %q is best by J, and %s", pair, said[0], said[1])
		}
	}
}

// A program whose exact numbers are not known has no intervals that miss them.
func TestWordsOfUnknown(t *testing.T) {
	link := "toy=barrier&T=5&program=smc:900:ess%3D0.5&view=sampled&run=true&chains=100"
	tab := browsertest.Open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(link))
	tab.Forgive("the server responded with a status of 4") // it has no laws along the levels
	tab.Wait(`document.querySelector("#view").textContent.includes("After 100 chains in each direction")`)
	if said := browsertest.Value[string](tab, `document.querySelector("#view").textContent`); strings.Contains(said,
		"hold their exact numbers") || !strings.Contains(said, "no exact numbers") {
		t.Errorf("the page says %s", said)
	}
}

// A link with the names of what every object has is no link to them.
func TestNamesOfObjects(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := browsertest.Open(t, browsertest.Desk, "about:blank")
	for _, name := range []string{"constructor", "toString", "__proto__", "hasOwnProperty"} {
		tab.Go("about:blank")
		tab.Go(s.link("toy=barrier&T=5&skip_last=" + name + "&view=levels&less=" + name + "&colours=" + name + "&by=" + name))
		settled(tab)
		tab.Wait(`document.querySelector("#said").textContent.includes("skip_last=` + name + `")`)
		tab.Wait(`document.querySelectorAll("#view .picture svg").length > 2`)
	}
}

package explorer_test

import "testing"

// A stage of the article asks for what is along the annealing once it has been in the window. A busy browser tells
// several places of one stage at once, the oldest first: whatever was last may be what counts.
func TestStageIsSeen(t *testing.T) {
	const out, in = false, true
	for _, of := range []struct {
		told [][]bool // places of the stage, as the browser tells them in one go
		asks bool
	}{
		{nil, false}, {[][]bool{{out}}, false}, {[][]bool{{in}}, true}, {[][]bool{{out, in}}, true},
		{[][]bool{{in, out}}, true}, {[][]bool{{out}, {out, out, in}}, true}, {[][]bool{{out}, {out}}, false},
	} {
		asked := inNode[map[string]int](t, `
			const asked = {}, watching = [];
			globalThis.fetch = (address) => {
				asked[address] = (asked[address] ?? 0) + 1;
				return new Promise(() => {});
			};
			globalThis.IntersectionObserver = class {
				constructor(tell) { this.tell = tell; }
				observe(node) { if (node.className.includes("stage")) watching.push(this); }
				disconnect() { watching.splice(watching.indexOf(this), 1); }
			};
			const {stage} = await load("explorer/article/stage.js");
			const room = document.body.appendChild(document.createElement("div"));
			room.className = "stage";
			stage(room, {a: {toy: "barrier", T: 20}, b: null, page: {}}, [], null);
			for (const places of input ?? []) {
				for (const {tell} of [...watching]) tell(places.map((isIntersecting) => ({isIntersecting})));
			}
			await rest();
			await rest();
			return asked;`, of.told)
		endNode() // no question was answered, so that its turns are taken
		if asked["api/measure"] != 1 {
			t.Errorf("told %v, it asks for J and B %d times, want once", of.told, asked["api/measure"])
		}
		if got := asked["api/levels"] == 1; got != of.asks {
			t.Errorf("told %v, it asks for the levels: %v, want %v (%v)", of.told, got, of.asks, asked)
		}
	}
}

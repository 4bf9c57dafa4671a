package pagetest

import (
	"slices"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// timed keeps, for every stroke, the milliseconds from the pointer's event to the frame that shows other numbers.
const timed = `(() => {
	window.times = [];
	let from = null;
	addEventListener("pointerdown", (event) => { from = event.timeStamp; }, true);
	new MutationObserver(() => {
		if (from === null) return;
		window.times.push(performance.now() - from);
		from = null;
	}).observe(document.querySelector("#numbers tbody"), {subtree: true, characterData: true, childList: true});
	return true;
})()`

// Strokes are answered. How fast, the log says: no test fails on a busy machine.
func TestStrokeToAnswer(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=1000"))
	ready(tab)
	browsertest.Value[bool](tab, timed)
	const strokes = 30
	for i := range strokes {
		tab.Click(cell(1+i/7, 1+i%7))
		tab.Wait("window.times.length === " + number(float64(i+1)))
	}
	times := browsertest.Value[[]float64](tab, "window.times")
	slices.Sort(times)
	t.Logf("%d strokes on 7x7 cells at T = 1000: the median is %.1f ms, the largest %.1f ms", strokes, times[strokes/2],
		times[strokes-1])
}

// Five hundred strokes leave no more behind than fifty, but for what undo keeps.
func TestMemory(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat+"&view=spectrum"))
	paint := func(rounds int) {
		for range rounds {
			from, to := tab.Centre(cell(1, 1)), tab.Centre(cell(3, 4))
			tab.Down(from)
			for i := range 10 {
				s := float64(i+1) / 10
				tab.Move(browsertest.Place{X: from.X + s*(to.X-from.X), Y: from.Y + s*(to.Y-from.Y)})
			}
			tab.Up(to)
		}
		settled(tab)
		question(tab)
	}
	paint(5)
	before := tab.Heap()
	paint(45)
	after := tab.Heap()
	t.Logf("the page holds %.1f MB after 50 moves of the brush, and %.1f MB after 500", before/1e6, after/1e6)
	const room = 1.5 // a page that keeps every answer of 450 moves, each with its 41 modes, has more than twice as much
	if after > room*before {
		t.Errorf("the page held %.0f bytes, and after 450 moves more it holds %.0f", before, after)
	}
}

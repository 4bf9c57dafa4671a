package explorer_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// A drawnAxis is what the bars show after one of some moments: the last tick, J's number with what stands beside it,
// and the place of the hairline in J's bar, in shares of the axis.
type drawnAxis struct {
	Tick, Number, Was, Then string
	Width                   string // of KL(q‖p) in percent
}

// While a pointer is down the axis stays, so J's bar moves against it, and a hairline stands at the last value. An axis
// that is too short grows at once; one that is far too long is made anew when the pointer is lifted. B/J is told.
func TestAxisStaysWhileOneDrags(t *testing.T) {
	got := inNode[[]drawnAxis](t, `
		const {numbers} = await load("explorer/numbers.js");
		const of = (J) => ({measure: {J: {sum: J, q_p: J / 2, p_q: J / 2}, B: {sum: 2 * J}, slack: J}});
		const setting = Object.assign(new EventTarget(), {question: {}, answers: of(1.6), problems: {},
			stale: () => false});
		const room = document.body.appendChild(document.createElement("div")), shown = [];
		numbers(room, setting);
		const look = async () => {
			await rest();
			await rest();
			const bar = room.querySelector(".bar-of"), then = bar.querySelector(".then");
			shown.push({tick: room.querySelector(".axis").children.at(-1).textContent,
				number: bar.querySelector("b").textContent, width: bar.querySelector("span").style.width,
				was: bar.parentNode.querySelector(".was")?.textContent ?? "",
				then: then ? String(then.style["--at"]) : ""});
		};
		const answer = async (J) => {
			setting.dispatchEvent(new Event("question"));
			setting.answers = of(J);
			setting.dispatchEvent(Object.assign(new Event("answer"), {detail: "measure"}));
			await look();
		};
		await look();
		dispatchEvent(new Event("pointerdown"));
		for (const J of [0.8, 0.2, 2.4]) await answer(J);
		await answer(0.4);
		dispatchEvent(new Event("pointerup"));
		await look();
		shown.push({number: room.querySelector(".bars").textContent});
		return shown;`, explore.Question{})
	want := []drawnAxis{
		{"3", "1.600", "", "", "25%"},
		{"3", "0.8000", "was 1.600", "0.5", "12.5%"}, // 3.2 nats on the axis, as long as the pointer is down
		{"3", "0.2000", "was 1.600", "0.5", "3.125%"},
		{"6", "2.400", "was 1.600", fmt.Sprint(1.6 / 7.2), ""}, // half as much again as B = 4.8
		{"6", "0.4000", "was 1.600", fmt.Sprint(1.6 / 7.2), ""},
		{"0.8", "0.4000", "was 1.600", "", "25%"}, // 1.6 is not on the axis of 0.8
	}
	for i, w := range want {
		g := got[i]
		wide := w.Width == "" || g.Width == w.Width
		words := g.Tick == w.Tick && g.Number == w.Number && g.Was == w.Was
		if !words || !wide || !nearly(numberOf(g.Then), numberOf(w.Then), 1e-9) {
			t.Errorf("moment %d shows %+v, want %+v", i, g, w)
		}
	}
	if said := got[len(want)].Number; !strings.Contains(said, "what runs estimate: 2.00 times J") {
		t.Errorf("the bars do not tell B/J: %s", said)
	}
}

package explorer_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// Each option of the points to drag makes the schedule a curve of as many betas; the 9 that there are at first change
// nothing.
func TestPointsToDrag(t *testing.T) {
	got := inNode[[][2]string](t, `
		const {curve} = await load("explorer/setting/curve.js");
		return ["5", "9", "17", "33"].map((count) => {
			let to = input.question.schedule;
			const side = Object.assign(new EventTarget(), {...input, problems: {}, waiting: new Set(),
				stale: () => false, need() {}, set(changes) { to = changes.schedule; }});
			const select = curve(side).element.querySelector("select");
			select.value = count;
			select.dispatchEvent(new Event("change"));
			return [count, to];
		});`, answered(61))
	for _, one := range got {
		betas := strings.Split(strings.TrimPrefix(one[1], "curve:"), ":")
		if fmt.Sprint(len(betas)) != one[0] && one[0] != "9" {
			t.Errorf("of %s points the schedule becomes %s", one[0], one[1])
		}
	}
}

// Every name of the catalogue, chosen in its field, becomes the key of the question with the example of that line, and
// the
// field goes on showing that line, with its parameters beside it.
func TestEveryFieldTakesWhatIsChosen(t *testing.T) {
	all := explore.Catalogue()
	lists := map[string][]explore.Choice{"toy": all.Toys, "kernel": all.Kernels, "bridge": all.Bridges,
		"schedule": all.Schedules,
		"initial":  all.Initials, "axes": all.Axes, "program": all.Programs}
	type taken struct {
		Spec, Value, Shown, Parameters string
		Others                         int // keys of the question that changed beside its own
	}
	for key, list := range lists {
		got := inNode[[]taken](t, `
			const {choice} = await load("explorer/setting/fields.js");
			const base = {toy: "barrier", kernel: "metropolis", bridge: "geometric", schedule: "linear", T: 100};
			return input.list.map(({spec}) => {
				const side = Object.assign(new EventTarget(), {question: {...base}, problems: {}, stale: () => false,
					set(changes) {
					this.question = {...this.question, ...changes};
					this.dispatchEvent(new Event("question"));
				}});
				const made = choice(side, {key: input.key, label: input.key, choices: input.list, none: ""});
				const [select, parameters] = [made.querySelector("select"), made.querySelector(".parameters")];
				select.value = spec;
				select.dispatchEvent(new Event("change"));
				const others = Object.keys(base).filter((one) => one !== input.key &&
					side.question[one] !== base[one]).length;
				return {spec, value: side.question[input.key], shown: select.value, others,
					parameters: parameters.hidden ? "" : parameters.value};
			});`, map[string]any{"key": key, "list": list})
		for i, c := range list {
			_, parameters, _ := strings.Cut(c.Example, ":")
			if want := (taken{c.Spec, c.Example, c.Spec, parameters, 0}); got[i] != want {
				t.Errorf("%s: chosen and shown is %+v, want %+v", key, got[i], want)
			}
		}
	}
}

// Ten times the levels, and another bridge, are offered beside the sentence: what is said of T is the T that is asked
// and
// taken.
func TestOffersAreWhatTheySay(t *testing.T) {
	one, m := truly(t, explore.Question{Toy: "barrier", Kernel: "metropolis", Bridge: "geometric",
		Schedule: "linear", T: 30})
	type offer struct {
		Asked, Taken explore.Question
		Button       string
	}
	got := inNode[struct {
		Said   string
		Offers []offer
	}](t, `
		const real = setTimeout;
		globalThis.setTimeout = (f, wait, ...more) => real(f, Math.min(wait ?? 0, 5), ...more);
		const asked = [];
		globalThis.fetch = async (address, {body}) => {
			const question = JSON.parse(body);
			asked.push(question);
			return new Response(JSON.stringify({J: {sum: 0.001 * asked.length}}));
		};
		const {answer} = await load("explorer/answer.js");
		const [room, place] = ["div", "div"].map((tag) => document.body.appendChild(document.createElement(tag))),
			taken = [];
		answer(room, place, Object.assign(new EventTarget(), {...input, problems: {}, stale: () => false,
			set(changes) { taken.push({...this.question, ...changes}); }}));
		for (let i = 0; i < 40; i++) await rest();
		const buttons = place.querySelectorAll("button");
		buttons.forEach((one) => one.click());
		return {said: place.textContent, offers: asked.map((question, i) =>
			({asked: question, taken: taken[i], button: buttons[i]?.textContent ?? ""}))};`, one)
	if len(got.Offers) != 2 || float64(m.J.Sum) < 0.01 {
		t.Fatalf("%d offers: %+v", len(got.Offers), got)
	}
	longer, bridge := got.Offers[0], got.Offers[1]
	saysAll(t, got.Said, "At T = 300 J = 0.001000.", `On the bridge "mixture", which needs to know p, J = 0.002000.`)
	if longer.Asked.T != 300 || longer.Taken.T != 300 || bridge.Asked.Bridge != "mixture" ||
		bridge.Taken.Bridge != "mixture" ||
		bridge.Asked.T != 30 || bridge.Taken.T != 30 {
		t.Errorf("asked and taken are %+v", got.Offers)
	}
	for i, o := range got.Offers {
		if want := fmt.Sprintf("J = 0.00%d000", i+1); o.Button != want {
			t.Errorf("offer %d says %s, want %s", i, o.Button, want)
		}
	}
}

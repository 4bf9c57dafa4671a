package explorer_test

import (
	"fmt"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// A chosen is what a view shows when one option of a select has been chosen.
type chosen struct {
	Label, Text string // of the select and of the option
	Kept        string // what the select shows after the view has been drawn anew
	Schedule    string // of the question
}

// everyChoice reads every select of a view, chooses each option as a reader does, and returns what charts show then.
func everyChoice(t *testing.T, view string, page map[string]string, one setting) []chosen {
	t.Helper()
	return inNode[[]chosen](t, `
		const {views} = await load("explorer/views/views.js");
		const {Shared} = await load("explorer/state/shared.js");
		const view = views.find(({id}) => id === input.view), all = [];
		const mounted = () => {
			const page = new Shared(input.page), room = document.body.appendChild(document.createElement("div"));
			const side = Object.assign(new EventTarget(), {...input.one, name: "a", problems: {}, waiting: new Set(),
				stale: () => false, need() {}, drop() {}, again() {}, set(changes) {
					this.question = {...this.question, ...changes};
					this.dispatchEvent(new Event("question"));
				}});
			const parts = view.mount(room, [side], page), draw = () => parts.forEach((part) => part.draw());
			page.addEventListener("change", draw);
			draw();
			return {room, side};
		};
		const count = mounted().room.querySelectorAll("select").length;
		for (let i = 0; i < count; i++) {
			const options = mounted().room.querySelectorAll("select")[i].options.length;
			for (let k = 0; k < options; k++) {
				const {room, side} = mounted(), select = room.querySelectorAll("select")[i], option = select.options[k];
				select.value = option.getAttribute("value");
				select.dispatchEvent(new Event("change"));
				await rest();
				const shown = select.options.find((one) => one.getAttribute("value") === select.value);
				const label = select.getAttribute("aria-label") ?? select.parentNode.querySelector("label").textContent;
				all.push({label, text: option.textContent, kept: shown?.textContent ?? "",
					schedule: side.question.schedule});
			}
		}
		return all;`, map[string]any{"view": view, "page": page, "one": one})
}

// Every option of every select of every view is tried, from the select itself: it stays chosen, and the charts show
// what
// its text says. A select that is not known here fails the test, so that a new one gets an oracle of its own.
func TestEveryChoiceShowsWhatItSays(t *testing.T) {
	one := answered(61)
	tried := map[string]int{}
	for _, view := range views(t) {
		for _, c := range everyChoice(t, view, map[string]string{"beta": "0.32"}, one) {
			tried[view+": "+c.Label]++
			if c.Kept != c.Text {
				t.Errorf("%s: of %s, %q was chosen and %q is shown", view, c.Label, c.Text, c.Kept)
			}
			switch c.Label {
			case "Points to drag": // of a curve by hand: both ends, and the others between them
				betas := strings.Split(strings.TrimPrefix(c.Schedule, "curve:"), ":")
				if words := fmt.Sprintf("%d points", len(betas)); words != c.Text &&
					c.Text != "9 points" { // there are 9 at first
					t.Errorf("of %s the schedule becomes %s", c.Text, c.Schedule)
				}
			default:
				t.Errorf("the view %s has the select %q, which no oracle of this test knows", view, c.Label)
			}
		}
	}
	for label, options := range map[string]int{"why: Points to drag": 4} {
		if tried[label] != options {
			t.Errorf("%s had %d options, want %d", label, tried[label], options)
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
		const side = Object.assign(new EventTarget(), {...input, name: "a", problems: {}, stale: () => false,
			set(changes) { taken.push({...this.question, ...changes}); }});
		const made = answer(room, place, () => [side]);
		made.follow(side);
		made.draw();
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

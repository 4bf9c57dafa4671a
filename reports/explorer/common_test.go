package explorer_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A key that was the same on both sides, and that nobody has split, is set on both; any other one on its own side.
// Joining gives the right side the left one's, and a link that makes both equal joins what was split.
func TestWhatIsCommonIsSetOnBothSides(t *testing.T) {
	got := inNode[[]string](t, `
		const {Common} = await load("explorer/state/common.js");
		class Side extends EventTarget {
			question = {kernel: 1, toy: 1, seed: 1, T: 1};
			set(changes, detail) {
				this.question = {...this.question, ...changes};
				this.dispatchEvent(new CustomEvent("question", {detail}));
			}
		}
		const sides = [new Side(), new Side()], common = new Common(), seen = [];
		common.follow(sides);
		const look = (act) => {
			act();
			seen.push(sides.map(({question}) => Object.values(question).join("")).join(" ") + " " +
				["kernel", "target", "T"].filter((one) => common.isJoined(one)).join());
		};
		look(() => sides[1].set({kernel: 2}));
		look(() => common.split("target"));
		look(() => sides[0].set({seed: 3}));
		look(() => sides[1].set({toy: 4, T: 5}));
		look(() => common.join("target"));
		look(() => sides[1].set({seed: 6}));
		look(() => common.split("T"));
		look(() => sides.forEach((one) => one.set({T: 7}, "another")));
		look(() => sides.forEach((one, i) => one.set({kernel: i}, "another")));
		look(() => sides[0].set({kernel: 8}));
		return seen;`, nil)
	want := []string{"2111 2111 kernel,target,T", "2111 2111 kernel,T", "2131 2111 kernel,T", "2135 2415 kernel,T",
		"2135 2135 kernel,target,T", "2165 2165 kernel,target,T", "2165 2165 kernel,target",
		"2167 2167 kernel,target,T", "0167 1167 target,T", "8167 1167 target,T"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("both settings are otherwise (- wanted, + got):\n%s", diff)
	}
}

// One setting has nothing in common with anybody, and what was split is whole again when a second one is opened.
func TestOneSettingIsAlone(t *testing.T) {
	got := inNode[string](t, `
		const {Common} = await load("explorer/state/common.js"), common = new Common();
		const side = () => Object.assign(new EventTarget(), {question: {toy: "barrier", T: 7}}), a = side();
		const seen = [];
		common.follow([a]);
		seen.push(common.isJoined("T"));
		common.follow([a, side()]);
		seen.push(common.isJoined("T"));
		common.split("T");
		seen.push(common.isJoined("T"));
		common.follow([a]);
		common.follow([a, side()]);
		seen.push(common.isJoined("T"));
		return seen.join();`, nil)
	if want := "false,true,false,true"; got != want {
		t.Errorf("joined are %s, want %s", got, want)
	}
}

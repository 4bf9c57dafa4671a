package explorer_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A turn is what a reader does with two settings: sets a key of a side, splits or joins a group, or follows a link.
type turn struct {
	Do   string            `json:"do"` // "set", "split", "join" or "link"
	Side int               `json:"side"`
	Key  string            `json:"key"`
	To   int               `json:"to"`
	Link [2]map[string]any `json:"link"`
}

// groupOf are the groups of the keys that the test sets.
var groupOf = map[string]string{"kernel": "kernel", "toy": "target", "seed": "target", "T": "T"}

// Whatever is done: a key of a group that was the same on both sides, and that nobody has split, is set on both sides;
// of any other group on one side alone. Joining gives the right side the left one's. The oracle keeps two plain tables.
func TestWhatIsCommonIsSetOnBothSides(t *testing.T) {
	dice := rand.New(rand.NewPCG(51, 52))
	keys := []string{"kernel", "toy", "seed", "T"}
	kinds := []string{"set", "set", "set", "set", "split", "join", "link"}
	first := func(v int) map[string]any { return map[string]any{"kernel": v, "toy": v, "seed": v, "T": v} }
	var turns []turn
	for range 400 {
		one := turn{Do: kinds[dice.IntN(len(kinds))], Side: dice.IntN(2),
			Key: keys[dice.IntN(4)], To: 1 + dice.IntN(3)}
		if one.Do == "link" && dice.IntN(4) > 0 { // a link brings all together or apart
			one.Do = "set"
		}
		one.Link = [2]map[string]any{first(1 + dice.IntN(2)), first(1 + dice.IntN(2))}
		turns = append(turns, one)
	}
	sides := [2]map[string]any{first(1), first(1)}
	split := map[string]bool{}
	isSame := func(group string) bool {
		for key, of := range groupOf {
			if of == group && sides[0][key] != sides[1][key] {
				return false
			}
		}
		return true
	}
	var want []string
	for _, one := range turns {
		group := groupOf[one.Key]
		switch one.Do {
		case "set":
			isBoth := !split[group] && isSame(group)
			sides[one.Side][one.Key] = one.To
			if isBoth {
				sides[1-one.Side][one.Key] = one.To
			}
		case "split":
			split[group] = true
		case "join":
			delete(split, group)
			for key, of := range groupOf {
				if of == group {
					sides[1][key] = sides[0][key]
				}
			}
		case "link":
			split = map[string]bool{}
			for i := range sides {
				for key, v := range one.Link[i] {
					sides[i][key] = v
				}
			}
		}
		joined := []any{}
		for _, group := range []string{"kernel", "target", "T"} {
			joined = append(joined, !split[group] && isSame(group))
		}
		want = append(want, fmt.Sprint(sides[0]["kernel"], sides[0]["toy"], sides[0]["seed"], sides[0]["T"],
			sides[1]["kernel"], sides[1]["toy"], sides[1]["seed"], sides[1]["T"], joined))
	}
	got := inNode[[]string](t, `
		const {Common} = await load("explorer/state/common.js"), keys = ["kernel", "toy", "seed", "T"];
		class Side extends EventTarget {
			question = {kernel: 1, toy: 1, seed: 1, T: 1};
			set(changes, detail) {
				this.question = {...this.question, ...changes};
				this.dispatchEvent(new CustomEvent("question", {detail}));
			}
		}
		const sides = [new Side(), new Side()], common = new Common();
		common.follow(sides);
		return input.map(({do: act, side, key, to, link}) => {
			const group = ["toy", "seed"].includes(key) ? "target" : key;
			if (act === "set") sides[side].set({[key]: to});
			else if (act === "link") sides.forEach((one, i) => one.set(link[i], "another"));
			else common[act](group);
			const values = sides.flatMap(({question}) => keys.map((one) => question[one])).join(" ");
			return values + " [" + ["kernel", "target", "T"].map((one) => common.isJoined(one)).join(" ") + "]";
		});`, turns)
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

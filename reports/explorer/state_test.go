package explorer_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// An act is what a reader does, and what the page then shows: which state, and whether it can be undone and redone.
type act struct {
	Do    string `json:"do"` // "change", "view", "undo", "redo" or "come"
	To    int    `json:"to"` // T of the new state
	More  int    `json:"more"`
	Shown int
	Undo  bool
	Redo  bool
}

// acted does acts one after the other, each with the pointer down, and says what the page shows after each.
func acted(t *testing.T, acts []act) []act {
	t.Helper()
	return inNode[[]act](t, `
		const {past} = await load("explorer/state/past.js");
		let state = {question: {toy: "barrier", T: 1}, page: {}};
		const acts = past(() => state, (to) => { state = to; });
		return input.map((one) => {
			dispatchEvent(new Event("pointerdown"));
			const change = (T) => {
				state = {...state, question: {...state.question, T}};
				acts.changed();
			};
			if (one.do === "change") for (let i = one.more; i >= 0; i--) change(one.to + i);
			if (one.do === "view") {
				state = {...state, page: {view: String(one.to)}};
				acts.changed();
			}
			if (one.do === "come") acts.come({...state, question: {...state.question, T: one.to}});
			if (one.do === "undo" || one.do === "redo") acts[one.do]();
			dispatchEvent(new Event("pointerup"));
			return {shown: state.question.T, undo: acts.canUndo(), redo: acts.canRedo()};
		});`, acts)
}

// Undo and redo are those of a list of states with a place in it: a new act drops what comes after the place, a stroke
// of many changes is one act, a look at another view is none, and no more than 200 acts are kept.
func TestUndoIsAListOfStates(t *testing.T) {
	const most = 200
	dice := rand.New(rand.NewPCG(41, 42))
	var acts, want []act
	all := []int{1}
	at := 0
	next := 10
	for i := range 900 {
		verbs := []string{"change", "undo", "redo", "undo", "redo", "view", "come"}
		one := act{Do: verbs[dice.IntN(len(verbs))]}
		if i < 250 || i > 600 && i < 620 {
			one.Do = "change"
		}
		if one.Do == "change" || one.Do == "come" {
			next += 10
			one.To, one.More = next, dice.IntN(3)
			all = append(slices.Clip(all[:at+1]), one.To)
			all = all[max(0, len(all)-most-1):]
			at = len(all) - 1
		}
		switch {
		case one.Do == "undo" && at > 0:
			at--
		case one.Do == "redo" && at < len(all)-1:
			at++
		case one.Do == "view":
			one.To = i
		}
		acts = append(acts, one)
		want = append(want, act{Shown: all[at], Undo: at > 0, Redo: at < len(all)-1})
	}
	for i, got := range acted(t, acts) {
		if got != want[i] {
			t.Fatalf("act %d, %s: the page shows %+v, want %+v", i, acts[i].Do, got, want[i])
		}
	}
}

// asked are questions to a setting and the answers that come to them, in any order.
type asked struct {
	Do   string `json:"do"`   // "ask" sets another question, "answer" answers one of those under way, "again" asks anew
	Pick int    `json:"pick"` // of those under way
}

// What a setting shows never goes back, and is marked as old exactly as long as it is not of the newest question. When
// all is answered it is of the newest one. Answers may come in any order, and problems among them.
func TestShownIsNeverOlder(t *testing.T) {
	t.Cleanup(endNode) // which has turns that last, or waits for a server
	dice := rand.New(rand.NewPCG(43, 44))
	for _, kind := range []string{"measure", "exact"} {
		var acts []asked
		kinds := []string{"ask", "ask", "answer", "answer", "answer", "again", "problem"}
		for range 300 {
			acts = append(acts, asked{kinds[dice.IntN(len(kinds))],
				dice.IntN(100)})
		}
		faults := inNode[[]string](t, `
			const real = setTimeout;
			// the wait before others are asked for
			globalThis.setTimeout = (f, wait) => real(f, wait > 1000 ? wait : 0);
			const open = [], faults = [];
			globalThis.fetch = (address, {body, signal}) => new Promise((resolve, reject) => {
				const one = {T: JSON.parse(body).T, resolve, gone: false};
				signal.addEventListener("abort", () => {
					one.gone = true;
					reject(signal.reason);
				});
				open.push(one);
			});
			const {Setting} = await load("explorer/state/setting.js");
			const setting = new Setting({toy: "barrier", T: 1}), kind = input.kind;
			let again = false, newest = 0;
			const check = (when) => {
				const shown = setting.answers[kind]?.T ?? 0, old = shown > 0 && (shown !== setting.question.T || again);
				if (shown < newest) faults.push(when + ": " + shown + " replaces " + newest);
				newest = shown;
				if (setting.stale(kind) !== old)
					faults.push(when + ": stale is " + !old + " of " + shown + " for " + setting.question.T);
			};
			setting.addEventListener("answer", () => check("an answer"));
			const answer = async (pick, status) => {
				const live = open.filter((one) => !one.gone);
				if (live.length === 0) return;
				const one = live[pick % live.length];
				open.splice(open.indexOf(one), 1);
				if (status === 200 && one.T === setting.question.T) again = false;
				one.resolve(new Response(JSON.stringify({T: one.T, title: "no"}), {status}));
				await rest();
				check("after an answer");
			};
			setting.need(kind);
			await rest();
			for (const {do: act, pick} of input.acts) {
				if (act === "ask") setting.set({T: setting.question.T + 1});
				if (act === "again" && setting.answers[kind]) {
					again = true;
					setting.again(kind);
				}
				check(act);
				if (act === "answer") await answer(pick, 200);
				if (act === "problem") await answer(pick, 422);
				await rest();
			}
			setting.set({T: setting.question.T + 1});
			for (let i = 0; i < 5; i++) {
				await rest();
				await answer(i, 200);
			}
			if (setting.answers[kind].T !== setting.question.T || setting.stale(kind))
				faults.push("at the end " + setting.answers[kind].T);
			if (setting.waiting.size > 0) faults.push("it waits for more");
			if (setting.problems[kind]) faults.push("there is still a problem");
			return faults;`, map[string]any{"kind": kind, "acts": acts})
		for _, fault := range faults {
			t.Errorf("%s: %s", kind, fault)
		}
	}
}

// Three long questions run at once. The others have their turn in the order in which they came, but for those that were
// given up.
func TestTurns(t *testing.T) {
	t.Cleanup(endNode) // which has turns that last, or waits for a server
	got := inNode[string](t, `
		const {turn} = await load("explorer/state/turns.js");
		const began = [], ends = {}, give = {};
		for (const name of "abcdefg") {
			give[name] = new AbortController();
			turn(give[name].signal).then((end) => { began.push(name); ends[name] = end; },
				() => began.push("-" + name));
		}
		await rest();
		began.push("|");
		give.e.abort();
		await rest();
		for (const name of ["b", "a"]) {
			ends[name]();
			await rest();
		}
		return began.join("");`, nil)
	if want := "abc|-edf"; got != want {
		t.Errorf("their turns were %s, want %s", got, want)
	}
}

// The parts of a view are marked as old if any of their answers is, and say what they wait for or what is wrong. What
// the setting says (of measure), or another part in the room, they do not say again.
func TestPartsSayWhatTheyAre(t *testing.T) {
	type state struct {
		Answers, Old, Wrong []string
		Class               string
		Drawn               bool
	}
	all := []state{
		{Class: "waiting"}, {Answers: []string{"exact"}, Class: "waiting"},
		{Answers: []string{"exact", "levels"}, Drawn: true},
		{Answers: []string{"exact", "levels"}, Old: []string{"levels"}, Class: "stale", Drawn: true},
		{Answers: []string{"exact", "levels"}, Old: []string{"exact"}, Class: "stale", Drawn: true},
		{Wrong: []string{"levels"}, Class: "failed"}, {Wrong: []string{"measure", "levels"}, Class: "failed"},
		{Answers: []string{"exact", "levels"}, Old: []string{"exact"}, Wrong: []string{"exact"}, Class: "stale failed"},
	}
	got := inNode[[]string](t, `
		const {part} = await load("explorer/views/part.js");
		return input.map(({Answers, Old, Wrong}) => {
			const has = (list, kind) => (list ?? []).includes(kind);
			const each = (list, value) => Object.fromEntries((list ?? []).map((kind) => [kind, value]));
			const setting = {question: {}, answers: each(Answers, {}),
				problems: each(Wrong, {message: "it is wrong"}),
				stale: (kind) => has(Old, kind)};
			let drawn = false;
			const room = document.createElement("div"), made = part(room, "x", ["exact", "levels"], setting);
			const again = part(room, "y", ["exact", "levels"], setting);
			for (const one of [made, again]) one.show(() => { drawn = true; });
			const [words, others] = [made, again].map(({node}) => node.querySelector(".status").textContent);
			return [made.node.className.replace("piece", "").trim(), drawn, Boolean(words), others === words].join();
		});`, all)
	for i, s := range all {
		failed := len(s.Wrong) > 0
		says := s.Class == "waiting" || failed && !slices.Contains(s.Wrong, "measure")
		if want := fmt.Sprintf("%s,%v,%v,%v", s.Class, s.Drawn, says, !says || !failed); got[i] != want {
			t.Errorf("%+v is %q, want %q", s, got[i], want)
		}
	}
}

// A part with one chart hides it where there is nothing to draw, and says why.
func TestPicturedHides(t *testing.T) {
	got := inNode[string](t, `
		const {pictured} = await load("explorer/views/part.js");
		const setting = {question: {}, answers: {exact: {}}, problems: {}, stale: () => false}, seen = [];
		let of = "nothing";
		const {place, draw} = pictured(document.body, "x", ["exact"], setting, () => document.createElement("p"),
			{}, () => of);
		for (of of ["nothing", {spec: {}, words: "drawn"}, "nothing"]) {
			draw();
			seen.push(place.words.textContent + " " + place.picture.hidden);
		}
		return seen.join(", ");`, nil)
	if want := "nothing true, drawn false, nothing true"; got != want {
		t.Errorf("it shows %s, want %s", got, want)
	}
}

// What is needed is asked for anew when a value of the page changes what is asked beside it, and taken back at the end.
func TestNeedingAsksAnew(t *testing.T) {
	got := inNode[string](t, `
		const {needing} = await load("explorer/state/setting.js"), {Shared} = await load("explorer/state/shared.js");
		const page = new Shared({}), said = [];
		const setting = {again: (kind) => said.push("again " + kind),
			need: (kind, of) => said.push("need " + kind + of().n), drop: (kind) => said.push("drop " + kind)};
		const drop = needing(setting, {levels: (page) => ({n: page.get("n") ?? 0})}, page);
		for (const [key, value] of [["m", 1], ["n", 1], ["n", 2]]) page.set(key, value);
		drop();
		page.set("n", 3);
		return said.join(", ");`, nil)
	if want := "need levels0, again levels, again levels, drop levels"; got != want {
		t.Errorf("it asks %s, want %s", got, want)
	}
}

// A problem with a key is said at its field, whose control is marked until the problem is gone.
func TestFieldsSayTheirProblems(t *testing.T) {
	got := inNode[[]string](t, `
		const {field} = await load("explorer/setting/fields.js"), {element} = await load("explorer/element.js");
		const setting = Object.assign(new EventTarget(), {problems: {}, stale: () => false}),
			control = element("input", {});
		const made = field(setting, "toy", "Target", control), problem = made.querySelector(".problem");
		const all = [{}, {measure: {field: "toy", message: "no toy"}}, {draw: {field: "T", message: "x"}}];
		return all.map((problems) => {
			setting.problems = problems;
			setting.dispatchEvent(new Event("answer"));
			return [problem.textContent, problem.hidden, control.getAttribute("aria-invalid"),
				control.getAttribute("aria-describedby") === problem.id].join();
		});`, nil)
	if want := "[,true,,false No toy.,false,true,true ,true,,false]"; fmt.Sprint(got) != want {
		t.Errorf("it says %q, want %s", got, want)
	}
}

// Whatever texts, flags and numbers a link has: link.js reads what Go writes, and Go reads what
// link.js writes of it, as it was.
func TestLinkThroughThePage(t *testing.T) {
	type linked struct {
		question explore.Question
		page     url.Values
	}
	drawn := rapid.Custom(func(t *rapid.T) linked {
		text := func(least int) string { return rapid.StringN(least, 12, -1).Draw(t, "text") }
		q := explore.Question{Toy: text(1), Target: text(0), Axes: text(0), Kernel: text(1), Bridge: text(1),
			Schedule: text(1), SkipLast: rapid.Bool().Draw(t, "skip"), T: rapid.IntRange(1, 10_000).Draw(t, "T"),
			Repeat: rapid.IntRange(0, 9).Draw(t, "repeat")}
		if rapid.Bool().Draw(t, "seeded") {
			q.Seed = new(rapid.Uint64().Draw(t, "seed")) // beyond the whole numbers of JavaScript
		}
		return linked{q, url.Values{"view": {text(1)}, "beta": {"0.25"}}}
	})
	var written []string
	var want []linked
	for i := range 100 {
		one := drawn.Example(i)
		want = append(want, one)
		written = append(written, explorer.Link(one.question, one.page))
	}
	written = append(written, "#") // what a link leaves open is as in the first question
	want = append(want, linked{explorer.First(), url.Values{}})
	// as -T reads it
	for text, T := range map[string]int{"1e3": 1000, "2.5E2": 250, "300e-1": 30, "%2B7": 7, "007": 7} {
		q := explorer.First()
		q.T = T
		written = append(written, "#T="+text)
		want = append(want, linked{q, url.Values{}})
	}
	said := inNode[[][]string](t, `const {fragment, state} = await load("explorer/state/link.js");
		return input.map((link) => state(link, ["view", "beta"])).map((one) => [fragment(one), ...one.said]);`, written)
	for i, link := range written {
		if len(said[i]) > 1 {
			t.Errorf("link.js says of %s: %s", link, said[i][1:])
		}
		for _, text := range []string{link, said[i][0]} {
			q, page, err := explorer.ParseLink(text)
			if diff := cmp.Diff([]any{want[i].question, want[i].page}, []any{q, page}); err != nil || diff != "" {
				t.Errorf("%s, as %s, is read otherwise: %v (- written, + read):\n%s", link, text, err, diff)
			}
		}
	}
}

// An answer that came with the page is given to the question that it is to, whatever the order of its keys, and to no
// other; that of a file is unpacked, also if the server did so, and asked for if the file does not come. What came is
// asked of the engine once, so that it is there.
func TestFirstAnswers(t *testing.T) {
	endNode() // whose page has no first answers
	t.Cleanup(endNode)
	got := inNode[[]string](t, `
		const {gzipSync} = await import("node:zlib");
		const place = document.createElement("script");
		place.id = "first";
		place.textContent = JSON.stringify([{kind: "measure", body: {toy: "x", T: 7}, answer: "told"},
			{kind: "catalogue", body: {toy: "x", T: 7}, answer: "choices"},
			{kind: "levels", body: {T: 7}, file: "packed"}, {kind: "levels", body: {T: 8}, file: "plain"},
			{kind: "levels", body: {T: 9}, file: "gone"}]);
		document.body.append(place);
		const asked = [], gzip = gzipSync('"unpacked"');
		globalThis.fetch = async (address, {body} = {}) => {
			asked.push(address + (body ?? ""));
			if (address === "gone") throw new TypeError("no file");
			return new Response({packed: gzip, plain: '"unpacked by the server"'}[address] ?? '"computed"');
		};
		const loaded = [];
		globalThis.addEventListener = (event, hear) => event === "load" && loaded.push(hear);
		const {ask, catalogue} = await load("explorer/state/ask.js");
		const said = [await ask("measure", {T: 7, toy: "x", seed: undefined}), await ask("measure", {T: 7, toy: "x"}),
			await ask("measure", {T: 8, toy: "x"}), await ask("exact", {toy: "x", T: 7}),
			await catalogue({toy: "x", T: 7}), await catalogue({toy: "y", T: 7}),
			await ask("levels", {T: 7}), await ask("levels", {T: 8}), await ask("levels", {T: 9})];
		const before = asked.length;
		for (const hear of loaded) hear();
		await new Promise((done) => setTimeout(done, 1000));
		return [...said, ...asked.slice(before)];`, nil)
	want := []string{"told", "told", "computed", "computed", "choices", "computed", "unpacked",
		"unpacked by the server", "computed", `api/measure{"T":7,"toy":"x"}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(- wanted, + got):\n%s", diff)
	}
}

// An answer that ends in the middle means that the server is lost. A file that is too large or cannot be read is not
// sent, and the server is not taken for lost.
func TestAskingFails(t *testing.T) {
	t.Cleanup(endNode) // which has turns that last, or waits for a server
	got := inNode[[]string](t, `
		const asker = await load("explorer/state/ask.js");
		const text = new TextEncoder().encode('{"all": [1]}\n{"all": [1, ');
		globalThis.fetch = async () => new Response(new ReadableStream({
			start(body) { body.enqueue(text); }, pull(body) { body.error(new TypeError("terminated")); }}));
		const said = [];
		const tell = async (act) => {
			asker.server.lost = false;
			try {
				await act();
			} catch (problem) {
				said.push(problem.message + " " + asker.server.lost);
			}
		};
		await tell(async () => { for await (const line of asker.lines("schedules", {})) if (!line.all) throw line; });
		await tell(() => asker.ask("exact", {}));
		await tell(() => asker.open({name: "big.csv", size: 1 << 30, arrayBuffer() {}}));
		await tell(() => asker.open({name: "folder", size: 4096, async arrayBuffer() { throw new Error("x"); }}));
		return said;`, nil)
	want := []string{"The server does not answer true", "The server does not answer true",
		"big.csv has 1073741824 bytes; at most 1048576 would do. false",
		"folder cannot be read; a file of numbers would do. false"}
	if !slices.Equal(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
}

package explorer_test

import (
	"strings"
	"testing"
)

// In a folder a question that is given up is at its end for who asked, at once. Its worker goes on if the answer comes
// a moment later, and else another one takes its place. What other settings would give has not the worker of the
// strokes.
func TestWorkersOfAFolder(t *testing.T) {
	endNode() // the engine is there if the page is of a folder when it is loaded
	t.Cleanup(endNode)
	got := inNode[[]string](t, `
		const workers = [], said = [];
		const engineIs = document.body.appendChild(document.createElement("meta"));
		engineIs.id = "engine";
		engineIs.content = 8;
		globalThis.fetch = async () => new Response(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
		globalThis.Worker = class {
			constructor() { workers.push(this); }
			postMessage({address}) { this.asked = address; }
			terminate() { this.isOver = true; }
			answer() {
				this.onmessage({data: {line: "7\n"}});
				this.onmessage({data: {problem: ""}});
			}
		};
		const {engine} = await load("explorer/state/engine.js");
		const until = async (holds) => { while (!holds()) await rest(); };
		const ask = (address, keys) => engine(address, keys).then((one) => one.text(), (error) => error.name);
		const give = new AbortController();

		const first = ask("api/exact", {signal: give.signal});
		await until(() => workers[0]?.asked === "api/exact");
		give.abort();
		said.push(await first);
		workers[0].answer(); // within the grace
		const second = ask("api/levels");
		await until(() => workers[0].asked === "api/levels");
		workers[0].answer();
		said.push((await second).trim(), workers.length);

		const other = new AbortController(), third = ask("api/measure", {signal: other.signal, isLong: true});
		await until(() => workers[0].asked === "api/measure");
		const stroke = ask("api/measure");
		await until(() => workers.length === 2);
		workers[1].answer();
		said.push((await stroke).trim());
		other.abort();
		said.push(await third);
		await until(() => workers[0].isOver);
		const fourth = ask("api/exact");
		await until(() => workers[2]?.asked === "api/exact");
		workers[2].answer();
		said.push((await fourth).trim(), workers.length, Boolean(workers[1].isOver));
		return said.map(String);`, nil)
	if got, want := strings.Join(got, " "), "AbortError 7 1 7 AbortError 7 3 false"; got != want {
		t.Errorf("the workers are %s, want %s", got, want)
	}
}

package pagetest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"breadboard/reports/explorer/browsertest"
)

// quoted is a text as JavaScript has it.
func quoted(text string) string {
	said, err := json.Marshal(text)
	if err != nil {
		panic(err) // unreachable: texts can be written
	}
	return string(said)
}

// Links that nobody can answer get a sentence, and a right one that follows gets its numbers.
func TestBrokenLinks(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := browsertest.Open(t, browsertest.Desk, "about:blank")
	tab.Forgive("the server responded with a status of 4")
	for _, link := range []string{"toy=nosuch", "toy=barrier&T=1", "toy=barrier&T=x", "toy=barrier&T=1e99", "target=0,1;2",
		"target=x", "toy=barrier&kernel=nosuch:3", "toy=barrier&schedule=curve:0:2:1", "%ff%fe&=&&toy=%00", "b.toy=nosuch",
		"toy=easy&seed=-1", "target=w,w", "toy=barrier&nosuch=1"} {
		tab.Go("about:blank") // else the page would stay, and see another link
		tab.Go(s.link(link))
		tab.Wait(`[...document.querySelectorAll(".problem, #said")].some((one) => ` +
			`one.checkVisibility() && /\w .*\w/.test(one.textContent))`)
		if tab.Has("#lost") {
			t.Errorf("%s: the page says that the server is lost", link)
		}
		browsertest.Value[string](tab, "location.hash = "+quoted(flat))
		settled(tab)
	}
}

// What is typed into a field and is wrong gets a sentence at the field, and the numbers stay until it is right.
func TestWrongParameters(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20&schedule=sigmoid:4"))
	tab.Forgive("the server responded with a status of 4")
	before := numbers(tab, 1)
	const field = ".field-schedule .parameters"
	tab.Focus(field)
	tab.Press(browsertest.End, "x", browsertest.Enter)
	tab.Wait(`document.querySelector(".field-schedule .problem").textContent.includes("sigmoid")`)
	if got := numbers(tab, 1); got != before {
		t.Errorf("the numbers become %v", got)
	}
	if !browsertest.Value[bool](tab, `document.querySelector("`+field+`").getAttribute("aria-invalid") === "true"`) {
		t.Error("the field is not marked as invalid")
	}
	tab.Focus(field)
	tab.Press(browsertest.End, "\b", browsertest.Enter)
	tab.Wait(`!document.querySelector(".field-schedule .problem").checkVisibility()`)
	settled(tab)
	numbers(tab, 1).holds(t, before)
}

// A file that is a target is painted; one that is none gets a sentence.
func TestFiles(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	tab.Forgive("the server responded with a status of 4")
	dir := t.TempDir()
	good, bad := filepath.Join(dir, "good.csv"), filepath.Join(dir, "bad.csv")
	for file, text := range map[string]string{good: "0,1,2\n3,-inf,4\n", bad: "this is\nno,target\n"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tab.Upload(`[data-side="a"] input[type=file]`, bad)
	tab.Wait(`[...document.querySelectorAll('[data-side="a"] .problem')]` +
		`.some((one) => one.textContent.includes("bad.csv"))`)
	tab.Upload(`[data-side="a"] input[type=file]`, good)
	tab.Wait(`location.hash.includes("target=0,1,2;3,w,4")`)
	settled(tab)
	numbers(tab, 1).holds(t, exactly(t, "--target", good, "-T", "50"))
}

// A browser gives pages of other machines no clipboard. The button says so.
func TestNoClipboard(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	browsertest.Value[bool](tab, `Object.defineProperty(navigator, "clipboard", {value: undefined}) !== null`)
	browsertest.Value[bool](tab, `document.querySelector("#take button").click() ?? true`)
	tab.Wait(`document.querySelector("#take button").textContent.includes("by hand")`)
}

// A stopped server is told in words, what was there stays, and the page goes on by itself when it is back.
func TestLostServer(t *testing.T) {
	s := serve(t, "127.0.0.1:0")
	tab := open(t, browsertest.Desk, s.link(flat))
	tab.Forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
	before := numbers(tab, 1)
	if tab.Has("#lost") {
		t.Error("the server is there, and the page says that it is lost")
	}
	s.stop()
	tab.Click(cell(1, 1))
	tab.Wait(`document.querySelector("#lost").checkVisibility()`)
	if got := numbers(tab, 1); got != before {
		t.Errorf("nobody answered, and the numbers became %v", got)
	}
	tab.Wait(`document.querySelector("#numbers tbody tr").classList.contains("stale")`)
	tab.Click(cell(1, 2)) // whoever paints on loses nothing
	serve(t, s.address)
	tab.Wait(`!document.querySelector("#lost").checkVisibility()`)
	settled(tab)
	if got := question(tab).Get("target"); got != "1,1,0,0;0,0,0,0;0,0,0,0" {
		t.Errorf("the target is %q", got)
	}
	numbers(tab, 1).holds(t, exact(t, tab))
}

// changed waits until the numbers are others than before.
func changed(tab *browsertest.Tab, before row) {
	tab.Wait(`Number(document.querySelector("#numbers tbody td").title) !== ` + number(before.J))
	settled(tab)
}

// A file of probabilities is opened as what it is: log f are their logarithms.
func TestFileOfProbabilities(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20"))
	before := numbers(tab, 1)
	file := filepath.Join(t.TempDir(), "p.csv")
	if err := os.WriteFile(file, []byte("0.25,0.25\n0.5,0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	browsertest.Value[string](tab, element(`[data-side="a"] .open select`)+`.value = "p"`)
	tab.Upload(`[data-side="a"] input[type=file]`, file)
	changed(tab, before)
	numbers(tab, 1).holds(t, rowOf(t, run(t, "", "exact", "--target", file, "--density", "p", "-T", "20", "--format", "json")))
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

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

// Values of the page that mean nothing are as if the link left them out.
func TestStrangeView(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&view=nosuch&beta=x&t=-1&tour=99"))
	tab.Wait(`document.querySelectorAll('[aria-selected="true"]').length === 1`)
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

// T that is no number is not taken, and the field shows the T that holds.
func TestRubbishInT(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	const field = `.field-T input[type="number"]`
	for _, typed := range []string{"e", "-", "--", "1e", "."} {
		tab.Focus(field)
		browsertest.Value[bool](tab, element(field)+".select() ?? true")
		for _, letter := range typed {
			tab.Press(string(letter))
		}
		tab.Press(browsertest.Enter)
		if got := browsertest.Value[string](tab, element(field)+".value"); got != "50" {
			t.Errorf("%q in T leaves %q there", typed, got)
		}
	}
}

// A browser gives pages of other machines no clipboard. The button says so.
func TestNoClipboard(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link(flat))
	browsertest.Value[bool](tab, `Object.defineProperty(navigator, "clipboard", {value: undefined}) !== null`)
	browsertest.Value[bool](tab, `document.querySelector("#take button").click() ?? true`)
	tab.Wait(`document.querySelector("#take button").textContent.includes("by hand")`)
}

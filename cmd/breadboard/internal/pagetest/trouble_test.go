package pagetest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"breadboard/grid/must"
)

// quoted is a text as JavaScript has it.
func quoted(text string) string {
	said, err := json.Marshal(text)
	if err != nil {
		panic(err) // unreachable: texts can be written
	}
	return string(said)
}

// Links that nobody can answer get a sentence in the width of the page, and a right one that follows gets its numbers.
func TestBrokenLinks(t *testing.T) {
	s := serve(t)
	tab := openTab(t, desk, "about:blank")
	tab.forgive("the server responded with a status of 4")
	for _, link := range []string{"toy=nosuch", "toy=barrier&T=1", "toy=barrier&T=x",
		"toy=barrier&T=1e99", "target=0,1;2",
		"target=x", "toy=barrier&kernel=nosuch:3", "toy=barrier&schedule=curve:0:2:1", "%ff%fe&=&&toy=%00",
		"toy=easy&seed=-1", "target=w,w", "toy=barrier&nosuch=1"} {
		tab.visit("about:blank") // else the page would stay, and see another link
		tab.visit(s.link(link))
		tab.wait(quoted(link) + ` && [...document.querySelectorAll(".problem, #said")].some((one) => ` +
			`one.checkVisibility() && /\w .*\w/.test(one.textContent))`)
		if tab.has("#lost") {
			t.Errorf("%s: the page says that the server is lost", link)
		}
		share := value[float64](tab, `Math.min(...[...document.querySelectorAll(".problem")].filter((one) =>
			one.checkVisibility()).map((one) => one.clientWidth / document.documentElement.clientWidth), 1)`)
		if share < 0.8 {
			t.Errorf("%s: a sentence has %.0f%% of the width of the page", link, 100*share)
		}
		value[string](tab, "location.hash = "+quoted(flat))
		settled(tab)
	}
}

// What is typed into a field and is wrong gets a sentence at the field, and the numbers stay until it is right. Escape
// brings back what was right.
func TestWrongParameters(t *testing.T) {
	tab := open(t, desk, serve(t).link("toy=barrier&T=20&schedule=sigmoid:4"))
	tab.forgive("the server responded with a status of 4")
	before := numbers(tab)
	const field = ".field-schedule .parameters"
	tab.focus(field)
	tab.press(kb.End, "x", kb.Enter)
	tab.wait(`document.querySelector("[data-field=schedule]").textContent.includes("sigmoid")`)
	if got := numbers(tab); got != before {
		t.Errorf("the numbers become %v", got)
	}
	if !value[bool](tab, `document.querySelector("`+field+`").getAttribute("aria-invalid") === "true"`) {
		t.Error("the field is not marked as invalid")
	}
	tab.focus(field)
	tab.press(kb.Escape)
	tab.wait(`!document.querySelector("[data-field=schedule]").checkVisibility() &&
		document.querySelector("` + field + `").value === "4"`)
	settled(tab)
	numbers(tab).holds(t, before)
}

// A file that is a target is painted, as what it is said to hold; one that is none gets a sentence.
func TestFiles(t *testing.T) {
	tab := open(t, desk, serve(t).link(flat))
	tab.forgive("the server responded with a status of 4")
	dir := t.TempDir()
	put := func(name, text string) string {
		file := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
		tab.upload(`input[type=file]`, file)
		return file
	}
	put("bad.csv", "this is\nno,target\n")
	tab.wait(`[...document.querySelectorAll('#settings .problem')]` +
		`.some((one) => one.checkVisibility() && one.textContent.includes("bad.csv"))`)
	file := put("good.csv", "0,1,2\n3,-inf,4\n")
	tab.wait(`location.hash.includes("target=0,1,2;3,w,4")`)
	settled(tab)
	numbers(tab).holds(t, exactly(t, "--target", file, "-T", "50"))
}

// A stopped server is told in words, what was there stays, and the page goes on by itself when it is back.
func TestLostServer(t *testing.T) {
	long(t)
	s := start(t, anyPort)
	tab := painting(t, desk, s.link(flat))
	tab.forgive("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE")
	before := numbers(tab)
	if tab.has("#lost") {
		t.Error("the server is there, and the page says that it is lost")
	}
	s.stop()
	tab.click(cell(1, 1))
	tab.wait(`document.querySelector("#lost").checkVisibility()`)
	if got := numbers(tab); got != before {
		t.Errorf("nobody answered, and the numbers became %v", got)
	}
	tab.wait(`document.querySelector("#numbers tbody tr").classList.contains("stale")`)
	tab.click(cell(1, 2)) // whoever paints on loses nothing
	start(t, s.address)
	tab.wait(`!document.querySelector("#lost").checkVisibility()`)
	settled(tab)
	if got := question(tab).Get("target"); got != "1,1,0,0;0,0,0,0;0,0,0,0" {
		t.Errorf("the target is %q", got)
	}
	numbers(tab).holds(t, exact(t, tab))
}

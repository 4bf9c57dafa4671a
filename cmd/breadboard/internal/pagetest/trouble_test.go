package pagetest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

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

// A delayer stands before a server and holds answers back, each for a time of its own. It remembers which J belongs to
// which question about a painted target.
type delayer struct {
	proxy *httputil.ReverseProxy
	mu    sync.Mutex
	dice  *rand.Rand
	asked []string       // targets, in the order of their questions
	order map[string]int // J, as the page has it, to its place in asked
}

func delayed(t *testing.T, s *serving) (*delayer, string) {
	t.Helper()
	to := &url.URL{Scheme: "http", Host: s.address}
	d := &delayer{dice: rand.New(rand.NewPCG(1, 2)), order: map[string]int{}}
	d.proxy = &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		if r.Out.Header.Get("Origin") != "" {
			r.Out.Header.Set("Origin", to.String()) // the server answers its own page alone
		}
	}, ErrorHandler: func(http.ResponseWriter, *http.Request, error) {}} // the page gave up
	before := httptest.NewServer(d)
	t.Cleanup(before.Close)
	return d, before.URL
}

// ServeHTTP hands a question on, and holds its answer back.
func (d *delayer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		d.proxy.ServeHTTP(w, r)
		return
	}
	var target string
	if r.URL.Path == "/api/measure" {
		target = d.ask(r)
	}
	answer := httptest.NewRecorder()
	d.proxy.ServeHTTP(answer, r)
	d.mu.Lock()
	wait := time.Duration(d.dice.IntN(150)) * time.Millisecond
	d.mu.Unlock()
	d.answer(target, answer.Body.Bytes())
	select {
	case <-time.After(wait):
	case <-r.Context().Done():
	}
	for key, values := range answer.Header() {
		w.Header()[key] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes()) // the page may have gone
}

// ask remembers a question and returns its target.
func (d *delayer) ask(r *http.Request) string {
	body, _ := io.ReadAll(r.Body) // of a test's own browser
	r.Body = io.NopCloser(bytes.NewReader(body))
	var q struct{ Target string }
	_ = json.Unmarshal(body, &q)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked = append(d.asked, q.Target)
	return q.Target
}

// answer remembers the J of a target.
func (d *delayer) answer(target string, body []byte) {
	var measured struct{ J struct{ Sum json.Number } }
	if target == "" || json.Unmarshal(body, &measured) != nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, asked := range d.asked {
		if asked == target {
			d.order[measured.J.Sum.String()] = i
		}
	}
}

// back returns the first place at which what was shown is older than what was shown before it; -1 if there is none.
func (d *delayer) back(shown []string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	newest := 0
	for i, j := range shown {
		if d.order[j] < newest {
			return i
		}
		newest = d.order[j]
	}
	return -1
}

// record keeps every J that the page shows in window.shown.
const record = `(() => {
	window.shown = [];
	const note = () => {
		const j = document.querySelector("#numbers tbody td").title;
		if (j !== window.shown.at(-1)) window.shown.push(j);
	};
	new MutationObserver(note).observe(document.querySelector("#numbers"), {subtree: true, childList: true,
		characterData: true, attributes: true});
	return true;
})()`

// Answers that come late, each after another time, never replace newer ones, and the last stroke has the last word.
func TestLateAnswers(t *testing.T) {
	d, address := delayed(t, serve(t, "127.0.0.1:0"))
	tab := open(t, browsertest.Desk, address+"/#"+flat)
	browsertest.Value[bool](tab, record)
	for r := 1; r <= 3; r++ {
		tab.Down(tab.Centre(cell(r, 1)))
		for c := 2; c <= 4; c++ {
			tab.Move(tab.Centre(cell(r, c)))
		}
		tab.Up(tab.Centre(cell(r, 4)))
		for c := 1; c <= r; c++ {
			tab.Click(cell(2, c))
		}
	}
	tab.Wait(`location.hash.includes("target=1,1,1,1;4,3,2,1;1,1,1,1")`)
	settled(tab)
	tab.Wait(`document.querySelectorAll("#answers .stale").length === 0`)
	numbers(tab, 1).holds(t, exact(t, tab))
	shown := browsertest.Value[[]string](tab, "window.shown")
	if i := d.back(shown); i >= 0 {
		t.Errorf("what is shown goes back at %d of %q", i, shown)
	}
	if len(shown) < 2 {
		t.Errorf("nothing was shown on the way: %q", shown)
	}
}

// drop lets a file fall onto the grid, as the hand does that pulls it out of a folder.
const drop = `(() => {
	const carried = new DataTransfer(), grid = document.querySelector('[data-side="a"] [role="grid"]');
	carried.items.add(new File([%q], %q));
	const event = (name) => new DragEvent(name, {bubbles: true, cancelable: true, dataTransfer: carried});
	const taken = !grid.dispatchEvent(event("dragover"));
	grid.dispatchEvent(event("drop"));
	return taken;
})()`

// changed waits until the numbers are others than before.
func changed(tab *browsertest.Tab, before row) {
	tab.Wait(`Number(document.querySelector("#numbers tbody td").title) !== ` + number(before.J))
	settled(tab)
}

// A file that is dropped onto the grid is the target, and gives the numbers of the command.
func TestDroppedFile(t *testing.T) {
	tab := open(t, browsertest.Desk, serve(t, "127.0.0.1:0").link("toy=barrier&T=20"))
	before := numbers(tab, 1)
	if !browsertest.Value[bool](tab, fmt.Sprintf(drop, "0,1.5\n2,-inf\n", "target.csv")) {
		t.Error("the grid does not take files")
	}
	tab.Wait(`location.hash.includes("target=0,1.5;2,w")`)
	changed(tab, before)
	numbers(tab, 1).holds(t, rowOf(t, shell(t, t.TempDir(), `printf '0,1.5\n2,-inf\n' > target.csv && `+
		"breadboard exact --target target.csv -T 20 --format json")))
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

package pagetest

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// strict is the policy that the page's own sentences name, but for pictures.
const strict = "default-src 'self' 'wasm-unsafe-eval'"

// A trouble is a server that lets the page of a folder run, or keeps it from running, and what the page then says.
type trouble struct {
	policy  string // its Content-Security-Policy
	missing string // the files that it does not have, by how their addresses begin
	instead string // what it sends in their place; "" is an answer 404
	where   string // the element that says so; "" if the page runs
	says    string
}

const (
	noModule = "main.js, or what it loads, does not come"
	noWorker = "state/worker.js or vendor/wasm_exec.js does not come"
)

var troubles = []trouble{
	{policy: strict},
	{policy: strict + "; img-src 'self' data:"},
	{policy: "default-src 'self'", where: "#lost", says: "'wasm-unsafe-eval' in its script-src"},
	{policy: "default-src 'none'", where: "#still", says: strict + "; img-src 'self' data:"},
	{policy: strict + "; script-src 'none'", where: "#still",
		says: "without 'wasm-unsafe-eval' no browser can run the engine"},
	{policy: strict + "; connect-src 'none'", where: "#lost", says: "connect-src 'self' there would do"},
	{policy: strict + "; worker-src 'none'", where: "#lost", says: "worker-src 'self' there"},
	{missing: "/main.js", where: "#still", says: noModule},
	{missing: "/views/where.js", where: "#still", says: noModule},
	{missing: "/catalogue.json", where: "#lost", says: "catalogue.json is not in this folder: the server answers 404"},
	{missing: "/engine.wasm", where: "#lost", says: "engine.wasm.gz is not in this folder: the server answers 404"},
	{missing: "/engine.wasm", instead: "<!doctype html><p>There is no such page.", where: "#lost",
		says: "what the server sends as engine.wasm.gz is another file"},
	{missing: "/state/worker.js", where: "#lost", says: noWorker},
	{missing: "/vendor/wasm_exec.js", where: "#lost", says: noWorker},
}

// behindPolicies holds the page to run behind a strict policy, and to say what is wrong, each cause in its own
// sentence, behind one that is too strict and before a server that lacks a file.
func behindPolicies(t *testing.T, dir string) {
	t.Helper()
	const row = "0,1,2,3,4,5,6,7,8,9,8,7,6,5,4,3,2,1,0,1,2" // 21 of them are a grid whose maps are pictures
	fine := "/#target=" + strings.Repeat(row+";", 20) + row + "&T=10&view=cells"
	for _, c := range troubles {
		server := httptest.NewServer(c.serve(http.FileServer(http.Dir(dir))))
		t.Cleanup(server.Close)
		link := fine
		if c.where != "" {
			link = "/#toy=barrier&T=10&view=cells" // it asks for the toy besides
		}
		tab := openTab(t, desk, server.URL+link)
		tab.forgive("404|Content Security Policy|Refused|ERR_|CORS|blocked|Failed to load|magic word")
		if c.where == "" {
			c.runs(t, tab)
		} else {
			c.told(t, tab)
		}
	}
}

// serve is a server of files with this trouble.
func (c trouble) serve(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.policy != "" {
			w.Header().Set("Content-Security-Policy", c.policy)
		}
		switch {
		case c.missing == "" || !strings.HasPrefix(r.URL.Path, c.missing):
			files.ServeHTTP(w, r)
		case c.instead != "":
			_, _ = w.Write([]byte(c.instead)) // to a browser that may have gone
		default:
			http.NotFound(w, r)
		}
	})
}

// runs holds the page to work: all that it draws is there, and it says nothing of troubles. Maps of a fine grid are
// pictures where the policy lets them, and else rectangles. So it is with a PNG, which is refused in words.
func (c trouble) runs(t *testing.T, tab *page) {
	t.Helper()
	settled(tab)
	tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
	pictures := strings.Contains(c.policy, "data:")
	tab.wait(`[...document.querySelectorAll("#view .chart-maps .cells")].length > 0 &&
		[...document.querySelectorAll("#view .chart-maps .cells")].every((one) => one.matches("image") === ` +
		strconv.FormatBool(pictures) + `)`)
	tab.downloads(t.TempDir())
	value[bool](tab, `([...document.querySelectorAll("#view button")].find((one) => one.textContent === "PNG").click(),
		true)`)
	if !pictures {
		tab.wait(`document.querySelector(".chart-refused").textContent.includes("img-src data:")`)
	}
	for _, place := range []string{"#still", "#lost", "#said"} {
		if tab.has(place) {
			t.Errorf("behind %q the page runs, and %s says something", c.policy, place)
		}
	}
}

// told holds the page to say what is wrong, in one place, and to show nothing that looks like numbers.
func (c trouble) told(t *testing.T, tab *page) {
	t.Helper()
	tab.wait(element(c.where) + `.checkVisibility()`)
	must.Say(t, value[string](tab, element(c.where)+`.textContent.replace(/\s+/g, " ")`), c.says)
	tab.wait(`[...document.querySelectorAll(".banner, .problem, .status")].filter((one) => ` +
		`one.checkVisibility() && one.textContent.trim() !== "").length === 1`)
	walls := value[bool](tab, `[...document.querySelectorAll(".field-of-cells")].some((one) =>
		getComputedStyle(one).backgroundImage !== "none")`)
	if walls && c.where == "#lost" { // where no script runs there are no maps
		t.Errorf("behind %q%s maps of nothing are hatched like walls", c.policy, c.missing)
	}
	text := value[string](tab, `document.body.innerText`)
	if strings.Contains(text, "e-30") || strings.Contains(text, "on the way") {
		t.Errorf("behind %q%s the page has numbers: %s", c.policy, c.missing, text)
	}
}

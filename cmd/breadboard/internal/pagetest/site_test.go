package pagetest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// A folder behind a plain server of files shows what the program's server shows, digit for digit, and asks nobody else.
// A quick question is answered while a long one runs, and one that is given up ends. ?embed leaves one view. A page
// from a disk says what it needs.
func TestSite(t *testing.T) {
	long(t)
	dir := filepath.Join(t.TempDir(), "site")
	run(t, "", "explore", "--site", dir)
	plain := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(plain.Close)
	server := start(t, "127.0.0.1:0")
	done := `document.querySelectorAll("#view .stale, #view .waiting").length === 0`
	for _, link := range []string{"toy=barrier&T=100&view=levels", "toy=barrier&T=100&view=sampled&b.toy=easy&b.T=30",
		"target=0,1.5;w,2&T=20&view=levels"} {
		site, served := open(t, desk, plain.URL+"/#"+link), open(t, desk, server.link(link))
		text := map[*page]string{}
		for _, tab := range []*page{site, served} {
			tab.wait(done)
			text[tab] = value[string](tab, `[...document.querySelectorAll("#numbers td"), document.querySelector("#view")]
				.map((element) => element.innerText).join("\n")`)
		}
		if diff := cmp.Diff(strings.Split(text[served], "\n"), strings.Split(text[site], "\n")); diff != "" {
			t.Errorf("%s: (- the server, + the site):\n%s", link, diff)
		}
		if strings.Contains(link, "T=100") && !strings.Contains(text[site], "1.648") {
			t.Errorf("%s: J of BARRIER is not 1.648: %s", link, text[site])
		}
		for line := range strings.Count(link, "T=") {
			must.Near(t, numbers(site, line+1).J, numbers(served, line+1).J, 1e-12, "%s, J of row %d is", link, line+1)
		}
		for _, address := range site.asked() {
			if !strings.HasPrefix(address, plain.URL+"/") && !strings.HasPrefix(address, "data:") {
				t.Errorf("the site asks for %s", address)
			}
		}
	}
	tab := open(t, desk, plain.URL+"/#toy=barrier&T=10&view=spectrum")
	if got := value[string](tab, `import(new URL("state/ask.js", document.baseURI).href).then(async ({ask}) => {
			const stop = new AbortController(), best = {toy: "barrier", T: 300, schedules: ["best-j"]};
			const long = ask("schedules", best, stop.signal).then(() => "long", (error) => error.name);
			const first = await Promise.race([long, ask("measure", {toy: "easy"}).then(() => "quick")]);
			stop.abort();
			return [first, await long, (await ask("exact", {toy: "barrier", T: 100})).J.sum.toFixed(3)].join(" ");
		})`); got != "quick AbortError 1.648" {
		t.Errorf("a quick question beside a long one, which is given up, and another: %s", got)
	}
	must.Do(t, os.Remove(filepath.Join(dir, "engine.wasm.gz"))) // some servers have no such files
	frame := openTab(t, phone, plain.URL+"/?embed#toy=barrier&T=10&view=levels")
	frame.forgive("404")
	frame.wait(`document.querySelector("#view svg") && ` + done)
	for selector, want := range map[string]bool{"#view svg": true, ".whole a": true, "header": false, "#numbers": false,
		"[role=tablist]": false, "footer": false} {
		if got := frame.has(selector); got != want {
			t.Errorf("in a frame %s is to be seen: %v, want %v", selector, got, want)
		}
	}
	got := value[string](frame, `document.querySelector(".whole a").href`)
	if !strings.HasPrefix(got, plain.URL+"/#toy=barrier") {
		t.Errorf("the frame leads to %s", got)
	}
	disk := openTab(t, desk, "file://"+filepath.Join(dir, "index.html"))
	disk.forgive("CORS|ERR_FAILED|Content Security Policy")
	disk.wait(`document.querySelector("#still").checkVisibility()`)
	must.Say(t, value[string](disk, element("#still")+".textContent"), "python3 -m http.server")
	if tab.has("#still") {
		t.Error("a page of a server says that it needs one")
	}
	behindPolicies(t, dir)
}

// strict is the policy that the page's own sentences name.
const strict = "default-src 'self' 'wasm-unsafe-eval'"

// behindPolicies holds the page to run behind a strict policy, and to say what is wrong, each cause in its own
// sentence,
// behind one that is too strict and before a server that lacks a file.
func behindPolicies(t *testing.T, dir string) {
	t.Helper()
	for _, c := range []struct {
		policy  string
		missing string // a file that the server does not have, or has a page in its place if it begins with "page:"
		where   string // the element that says so; "" if the page runs
		says    string
	}{
		{policy: strict},
		{policy: strict + "; img-src 'self' data:"},
		{policy: "default-src 'self'", where: "#lost", says: "'wasm-unsafe-eval' in its script-src"},
		{policy: "default-src 'none'", where: "#still",
			says: "default-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:"},
		{policy: strict + "; script-src 'none'", where: "#still",
			says: "without 'wasm-unsafe-eval' no browser can run the engine"},
		{policy: strict + "; connect-src 'none'", where: "#lost", says: "connect-src 'self' there would do"},
		{policy: strict + "; worker-src 'none'", where: "#lost", says: "worker-src 'self' there"},
		{missing: "/main.js", where: "#still", says: "main.js, or what it loads, does not come"},
		{missing: "/views/where.js", where: "#still", says: "main.js, or what it loads, does not come"},
		{missing: "/catalogue.json", where: "#lost",
			says: "catalogue.json is not in this folder: the server answers 404"},
		{missing: "/engine.wasm", where: "#lost", says: "engine.wasm is not in this folder: the server answers 404"},
		{missing: "page:/engine.wasm", where: "#lost", says: "what the server sends as engine.wasm is another file"},
		{missing: "/state/worker.js", where: "#lost", says: "state/worker.js or vendor/wasm_exec.js does not come"},
		{missing: "/vendor/wasm_exec.js", where: "#lost", says: "state/worker.js or vendor/wasm_exec.js does not come"},
	} {
		files := http.FileServer(http.Dir(dir))
		name, aPage := strings.CutPrefix(c.missing, "page:")
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if c.policy != "" {
				w.Header().Set("Content-Security-Policy", c.policy)
			}
			switch {
			case name == "" || !strings.HasPrefix(r.URL.Path, name):
				files.ServeHTTP(w, r)
			case aPage:
				_, _ = w.Write([]byte("<!doctype html><p>There is no such page."))
			default:
				http.NotFound(w, r)
			}
		}))
		t.Cleanup(server.Close)
		what := c.policy + c.missing
		link := server.URL + "/#target=" + strings.Repeat("0,1,2,3,4,5,6,7,8,9,8,7,6,5,4,3,2,1,0,1,2;", 20) +
			"0,1,2,3,4,5,6,7,8,9,8,7,6,5,4,3,2,1,0,1,2&T=10&view=levels"
		tab := openTab(t, desk, link)
		tab.forgive("404|Content Security Policy|Refused|ERR_|CORS|blocked|Failed to load|magic word")
		if c.where == "" {
			settled(tab)
			tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
			shown := value[bool](tab, `[...document.querySelectorAll("#view .cells")].every((one) =>
				one.querySelector("rect") || `+
				`one.getAttribute("href"))`)
			if pictures := strings.Contains(c.policy, "data:"); !shown || value[bool](tab,
				`document.querySelector("#view image.cells") !== null`) != pictures {
				t.Errorf("behind %q the maps of a fine grid are not drawn", what)
			}
			for _, place := range []string{"#still", "#lost", "#said"} {
				if tab.has(place) {
					t.Errorf("behind %q the page runs, and %s says something", what, place)
				}
			}
			continue
		}
		tab.wait(element(c.where) + `.checkVisibility() && ` + quoted(c.policy) + ` !== null`)
		if said := value[string](tab, element(c.where)+".textContent.replace(/\\s+/g, ' ')"); !strings.Contains(said,
			c.says) {
			t.Errorf("behind %q it says %q, want %q", what, said, c.says)
		}
		tab.wait(`[...document.querySelectorAll(".banner, .problem, .status")].filter((one) => ` + // each cause once
			`one.checkVisibility() && one.textContent.trim() !== "").length === 1`)
		if text := value[string](tab, `document.body.innerText`); strings.Contains(text, "e-30") {
			t.Errorf("behind %q the page has numbers: %s", what, text)
		}
	}
}

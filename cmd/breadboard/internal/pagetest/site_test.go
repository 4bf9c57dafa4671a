package pagetest

import (
	"net/http"
	"net/http/httptest"
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
	server := served(t)
	done := `document.querySelectorAll("#view .stale, #view .waiting").length === 0`
	for _, link := range []string{"toy=barrier&T=100&view=cells", "toy=barrier&T=100&view=schedule",
		"target=0,1.5;w,2&T=20&view=cells"} {
		site := open(t, desk, plain.URL+"/#"+link)
		served := open(t, desk, server.link(link))
		text := map[*page]string{}
		for _, tab := range []*page{site, served} {
			tab.wait(done)
			text[tab] = value[string](tab, `[...document.querySelectorAll("#numbers td"), `+
				`document.querySelector("#view")]
				.map((element) => element.innerText).join("\n")`)
		}
		if diff := cmp.Diff(strings.Split(text[served], "\n"), strings.Split(text[site], "\n")); diff != "" {
			t.Errorf("%s: (- the server, + the site):\n%s", link, diff)
		}
		if strings.Contains(link, "T=100") && !strings.Contains(text[site], "1.648") {
			t.Errorf("%s: J of BARRIER is not 1.648: %s", link, text[site])
		}
		must.Near(t, numbers(site).J, numbers(served).J, 1e-12, "%s, J is", link)
		for _, address := range site.asked() {
			if !strings.HasPrefix(address, plain.URL+"/") && !strings.HasPrefix(address, "data:") {
				t.Errorf("the site asks for %s", address)
			}
		}
	}
	tab := open(t, desk, plain.URL+"/#toy=barrier&T=10&view=cells")
	if got := value[string](tab, `import(new URL("state/ask.js", document.baseURI).href).then(async ({ask}) => {
			const stop = new AbortController(), best = {toy: "barrier", T: 300, schedules: ["best-j"]};
			const long = ask("schedules", best, stop.signal).then(() => "long", (error) => error.name);
			const first = await Promise.race([long, ask("measure", {toy: "easy"}).then(() => "quick")]);
			stop.abort();
			return [first, await long, (await ask("exact", {toy: "barrier", T: 100})).J.sum.toFixed(3)].join(" ");
		})`); got != "quick AbortError 1.648" {
		t.Errorf("a quick question beside a long one, which is given up, and another: %s", got)
	}
	unpacking := httptest.NewServer(unpacked(http.FileServer(http.Dir(dir))))
	t.Cleanup(unpacking.Close)
	frame := openTab(t, phone, unpacking.URL+"/?embed#toy=barrier&T=10&view=cells")
	frame.wait(`document.querySelector("#view svg") && ` + done)
	for selector, want := range map[string]bool{"#view svg": true, ".whole a": true, "header": false, "#numbers": false,
		"[role=tablist]": false, "footer": false} {
		if got := frame.has(selector); got != want {
			t.Errorf("in a frame %s is to be seen: %v, want %v", selector, got, want)
		}
	}
	got := value[string](frame, `document.querySelector(".whole a").href`)
	if !strings.HasPrefix(got, unpacking.URL+"/#toy=barrier") {
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
	firstWithoutEngine(t, dir)
}

// unpacked is a server that says of what gzip packed that it did so on the way, as some do: the browser unpacks it.
func unpacked(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".gz") {
			w.Header().Set("Content-Encoding", "gzip")
		}
		files.ServeHTTP(w, r)
	})
}

// firstWithoutEngine holds the page to show its first screen from what came with it, behind a strict policy too, where
// no engine comes. Then it says so.
func firstWithoutEngine(t *testing.T, dir string) {
	t.Helper()
	want := exactly(t, "--toy", "barrier", "-T", "100")
	for _, policy := range []string{"", strict} {
		without := trouble{policy: policy, missing: "/engine.wasm"}
		server := httptest.NewServer(without.serve(http.FileServer(http.Dir(dir))))
		t.Cleanup(server.Close)
		tab := openTab(t, desk, server.URL+"/#toy=barrier&T=100&view=cells")
		tab.forgive("404|Failed to load|magic word|Content Security Policy") // for pictures alone
		settled(tab)
		numbers(tab).holds(t, want)
		tab.wait(`document.querySelectorAll("#along polyline").length === 2 && document.querySelector("#view svg") &&
			document.querySelectorAll("#view .stale, #view .waiting").length === 0`)
		must.Say(t, value[string](tab, element(".sentence")+".textContent"), "J = 1.648 nats")
		must.Say(t, command(tab), "breadboard exact --toy barrier -T 100")
		tab.wait(element("#lost") + `.checkVisibility()`)
		must.Say(t, value[string](tab, element("#lost")+".textContent"), "engine.wasm.gz is not in this folder")
	}
}

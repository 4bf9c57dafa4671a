package explorer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"breadboard/reports/explorer"
	"breadboard/reports/explorer/browsertest"
)

// breaking serves the page's files. Its answers end in the middle, as those of a server that dies.
func breaking(t *testing.T) string {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(explorer.Files()))
	mux.HandleFunc("POST /api/", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "{\"all\": [1]}\n{\"all\": [1, ")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// An answer that ends in the middle means that the server is lost: the page says so and asks again when it is back.
func TestAnswerBreaks(t *testing.T) {
	tab := browsertest.Open(t, browsertest.Desk, breaking(t)+"/digits.js")
	tab.Forgive(`favicon|ERR_INCOMPLETE_CHUNKED_ENCODING|status of 404`)
	for _, how := range []string{
		`for await (const line of asker.lines("curve", {})) if (!line.all) throw line;`, `await asker.ask("exact", {});`,
	} {
		said := browsertest.Value[[]string](tab, `import("/state/ask.js").then(async (asker) => {
			asker.server.lost = false;
			try {
				`+how+`
			} catch (problem) {
				return [String(asker.server.lost), problem.message];
			}
			return ["no problem"];
		})`)
		if len(said) != 2 || said[0] != "true" || said[1] != "The server does not answer" {
			t.Errorf("%s\nends with %q", how, said)
		}
	}
}

// A file that is too large or cannot be read is not sent, and the server is not taken for lost.
func TestOpenUnreadable(t *testing.T) {
	tab := browsertest.Open(t, browsertest.Desk, breaking(t)+"/digits.js")
	tab.Forgive("favicon")
	for file, want := range map[string]string{
		`{name: "big.csv", size: 1 << 30, arrayBuffer() {}}`:                          "big.csv has 1073741824 bytes",
		`{name: "folder", size: 4096, async arrayBuffer() { throw new Error("x"); }}`: "folder cannot be read",
	} {
		said := browsertest.Value[string](tab, `import("/state/ask.js").then((asker) =>
			asker.open(`+file+`).catch((problem) => problem.message + asker.server.lost))`)
		if !strings.HasPrefix(said, want) || !strings.HasSuffix(said, "false") {
			t.Errorf("%s: %s, want %s", file, said, want)
		}
	}
}

package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// serve serves a page, with a policy for its content.
func serve(t *testing.T, page, policy string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if policy != "" {
			w.Header().Set("Content-Security-Policy", policy)
		}
		if r.URL.Path != "/" && r.URL.Path != "/favicon.ico" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, page)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// Every way to do wrong is heard, and only what is forgiven is not told.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct{ page, policy, fault string }{
		"throws":  {`<script>throw new Error("one")</script>`, "", "Error: one"},
		"rejects": {`<script>Promise.reject(new Error("two"))</script>`, "", "Error: two"},
		"console": {`<script>console.error("three", 3)</script>`, "", `"three" 3`},
		"policy":  {`<p style="color: red">four`, "style-src 'self'", "Content Security Policy"},
		"network": {`<script>fetch("gone")</script>`, "", "404"},
	} {
		t.Run(name, func(t *testing.T) {
			tab := Open(t, Desk, serve(t, c.page, c.policy))
			for len(tab.Faults()) == 0 { // a test that hangs here has heard nothing
				tab.Wait("true")
			}
			if got := tab.Faults(); len(got) != 1 || !strings.Contains(got[0], c.fault) {
				t.Errorf("faults %q, want one with %q", got, c.fault)
			}
			tab.Forgive(".")
			if got := tab.Faults(); len(got) > 0 {
				t.Errorf("forgiven, and told: %q", got)
			}
		})
	}
}

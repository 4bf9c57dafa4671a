package server

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"breadboard/reports/explorer"
)

// Whoever is neither the page nor a program that asks by the server's own name, or by the number at which the
// connection arrives, is refused. Browsers leave port 80 out of a host, and no other port. No header hides another one
// of its name.
func TestGuard(t *testing.T) {
	h := testServer("127.0.0.1:8080", "localhost:8080", "[::1]:8080").handler()
	for _, c := range []struct {
		name, path string
		headers    []string
		status     int
		says       string
	}{
		{"a program", "/api/measure", nil, 200, ""},
		{"the page", "/api/measure", []string{"Origin", "http://127.0.0.1:8080", "Sec-Fetch-Site",
			"same-origin"}, 200, ""},
		{"by its name", "/api/measure", []string{"Host", "LocalHost:8080", "Origin", "http://localhost:8080"}, 200, ""},
		{"by its other number", "/api/measure", []string{"Host", "[::1]:8080"}, 200, ""},
		{"a link elsewhere", "/", []string{"Sec-Fetch-Site", "cross-site", "Origin", "http://evil.example"}, 200, ""},
		{"DNS rebinding", "/api/measure", []string{"Host", "evil.example:8080"}, 421, "not called evil.example"},
		{"DNS rebinding, for a file", "/main.js", []string{"Host", "evil.example:8080"}, 421,
			"not called evil.example"},
		{"another port", "/api/measure", []string{"Host", "127.0.0.1:1"}, 421, "not called 127.0.0.1:1"},
		{"no port", "/api/measure", []string{"Host", "127.0.0.1"}, 421, "not called 127.0.0.1"},
		{"a name with a dot", "/api/measure", []string{"Host", "localhost.:8080"}, 421, "not called"},
		{"a page elsewhere", "/api/measure", []string{"Origin", "http://evil.example"}, 403,
			"a page elsewhere"},
		{"a page elsewhere", "/api/measure", []string{"Origin", ""}, 403, "a page elsewhere"},
		{"a page of a file", "/api/measure", []string{"Origin", "null"}, 403, "a page elsewhere"},
		{"a page by TLS", "/api/measure", []string{"Origin", "https://127.0.0.1:8080"}, 403, "a page elsewhere"},
		{"a page of another server here", "/api/measure", []string{"Origin", "http://127.0.0.1:1"}, 403,
			"a page elsewhere"},
		{"another site", "/api/measure", []string{"Sec-Fetch-Site", "cross-site"}, 403, "a page elsewhere"},
		{"another port of this site", "/api/measure", []string{"Sec-Fetch-Site", "same-site"}, 403, "a page elsewhere"},
		{"the catalogue, elsewhere", "/api/catalogue", []string{"Sec-Fetch-Site", "cross-site"},
			403, "a page elsewhere"},
		{"a second origin", "/api/measure", []string{"Origin", "http://127.0.0.1:8080", "Origin",
			"http://evil.example"}, 403, ""},
		{"a second site", "/api/measure", []string{"Sec-Fetch-Site", "same-origin", "Sec-Fetch-Site",
			"cross-site"}, 403, ""},
		{"by its number", "/", []string{"Host", "192.0.2.7:8080"}, 200, ""},
		{"by another number", "/", []string{"Host", "192.0.2.8:8080"}, 421, ""},
		{"by its number without its port", "/", []string{"Host", "192.0.2.7"}, 421, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			method, body := http.MethodPost, barrier
			if !strings.HasPrefix(c.path, "/api/") || c.path == "/api/catalogue" {
				method, body = http.MethodGet, ""
			}
			r := httptest.NewRequest(method, "http://127.0.0.1:8080"+c.path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			at := &net.TCPAddr{IP: net.ParseIP("192.0.2.7"), Port: 8080}
			for i := 0; i < len(c.headers); i += 2 {
				switch value := c.headers[i+1]; c.headers[i] {
				case "Host":
					r.Host = value
				default:
					r.Header.Add(c.headers[i], value)
				}
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, at)))
			if w.Code != c.status {
				t.Fatalf("status %d, want %d: %s", w.Code, c.status, w.Body)
			}
			if c.status != http.StatusOK {
				refused(t, w.Body.String(), c.status, c.says)
			}
		})
	}
}

// A server elsewhere than on loopback has the name that it was told, and the number at which a connection arrives.
func TestHostsOf(t *testing.T) {
	at := func(ip string, port int) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: port} }
	for _, c := range []struct {
		asked    string
		addr     net.Addr
		has, not string
	}{
		{"127.0.0.1:8080", at("127.0.0.1", 8080), "localhost:8080", "127.0.0.1"},
		{"MyBox:0", at("192.0.2.7", 41234), "mybox:41234", "mybox:0"},
		{"[2001:DB8::1]:80", at("2001:db8::1", 80), "[2001:db8::1]", "2001:db8::1"},
		{"0.0.0.0:80", at("0.0.0.0", 80), "127.0.0.1", "127.0.0.1:8080"},
	} {
		hosts := hostsOf(c.asked, c.addr)
		if !slices.Contains(hosts, c.has) {
			t.Errorf("a server at %s is called %q, want %s among them", c.asked, hosts, c.has)
		}
		if slices.Contains(hosts, c.not) {
			t.Errorf("a server at %s is called %q, want no %s", c.asked, hosts, c.not)
		}
	}
}

// Every response, a refusal too, says what a browser may do with it.
func TestSecure(t *testing.T) {
	s := testServer()
	s.policy = "default-src 'none'"
	address := listen(t, s)
	for _, path := range []string{"/", "/nothing", "/api/measure"} {
		r, _ := ask(t, http.MethodGet, address+path, "", "")
		for header, want := range map[string]string{"Content-Security-Policy": s.policy,
			"X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin"} {
			if got := r.Header.Get(header); got != want {
				t.Errorf("%s of %s is %s, want %s", header, path, got, want)
			}
		}
	}
}

// TestPolicyOfThePage: the page itself has no script and no style in its text, which the policy forbids.
func TestPolicyOfThePage(t *testing.T) {
	index := string(explorer.Served()["index.html"])
	scripts := strings.Count(index, "<script")
	if files := strings.Count(index, " src="); scripts != files || scripts == 0 {
		t.Errorf("index.html has %d scripts, and %d of them are files", scripts, files)
	}
	if strings.Contains(index, " style=") || strings.Contains(index, "<style") {
		t.Error("index.html has styles in its text")
	}
}

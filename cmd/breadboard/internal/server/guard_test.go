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

// Whoever is neither the page nor a program that asks by the server's own name is refused.
func TestGuard(t *testing.T) {
	address := listen(t, testServer(t))
	_, port, _ := net.SplitHostPort(address)
	for _, c := range []struct {
		name, path string
		headers    []string
		status     int
		says       string
	}{
		{"a program", "/api/measure", nil, 200, ""},
		{"the page", "/api/measure", []string{"Origin", "http://" + address, "Sec-Fetch-Site", "same-origin"}, 200, ""},
		{"by its name", "/api/measure", []string{"Host", "LocalHost:" + port, "Origin", "http://localhost:" + port}, 200, ""},
		{"by its other number", "/api/measure", []string{"Host", "[::1]:" + port}, 200, ""},
		{"a link elsewhere", "/", []string{"Sec-Fetch-Site", "cross-site", "Origin", "http://evil.example"}, 200, ""},
		{"DNS rebinding", "/api/measure", []string{"Host", "evil.example:" + port}, 421, "not called evil.example"},
		{"DNS rebinding, for a file", "/main.js", []string{"Host", "evil.example:" + port}, 421, "not called evil.example"},
		{"another port", "/api/measure", []string{"Host", "127.0.0.1:1"}, 421, "not called 127.0.0.1:1"},
		{"no port", "/api/measure", []string{"Host", "127.0.0.1"}, 421, "not called 127.0.0.1"},
		{"a name with a dot", "/api/measure", []string{"Host", "localhost.:" + port}, 421, "not called"},
		{"a page elsewhere", "/api/measure", []string{"Origin", "http://evil.example"}, 403, "a page of http://evil.example"},
		{"a page of no name", "/api/measure", []string{"Origin", ""}, 403, "a page of no name"},
		{"a page of a file", "/api/measure", []string{"Origin", "null"}, 403, "a page of null"},
		{"a page by TLS", "/api/measure", []string{"Origin", "https://" + address}, 403, "a page of https"},
		{"a page of another server here", "/api/measure", []string{"Origin", "http://127.0.0.1:1"}, 403, "may not ask"},
		{"another site", "/api/measure", []string{"Sec-Fetch-Site", "cross-site"}, 403, "a page elsewhere"},
		{"another port of this site", "/api/measure", []string{"Sec-Fetch-Site", "same-site"}, 403, "a page elsewhere"},
		{"the catalogue, elsewhere", "/api/catalogue", []string{"Sec-Fetch-Site", "cross-site"}, 403, "a page elsewhere"},
	} {
		t.Run(c.name, func(t *testing.T) {
			method, body := http.MethodPost, barrier
			if !strings.HasPrefix(c.path, "/api/") || c.path == "/api/catalogue" {
				method, body = http.MethodGet, ""
			}
			headers := append([]string{"Content-Type", "application/json"}, c.headers...)
			r, answer := ask(t, request(t, method, "http://"+address+c.path, body, headers...))
			if r.StatusCode != c.status {
				t.Fatalf("status %d, want %d: %s", r.StatusCode, c.status, answer)
			}
			if c.status != http.StatusOK {
				refused(t, answer, c.status, c.says)
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

// TestGuardReadsAllOrigins: no header hides another one of its name behind it.
func TestGuardReadsAllOrigins(t *testing.T) {
	own := "http://127.0.0.1:8080"
	for header, values := range map[string][]string{"Origin": {own, "http://evil.example"},
		"Sec-Fetch-Site": {"same-origin", "cross-site"}} {
		r := httptest.NewRequest(http.MethodPost, own+"/api/measure", nil)
		r.Header[header] = values
		if p := refuse(r, []string{"127.0.0.1:8080"}); p == nil || p.Status != http.StatusForbidden {
			t.Errorf("%s: %q is refused with %v, want 403", header, values, p)
		}
	}
}

// TestGuardAtItsNumber: browsers leave port 80 out of a host, and no other port.
func TestGuardAtItsNumber(t *testing.T) {
	for _, c := range []struct {
		host  string
		port  int
		known bool
	}{
		{"192.0.2.7", 80, true}, {"192.0.2.7:80", 80, true}, {"192.0.2.7:8080", 8080, true},
		{"192.0.2.7", 8080, false}, {"192.0.2.8", 80, false}, {"evil.example", 80, false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = c.host
		at := &net.TCPAddr{IP: net.ParseIP("192.0.2.7"), Port: c.port}
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, at))
		if p := refuse(r, []string{"localhost"}); (p == nil) != c.known {
			t.Errorf("%s at port %d is refused with %v", c.host, c.port, p)
		}
	}
}

// A server at 0.0.0.0 is asked by each of the machine's numbers.
func TestGuardOfAllInterfaces(t *testing.T) {
	s := testServer(t)
	s.Asked = "0.0.0.0:0"
	l, err := net.Listen("tcp", s.Asked)
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(listenOn(t, s, l))
	own := "127.0.0.2:" + port // on loopback too, and none of the names that hostsOf knows
	if r, body := ask(t, request(t, http.MethodGet, "http://"+own+"/", "")); r.StatusCode != http.StatusOK {
		t.Errorf("by %s: status %d: %s", own, r.StatusCode, body)
	}
	_, body := ask(t, request(t, http.MethodGet, "http://"+own+"/", "", "Host", "127.0.0.3:"+port))
	refused(t, body, http.StatusMisdirectedRequest, "not called 127.0.0.3")
}

// Every response, a refusal too, says what a browser may do with it.
func TestSecure(t *testing.T) {
	address := "http://" + listen(t, testServer(t))
	// the sum of {"imports":{}} as openssl prints it
	const sum = "'sha256-URrTy+Il/Nz0lHojVUx275hWqAWhkSF0VsHbUM4/6Hw='"
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self' " + sum + "; style-src 'self'; " +
			"img-src 'self' data: blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	}
	for path, host := range map[string]string{"/": "", "/nothing": "", "/api/measure": "", "/main.js": "evil.example"} {
		r, _ := ask(t, request(t, http.MethodGet, address+path, "", "Host", host))
		for header, value := range want {
			if got := r.Header.Get(header); got != value {
				t.Errorf("%s of %s is %s, want %s", header, path, got, value)
			}
		}
	}
}

// The page itself has one script in its text, its import map, so that a policy can name it.
func TestPolicyOfThePage(t *testing.T) {
	s := testServer(t)
	if err := s.page.add("/", explorer.Files()); err != nil {
		t.Fatal(err)
	}
	index := string(s.page["/index.html"].content)
	inline := strings.Count(index, "<script")
	for _, harmless := range []string{`<script src=`, `<script type="module" src=`, `<script type="application/json"`} {
		inline -= strings.Count(index, harmless)
	}
	if inline != 1 {
		t.Errorf("index.html has %d scripts in its text, want the import map alone", inline)
	}
	if n := strings.Count(policy([]byte(index)), "sha256-"); n != 1 {
		t.Errorf("the policy has %d sums, want that of the import map", n)
	}
	if strings.Contains(index, " style=") || strings.Contains(index, "<style") {
		t.Error("index.html has styles in its text, which the policy forbids")
	}
}

package server

import (
	"net/http"
	"strings"
	"testing"

	"breadboard/reports/explorer"
)

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

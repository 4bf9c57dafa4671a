package server

import (
	"net/http"
	"regexp"
	"strings"
)

// importMap matches the one script that stands in index.html itself: it gives modules their names.
var importMap = regexp.MustCompile(`(?s)<script type="importmap">(.*?)</script>`)

// policy is the content security policy of a page: it runs scripts of this server alone, and the import map, which it
// knows by its sum. Styles come from files alone: a script sets element.style.x, which no policy forbids, and charts.js
// takes out the <style> that Plot puts into each figure, whose rules are in charts.css.
func policy(index []byte) string {
	scripts := "script-src 'self'"
	for _, found := range importMap.FindAllSubmatch(index, -1) {
		scripts += " 'sha256-" + digest(found[1]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'", scripts, "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'",
		"frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}

// secure sets the headers of every response.
func (s *server) secure(h http.Header) {
	h.Set("Content-Security-Policy", s.policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
}

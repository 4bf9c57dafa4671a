package server

import (
	"cmp"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// hostsOf are the names of a server that listens at addr and was told to listen at asked, as mybox:8080.
func hostsOf(asked string, addr net.Addr) (hosts []string) {
	_, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return []string{strings.ToLower(addr.String())}
	}
	names := []string{"localhost", "127.0.0.1", "::1"}
	if host, _, err := net.SplitHostPort(asked); err == nil && host != "" {
		names = append(names, host)
	}
	for _, name := range names {
		hosts = append(hosts, written(strings.ToLower(net.JoinHostPort(name, port)))...)
	}
	return hosts
}

// written are the ways in which browsers write a host: they leave port 80 out.
func written(host string) []string {
	if short, ok := strings.CutSuffix(host, ":80"); ok {
		return []string{host, short}
	}
	return []string{host}
}

// guard hands requests on to next, unless they come from elsewhere. Any page that somebody visits can have the browser
// ask 127.0.0.1. Its name gives it away: a browser puts the page's own name into Origin, and into Host if the name was
// made to lead here (DNS rebinding). No script can change either.
func (s *server) guard(hosts []string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if bug := caught(recover()); bug != nil {
				s.explain(r, bug).send(w)
			}
		}()
		s.secure(w.Header())
		if r.ContentLength != 0 { // a client that sends a byte a second is sent away
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.patience))
		}
		if p := refuse(r, hosts); p != nil {
			p.send(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// refuse returns why a request is not answered, or nil.
func refuse(r *http.Request, hosts []string) *problem {
	page := "http://" + hosts[0] + "/"
	if !slices.Contains(hosts, strings.ToLower(r.Host)) && !atItsNumber(r) {
		return problemf(http.StatusMisdirectedRequest, "this server is not called %s; %s would do",
			cmp.Or(r.Host, "nothing"), page)
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return nil // a page elsewhere may link to this one, and reads none of its files
	}
	for _, origin := range r.Header["Origin"] {
		if !strings.EqualFold(origin, "http://"+r.Host) {
			return problemf(http.StatusForbidden, "a page of %s may not ask this server; its own page, %s, would do",
				cmp.Or(origin, "no name"), page)
		}
	}
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "same-origin" && site != "none" {
			return problemf(http.StatusForbidden, "a page elsewhere may not ask this server; its own page, %s, would do", page)
		}
	}
	return nil
}

// atItsNumber reports whether the request names the number and the port at which its connection arrived. A server at
// 0.0.0.0 has several of them. A number cannot be made to lead elsewhere, as a name can.
func atItsNumber(r *http.Request) bool {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && slices.Contains(written(addr.String()), r.Host)
}

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

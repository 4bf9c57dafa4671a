// Package server is the explorer's HTTP server: it serves the page's files, and answers the page's questions by package
// experiments/explore, as JSON.
//
//	server.go    the connections, who may ask at all (the page itself, and programs on this machine), the routes, and
//	             the page's files
//	questions.go a body becomes a question, or a problem document (RFC 9457) that says what is wrong with it; and what
//	             a page asks for at first
//	answer.go    a question waits in its lane, behind those that run, is computed, and is sent
//	packed.go    large files and answers go packed, to whoever takes that
//
// A stranger's page must not reach the server, and no question may hold others up. So the server asks who is asking
// before it reads a body, it bounds how much it reads, how many computations it runs and how long each may take, and it
// stops a computation as soon as nobody waits for it.
package server

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// Options say what is served.
type Options struct {
	Page    map[string][]byte // its files, by their names
	Version string            // of the program
	AtOnce  int               // so many long computations run at once
	Asked   string            // the address that the server was told to listen at, as mybox:8080
	Bug     func(*crew.Panic) // is told what a question panicked with; the server goes on
}

// How much is served at once. Strokes of the brush have a lane of their own, so that they wait for no long computation.
// In each lane more questions may wait than 200 pages ask at once.
const (
	mostWaiting   = 256
	mostUnread    = 128 << 20 // bytes of answers that are being sent
	longestStroke = 200 * time.Millisecond
	mostHeader    = 16 << 10         // bytes
	slowest       = 10 * time.Second // of a client that sends a request
	leastSending  = 15 * time.Second // for a client to read an answer in
	idle          = 2 * time.Minute
	lastAnswers   = 150 * time.Millisecond // for answers that are under way when the server stops
)

// A server answers the requests of a page.
type server struct {
	Options
	kinds       map[string]answers.Kind
	quick, slow *lane
	unread      *semaphore.Weighted // by bytes of answers
	limit       time.Duration       // of one answer, with its wait
	stroke      time.Duration       // of an answer in the quick lane
	patience    time.Duration       // with a client that sends its question
	page        assets
	policy      string
}

// Serve answers the connections of l until ctx ends, and stops what it computes then.
func Serve(ctx context.Context, l net.Listener, o Options) error {
	return newServer(o).serve(ctx, l)
}

// newServer makes a server with the limits that everybody has.
func newServer(o Options) *server {
	s := &server{Options: o, kinds: answers.Kinds, limit: explore.MostTime, stroke: longestStroke, patience: slowest,
		page: assets{}, policy: explorer.Policy + "; frame-ancestors 'none'",
		unread: semaphore.NewWeighted(mostUnread), quick: newLane(runtime.GOMAXPROCS(0), mostWaiting),
		slow: newLane(o.AtOnce, mostWaiting)}
	for name, content := range o.Page {
		s.page.put("/"+name, content)
	}
	return s
}

// serve is Serve.
func (s *server) serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler:           s.handler(hostsOf(s.Asked, l.Addr())),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: s.patience,
		WriteTimeout:      s.limit + leastSending, // from the end of the header
		IdleTimeout:       idle,
		MaxHeaderBytes:    mostHeader,
		ErrorLog:          log.New(io.Discard, "", 0), // what clients do wrong is told to them
	}
	go s.page.pack()
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastAnswers)
		defer cancel()
		if h.Shutdown(soon) != nil {
			_ = h.Close() // of connections that still send, or on which nothing was sent
		}
	})
	err := h.Serve(l)
	if !stop() {
		<-stopped
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// handler answers requests by these hosts, unless they come from elsewhere. Any page that somebody visits can have the
// browser ask 127.0.0.1. Its name gives it away: a browser puts the page's own name into Origin, and into Host if the
// name was made to lead here (DNS rebinding). No script can change either.
func (s *server) handler(hosts []string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", orProblem(s.page.send))
	mux.HandleFunc("/api/", orProblem(s.api))
	return orProblem(func(w http.ResponseWriter, r *http.Request) (p *answers.Problem) {
		defer func() {
			if bug := answers.Caught(recover()); bug != nil {
				p = s.explain(r, bug)
			}
		}()
		h := w.Header()
		h.Set("Content-Security-Policy", s.policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
		if r.ContentLength != 0 { // a client that sends a byte a second is sent away
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.patience))
		}
		if p := refuse(r, hosts); p != nil {
			return p
		}
		mux.ServeHTTP(w, r)
		return nil
	})
}

// A document is a problem as HTTP has it (RFC 9457). Its type is about:blank: the status says of what kind it is.
type document struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	*answers.Problem
}

func documentOf(p *answers.Problem) document {
	return document{"about:blank", http.StatusText(p.Status), p}
}

// orProblem sends the problem that a function returns, if there is one, as the whole response.
func orProblem(answer func(http.ResponseWriter, *http.Request) *answers.Problem) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p := answer(w, r)
		if p == nil {
			return
		}
		w.Header().Set("Content-Type", "application/problem+json")
		if p.Status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		w.WriteHeader(p.Status)
		_, _ = w.Write(answers.Encoded(documentOf(p))) // if the page is gone, nobody reads it
	}
}

// api answers a request for a kind of answers, or for what a page offers to choose from (catalogue).
func (s *server) api(w http.ResponseWriter, r *http.Request) *answers.Problem {
	w.Header().Set("Cache-Control", "no-store")
	name := strings.TrimPrefix(r.URL.Path, "/api/")
	k, known := s.kinds[name]
	method := http.MethodPost
	if name == "catalogue" {
		method = http.MethodGet
	}
	switch {
	case !known && name != "catalogue":
		return answers.Problemf(http.StatusNotFound, "there are no answers at %s; /api/measure would do", r.URL.Path)
	case r.Method != method:
		w.Header().Set("Allow", method)
		return answers.Problemf(http.StatusMethodNotAllowed, "%s is not for %s; %s would do",
			r.Method, r.URL.Path, method)
	case name == "catalogue":
		return s.sendAnswer(w, r, true, func(context.Context) (any, error) {
			choices := explore.Catalogue()
			choices.Version = s.Version
			return choices, nil
		})
	}
	a, p := readAsked(w, r)
	if p != nil {
		return p
	}
	return s.sendAnswer(w, r, k.Quick, func(ctx context.Context) (any, error) { return k.Answer(ctx, a) })
}

// types are the media types of files, by how their names end. The system's own table differs from machine to machine.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".svg":  "image/svg+xml",
}

// An asset is one of the page's files.
type asset struct {
	content []byte
	packed  func() []byte // the same as gzip packs it, once
	media   string
	tag     string // its ETag
}

// assets are files by their addresses.
type assets map[string]asset

// put adds a file with an address. Its name says of which media type it is.
func (a assets) put(address string, content []byte) {
	media, known := types[path.Ext(address)]
	if !known {
		media = "text/plain; charset=utf-8"
	}
	a[address] = asset{
		content: content,
		packed:  sync.OnceValue(func() []byte { return packed(content, gzip.DefaultCompression) }),
		media:   media,
		tag:     fmt.Sprintf("%.11x", sha256.Sum256(content)),
	}
}

// send sends a file. A browser asks each time whether it has the newest, because a program that was built anew has
// another.
func (a assets) send(w http.ResponseWriter, r *http.Request) *answers.Problem {
	name, h := r.URL.Path, w.Header()
	if strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	file, known := a[name]
	switch {
	case !known:
		return answers.Problemf(http.StatusNotFound, "there is nothing at %s; the page is at /", r.URL.Path)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		return answers.Problemf(http.StatusMethodNotAllowed, "%s is not for %s; GET would do", r.Method, r.URL.Path)
	}
	h.Set("Content-Type", file.media)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if len(file.content) < leastFile || !packs(r) {
		h.Set("ETag", strconv.Quote(file.tag))
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(file.content))
		return nil
	}
	h.Set("Content-Encoding", "gzip")
	h.Set("ETag", strconv.Quote(file.tag+"-packed"))
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(file.packed()))
	return nil
}

// pack packs all files, so that nobody who asks for one waits for it.
func (a assets) pack() {
	for _, file := range a {
		if len(file.content) >= leastFile {
			file.packed()
		}
	}
}

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

// refuse returns why a request is not answered, or nil.
func refuse(r *http.Request, hosts []string) *answers.Problem {
	page := "http://" + hosts[0] + "/"
	// The number and the port at which the connection arrived will do too: a server at 0.0.0.0 has several of them,
	// and a number cannot be made to lead elsewhere, as a name can.
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	itsNumber := ok && slices.Contains(written(addr.String()), r.Host)
	if !itsNumber && !slices.Contains(hosts, strings.ToLower(r.Host)) {
		return answers.Problemf(http.StatusMisdirectedRequest, "this server is not called %s; %s would do",
			cmp.Or(r.Host, "nothing"), page)
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return nil // a page elsewhere may link to this one, and reads none of its files
	}
	for _, origin := range r.Header["Origin"] {
		if !strings.EqualFold(origin, "http://"+r.Host) {
			return answers.Problemf(http.StatusForbidden,
				"a page of %s may not ask this server; its own page, %s, would do",
				cmp.Or(origin, "no name"), page)
		}
	}
	for _, site := range r.Header["Sec-Fetch-Site"] {
		if site != "same-origin" && site != "none" {
			return answers.Problemf(http.StatusForbidden,
				"a page elsewhere may not ask this server; its own page, %s, would do", page)
		}
	}
	return nil
}

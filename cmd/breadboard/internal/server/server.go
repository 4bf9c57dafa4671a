// Package server serves the explorer's page on this machine: the page's files, and answers to its questions (package
// answers) as JSON. Foreign pages must not reach it. A question ends as soon as the page that asked it is gone, and
// after explore.MostTime. As many are computed at once as there are cores (lane.go), and a client that sends slowly, or
// does not read, is sent away.
package server

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// A server answers the requests of a page.
type server struct {
	page        map[string][]byte // its files, by their names
	version     string            // of breadboard
	hosts       []string          // names of the server
	quick, slow lane              // of questions
}

// newServer returns the server at an address such as mybox:8080, which listens at addr.
func newServer(address string, addr net.Addr, page map[string][]byte, version string) *server {
	return &server{page: page, version: version, hosts: hostsOf(address, addr), quick: newLane(), slow: newLane()}
}

// slowest bounds the time in which a client sends a request, and then that in which it reads the answer. idle bounds
// the time between two requests, and mostHeader the bytes of a header.
const (
	slowest    = 10 * time.Second
	idle       = 2 * time.Minute
	mostHeader = 16 << 10
)

// Serve answers the connections of l, which listens at an address such as mybox:8080. When ctx ends it returns, and
// stops what it computes. An answer that is stopped so is cut off, because a page waits for a server that is lost, and
// takes a problem for one of its question.
func Serve(ctx context.Context, l net.Listener, address string, page map[string][]byte, version string) error {
	answering, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	h := &http.Server{
		Handler:        newServer(address, l.Addr(), page, version).handler(),
		BaseContext:    func(net.Listener) context.Context { return answering },
		ReadTimeout:    slowest,
		WriteTimeout:   slowest + explore.MostTime + slowest, // from the header's end
		IdleTimeout:    idle,
		MaxHeaderBytes: mostHeader,
		ErrorLog:       log.New(io.Discard, "", 0), // clients read what they do wrong
	}
	stopped := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(stopped)
		const lastAnswers = 150 * time.Millisecond // for answers that are under way
		soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastAnswers)
		defer cancel()
		if h.Shutdown(soon) != nil {
			_ = h.Close() // connections that still send, or on which nothing was sent
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

// policy is the content security policy of the page.
const policy = explorer.Policy + "; frame-ancestors 'none'"

// handler answers requests, unless they come from elsewhere.
func (s *server) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.sendFile)
	mux.HandleFunc("GET /api/catalogue", s.sendCatalogue)
	mux.HandleFunc("POST /api/{kind}", s.sendAnswer)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if p := s.refuse(r); p != nil {
			sendProblem(w, p)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// refuse returns why a request is not answered, or nil. Any page that a user visits can make the browser ask 127.0.0.1.
// Its name gives it away: a browser puts the page's own name into Origin, and into Host if the name was made to lead
// here (DNS rebinding). No script can change either.
func (s *server) refuse(r *http.Request) *answers.Problem {
	page := "http://" + s.hosts[0] + "/"
	// The number and the port at which a connection arrived cannot be made to lead elsewhere, as a name can.
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	isOwnNumber := ok && addr.String() == r.Host
	if !isOwnNumber && !slices.Contains(s.hosts, strings.ToLower(r.Host)) {
		return answers.Problemf(http.StatusMisdirectedRequest, "this server is not called %s; use %s",
			cmp.Or(r.Host, "nothing"), page)
	}
	if !strings.HasPrefix(r.URL.Path, "/api/") {
		return nil // a page elsewhere may link to this one, and reads none of its files
	}
	isElsewhere := func(origin string) bool { return !strings.EqualFold(origin, "http://"+r.Host) }
	isOtherSite := func(site string) bool { return site != "same-origin" && site != "none" }
	if slices.ContainsFunc(r.Header["Origin"], isElsewhere) ||
		slices.ContainsFunc(r.Header["Sec-Fetch-Site"], isOtherSite) {
		return answers.Problemf(http.StatusForbidden, "a page elsewhere may not ask this server; use its own, %s", page)
	}
	return nil
}

// hostsOf returns the names of a server that listens at addr, and whose --addr is an address such as mybox:8080.
func hostsOf(address string, addr net.Addr) (hosts []string) {
	_, port, _ := net.SplitHostPort(addr.String())
	names := []string{"127.0.0.1", "localhost", "::1"}
	if host, _, _ := net.SplitHostPort(address); host != "" {
		names = append(names, strings.ToLower(host))
	}
	for _, name := range names {
		host := net.JoinHostPort(name, port)
		hosts = append(hosts, host)
		if short, ok := strings.CutSuffix(host, ":80"); ok { // browsers leave port 80 out
			hosts = append(hosts, short)
		}
	}
	return hosts
}

// sendFile sends a file of the page. Browsers ask for the newest each time, because a new build of breadboard has
// other files.
func (s *server) sendFile(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	content, known := s.page[name]
	if !known {
		sendProblem(w, answers.Problemf(http.StatusNotFound, "there is nothing at %s; the page is at /", r.URL.Path))
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

// sendCatalogue sends the choices that a page offers.
func (s *server) sendCatalogue(w http.ResponseWriter, _ *http.Request) {
	choices := explore.OfferedChoices()
	choices.Version = s.version
	sendHead(w, "application/json")
	_, _ = w.Write(answers.Encoded(choices)) // writing fails if the page is gone
}

// sendAnswer answers a question.
func (s *server) sendAnswer(w http.ResponseWriter, r *http.Request) {
	// A foreign page can send text without asking first, but no JSON.
	if media := r.Header.Get("Content-Type"); !strings.HasPrefix(media, "application/json") {
		sendProblem(w, answers.Problemf(http.StatusUnsupportedMediaType, "the question is %q; use application/json",
			media))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MostBytes))
	if err != nil {
		sendProblem(w, answers.Problemf(http.StatusRequestEntityTooLarge,
			"the request has not come whole (%v); use at most %d bytes", err, explore.MostBytes))
		return
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), explore.MostTime,
		answers.Problemf(http.StatusUnprocessableEntity,
			"the answer takes more than %v; ask a smaller question, as with fewer levels or cells", explore.MostTime))
	defer cancel()
	leave, problem := s.laneOf(r.PathValue("kind")).enter(ctx)
	defer leave()
	var line []byte
	begun := false // to send lines
	send := func(key string, value any) {
		_, _ = w.Write(answers.Encoded(map[string]any{key: value})) // writing fails if the page is gone
		_ = http.NewResponseController(w).Flush()
	}
	var tell func(share float64)
	if strings.Contains(r.Header.Get("Accept"), manyLines) {
		tell = func(share float64) {
			if !begun {
				sendHead(w, manyLines)
				begun = true
			}
			send("progress", share)
		}
	}
	if problem == nil {
		line, problem = answers.Ask(ctx, strings.TrimPrefix(r.URL.Path, "/"), body, tell)
	}
	switch {
	case begun && problem != nil:
		send("problem", problem)
	case begun:
		send("answer", json.RawMessage(line))
	case problem != nil:
		sendProblem(w, problem)
	default:
		sendHead(w, "application/json")
		_, _ = w.Write(line) // writing fails if the page is gone
	}
}

// manyLines is the media type of a slow answer to a page that accepts it, in lines of JSON: {"progress":SHARE} now and
// then, and at last {"answer":...} or {"problem":...}. A quick one has no lines, and its status says whether it is a
// problem.
const manyLines = "application/x-ndjson"

// sendHead begins a response of a media type. Browsers do not keep it.
func sendHead(w http.ResponseWriter, media string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", media)
}

// A document is a problem as HTTP has it (RFC 9457). Its type is about:blank, for the status says of what kind it is.
type document struct {
	Type  string `json:"type"`
	Title string `json:"title"`
	*answers.Problem
}

// sendProblem sends a problem as the whole response, and logs one that is a bug.
func sendProblem(w http.ResponseWriter, p *answers.Problem) {
	if p.Bug != nil {
		log.Printf("a bug: %v\n%s", p.Bug.Value, p.Bug.Stack)
	}
	sendHead(w, "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(answers.Encoded(document{"about:blank", http.StatusText(p.Status), p}))
}

// Package answers has the answers to the page's questions: bytes of a question in, lines of JSON or a problem out. A
// server sends them (package server), and so does the page's own engine, in a browser without one (package engine).
//
//	answers.go   the kinds of answers, each with the function of explore that makes it
//	question.go  a body becomes a question, or a problem that says what is wrong with it
package answers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"runtime/debug"
	"strings"
	"unicode/utf8"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments/explore"
)

// A Beside holds what some kinds ask beside a question. An empty value stands for the usual one.
type Beside struct {
	Frames    int      `json:"frames,omitempty"`    // of levels
	Schedules []string `json:"schedules,omitempty"` // of schedules
}

// An Asked is the body of a request: a question, and what is asked beside it, as one flat object. Or it is a file.
type Asked struct {
	explore.Question
	Beside
	name    string
	content []byte
}

// A Kind is one kind of answers. Its answer calls tell once or, if the kind is streamed, once for each line, so
// that a page that misses the first lines still has the newest numbers.
type Kind struct {
	Quick    bool // it answers strokes of the brush, which wait for no long computation
	Streamed bool
	File     bool // its bodies are files, and no questions
	Answer   answering
}

// An answering answers a question, and calls tell with each line.
type answering func(ctx context.Context, a Asked, tell func(any) error) error

// Kinds are all that a page may ask, by the last word of their address.
var Kinds = map[string]Kind{
	"measure": {Quick: true, Answer: once(func(ctx context.Context, a Asked) (explore.Measured, error) {
		return explore.Measure(ctx, a.Question)
	})},
	"exact": {Answer: once(func(ctx context.Context, a Asked) (explore.Exact, error) {
		return explore.Exactly(ctx, a.Question)
	})},
	"levels": {Answer: once(func(ctx context.Context, a Asked) (explore.Levels, error) {
		return explore.Along(ctx, a.Question, a.Frames)
	})},
	"schedules": {Streamed: true, Answer: func(ctx context.Context, a Asked, tell func(any) error) error {
		return explore.Schedules(ctx, a.Question, a.Schedules, growing[explore.Scheduled](tell))
	}},
	"draw": {Quick: true, Answer: once(func(_ context.Context, a Asked) (explore.Drawn, error) {
		return explore.Draw(a.Question)
	})},
	"open": {Quick: true, File: true, Answer: once(func(_ context.Context, a Asked) (explore.Drawn, error) {
		return explore.Open(a.name, a.content)
	})},
	"command": {Quick: true, Answer: once(func(_ context.Context, a Asked) (Command, error) {
		command, err := shell.Command(a.Question)
		return Command{command}, err
	})},
}

// A Command prints the numbers of the page, in a shell.
type Command struct {
	Command string `json:"command"`
}

// Read reads a body. Of a file, the query of the address has the name, and says if its numbers are densities.
func (k Kind) Read(rawQuery string, body []byte) (a Asked, p *Problem) {
	if !k.File {
		return parse(body)
	}
	query, err := url.ParseQuery(rawQuery)
	a.name = query.Get("name")
	a.content = body
	if err != nil || !utf8.ValidString(a.name) {
		return a, Problemf(badRequest, "the name of the file is not written as addresses are; /api/open?name=g.csv "+
			"would do")
	}
	return a, nil
}

// once is the answer of a kind that has one line.
func once[Answer any](ask func(context.Context, Asked) (Answer, error)) answering {
	return func(ctx context.Context, a Asked, tell func(any) error) error {
		answer, err := ask(ctx, a)
		if err != nil {
			return err
		}
		return tell(answer)
	}
}

// growing tells all results so far with each new one.
func growing[Result any](tell func(any) error) func(Result) error {
	var so struct {
		All []Result `json:"all"`
	}
	return func(r Result) error {
		so.All = append(so.All, r)
		return tell(so)
	}
}

// Ask answers a body that a page sends to an address, such as api/measure or api/open?name=g.csv, by lines of JSON. It
// is all that a page needs in place of a server.
func Ask(ctx context.Context, address string, body []byte, tell func(line []byte)) *Problem {
	path, query, _ := strings.Cut(address, "?")
	k, known := Kinds[strings.TrimPrefix(path, "api/")]
	if !known {
		return Problemf(notFound, "there are no answers at %s; api/measure would do", path)
	}
	a, p := k.Read(query, body)
	if p != nil {
		return p
	}
	err := Try(ctx, func(ctx context.Context, tell func(any) error) error { return k.Answer(ctx, a, tell) }, tell)
	if bug, ok := errors.AsType[*crew.Panic](err); ok {
		return Problemf(internal, "the page has found a bug in itself: %v; another question would do", bug.Value)
	} else if err != nil {
		return Unanswered(err)
	}
	return nil
}

// An Asking asks one question. It calls tell with each line of the answer.
type Asking func(ctx context.Context, tell func(any) error) error

// Try asks once. If ctx ends before, the error is the cause.
func Try(ctx context.Context, ask Asking, tell func([]byte)) (err error) {
	defer func() {
		if bug := Caught(recover()); bug != nil {
			err = bug
		}
	}()
	err = ask(ctx, func(answer any) error {
		if ctx.Err() == nil {
			tell(Encoded(answer))
		}
		return ctx.Err()
	})
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// Caught returns the value that a computation panicked with as an error with its stack; nil if it did not.
func Caught(value any) error {
	switch p := value.(type) {
	case nil:
		return nil
	case *crew.Panic: // of one of its workers
		return p
	default:
		return &crew.Panic{Value: p, Stack: debug.Stack()}
	}
}

// Encoded is an answer as a line of JSON.
func Encoded(answer any) []byte {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false) // it is never a part of a page
	if err := e.Encode(answer); err != nil {
		panic(err) // a bug: every answer is data that JSON can hold
	}
	return line.Bytes()
}

// Package answers has the answers to the page's questions: bytes of a question in, lines of JSON or a problem out. A
// server sends them (package server), and so does the page's own engine, in a browser without one (package engine).
package answers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime/debug"
	"strings"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/text"
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
	Streamed bool
	File     bool // its bodies are files, and no questions
	Answer   func(ctx context.Context, a Asked, tell func(any) error) error
}

// Kinds are all that a page may ask, by the last word of their address.
var Kinds = map[string]Kind{
	"measure": {Answer: once(func(ctx context.Context, a Asked) (explore.Measured, error) {
		return explore.Measure(ctx, a.Question)
	})},
	"exact": {Answer: once(func(ctx context.Context, a Asked) (explore.Exact, error) {
		return explore.Exactly(ctx, a.Question)
	})},
	"levels": {Answer: once(func(ctx context.Context, a Asked) (explore.Levels, error) {
		return explore.Along(ctx, a.Question, a.Frames)
	})},
	"schedules": {Streamed: true, Answer: func(ctx context.Context, a Asked, tell func(any) error) error {
		var so struct {
			All []explore.Scheduled `json:"all"`
		}
		return explore.Schedules(ctx, a.Question, a.Schedules, func(s explore.Scheduled) error {
			so.All = append(so.All, s)
			return tell(so)
		})
	}},
	"draw": {Answer: once(func(_ context.Context, a Asked) (explore.Drawn, error) {
		return explore.Draw(a.Question)
	})},
	"open": {File: true, Answer: once(func(_ context.Context, a Asked) (explore.Drawn, error) {
		return explore.Open(a.name, a.content)
	})},
	"command": {Answer: once(func(_ context.Context, a Asked) (Command, error) {
		command, err := shell.Command(a.Question)
		return Command{command}, err
	})},
}

// A Command prints the numbers of the page, in a shell.
type Command struct {
	Command string `json:"command"`
}

// once returns the answer of a kind that has one line.
func once[Answer any](ask func(context.Context, Asked) (Answer, error)) func(context.Context, Asked,
	func(any) error) error {
	return func(ctx context.Context, a Asked, tell func(any) error) error {
		answer, err := ask(ctx, a)
		if err != nil {
			return err
		}
		return tell(answer)
	}
}

// Ask answers a body that a page sends to an address, such as api/measure or api/open?name=g.csv, by lines of JSON. It
// is all that a page needs in place of a server.
func Ask(ctx context.Context, address string, body []byte, tell func(line []byte)) *Problem {
	path, query, _ := strings.Cut(address, "?")
	k, known := Kinds[strings.TrimPrefix(path, "api/")]
	if !known {
		return Problemf(notFound, "there are no answers at %s; use api/measure", path)
	}
	return k.Answers(ctx, query, body, tell)
}

// Answers answers a body by lines of JSON. Of a file, the query of the address has the name. If ctx ends before, the
// problem is the cause.
func (k Kind) Answers(ctx context.Context, query string, body []byte, tell func(line []byte)) (p *Problem) {
	a, err := k.read(query, body)
	if err != nil {
		return Problemf(badRequest, "%s", err)
	}
	defer func() {
		if bug := caught(recover()); bug != nil {
			p = Problemf(internal, "the page has found a bug in itself: %v; ask another question", bug.Value)
			p.cause = bug
		}
	}()
	err = k.Answer(ctx, a, func(answer any) error {
		if ctx.Err() == nil {
			tell(Encoded(answer))
		}
		return ctx.Err()
	})
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return unanswered(err)
	}
	return nil
}

// read reads a body: a question, in which every key is known, or a file.
func (k Kind) read(rawQuery string, body []byte) (a Asked, err error) {
	if k.File {
		query, err := url.ParseQuery(rawQuery)
		if err != nil {
			return a, errors.New("the name of the file is not written as addresses are; use /api/open?name=g.csv")
		}
		a.name = query.Get("name")
		a.content = body
		return a, nil
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return a, fmt.Errorf(`the question is wrong: %w; use an object such as {"toy":"barrier","seed":"7"}`, err)
	}
	if d.More() {
		return a, errors.New("something follows the question; use one object alone")
	}
	return a, nil
}

// caught returns the value that a computation panicked with, with its stack; nil if it did not.
func caught(value any) *crew.Panic {
	switch p := value.(type) {
	case nil:
		return nil
	case *crew.Panic: // of one of its workers
		return p
	default:
		return &crew.Panic{Value: p, Stack: debug.Stack()}
	}
}

// Encoded returns an answer as a line of JSON.
func Encoded(answer any) []byte {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false) // it is never a part of a page
	if err := e.Encode(answer); err != nil {
		panic(err) // a bug: every answer is data that JSON can hold
	}
	return line.Bytes()
}

// The statuses of problems, which package http has too: a page's engine has no use for the rest of it.
const badRequest, notFound, unprocessable, internal = 400, 404, 422, 500

// A Problem is an error as a page reads it. The status, one of HTTP, says of what kind the error is, and Detail is a
// sentence that says what was asked and what to use.
type Problem struct {
	Status int    `json:"status"`
	Detail string `json:"detail"`
	Field  string `json:"field,omitempty"` // the key of the question that the problem is about
	cause  error
}

// Problemf makes a problem of a status.
func Problemf(status int, format string, args ...any) *Problem {
	return &Problem{Status: status, Detail: text.OneLine(fmt.Sprintf(format, args...))}
}

// Error returns the sentence.
func (p *Problem) Error() string { return p.Detail }

// Cause returns the bug in the program that the problem is, if it is one.
func (p *Problem) Cause() error {
	if p == nil {
		return nil
	}
	return p.cause
}

// unanswered returns the problem of a question that explore refused. It says of a field what the page calls it.
func unanswered(err error) *Problem {
	if own, ok := errors.AsType[*Problem](err); ok {
		return own
	}
	field := ""
	words := experiments.Say(err, func(f experiments.Field) string {
		field = cmp.Or(field, string(f))
		switch f {
		case experiments.FieldT:
			return "T"
		case experiments.FieldInitial:
			return "the initial density"
		}
		return "the " + string(f)
	})
	p := Problemf(unprocessable, "%s", words)
	p.Field = field
	return p
}

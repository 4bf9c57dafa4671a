// Package answers has the answers to the page's questions: bytes of a question in, a line of JSON or a problem out. A
// server sends them (package server), and so does the page's own engine, in a browser without one (package engine).
package answers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/text"
)

// A Request is the body that a page sends: a question, and what some kinds ask besides, as one flat object.
type Request struct {
	explore.Question
	Frames int `json:"frames,omitempty"` // of levels; 0 stands for the usual number
}

// Kinds are all that a page may ask, by the last word of their address.
var Kinds = map[string]func(ctx context.Context, r Request) (answer any, err error){
	"measure": func(ctx context.Context, r Request) (any, error) { return explore.Measure(ctx, r.Question) },
	"exact":   func(ctx context.Context, r Request) (any, error) { return explore.Exactly(ctx, r.Question) },
	"levels":  func(ctx context.Context, r Request) (any, error) { return explore.LevelLaws(ctx, r.Question, r.Frames) },
	"draw":    func(_ context.Context, r Request) (any, error) { return explore.Draw(r.Question) },
	"command": func(_ context.Context, r Request) (any, error) {
		command, err := shell.Command(r.Question)
		return Command{command}, err
	},
}

// A Command prints the numbers of the page, in a shell.
type Command struct {
	Command string `json:"command"`
}

// Ask answers a body that a page sends to an address, such as api/measure, by a line of JSON. If ctx ends before, the
// problem is the cause.
func Ask(ctx context.Context, address string, body []byte) (line []byte, p *Problem) {
	answer, known := Kinds[strings.TrimPrefix(address, "api/")]
	if !known {
		return nil, Problemf(notFound, "there are no answers at %s; use api/measure", address)
	}
	request, err := read(body)
	if err != nil {
		return nil, Problemf(badRequest, "%s", err)
	}
	defer func() {
		if bug := caught(recover()); bug != nil {
			p = Problemf(internal, "the page has found a bug in itself: %v; ask another question", bug.Value)
			p.Bug = bug
		}
	}()
	found, err := answer(ctx, request)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, unanswered(err)
	}
	return Encoded(found), nil
}

// read reads a body: a question, in which every key is known.
func read(body []byte) (r Request, err error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return r, fmt.Errorf(`the question is wrong: %w; use an object such as {"toy":"barrier","seed":"7"}`, err)
	}
	if d.More() {
		return r, errors.New("something follows the question; use one object alone")
	}
	return r, nil
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
	Status int         `json:"status"`
	Detail string      `json:"detail"`
	Field  string      `json:"field,omitempty"` // the key of the question that the problem is about
	Bug    *crew.Panic `json:"-"`               // in the program, if the problem is one
}

// Problemf makes a problem of a status.
func Problemf(status int, format string, args ...any) *Problem {
	return &Problem{Status: status, Detail: text.OneLine(fmt.Sprintf(format, args...))}
}

// Error returns the sentence.
func (p *Problem) Error() string { return p.Detail }

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

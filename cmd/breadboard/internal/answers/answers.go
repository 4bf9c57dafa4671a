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

// A Beside holds what some kinds ask beside a question. An empty value stands for the usual one.
type Beside struct {
	Frames int `json:"frames,omitempty"` // of levels
}

// An Asked is the body of a request: a question, and what is asked beside it, as one flat object.
type Asked struct {
	explore.Question
	Beside
}

// A Kind is one kind of answers.
type Kind struct {
	Answer func(ctx context.Context, a Asked) (any, error)
}

// Kinds are all that a page may ask, by the last word of their address.
var Kinds = map[string]Kind{
	"measure": {func(ctx context.Context, a Asked) (any, error) { return explore.Measure(ctx, a.Question) }},
	"exact":   {func(ctx context.Context, a Asked) (any, error) { return explore.Exactly(ctx, a.Question) }},
	"levels": {func(ctx context.Context, a Asked) (any, error) {
		return explore.LevelLaws(ctx, a.Question, a.Frames)
	}},
	"draw": {func(_ context.Context, a Asked) (any, error) { return explore.Draw(a.Question) }},
	"command": {func(_ context.Context, a Asked) (any, error) {
		command, err := shell.Command(a.Question)
		return Command{command}, err
	}},
}

// A Command prints the numbers of the page, in a shell.
type Command struct {
	Command string `json:"command"`
}

// Ask answers a body that a page sends to an address, such as api/measure, by a line of JSON. It is all that a page
// needs in place of a server.
func Ask(ctx context.Context, address string, body []byte) (line []byte, p *Problem) {
	k, known := Kinds[strings.TrimPrefix(address, "api/")]
	if !known {
		return nil, Problemf(notFound, "there are no answers at %s; use api/measure", address)
	}
	return k.Line(ctx, body)
}

// Line answers a body by a line of JSON. If ctx ends before, the problem is the cause.
func (k Kind) Line(ctx context.Context, body []byte) (line []byte, p *Problem) {
	a, err := read(body)
	if err != nil {
		return nil, Problemf(badRequest, "%s", err)
	}
	defer func() {
		if bug := caught(recover()); bug != nil {
			p = Problemf(internal, "the page has found a bug in itself: %v; ask another question", bug.Value)
			p.cause = bug
		}
	}()
	answer, err := k.Answer(ctx, a)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, unanswered(err)
	}
	return Encoded(answer), nil
}

// read reads a body: a question, in which every key is known.
func read(body []byte) (a Asked, err error) {
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

// Package answers has the answers to the page's questions: bytes of a question in, a line of JSON or a problem out. A
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
	"runtime/debug"
	"strings"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments/explore"
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
	Quick  bool // it answers strokes of the brush, which wait for no long computation
	Answer func(ctx context.Context, a Asked) (any, error)
}

// Kinds are all that a page may ask, by the last word of their address.
var Kinds = map[string]Kind{
	"measure": {Quick: true, Answer: func(ctx context.Context, a Asked) (any, error) {
		return explore.Measure(ctx, a.Question)
	}},
	"exact": {Answer: func(ctx context.Context, a Asked) (any, error) { return explore.Exactly(ctx, a.Question) }},
	"levels": {Answer: func(ctx context.Context, a Asked) (any, error) {
		return explore.Along(ctx, a.Question, a.Frames)
	}},
	"draw": {Quick: true, Answer: func(ctx context.Context, a Asked) (any, error) {
		return explore.Draw(ctx, a.Question)
	}},
	"command": {Quick: true, Answer: func(_ context.Context, a Asked) (any, error) {
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
		return nil, Problemf(notFound, "there are no answers at %s; api/measure would do", address)
	}
	a, p := Read(body)
	if p != nil {
		return nil, p
	}
	line, err := Try(ctx, func(ctx context.Context) (any, error) { return k.Answer(ctx, a) })
	if bug, ok := errors.AsType[*crew.Panic](err); ok {
		return nil, Problemf(internal, "the page has found a bug in itself: %v; another question would do", bug.Value)
	} else if err != nil {
		return nil, Unanswered(err)
	}
	return line, nil
}

// An Asking asks one question.
type Asking func(ctx context.Context) (any, error)

// Try asks once, and returns the answer as a line of JSON. If ctx ends before, the error is the cause.
func Try(ctx context.Context, ask Asking) (line []byte, err error) {
	defer func() {
		if bug := Caught(recover()); bug != nil {
			err = bug
		}
	}()
	answer, err := ask(ctx)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	return Encoded(answer), nil
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

// Package answers answers the page's questions: bytes of a question in, a line of JSON or a problem out. A server sends
// the answers (package server). Without a server the page's own engine makes them in the browser (package engine).
package answers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"breadboard/chains/crew"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/grid/text"
)

// A Request is the body that a page sends, as one flat object: a question, and what some kinds take besides.
type Request struct {
	explore.Question
	Frames int `json:"frames,omitempty"` // the number of levels to show; 0 means the usual one
}

// Kinds hold the answers to all that a page may ask, by the last word of the address.
var Kinds = map[string]func(ctx context.Context, r Request) (answer any, err error){
	"measure": func(ctx context.Context, r Request) (any, error) { return explore.Measure(ctx, r.Question) },
	"exact":   func(ctx context.Context, r Request) (any, error) { return explore.Exactly(ctx, r.Question) },
	"levels": func(ctx context.Context, r Request) (any, error) {
		return explore.LevelDistributions(ctx, r.Question, r.Frames)
	},
	"walk": func(ctx context.Context, r Request) (any, error) {
		return explore.ChainsAlong(ctx, r.Question, r.Frames)
	},
	"draw": func(_ context.Context, r Request) (any, error) { return explore.CanvasOf(r.Question) },
	"command": func(_ context.Context, r Request) (any, error) {
		command, err := shell.Command(r.Question)
		return map[string]string{"command": command}, err // prints the numbers of the page, in a shell
	},
}

// Ask answers the body that a page sends to an address, such as api/measure, with a line of JSON. If ctx ends first,
// the problem is its cause. Unless tell is nil, a slow answer tells at every hundredth which share of the work is done;
// the levels after a search begin anew.
func Ask(ctx context.Context, address string, body []byte, tell func(share float64)) (line []byte, p *Problem) {
	answer, known := Kinds[strings.TrimPrefix(address, "api/")]
	if !known {
		return nil, Problemf(notFound, "there are no answers at %s; use api/measure", address)
	}
	request, err := read(body)
	if err != nil {
		p := problemOf(err)
		p.Status = badRequest
		return nil, p
	}
	defer func() {
		if bug := crew.PanicOf(recover()); bug != nil {
			p = Problemf(internal, "the page has found a bug in itself: %v; ask another question", bug.Value)
			p.Bug = bug
		}
	}()
	if tell != nil {
		last := 0.0
		ctx = explore.Watched(ctx, func(share float64) {
			if math.Abs(share-last) >= 0.01 {
				last = share
				tell(share)
			}
		})
	}
	found, err := answer(ctx, request)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, problemOf(err)
	}
	return Encoded(found), nil
}

// read decodes a body: a question, in which every key is known. It says faults in words that are not Go's.
func read(body []byte) (r Request, err error) {
	var told struct {
		Request
		Seed *string `json:"seed"`
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&told); err != nil {
		why := strings.TrimPrefix(err.Error(), "json: ")
		if wrong, is := errors.AsType[*json.UnmarshalTypeError](err); is {
			key := wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]
			why = fmt.Sprintf("%s is of the wrong kind, %s", cmp.Or(key, "it"), wrong.Value)
		}
		return r, fmt.Errorf(`the question is wrong: %s; use an object such as {"toy":"easy","seed":"7","T":100}`, why)
	}
	if d.More() {
		return r, errors.New("something follows the question; use one object alone")
	}
	if told.Seed != nil {
		seed, err := strconv.ParseUint(*told.Seed, 10, 64)
		if err != nil {
			return r, experiments.Faultf("%v %s is not a whole number from 0 to %d; use one", experiments.FieldSeed,
				text.Quote(*told.Seed), uint64(math.MaxUint64))
		}
		told.Request.Seed = &seed
	}
	return told.Request, nil
}

// Encoded returns an answer as a line of JSON.
func Encoded(answer any) []byte {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false) // the line never becomes a part of a page
	if err := e.Encode(answer); err != nil {
		panic(err) // a bug: every answer is data that JSON can hold
	}
	return line.Bytes()
}

// badRequest and the others are statuses of problems. Of package http the page's engine would use nothing else.
const badRequest, notFound, unprocessable, internal = 400, 404, 422, 500

// A Problem is an error as a page reads it. The status is that of HTTP. Detail is a sentence that says what was asked
// and what to use.
type Problem struct {
	Status int         `json:"status"`
	Detail string      `json:"detail"`
	Field  string      `json:"field,omitempty"` // the key of the question that the problem is about
	Bug    *crew.Panic `json:"-"`               // the panic, if the problem is a bug
}

// Problemf makes a problem of a status.
func Problemf(status int, format string, args ...any) *Problem {
	return &Problem{Status: status, Detail: text.OneLine(fmt.Sprintf(format, args...))}
}

// Error returns the detail.
func (p *Problem) Error() string { return p.Detail }

// problemOf returns the problem of a question that explore refused. It calls fields what the page calls them.
func problemOf(err error) *Problem {
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

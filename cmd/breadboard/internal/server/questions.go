package server

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"breadboard/cmd/breadboard/internal/answers"
	"breadboard/experiments"
	"breadboard/experiments/explore"
	"breadboard/reports/explorer"
)

// offered are the schedules that stand beside the question's own. The page has the same (setting/curve.js), and a test
// compares them.
var offered = []string{"linear", "sigmoid:4", "fisher", "best-b", "best-j"}

// The numbers of levels that are shown, and of the probabilities of one law at all of them, as in views/position.js.
const (
	leastFrames, mostFrames = 11, 101
	frameNumbers            = 40_000
)

// Kept asks all that a page asks of a setting as long as nobody changes what is in it. An answer that the setting has
// not, such as the levels of a program, is left out. The error is that of the first question, "measure". Progress
// counts the kinds of answers.
func Kept(ctx context.Context, q explore.Question, most time.Duration, tell experiments.Progress) (explorer.Kept,
	error) {
	k := explorer.Kept{Catalogue: explore.Catalogue(), Answers: map[string]any{}}
	all, err := asksOf(ctx, q)
	if err != nil {
		return k, err
	}
	for i, one := range all {
		answer, isLate, err := answered(ctx, one, most)
		if err != nil {
			return k, err
		}
		if answer != nil {
			k.Answers[one.kind] = answer
		}
		if isLate {
			k.Late = append(k.Late, one.kind)
		}
		tell.Tell(i+1, len(all))
	}
	return k, nil
}

// First are the answers that a page asks for at first, each with the body that asks for it: those on its first screen.
// An answer that the setting has not, or that takes more than so long, is left out.
func First(ctx context.Context, q explore.Question, most time.Duration) (first []explorer.Answered, err error) {
	all, err := asksOf(ctx, q)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		isPainted := one.kind == "draw" && q.Target != "" // the page has it from the link
		if isPainted || answers.Kinds[one.kind].Streamed {
			continue
		}
		answer, _, err := answered(ctx, one, most)
		if err != nil {
			return nil, err
		}
		if answer != nil {
			first = append(first, explorer.Answered{Kind: one.kind, Body: one.Asked, Answer: answer})
		}
	}
	return first, nil
}

// answered returns the last line of an answer that came in time, or nil, and whether more was to come. The error is
// ctx's.
func answered(ctx context.Context, one keeping, most time.Duration) (answer any, isLate bool, err error) {
	limited, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	wrong := answers.Kinds[one.kind].Answer(limited, one.Asked, func(line any) error {
		answer = line
		return limited.Err()
	})
	return answer, wrong != nil && limited.Err() != nil, context.Cause(ctx)
}

// A keeping is a kind of answer to keep, with the body that asks for it, as the page writes it.
type keeping struct {
	answers.Asked
	kind string
}

// asksOf are all kinds of answers to a question.
func asksOf(ctx context.Context, q explore.Question) ([]keeping, error) {
	measured, err := explore.Measure(ctx, q)
	if err != nil {
		return nil, err
	}
	of := func(kind string, q explore.Question, beside answers.Beside) keeping {
		return keeping{answers.Asked{Question: q, Beside: beside}, kind}
	}
	frames := int(math.Round(frameNumbers / float64(len(measured.P)))) // fewer on a large grid
	own := cmp.Or(q.Schedule, "linear")
	others := slices.DeleteFunc(slices.Clone(offered), func(one string) bool { return one == own })
	return []keeping{
		of("measure", q, answers.Beside{}),
		of("draw", explore.Question{Toy: q.Toy, Seed: q.Seed, Target: q.Target}, answers.Beside{}),
		of("exact", q, answers.Beside{}),
		of("levels", q, answers.Beside{Frames: max(leastFrames, min(mostFrames, frames))}),
		of("command", q, answers.Beside{}),
		of("schedules", q, answers.Beside{Schedules: append([]string{own}, others...)}),
	}, nil
}

// readAsked reads what a request asks: a question or a file, of at most explore.MostBytes.
func readAsked(w http.ResponseWriter, r *http.Request, k answers.Kind) (a answers.Asked, p *answers.Problem) {
	media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, given := parameters["charset"]
	if !k.File && (err != nil || media != "application/json" || given && !strings.EqualFold(charset, "utf-8")) {
		return a, answers.Problemf(http.StatusUnsupportedMediaType, "the question is %q; application/json would do",
			r.Header.Get("Content-Type"))
	}
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, explore.MostBytes))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return a, answers.Problemf(http.StatusRequestEntityTooLarge,
			"the request has more than %d bytes; fewer would do",
			large.Limit)
	case err != nil:
		return a, answers.Problemf(http.StatusBadRequest, "the request has not come whole; the same again would do")
	}
	// From now on the server reads only to notice that the page goes away, and guard's deadline would look like that.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return k.Read(r.URL.RawQuery, content)
}

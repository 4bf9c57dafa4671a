package main

import (
	"context"
	"strings"
	"sync/atomic"
)

// lastWords hold the sentence to say at an interrupt. A command sets them while it runs.
// They are in the program's context because a program that does not stop soon is ended while its
// command still runs (see patience).
type lastWords struct{ say atomic.Pointer[func() string] }

type lastWordsKey struct{}

// withLastWords returns a context in which commands can leave their last words.
func withLastWords(ctx context.Context) context.Context {
	return context.WithValue(ctx, lastWordsKey{}, new(lastWords))
}

// ifInterrupted sets the words that follow "interrupted".
func (w *world) ifInterrupted(say func() string) {
	if last, ok := w.ctx.Value(lastWordsKey{}).(*lastWords); ok {
		last.say.Store(&say)
	}
}

// interrupted is the line of a program that was interrupted.
func interrupted(ctx context.Context) string {
	line := "interrupted"
	if last, ok := ctx.Value(lastWordsKey{}).(*lastWords); ok {
		if say := last.say.Load(); say != nil {
			line += "; " + (*say)()
		}
	}
	return line
}

// spelled is the command as a shell reads it: breadboard sweep --exec 'python3 k.py'.
func (w *world) spelled() string {
	return strings.Join(append([]string{"breadboard"}, apply(quoted, w.command.Args)...), " ")
}

// plain are the characters that mean nothing to a shell.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%"

// quoted puts a word into single quotes if a shell would not read it as it stands.
func quoted(word string) string {
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

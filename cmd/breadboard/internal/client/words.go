package client

import (
	"errors"
	"strings"
)

// splitWords cuts a command line into words at blanks. From a shell's syntax it knows
// only the quotes: '...' is taken as it is; in "..." a backslash takes effect before "
// and \ only; outside quotes it makes the next character an ordinary one. The error
// says that a quote does not end, or that there is no word.
func splitWords(command string) ([]string, error) {
	var s splitter
	for text := []rune(command); len(text) > 0; {
		text = text[s.take(text):]
	}
	if s.quote != 0 {
		return nil, errors.New("a quote does not end; words between ' or \" would do")
	}
	s.endWord()
	if len(s.words) == 0 {
		return nil, errors.New("there is no program; one and its words, as in 'python3 mykernel.py', would do")
	}
	return s.words, nil
}

// A splitter has cut the words so far and is within one, perhaps within a quote.
type splitter struct {
	words  []string
	word   strings.Builder
	inWord bool // also of an empty one, as after ""
	quote  rune // ' or ", 0 outside quotes
}

// take takes one or two characters off the text and returns how many.
func (s *splitter) take(text []rune) int {
	r := text[0]
	if s.quote == 0 && strings.ContainsRune(" \t\r\n", r) {
		s.endWord()
		return 1
	}
	s.inWord = true
	switch {
	case s.quote == 0 && (r == '\'' || r == '"'):
		s.quote = r
	case r == s.quote:
		s.quote = 0
	case r == '\\' && s.escapes(text[1:]):
		s.word.WriteRune(text[1])
		return 2
	default:
		s.word.WriteRune(r)
	}
	return 1
}

// escapes reports whether a backslash before this text takes effect.
func (s *splitter) escapes(next []rune) bool {
	if len(next) == 0 {
		return false
	}
	return s.quote == 0 || s.quote == '"' && (next[0] == '"' || next[0] == '\\')
}

func (s *splitter) endWord() {
	if s.inWord {
		s.words, s.inWord = append(s.words, s.word.String()), false
		s.word.Reset()
	}
}

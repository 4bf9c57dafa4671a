package main

import (
	"errors"
	"strings"
)

// splitWords cuts a command line into words at blanks, as a shell would and with
// nothing else of one: '...' is taken as it stands, "..." but for \" and \\, and a
// backslash elsewhere takes the next character as it stands. The error is of a
// quote that does not end, or of no word.
func splitWords(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	in, quote := false, rune(0)
	text := []rune(command)
	for i := 0; i < len(text); i++ {
		r := text[i]
		more := i+1 < len(text)
		switch {
		case quote == 0 && strings.ContainsRune(" \t\r\n", r):
			if in {
				words, in = append(words, word.String()), false
				word.Reset()
			}
			continue
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case r == quote:
			quote = 0
		case r == '\\' && more && (quote == 0 || quote == '"' && (text[i+1] == '"' || text[i+1] == '\\')):
			i++
			word.WriteRune(text[i])
		default:
			word.WriteRune(r)
		}
		in = true
	}
	if quote != 0 {
		return nil, errors.New("a quote does not end; words between ' or \" would do")
	}
	if in {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("there is no program; one and its words, as in 'python3 mykernel.py', would do")
	}
	return words, nil
}

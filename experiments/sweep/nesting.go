package sweep

import (
	"fmt"
	"strings"
)

// Brackets may stand in one another to this depth, and a key may have so many dots. A spec needs one
// pair of brackets and no dot. The TOML library calls itself once for each bracket: three million of them, in
// 3 MB, would end the process for want of a stack.
const mostNesting = 8

// checkNesting returns an error if a TOML text is nested deeper than that. What is no TOML is left to the library:
// until it finds the fault, it takes the same characters for brackets.
func checkNesting(doc string) error {
	depth, dots, line := 0, 0, 1
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; c {
		case '"', '\'':
			end := i + quoted(doc[i:])
			line += strings.Count(doc[i:end], "\n")
			i = end - 1
		case '#':
			i += len(comment(doc[i:])) - 1
		case '[', '{':
			depth++
			dots = 0
		case ']', '}':
			depth--
		case '.':
			dots++
		case '\n':
			line++
			dots = 0
		case ',', '=':
			dots = 0
		}
		if depth > mostNesting || dots > mostNesting {
			return fmt.Errorf("line %d has more than %d brackets or tables in one another; lists of texts and numbers, "+
				"as toy = ['easy', 'hard'], would do", line, mostNesting)
		}
	}
	return nil
}

// comment returns a text up to the end of its first line.
func comment(s string) string {
	before, _, _ := strings.Cut(s, "\n")
	return before
}

// quoted returns the length of the TOML string that s begins with. In quotes of the kind " a backslash
// takes the next character with it. A string of a single quote that does not end in its line ends there.
func quoted(s string) int {
	quote := s[:1]
	lines := strings.HasPrefix(s, quote+quote+quote)
	if lines {
		quote += quote + quote
	}
	for i := len(quote); i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], quote):
			return i + len(quote)
		case s[i] == '\n' && !lines:
			return i
		case s[i] == '\\' && quote[0] == '"':
			i++
		}
	}
	return len(s)
}

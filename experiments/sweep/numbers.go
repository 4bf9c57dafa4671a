package sweep

import (
	"fmt"
	"strings"

	"breadboard/grid/text"
)

// checkNumbers returns an error if a number of a TOML document is in hexadecimal, octal or binary, or has an
// underscore: 0x10 and 1_000 are TOML, and no numbers in flags. Decoding does not tell them from 16 and 1000.
func checkNumbers(doc string) error {
	line, before := 1, byte('\n') // before is the last character that is no blank
	for i := 0; i < len(doc); i++ {
		end := i + 1
		switch c := doc[i]; {
		case c == '"' || c == '\'':
			end = i + quoted(doc[i:])
		case c == '#':
			end = i + len(comment(doc[i:]))
		case bare(rune(c)):
			end = len(doc) - len(strings.TrimLeftFunc(doc[i:], bare))
			if word := doc[i:end]; strings.IndexByte("=,[", before) >= 0 && foreignNumber(word) {
				return fmt.Errorf("line %d has the number %s; decimal digits alone, as in 1000, would do", line,
					text.Brief(word, 60))
			}
		}
		line += strings.Count(doc[i:end], "\n")
		if strings.TrimSpace(doc[i:end]) != "" && doc[i] != '#' {
			before = doc[end-1]
		}
		i = end - 1
	}
	return nil
}

// bare reports whether a number, or a key without quotes, may have the character.
func bare(c rune) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.ContainsRune("_+-.", c)
}

// foreignNumber reports whether the word is a number of TOML's that is none of ours.
func foreignNumber(word string) bool {
	word = strings.TrimLeft(word, "+-")
	if word == "" || word[0] < '0' || word[0] > '9' {
		return false
	}
	return strings.Contains(word, "_") || len(word) > 1 && strings.IndexByte("xob", word[1]) >= 0
}

package page

import (
	"path"
	"regexp"
	"strings"
)

// A span is a piece of text: plain words, code, or a link.
type span struct {
	Words string
	Code  bool
	Href  string // "" for no link
}

var marked = regexp.MustCompile("`([^`]+)`" + `|\[([^\]]+)\]\(([^)\s]+)\)`)

// spans takes a text apart. It knows two marks of Markdown, `code` and [words](target). All else is
// plain, so that the names of files and targets come out as they are.
func spans(text string) (all []span) {
	at := 0
	for _, m := range marked.FindAllStringSubmatchIndex(text, -1) {
		all = append(all, span{Words: text[at:m[0]]})
		if m[2] >= 0 {
			all = append(all, span{Words: text[m[2]:m[3]], Code: true})
		} else {
			all = append(all, span{Words: text[m[4]:m[5]], Href: text[m[6]:m[7]]})
		}
		at = m[1]
	}
	return append(all, span{Words: text[at:]})
}

// ending returns what is new in the i-th name of a list of files: ".svg" of figure3.svg after
// figure3.png, and the whole name after tightness.md.
func ending(files []string, i int) string {
	name := files[i]
	if ext := path.Ext(name); i > 0 && strings.TrimSuffix(name, ext) ==
		strings.TrimSuffix(files[i-1], path.Ext(files[i-1])) {
		return ext
	}
	return name
}

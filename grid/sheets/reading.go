package sheets

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// A Reading holds facts about a file that the file itself does not state.
type Reading struct {
	// Columns has names of columns: alone for the columns that a reader looks for first, in their order, as a,b for x_1
	// and x_2; or after a reader's word, as chain=run. In a file without names columns are called 1, 2 and so on.
	Columns []string
	// From is the number of the first cell, and of the first place along an axis: 0, or 1 as R and Julia count.
	From int
	// Note is called with what is there in place of plain CSV; nil if nobody reads it.
	Note func(words string)
}

// Words holds a reader's words for columns.
type Words struct {
	First  [][]string        // the meaning of names alone, by their number: {{cell}, {x_1, x_2}}
	Rival  func(string) bool // reports whether a column repeats the first ones; it is not read then
	Others []string          // words that stand before a name, as chain=run; the first may too
}

// As sets how to read the file: its columns get the reader's words.
func (s *Sheet) As(how Reading, words Words) error {
	s.From = how.From
	if s.found != "" && how.Note != nil {
		how.Note(s.path + ": read with " + s.found)
	}
	if len(how.Columns) == 0 {
		return nil
	}
	if s.Shape != nil {
		return s.Wrong(errors.New("an array has no columns with names; name none"))
	}
	called, err := words.called(how.Columns)
	if err != nil {
		return s.Wrong(err)
	}
	names := s.Names
	for len(names) < s.Width {
		names = append(names, strconv.Itoa(len(names)+1))
	}
	first := false // one of the reader's first columns is named
	for _, name := range slices.Sorted(maps.Keys(called)) {
		at := slices.Index(names, name)
		if at < 0 {
			return s.Wrong(fmt.Errorf("no column is called %s; the file has %s", text.Quote(name),
				text.Brief(text.OneLine(strings.Join(names, ", ")), 60)))
		}
		if slices.Contains(names[at+1:], name) {
			return s.Wrong(fmt.Errorf("two columns are called %s; use one", text.Printable(name)))
		}
		first = first || words.Rival(called[name])
	}
	given := slices.Collect(maps.Values(called))
	s.Names = nil
	for _, name := range names {
		word, renamed := called[name]
		if !renamed && !slices.Contains(given, name) && !(first && words.Rival(name)) {
			word = name
		}
		s.Names = append(s.Names, word)
	}
	return nil
}

// called returns the words for the columns of a Reading, by their names in the file.
func (w Words) called(columns []string) (all map[string]string, err error) {
	known := slices.Concat(slices.Concat(w.First...), w.Others)
	all = map[string]string{}
	var alone []string
	for _, c := range columns {
		word, name, given := strings.Cut(c, "=")
		switch {
		case !given:
			alone = append(alone, c)
		case !slices.Contains(known, word):
			return nil, fmt.Errorf("nothing that is read is called %s; use one of %s", text.Quote(word),
				strings.Join(known, ", "))
		default:
			all[name] = word
		}
	}
	at := slices.IndexFunc(w.First, func(words []string) bool { return len(words) == len(alone) })
	if at < 0 && alone != nil {
		var forms []string
		for _, words := range w.First {
			forms = append(forms, strings.Join(words, ", "))
		}
		return nil, fmt.Errorf("%s without the word for what is in them; use a name for each of %s, or WORD=NAME",
			text.Count(len(alone), "column"), strings.Join(forms, " or "))
	}
	for i, name := range alone {
		all[name] = w.First[at][i]
	}
	words := slices.Sorted(maps.Values(all))
	if len(slices.Compact(words)) < len(columns) {
		return nil, fmt.Errorf("%s has a name or a word twice; use each once",
			text.Quote(strings.Join(columns, ",")))
	}
	return all, nil
}

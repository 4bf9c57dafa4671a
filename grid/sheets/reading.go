package sheets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"breadboard/grid/text"
)

// A Reading says of a file what it does not say itself.
type Reading struct {
	// Columns are names of columns: of those that a reader looks for first, in their order, as a,b for x_1 and x_2; or
	// after a reader's word, as chain=run. A file without names has 1, 2 and so on.
	Columns []string
	From    int // the number of the first cell, and of the first place along an axis: 0, or 1 as R and Julia count
	// Note is called with what was read in place of plain CSV, as semicolons and decimal commas. It may be nil.
	Note func(words string)
}

// Words are those by which a reader knows columns.
type Words struct {
	First  [][]string        // what names alone stand for, by how many there are: {{cell}, {x_1, x_2}}
	Rival  func(string) bool // the name of a column that would say the same as the first; it is not read beside them
	Others []string          // words that name what they stand for, as chain=run; the first may be named so too
}

// As has the file read in this way: its columns get the words that the reader knows them by.
func (s *Sheet) As(how Reading, words Words) error {
	s.first = float64(how.From)
	s.note = how.Note
	if len(how.Columns) == 0 {
		return nil
	}
	names, err := s.named()
	if err != nil {
		return err
	}
	called, err := words.called(how.Columns)
	if err != nil {
		return s.Wrong(err)
	}
	renamed := slices.Clone(names)
	first := false // a column that the reader looks for first is named
	for _, c := range called {
		first = first || words.Rival(c.word)
	}
	for i, name := range names {
		rival := slices.ContainsFunc(called, func(c call) bool { return c.word == name }) || first && words.Rival(name)
		if rival {
			renamed[i] = ""
		}
	}
	for _, c := range called {
		at := slices.Index(names, c.name)
		if at < 0 {
			return s.Wrong(fmt.Errorf("no column is called %s; the file has %s", text.Quote(c.name),
				text.Brief(text.OneLine(strings.Join(names, ", ")), 60)))
		}
		if slices.Contains(names[at+1:], c.name) {
			return s.Wrong(fmt.Errorf("two columns are called %s; one would do", text.Printable(c.name)))
		}
		renamed[at] = c.word
	}
	s.Names = renamed
	return nil
}

// named are the names of the columns, or their numbers from 1 if they have none.
func (s *Sheet) named() (names []string, err error) {
	if s.Shape != nil {
		return nil, s.Wrong(fmt.Errorf("an array has no columns with names; none named would do"))
	}
	if s.Names != nil {
		return s.Names, nil
	}
	for i := range s.Width {
		names = append(names, strconv.Itoa(i+1))
	}
	return names, nil
}

// A call is what a column is called in the file, and the reader's word for it.
type call struct{ name, word string }

// called are the columns of a Reading with their words.
func (w Words) called(columns []string) (all []call, err error) {
	known := slices.Concat(slices.Concat(w.First...), w.Others)
	var alone []string
	for _, c := range columns {
		word, name, given := strings.Cut(c, "=")
		switch {
		case !given:
			alone = append(alone, c)
		case !slices.Contains(known, word):
			return nil, fmt.Errorf("nothing that is read is called %s; one of %s would do", text.Quote(word),
				strings.Join(known, ", "))
		default:
			all = append(all, call{name, word})
		}
	}
	at := slices.IndexFunc(w.First, func(words []string) bool { return len(words) == len(alone) })
	if at < 0 && alone != nil {
		var would []string
		for _, words := range w.First {
			would = append(would, strings.Join(words, ", "))
		}
		return nil, fmt.Errorf("%s without the word for what is in them; what is read is %s; a name for each, or "+
			"WORD=NAME, would do", text.Count(len(alone), "column"), strings.Join(would, " or "))
	}
	for i, name := range alone {
		all = append(all, call{name, w.First[at][i]})
	}
	for i, c := range all {
		twice := func(o call) bool { return o.word == c.word || o.name == c.name }
		if slices.ContainsFunc(all[i+1:], twice) {
			return nil, fmt.Errorf("%s is named for %s, and one of them is named twice; each once would do",
				text.Quote(c.name), c.word)
		}
	}
	return all, nil
}

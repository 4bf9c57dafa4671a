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

// A Reading says of a file what it does not say itself.
type Reading struct {
	// Columns are names of columns: of those that a reader looks for first, in their order, as a,b for x_1 and x_2; or
	// after a reader's word, as chain=run. A file without names has 1, 2 and so on.
	Columns []string
	From    int // the number of the first cell, and of the first place along an axis: 0, or 1 as R and Julia count
}

// Words are those by which a reader knows columns.
type Words struct {
	First  [][]string        // what names alone stand for, by how many there are: {{cell}, {x_1, x_2}}
	Rival  func(string) bool // the name of a column that would say the same as the first; it is not read beside them
	Others []string          // words that name what they stand for, as chain=run; the first may be named so too
}

// As has the file read in this way: its columns get the words that the reader knows them by.
func (s *Sheet) As(how Reading, words Words) error {
	s.From = how.From
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
	first := false // a column that the reader looks for first is named
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

// called are the words for the columns of a Reading, by their names in the file.
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

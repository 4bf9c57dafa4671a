package explorer

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode"
)

// A Lesson is one of the gallery: two settings by their link, with a title and a sentence.
type Lesson struct {
	Title string `json:"title"`
	Link  string `json:"link"` // a fragment, as #toy=barrier&T=100
	Says  string `json:"says"`
}

// Lessons are those of the gallery, in its order.
var Lessons = sync.OnceValue(func() (all []Lesson) {
	if err := json.Unmarshal(content("gallery/lessons.json"), &all); err != nil {
		panic("explorer: the lessons cannot be read: " + err.Error()) // a bug: the file is embedded
	}
	return all
})

// Name is the title as one types it: b-prefers-the-worse.
func (l Lesson) Name() string {
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.Join(strings.FieldsFunc(strings.ToLower(l.Title), between), "-")
}

// LessonNamed finds a lesson by its name or its title, in capitals or not.
func LessonNamed(name string) (Lesson, bool) {
	for _, l := range Lessons() {
		if l.Name() == (Lesson{Title: name}).Name() {
			return l, true
		}
	}
	return Lesson{}, false
}

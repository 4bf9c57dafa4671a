package text

import "fmt"

const (
	// mostWords is the largest number of different words of a column, and mostWord the length of the longest, in bytes.
	mostWords, mostWord = 1 << 16, 64
)

// Words are the different words of a column, each kept once: a column of a million words that names three groups
// takes three words and a million numbers. There are up to 65,536, of 64 bytes each at the most.
type Words struct {
	at  map[string]int
	all []string
}

// At returns a word by its number.
func (w *Words) At(i int) string { return w.all[i] }

// Number returns the number of a word, which is new if there was no such word yet.
func (w *Words) Number(word []byte) (int, error) {
	if i, ok := w.at[string(word)]; ok {
		return i, nil
	}
	switch {
	case len(word) > mostWord:
		return 0, fmt.Errorf("a word of %d bytes; words of up to %d would do", len(word), mostWord)
	case len(w.all) == mostWords:
		return 0, fmt.Errorf("more than %s different words; fewer would do", Thousands(mostWords))
	case w.at == nil:
		w.at = map[string]int{}
	}
	w.all = append(w.all, string(word))
	w.at[w.all[len(w.all)-1]] = len(w.all) - 1
	return len(w.all) - 1, nil
}

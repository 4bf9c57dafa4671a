package figure

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"breadboard/reports/table"
)

// Notes are what the figures of a command have to say about how they were asked for. Figures are drawn beside each
// other, so it is safe for several goroutines.
type Notes struct {
	mu    sync.Mutex
	names map[string]bool // that figures show, without labels
	left  map[string]NoRoom
	drawn bool // some figure is
}

// NewNotes returns notes without a word.
func NewNotes() *Notes { return &Notes{names: map[string]bool{}, left: map[string]NoRoom{}} }

// show notes a name that a figure shows, and its parts.
func (n *Notes) show(name string) {
	if n == nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, part := range append(strings.Split(name, ", "), name) { // a label may be of either
		n.names[part] = true
	}
}

// leave notes a figure that is not drawn, and why; or one that is.
func (n *Notes) leave(name string, none NoRoom, left bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if left {
		n.left[name] = none
		return
	}
	n.drawn = true
}

// LeftOut says of each figure that has no room which page has. all reports that there is no other.
func (n *Notes) LeftOut() (said []error, all bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(n.left)) {
		said = append(said, fmt.Errorf("the figure %s is not drawn: %w", name, n.left[name]))
	}
	return said, said != nil && !n.drawn
}

// Shown are the names that figures show, without the labels that stand for them.
func (n *Notes) Shown() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.names))
}

// left is the error of a file of a figure that has no room, where the notes tell of it.
type left struct{ NoRoom }

// Unwrap says that the file is left out, and the others are written.
func (l left) Unwrap() []error { return []error{table.ErrLeftOut, l.NoRoom} }

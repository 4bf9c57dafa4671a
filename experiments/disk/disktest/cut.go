package disktest

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// Killed returns the disk as a process finds it after all others were killed: as it is now,
// without their locks.
func (m *Memory) Killed() *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return restart{copies: map[*node]*node{}}.of(m.root)
}

// Cut returns the disk as the next process may find it after a power cut. Of the changes since
// a directory's last SyncDir some happened and some did not, in any combination, and a rename
// may have left both names. Of the writes since a file's last Sync some are there, some are not,
// and some are there in part.
func (m *Memory) Cut(dice *rand.Rand) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return restart{dice, map[*node]*node{}}.of(m.root)
}

// A restart copies nodes; with dice it loses some of what was not synced.
type restart struct {
	dice   *rand.Rand
	copies map[*node]*node
}

func (r restart) of(root *node) *Memory { return &Memory{root: r.copy(root)} }

func (r restart) copy(n *node) *node {
	if c, ok := r.copies[n]; ok {
		return c
	}
	c := &node{dir: n.dir, locks: map[*handle]bool{}}
	r.copies[n] = c
	if !n.dir {
		c.data = slices.Clone(n.data)
		if r.dice != nil {
			c.data = r.content(n)
		}
		c.synced = slices.Clone(c.data)
		return c
	}
	names := n.names
	if r.dice != nil {
		names = r.names(n)
	}
	c.names = map[string]*node{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c.names[name] = r.copy(names[name])
	}
	c.lasting = maps.Clone(c.names)
	return c
}

// names takes a change, or its beginning, or nothing of it.
func (r restart) names(n *node) map[string]*node {
	names := maps.Clone(n.lasting)
	for _, c := range n.changes {
		for _, e := range c[:r.dice.IntN(len(c)+1)] {
			e.putInto(names)
		}
	}
	return names
}

// content takes a write, or some of its bytes, or nothing of it.
func (r restart) content(n *node) []byte {
	data := slices.Clone(n.synced)
	for _, w := range n.writes {
		switch r.dice.IntN(3) {
		case 0:
			data = w.putInto(data)
		case 1:
			if w.data == nil {
				continue
			}
			from := r.dice.IntN(len(w.data) + 1)
			to := from + r.dice.IntN(len(w.data)+1-from)
			if w.at+int64(to) > 0 && to > from {
				data = write{w.at + int64(from), w.data[from:to]}.putInto(data)
			}
		}
	}
	return data
}

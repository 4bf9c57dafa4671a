package disktest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"breadboard/experiments/disk"
)

// A handle is an open file of a Memory.
type handle struct {
	m    *Memory
	node *node
	flag int
	at   int64
}

var errWayOpen = errors.New("the file is not open for that")

func (h *handle) Read(p []byte) (int, error) {
	n, err := h.ReadAt(p, h.at)
	h.at += int64(n)
	if n > 0 {
		err = nil
	}
	return n, err
}

func (h *handle) ReadAt(p []byte, at int64) (int, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	if h.flag&os.O_WRONLY != 0 || h.node.dir {
		return 0, errWayOpen
	}
	return bytes.NewReader(h.node.data).ReadAt(p, at)
}

func (h *handle) Write(p []byte) (int, error) {
	if h.flag&os.O_APPEND != 0 {
		h.at = int64(len(h.node.data))
	}
	n, err := h.WriteAt(p, h.at)
	h.at += int64(n)
	return n, err
}

func (h *handle) WriteAt(p []byte, at int64) (int, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	if h.flag&(os.O_WRONLY|os.O_RDWR) == 0 {
		return 0, errWayOpen
	}
	if len(p) > 0 {
		h.node.write(write{at, slices.Clone(p)})
	}
	return len(p), nil
}

func (h *handle) Seek(offset int64, whence int) (int64, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	switch whence {
	case io.SeekCurrent:
		offset += h.at
	case io.SeekEnd:
		offset += int64(len(h.node.data))
	}
	h.at = offset
	return offset, nil
}

func (h *handle) Stat() (fs.FileInfo, error) {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	return h.node.info(""), nil
}

func (h *handle) Truncate(size int64) error {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	h.node.write(write{at: size})
	return nil
}

func (h *handle) Sync() error {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	h.node.synced, h.node.writes = slices.Clone(h.node.data), nil
	return nil
}

func (h *handle) Lock() error       { return h.lock(true) }
func (h *handle) LockShared() error { return h.lock(false) }

func (h *handle) lock(alone bool) error {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	for other, otherAlone := range h.node.locks {
		if other != h && (alone || otherAlone) {
			return disk.ErrBusy
		}
	}
	h.node.locks[h] = alone
	return nil
}

func (h *handle) Close() error {
	h.m.mu.Lock()
	defer h.m.mu.Unlock()
	delete(h.node.locks, h)
	return nil
}

// write changes a file now, and notes it for a power cut.
func (n *node) write(w write) {
	n.data = w.putInto(n.data)
	n.writes = append(n.writes, w)
}

func (w write) putInto(data []byte) []byte {
	end := w.at + int64(len(w.data))
	if w.data == nil {
		data = slices.Clone(data[:min(end, int64(len(data)))])
	}
	if missing := end - int64(len(data)); missing > 0 {
		data = append(data, make([]byte, missing)...)
	}
	copy(data[w.at:], w.data)
	return data
}

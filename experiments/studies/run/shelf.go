package run

import (
	"context"
	"fmt"
	"sync"

	"breadboard/experiments"
	"breadboard/experiments/journal"
)

// A Shelf is where a study keeps what it has found. Nil keeps nothing.
type Shelf struct {
	study string
	build journal.Build
	rows  *journal.Journal[row]
	lock  sync.Mutex // of rows
}

// Name is the name of the journal, in the directory of a study that is not finished: one for each setting, so that a
// quick look does not end what the whole study has kept there.
func (s Setting) Name() string {
	name := "unfinished"
	if s.Quick {
		name += "-quick"
	}
	if s.Seed > 0 {
		name += fmt.Sprintf("-seed-%d", s.Seed)
	}
	return name + ".jsonl"
}

// Open opens the shelf at path of a study, which it names with its settings. Another study there is left alone, and so
// is what another build kept.
func Open(path, study string, build journal.Build) (*Shelf, error) {
	rows, err := journal.Open[row](path)
	if err != nil {
		return nil, err
	}
	return &Shelf{study: study, build: build, rows: rows}, nil
}

// Close leaves what is kept to the next run.
func (s *Shelf) Close() error { return s.rows.Close() }

// A piece is a piece of the work of a study.
type piece struct {
	Study string `json:"study"`
	Part  string `json:"part"`
	I     int    `json:"i"`
}

// A row is a finished piece.
type row struct {
	Key   string        `json:"key"`
	Piece piece         `json:"piece"`
	Build journal.Build `json:"build"`
	Found []byte        `json:"found"` // as bits.go writes it
}

// Origin is as journal.Row wants it.
func (r row) Origin() (key string, job any, by journal.Build) { return r.Key, r.Piece, r.Build }

// Each does the pieces of a part, on all cores, and returns what they found. Sizes say how long each takes, in any
// unit; the dearest should come first.
func Each[R any](ctx context.Context, s *Shelf, part string, sizes []int, progress experiments.Progress,
	do func(ctx context.Context, i int) (R, error)) ([]R, error) {
	found := make([]R, len(sizes))
	err := experiments.EachSized(ctx, sizes, progress, func(ctx context.Context, i int) (err error) {
		found[i], err = one(ctx, s, piece{Part: part, I: i}, do)
		return err
	})
	return found, err
}

// Once does a part that is one piece.
func Once[R any](ctx context.Context, s *Shelf, part string, do func(ctx context.Context) (R, error)) (R, error) {
	return one(ctx, s, piece{Part: part}, func(ctx context.Context, _ int) (R, error) { return do(ctx) })
}

// one takes a piece from the shelf, or does it and puts it there.
func one[R any](ctx context.Context, s *Shelf, p piece, do func(ctx context.Context, i int) (R, error)) (R, error) {
	if s == nil {
		return do(ctx, p.I)
	}
	p.Study = s.study
	key := journal.Key(p, s.build)
	s.lock.Lock()
	known, ok := s.rows.Rows[key]
	s.lock.Unlock()
	if ok {
		return read[R](known.Found)
	}
	found, err := do(ctx, p.I)
	if err != nil {
		return found, err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	return found, s.rows.Commit([]row{{key, p, s.build, write(found)}})
}

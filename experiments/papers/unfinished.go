package papers

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"

	"breadboard/experiments/journal"
)

// Unfinished keeps the results of the pieces of a paper until all are done: in a journal with a row for each piece. It
// encodes a result by encoding/gob, which has NaN and infinities, unlike JSON.
type Unfinished struct {
	paper string // with its settings
	build journal.Build
	rows  *journal.Journal
	lock  sync.Mutex // guards the end of the journal
}

// UnfinishedName returns the name of the journal in the directory of a paper. A quick look has a journal of its own, so
// that it does not remove the results of the whole paper.
func (o Options) UnfinishedName() string {
	if o.Quick {
		return "unfinished-quick.jsonl"
	}
	return "unfinished.jsonl"
}

// Open opens the journal at path for a paper, whose name has all that its numbers depend on. It leaves rows of another
// name or another build alone.
func Open(path, paper string, build journal.Build) (*Unfinished, error) {
	rows, err := journal.Open(path)
	if err != nil {
		return nil, err
	}
	return &Unfinished{paper: paper, build: build, rows: rows}, nil
}

// LeftOut returns the bytes and the lines of a damaged journal that were left out, as a Journal has them.
func (u *Unfinished) LeftOut() (torn, bad int) { return u.rows.Torn, u.rows.Bad }

// Close closes the journal and keeps its rows for the next run.
func (u *Unfinished) Close() error { return u.rows.Close() }

// Finish closes and removes the journal.
func (u *Unfinished) Finish() error { return errors.Join(u.Close(), os.Remove(u.rows.Path)) }

// A piece names a piece of the work of a paper.
type piece struct {
	Paper string `json:"paper"`
	Part  string `json:"part"`
	I     int    `json:"i"`
}

// A finishedPiece is a row of the journal.
type finishedPiece struct {
	Key   string        `json:"key"`
	Piece piece         `json:"piece"`
	Build journal.Build `json:"build"`
	Found []byte        `json:"found"` // by gob
}

// doPiece returns the kept result of a piece, or does the piece and keeps its result.
func doPiece[R any](ctx context.Context, u *Unfinished, p piece, do func(ctx context.Context) (R, error)) (R, error) {
	if u == nil {
		return do(ctx)
	}
	p.Paper = u.paper
	key := journal.Key(p, u.build)
	if line, ok := u.rows.Rows[key]; ok {
		var known finishedPiece
		var found R
		err := json.Unmarshal(line, &known)
		if err == nil {
			err = gob.NewDecoder(bytes.NewReader(known.Found)).Decode(&found)
		}
		if err != nil {
			return found, fmt.Errorf("%s: the kept result of %s cannot be read: %w", u.rows.Path, p.Part, err)
		}
		return found, nil
	}
	found, err := do(ctx)
	if err != nil {
		return found, err
	}
	var kept bytes.Buffer
	if err := gob.NewEncoder(&kept).Encode(&found); err != nil {
		panic("papers: a result cannot be kept: " + err.Error())
	}
	u.lock.Lock()
	defer u.lock.Unlock()
	return found, u.rows.Commit(finishedPiece{key, p, u.build, kept.Bytes()})
}

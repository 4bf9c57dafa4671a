package outside

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"breadboard/grid"
)

// parquetMagic begins and ends every Parquet file.
const parquetMagic = "PAR1"

// readMovesParquet reads moves from Parquet of size bytes. The columns are whole
// numbers of 32 or 64 bits without nulls. The decoder panics on some broken files; that
// becomes an error here.
func readMovesParquet(r io.ReaderAt, size int64, name string, g grid.Grid, visit func(x, y int)) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: a broken Parquet file (%v); a whole one would do", name, p)
		}
	}()
	if err := movesParquet(r, size, g, visit); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func movesParquet(r io.ReaderAt, size int64, g grid.Grid, visit func(x, y int)) error {
	if err := checkEnd(r, size); err != nil {
		return err
	}
	file, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("%w; a whole Parquet file would do", err)
	}
	var names []string
	for _, path := range file.Schema().Columns() {
		names = append(names, path[len(path)-1])
	}
	cols, err := named(names, g)
	if err != nil {
		return err
	}
	rows, add := 0, visit
	if areStates(cols) {
		add = follow(visit)
	}
	for _, group := range file.RowGroups() {
		moves := &groupMoves{before: rows}
		for i, c := range cols {
			if err := moves.addColumn(group.ColumnChunks()[c.at], c, i == 0); err != nil {
				return err
			}
		}
		for _, ends := range moves.ends {
			add(ends[0], ends[1])
		}
		rows += len(moves.ends)
	}
	if rows == 0 {
		return errors.New("no moves; rows of two cell numbers, from and to, would do")
	}
	return nil
}

// checkEnd reads the last eight bytes: the length of the file's description, and PAR1
// again. The decoder does not check the length.
func checkEnd(r io.ReaderAt, size int64) error {
	if size < 12 {
		return fmt.Errorf("%d bytes; a whole Parquet file would do", size)
	}
	var end [8]byte
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return err
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); string(end[4:]) != parquetMagic || n > size-12 {
		return errors.New("it does not end as Parquet does; a whole Parquet file would do")
	}
	return nil
}

// groupMoves are the moves of one group of rows. Each column adds its share.
type groupMoves struct {
	ends   [][2]int
	before int // the number of rows in the groups before
}

// addColumn adds the values of a column. The first column decides the number of moves,
// because the number of rows in the file may be wrong. All columns must be equally
// long.
func (m *groupMoves) addColumn(chunk parquet.ColumnChunk, c column, first bool) error {
	if kind := chunk.Type().Kind(); kind != parquet.Int32 && kind != parquet.Int64 {
		return fmt.Errorf("column %s is of %v; whole numbers of 32 or 64 bits would do", c.name, chunk.Type())
	}
	values := parquet.NewColumnChunkValueReader(chunk)
	defer values.Close()
	batch := make([]parquet.Value, 1024)
	at := 0
	for {
		n, err := values.ReadValues(batch)
		for _, v := range batch[:n] {
			if first {
				m.ends = append(m.ends, [2]int{})
			}
			if err := m.add(at, v, c); err != nil {
				return err
			}
			at++
		}
		switch {
		case err == io.EOF && at == len(m.ends):
			return nil
		case err == io.EOF || err == nil && n == 0:
			return fmt.Errorf("column %s ends after row %d; a whole file would do", c.name, m.before+at)
		case err != nil:
			return fmt.Errorf("column %s, after row %d: %w; a whole file would do", c.name, m.before+at, err)
		}
	}
}

// add adds one value to the move at this place of the group.
func (m *groupMoves) add(at int, v parquet.Value, c column) error {
	row := m.before + at + 1
	switch {
	case v.RepetitionLevel() > 0:
		return fmt.Errorf("column %s has lists in it; one number a row would do", c.name)
	case at >= len(m.ends):
		return fmt.Errorf("column %s goes on after row %d, where another ends; a whole file would do", c.name, row-1)
	case v.IsNull():
		return c.wrong(row, "null")
	case v.Kind() == parquet.Int32:
		return c.add(&m.ends[at], row, int(v.Int32()))
	}
	return c.add(&m.ends[at], row, int(v.Int64()))
}

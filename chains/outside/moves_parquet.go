package outside

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"breadboard/grid"
)

// ReadMovesParquet is OpenMoves of Parquet, of size bytes. The columns are whole
// numbers of 32 or 64 bits without nulls.
func ReadMovesParquet(r io.ReaderAt, size int64, name string, g grid.Grid, visit func(x, y int)) (err error) {
	defer func() { // what a broken file leads the decoder to
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
	var end [8]byte // the length of what describes the file, and four letters
	if size < 12 {
		return fmt.Errorf("%d bytes; a whole Parquet file would do", size)
	}
	if _, err := r.ReadAt(end[:], size-8); err != nil {
		return err
	}
	if n := int64(binary.LittleEndian.Uint32(end[:])); string(end[4:]) != "PAR1" || n > size-12 {
		return errors.New("it does not end as Parquet does; a whole Parquet file would do")
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
	row := 0
	for _, group := range file.RowGroups() {
		var ends [][2]int
		for i, c := range cols {
			if ends, err = addChunk(ends, i == 0, group.ColumnChunks()[c.at], c, row); err != nil {
				return err
			}
		}
		for _, e := range ends {
			visit(e[0], e[1])
		}
		row += len(ends)
	}
	if row == 0 {
		return errors.New("no moves; rows of two cell numbers, from and to, would do")
	}
	return nil
}

// addChunk adds the values of one column to the moves of a row group that comes
// after before rows. The first makes the moves; what a file says of its own length
// is not believed.
func addChunk(ends [][2]int, first bool, chunk parquet.ColumnChunk, c column, before int) ([][2]int, error) {
	if kind := chunk.Type().Kind(); kind != parquet.Int32 && kind != parquet.Int64 {
		return nil, fmt.Errorf("column %s is of %v; whole numbers of 32 or 64 bits would do", c.name, chunk.Type())
	}
	values := parquet.NewColumnChunkValueReader(chunk)
	defer values.Close()
	batch := make([]parquet.Value, 1024)
	at := 0
	for {
		n, err := values.ReadValues(batch)
		for _, v := range batch[:n] {
			if first {
				ends = append(ends, [2]int{})
			}
			switch {
			case v.RepetitionLevel() > 0:
				return nil, fmt.Errorf("column %s has lists in it; one number a row would do", c.name)
			case at >= len(ends):
				return nil, fmt.Errorf("column %s goes on after row %d, where another ends; a whole file would do", c.name, before+at)
			case v.IsNull():
				return nil, c.wrong(before+at+1, "null")
			}
			if err := c.add(&ends[at], before+at+1, int(whole(v))); err != nil {
				return nil, err
			}
			at++
		}
		switch {
		case err == io.EOF && at == len(ends):
			return ends, nil
		case err == io.EOF || err == nil && n == 0:
			return nil, fmt.Errorf("column %s ends after row %d; a whole file would do", c.name, before+at)
		case err != nil:
			return nil, fmt.Errorf("column %s, after row %d: %w; a whole file would do", c.name, before+at, err)
		}
	}
}

func whole(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

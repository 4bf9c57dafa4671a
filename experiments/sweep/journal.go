package sweep

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"breadboard/grid/text"
)

// A Journal keeps the rows of a sweep as they come, one a line, in a file that only grows
// and that one process at a time holds open. Once Commit has returned a row is on the
// disk, even if the power fails.
type Journal struct {
	Path string
	Rows map[string]Row // by key, as they were when it was opened
	Torn int64          // bytes of a torn end that were cut off at opening
	Bad  int            // lines before the end that are no rows, or were changed; they are skipped

	file *os.File
	end  int64 // end of the last whole line
}

var errNoJournal = errors.New("not the journal of a sweep; another directory would do")

// A Lock takes a file for as long as the process has it open. It returns an error at once
// if another process has taken it.
type Lock func(*os.File) error

// OpenJournal opens the journal at path, or makes it, and locks it. The end is cut off
// after the last whole line, for a write may have been stopped in the middle. A file that
// is no journal is an error and left alone.
func OpenJournal(path string, lock Lock) (*Journal, error) {
	j := &Journal{Path: path}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, j.fault(err)
	}
	j.file = f
	if err := j.open(lock); err != nil {
		f.Close()
		return nil, j.fault(err)
	}
	return j, nil
}

func (j *Journal) open(lock Lock) error {
	if err := lock(j.file); err != nil {
		return err
	}
	rows, good, bad, err := readRows(j.file)
	if err != nil {
		return err
	}
	size, err := j.file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if good == 0 && bad > 0 {
		return errNoJournal
	}
	j.Rows, j.end, j.Torn, j.Bad = make(map[string]Row, len(rows)), good, size-good, bad
	for _, r := range rows {
		j.Rows[r.Key] = r
	}
	if j.Torn > 0 {
		if err := j.file.Truncate(good); err != nil {
			return err
		}
	}
	return errors.Join(j.file.Sync(), syncDir(filepath.Dir(j.Path)))
}

// Commit writes rows at the end and waits once until the disk has them all. If they
// cannot be written, for example on a full disk, the journal stays as before.
func (j *Journal) Commit(rows []Row) error {
	var lines []byte
	for _, r := range rows {
		line, err := checked(r)
		if err != nil {
			return j.fault(err)
		}
		lines = append(lines, line...)
	}
	_, err := j.file.WriteAt(lines, j.end)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return j.fault(errors.Join(err, j.file.Truncate(j.end)))
	}
	j.end += int64(len(lines))
	return nil
}

// Close closes the file, and releases its lock.
func (j *Journal) Close() error { return j.file.Close() }

// fault returns err with the path, once.
func (j *Journal) fault(err error) error { return fmt.Errorf("%s: %w", j.Path, text.Pathless(err)) }

// syncDir makes the disk know of a new file in a directory.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// readRows reads the rows of a journal in the order in which they were finished. The last
// row ends at good; the rest was torn while it was written. bad counts the lines before
// good that are no rows, or have a wrong checksum; all lines, if none is a row. Of good
// rows with the same key the first counts. The error is r's.
func readRows(r io.Reader) (rows []Row, good int64, bad int, err error) {
	in := bufio.NewReaderSize(r, 1<<16)
	seen := map[string]bool{}
	at, lines := int64(0), 0
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF { // a last line without its line break is torn
			if good == 0 {
				bad = lines
			}
			return rows, good, bad, nil
		} else if err != nil {
			return nil, 0, 0, err
		}
		at += int64(len(line))
		row, err := readChecked(line)
		if err != nil {
			lines++
		}
		if err == errNoRow {
			continue
		}
		good, bad = at, lines
		if err == nil && !seen[row.Key] {
			seen[row.Key] = true
			rows = append(rows, row)
		}
	}
}

// ReadJournal locks the journal at path, reads its rows and changes nothing.
func ReadJournal(path string, lock Lock) ([]Row, error) {
	j := &Journal{Path: path}
	f, err := os.Open(path)
	if err != nil {
		return nil, j.fault(err)
	}
	defer f.Close()
	if err := lock(f); err != nil {
		return nil, j.fault(err)
	}
	rows, good, bad, err := readRows(f)
	if err == nil && good == 0 && bad > 0 {
		err = errNoJournal
	}
	if err != nil {
		return nil, j.fault(err)
	}
	return rows, nil
}

package npy

import (
	"archive/zip"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"strings"

	"breadboard/grid/text"
)

// Member cuts the name of an array off the path of an archive: "runs.npz:beta" is the array beta
// of runs.npz. Other paths have no member.
func Member(spec string) (path, member string) {
	if path, member, ok := strings.Cut(spec, ".npz:"); ok {
		return path + ".npz", member
	}
	return spec, ""
}

// mostDirectory is the length of the longest directory of an archive, with what is read to find it.
const mostDirectory = 1 << 20

// ReadArchive reads an array from the size bytes of a .npz archive: the member of this name, or,
// if the name is empty, the only one.
func ReadArchive(r io.ReaderAt, size int64, member string, check Check) (Array, error) {
	in, err := OpenArchive(r, size, member)
	if err != nil {
		return Array{}, err
	}
	defer in.Close()
	return Read(in, check)
}

// OpenArchive opens an array in an archive, as ReadArchive finds it, for Read or Each.
func OpenArchive(r io.ReaderAt, size int64, member string) (io.ReadCloser, error) {
	limited := &limitedReaderAt{r, mostDirectory}
	archive, err := zip.NewReader(limited, size)
	if err != nil {
		return nil, fmt.Errorf("%w; a whole archive of numpy.savez would do", text.Pathless(err))
	}
	limited.left = math.MaxInt64 // the arrays have bounds of their own
	var names []string
	var found *zip.File
	seen := map[string]bool{}
	for _, f := range archive.File {
		if name, ok := strings.CutSuffix(f.Name, ".npy"); ok {
			if seen[name] {
				return nil, fmt.Errorf("the archive has two arrays %s; one of each name would do", text.Quote(name))
			}
			seen[name] = true
			names = append(names, name)
			if name == member || member == "" {
				found = f
			}
		}
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("no arrays in the archive; one of numpy.savez would do")
	case member == "" && len(names) > 1:
		return nil, fmt.Errorf("the archive has the arrays %s; the name of one after a colon, as in file.npz:%s, "+
			"would do", listed(names), text.Printable(names[0]))
	case found == nil:
		return nil, fmt.Errorf("the archive has no array %s; %s would do", text.Quote(member), listed(names))
	}
	in, err := found.Open()
	if err != nil {
		return nil, fmt.Errorf("%w; a whole archive of numpy.savez would do", err)
	}
	return &summed{in, crc32.NewIEEE(), found.CRC32}, nil
}

// A summed file is an error at its end if its bytes have another checksum. Package zip takes a checksum of 0 for none,
// but every archive has one, and 0 is a number as any.
type summed struct {
	io.ReadCloser
	sum  hash.Hash32
	want uint32
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	_, _ = s.sum.Write(p[:n])
	if err == io.EOF && s.sum.Sum32() != s.want {
		err = zip.ErrChecksum
	}
	return n, err
}

// A limitedReaderAt reads so many bytes, and then no more.
type limitedReaderAt struct {
	io.ReaderAt
	left int64
}

func (l *limitedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, fmt.Errorf("the directory of the archive is longer than %d MiB", mostDirectory>>20)
	}
	return l.ReaderAt.ReadAt(p, at)
}

// listed quotes the first of the names.
func listed(names []string) string {
	const most = 6
	var quoted []string
	for _, name := range names[:min(len(names), most)] {
		quoted = append(quoted, text.Quote(name))
	}
	if len(names) > most {
		quoted = append(quoted, "...")
	}
	return strings.Join(quoted, ", ")
}

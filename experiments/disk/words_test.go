package disk

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
)

// An error of the system that a user can meet is a sentence that says what would do, and still is what
// it was.
func TestInWords(t *testing.T) {
	for _, errno := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO} {
		err := inWords(&os.PathError{Op: "write", Path: "rows.csv", Err: errno})
		if !errors.Is(err, errno) {
			t.Errorf("%v: the error is %v", errno, err)
		}
		if says := err.Error(); !strings.HasSuffix(says, "would do") || strings.Contains(says, "rows.csv") {
			t.Errorf("%v: the error is %q", errno, says)
		}
	}
	if err := inWords(&os.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if inWords(nil) != nil {
		t.Error("no error has become one")
	}
}

// A file system that has no such call is no fault.
func TestUnlessUnable(t *testing.T) {
	for _, errno := range []error{syscall.EINVAL, syscall.ENOTSUP, syscall.ENOSYS, fmt.Errorf("x: %w", syscall.EINVAL)} {
		if err := unlessUnable(errno); err != nil {
			t.Errorf("%v: %v", errno, err)
		}
	}
	if unlessUnable(syscall.ENOSPC) == nil {
		t.Error("a full disk is no fault")
	}
}

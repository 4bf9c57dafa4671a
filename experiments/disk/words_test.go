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
// it was. A file system that has no such call is no fault.
func TestWorded(t *testing.T) {
	for _, errno := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS, syscall.EIO} {
		err := Worded(&os.PathError{Op: "write", Path: "rows.csv", Err: errno})
		if !errors.Is(err, errno) {
			t.Errorf("%v: the error is %v", errno, err)
		}
		if says := err.Error(); !strings.HasSuffix(says, "would do") || strings.Contains(says, "rows.csv") {
			t.Errorf("%v: the error is %q", errno, says)
		}
	}
	for _, errno := range []error{syscall.EINVAL, syscall.ENOSYS, fmt.Errorf("x: %w", syscall.EINVAL)} {
		if err := unlessUnable(errno); err != nil {
			t.Errorf("%v: %v", errno, err)
		}
	}
	if unlessUnable(syscall.ENOSPC) == nil || Worded(nil) != nil {
		t.Error("a full disk is no fault, or no error has become one")
	}
}

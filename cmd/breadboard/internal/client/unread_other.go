//go:build !linux

package client

import "io"

// unread does not know how much a command has read, and takes all of it for read.
func unread(io.Writer) bool { return false }

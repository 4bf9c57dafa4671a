// Package system asks the operating system for a browser. If there is none the function says so, and no command depends
// on it.
package system

import (
	"fmt"
	"os/exec"
	"runtime"
)

// Browse opens a link in the system's browser, and returns when the program that opens links has ended. The error names
// that program. What it prints goes nowhere: a browser that it becomes would end with a pipe of ours.
func Browse(link string) error {
	words := []string{"xdg-open", link}
	switch runtime.GOOS {
	case "darwin":
		words[0] = "open"
	case "windows":
		words = []string{"rundll32", "url.dll,FileProtocolHandler", link}
	}
	opener := exec.Command(words[0], words[1:]...)
	detach(opener)
	if err := opener.Run(); err != nil {
		return fmt.Errorf("%s: %w", words[0], err)
	}
	return nil
}

package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"breadboard/experiments"
	"breadboard/grid/text"
)

// HashFile returns the SHA-256 of a file's content.
func HashFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w; a file that can be read would do", path, text.Pathless(err))
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("%s: %w", path, text.Pathless(err))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// unchanged returns an error if a file of the job has changed since the sweep was
// planned.
func (j Job) unchanged() error {
	initial, _ := experiments.InitialFile(j.Initial)
	for _, file := range []struct{ path, sum string }{
		{j.Target, j.TargetSum}, {initial, j.InitialSum}, {experiments.ScheduleFile(j.Schedule), j.ScheduleSum},
	} {
		if file.sum == "" {
			continue
		}
		switch sum, err := HashFile(file.path); {
		case err != nil:
			return err
		case sum != file.sum:
			return fmt.Errorf("%s has changed since the sweep began; the same command again begins anew with what it "+
				"is now",
				file.path)
		}
	}
	return nil
}

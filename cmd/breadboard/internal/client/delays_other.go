//go:build !linux

package client

import "time"

// delays returns nothing: this system does not tell how long a thread waits for a processor.
func (c *client) delays() map[string]time.Duration { return nil }

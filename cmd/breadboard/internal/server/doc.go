// Package server is the explorer's HTTP server: the page's files, and the answers of experiments/explore as JSON.
package server

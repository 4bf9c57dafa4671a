// Package samplers renders the study of how well samplers really work (package experiments/samplers): a
// page, tables, figures and data.
package samplers

// Package progress stores what a student has done: one document per exercise and one
// profile, behind a small Store. [Files] stores them as readable JSON in a folder that
// only the student can read, [Memory] for the lifetime of the process.
//
// A document on disk is always complete: it is written to a temporary file and renamed,
// so a process that is killed at any moment leaves either the old text or the new one.
// Unreadable documents are set aside and never overwritten. If two processes write the
// same document, their changes are merged field by field.
//
// The package must not know exercises, screens or terminals. It imports only the
// standard library.
package progress

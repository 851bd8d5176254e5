// Package progress keeps what a student has done: one document an exercise and
// one profile, behind a small Store. [Files] keeps them as readable JSON in a
// folder that only the student can read, [Memory] for as long as the process
// lives.
//
// A document on disk is always whole: it is written beside its place and
// renamed into it, so a process killed at any moment leaves the old text or
// the new. What cannot be read is set aside and never overwritten. Two
// processes that write one document are merged field by field.
//
// The package knows no exercise, no screen and no terminal, and imports
// nothing outside the standard library.
package progress

// Package lesson contains Go code that exercises of several units share: runs and
// machines on a set, pictures of points, tables of points and among fields, and a Gram
// matrix that students fill in by hand.
//
// The package does not know any exercise by name, nor the terminal or screens.
package lesson

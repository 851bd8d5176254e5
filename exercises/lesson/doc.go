// Package lesson is the Go that exercises of several units share: runs and
// machines on a set, pictures of points, tables over points and among fields, and a
// Gram matrix that is filled in by hand.
//
// The package knows no exercise by its name, no terminal and no screen.
package lesson

// Package player moves along a run: steps by update or line, searches, plays,
// and changes between the branches that a student has made. It computes nothing
// itself; what it wants it asks for in commands and is told later. It knows no
// screen, no key and no exercise.
package player

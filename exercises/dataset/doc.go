// Package dataset holds the points that exercises and commands work on: a
// handful of built-in sets, seeded generators, and readers for CSV and for
// LIBSVM's sparse text.
//
// A [Set] is immutable. Its labels are −1 and +1 (classification) or real
// targets (regression); where a file has two names instead, [Set.Notes] says
// which became which. Nothing is centred, scaled or shuffled.
//
// # What the readers take
//
// CSV with comma, semicolon or tab, quoted fields, a byte order mark, any line
// ending, blank lines, and spaces around values. The first row holds the
// column names; a first row of numbers only means that there is no header, and
// the columns are called x1 … xd and label. The label is the one column named
// label, class, target or y, in any case, and otherwise the last one; y counts
// as a label only where no column is named x.
//
// LIBSVM's text ("+1 1:0.5 4:2") is recognised by its content.
//
// Labels −1/+1, 0/1, two other whole numbers, or two names make a
// classification; the smaller number, or the name that sorts first, becomes
// −1. Any other numbers are targets of a regression. [Options.Task] overrules
// that.
//
// Whatever is wrong with a file comes back as an [*Error] that names file,
// line, column and value, and says what would work.
//
// The package knows no kernel, no solver and no exercise, and imports nothing
// outside the standard library.
package dataset

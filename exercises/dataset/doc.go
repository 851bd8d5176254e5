// Package dataset contains the points that exercises and commands work on: built-in
// sets, seeded generators, and readers for CSV and for LIBSVM's sparse text.
//
// A [Set] is immutable. Its labels are −1 and +1 (classification) or real targets
// (regression). If a file has two names instead, [Set.Notes] says how they are mapped.
// Nothing is centred, scaled or shuffled.
//
// # Formats
//
// CSV may have commas, semicolons or tabs, quoted fields, a byte order mark, any line
// ending, blank lines, and spaces around values. The first row holds the column names.
// If it consists of numbers, there is no header, and the columns are called x1 … xd and
// label. The label is the one column named label, class, target or y, in any case, or
// else the last one. y counts as a label only if no column is named x.
//
// LIBSVM's text ("+1 1:0.5 4:2") is recognised by its content.
//
// Labels −1/+1, 0/1, two other whole numbers, or two names make a classification. The
// smaller number, or the name that sorts first, becomes −1. Any other numbers are
// targets of a regression. [Options.Task] overrides this.
//
// Any problem of a file is an [*Error] with file, line, column, value and a hint that
// says what would work.
//
// The package does not know kernels, solvers or exercises, and imports only the
// standard library.
package dataset

// Package session holds what the screens of one student share: the student's record and
// settings, saves, notices, the interface of a screen, and the windows that any screen
// can open. It does not know any screen.
//
// A table of actions defines what keys do: the keys, their words, why an action is
// disabled, and its handler. The footer, the help, the palette and the README's table
// of keys are built from it. A component of a screen has a table of its own, which
// [PartActions] converts to actions of the screen.
//
// A screen returns its requests to the model as an [Intent], which the model follows
// before the next message.
//
// A window over a screen shows either a text that scrolls or a list of rows to choose
// from, with or without a line to type into. Lists, questions, settings, conditions and
// the palette are lists of rows.
package session

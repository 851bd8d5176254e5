// Package lab is the Bubble Tea program that a student sees: the contents, the exercise
// screen and the windows in front of them. It knows no mathematics: an exercise is a
// list of tasks, a run is a sequence of frames, and a figure is something that can be
// drawn.
//
// One [Model] serves one student on one terminal. It has no global state, so an SSH
// server can run any number of them in one process.
//
// The model has a stack of screens and routes messages. It handles size, background,
// push, pop and quit itself. Keys, mouse and paste go only to the top screen. Every
// other message contains the screen that requested it and a generation, and is ignored
// if either is outdated. Computations run in commands with a context.
//
//   - package session: what the screens of one student share, the interface of a
//     screen, the table of actions, and windows
//   - package contents: the list of exercises
//   - package board: what a class does, for its teachers
//   - package exercise: the task with its form, and the stage
//   - package pictures: the figures on the stage
//   - package core: the run on the stage with its breakpoints, branches and questions,
//     without a screen
//   - package debug: the windows, panels and overlays that show package core
//   - package ui: components that know nothing of exercises
//
// After every message the model calls Layout on the visible screens. It draws their
// layers in order and caches the result until the next message. The layers also
// determine what is under the mouse. Text and everything that takes keys comes from
// package ui. The stage is a single layer. It draws figures on a grid of cells, and draws
// again only figures that have changed. If the mouse is on a figure, the figure computes
// from the position what is there, such as a point of a map or a row of a table.
//
// The screen is built from Bubbles and Lip Gloss. These components are ours:
//
//   - Field draws what textinput edits: textinput has one row, cannot highlight a rune,
//     and its Cursor ignores the offset of a text that is scrolled sideways.
//   - Field moves over words itself, because for textinput words end only at blanks.
//   - A derivation is a Field too: textarea cannot highlight a rune, and a saved
//     derivation separates its lines by semicolons, not by line breaks.
//   - Choices: in list, all rows have the same height.
//   - Table: the tables of both libraries contain only text, no fields.
//   - Document: Lip Gloss wraps words, but formulas break at relations.
//   - WriteHelp: help does not wrap, and omits a disabled key without giving a reason.
//   - Control, Timeline: progress has no knob and cannot mark positions.
//   - Figures of package ascii (decision maps, charts, heat maps, number lines): neither
//     library has them.
package lab

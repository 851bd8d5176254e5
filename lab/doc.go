// Package lab is the Bubble Tea program that a student sees: contents, exercise screen
// and the windows over them. It knows no mathematics: to it, an exercise is a list of
// tasks, a run is a sequence of frames, and a figure can be drawn.
//
// One [Model] serves one student on one terminal. It has no global state, so an SSH
// server can run any number of them in one process.
//
// The model keeps a stack of screens and routes messages. It handles size, background,
// push, pop and quit itself. Keys, mouse and paste go only to the top screen. Every
// other message carries the screen that asked for it and a generation, and is ignored
// if either is outdated. Computations run in commands with a context.
//
//   - package session: what the screens of one student share, the interface of a
//     screen, the table of actions, and windows
//   - package contents: the list of exercises
//   - package exercise: the task with its form, and the stage
//   - package pictures: the figures on the stage
//   - package core: the run on the stage and everything that can be asked about it,
//     without a screen
//   - package debug: the windows, panels and overlays that show it
//   - package ui: components that know nothing of exercises; its comment lists which of
//     them are ours, and why
//
// After every message the model calls Layout on the visible screens. It draws their
// layers over one another and keeps the frame until the next message. The layers also
// tell what is under the mouse. Text and everything that takes keys comes from package
// ui. Figures are ours: the stage draws them on a grid of cells, keeps those that have
// not changed, and is one layer. A figure computes from the position what a cell of
// that layer means, such as a point of a map or a row of a table.
package lab

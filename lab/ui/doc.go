// Package ui provides the components of the screens. Each of them owns its state and
// works without the others. A [theme.Theme] determines their style. Start with the
// example, then read form.go.
//
// The package knows nothing about exercises. Components take plain values, such as labels, marks
// (verdicts next to fields) and [ascii.Line] for text, and Update returns an [Event]. After a
// change a screen lays out its text in a [Document], passes the layers of all components to
// [Compose], and later asks [Hit] for the layer under the mouse.
//
//	Field     a box for a line of text
//	Choices   a list of options, or a cell that cycles through them
//	Table     a table with fields and choices in its cells
//	Form      entries (an Input with Label, Remark and Mark) and tables
//	Document  paragraphs, formulas, lists, and parts that can be clicked
//	Pane      scrolls a Document and keeps some of its lines visible
//	Window    a Document in the middle of the screen, in front of everything else
//	Picker    rows to choose from: NewPicker, NewSearch, NewPrompt
//	Footer    the most useful keys and what they do; WriteHelp lists all keys
//	Control   a slider, options, or a button; Timeline shows a run
//	Busy      a spinner for work that takes time
//
// Bubbles does the editing (textinput), scrolling (viewport), selecting and filtering
// (list), and draws keys (help) and work in progress (spinner). The comment of package
// lab lists what we draw ourselves, and why.
package ui

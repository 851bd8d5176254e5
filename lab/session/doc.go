// Package session is what the screens of one student share: the student's record and
// settings, saves, notices, the interface of a screen, and the windows that any screen
// can open. It knows no screen.
//
// What keys do is a table of actions: their keys and words, why they do nothing now,
// and what they do. Footer, help, palette and the README's table are made of it. A
// part of a screen has a table of its own, which [Lift] makes one of the screen.
//
// What a screen wants of the model it returns as an [Intent], which is followed before
// the next message.
//
// A window over a screen is a text that scrolls, or rows to choose from with or
// without a line to type into. Lists, questions, settings, conditions and the palette
// are windows of the second kind.
package session

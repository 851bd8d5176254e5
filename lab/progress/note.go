package progress

import "time"

// Erased is the key of a note about the record: students or events were deleted, so
// everything has to be read again.
const Erased = "erased"

// Note is a message to or from a teacher that a class shares: an announcement, a gate, or a
// request for help, for example. A class has one note for each key. A newer note replaces
// the older one.
type Note struct {
	Key    string // what the note is about, see package class
	Sender string // id of the sender
	Body   string // JSON; "" if the note has been withdrawn
	Number int64  // notes are numbered in the order in which they were posted
	At     time.Time
}

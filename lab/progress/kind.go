package progress

import "errors"

// The kinds of errors and notices, as a log or a count may name them.
const (
	KindSetAside   = "set aside"
	KindNewer      = "newer program"
	KindNearlyFull = "answer log nearly full"
	KindFolder     = "folder not writable"
	KindRead       = "not readable"
	KindBusy       = "lock held"
	KindFailed     = "not written"
)

// Kind is what kind of trouble an error is: one of a few fixed words.
func Kind(err error) string {
	var aside *SetAsideError
	var newer *NewerError
	var full *NearlyFullError
	var folder *FolderError
	var read *ReadError
	var large *LargeError
	var kind *KindError
	var busy *BusyError
	switch {
	case errors.As(err, &aside):
		return KindSetAside
	case errors.As(err, &newer):
		return KindNewer
	case errors.As(err, &full):
		return KindNearlyFull
	case errors.As(err, &folder):
		return KindFolder
	case errors.As(err, &read), errors.As(err, &large), errors.As(err, &kind):
		return KindRead
	case errors.As(err, &busy):
		return KindBusy
	}
	return KindFailed
}

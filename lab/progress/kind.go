package progress

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
	switch {
	case is[*SetAsideError](err):
		return KindSetAside
	case is[*NewerError](err):
		return KindNewer
	case is[*NearlyFullError](err):
		return KindNearlyFull
	case is[*FolderError](err):
		return KindFolder
	case is[*ReadError](err), is[*LargeError](err), is[*KindError](err):
		return KindRead
	case is[*BusyError](err):
		return KindBusy
	}
	return KindFailed
}

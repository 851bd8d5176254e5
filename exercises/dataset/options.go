package dataset

// Limits of what the readers take where [Options] names no other.
const (
	DefaultMaxBytes   = 100_000_000 // 100 MB
	DefaultMaxRows    = 200_000
	DefaultMaxColumns = 10_000
	DefaultMaxValues  = 20_000_000 // rows × columns: 160 MB in memory
)

// A sparse text leaves zeros out: a table has at most so many values for each
// byte of it, beside some for short ones. A few kilobytes of "1 10000:1" would
// fill 160 MB otherwise.
const (
	valuesPerByte = 64
	spareValues   = 100_000
)

// Options bounds what a reader takes and says what the labels are for. The
// zero value means the defaults and [Auto].
type Options struct {
	MaxBytes   int64
	MaxRows    int
	MaxColumns int
	MaxValues  int
	// Task: Regression takes numeric labels as they are, −1/+1 included;
	// Classification refuses a third label; Auto decides by what is there.
	Task Task
}

func (o Options) orDefaults() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxRows <= 0 {
		o.MaxRows = DefaultMaxRows
	}
	if o.MaxColumns <= 0 {
		o.MaxColumns = DefaultMaxColumns
	}
	if o.MaxValues <= 0 {
		o.MaxValues = DefaultMaxValues
	}
	return o
}

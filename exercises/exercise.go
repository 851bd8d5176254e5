package exercises

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"kernellab/ascii"
)

// Library finds exercises for the lab, which is the program that shows them. It is immutable and
// safe for use by many sessions at once.
type Library interface {
	// Units returns the units in order.
	Units() []Unit
	// Open builds an exercise by its ID ("7.7"). The same ID, seed and data give the same exercise.
	Open(id string, o Options) (*Exercise, error)
}

// Summaries returns all exercises of a library, in order.
func Summaries(l Library) (all []Summary) {
	for _, u := range l.Units() {
		all = append(all, u.Exercises...)
	}
	return all
}

// Sandboxed is an optional interface of a [Library] with a sandbox: an exercise outside the units
// that has no questions and is never done. Open accepts the sandbox's ID.
type Sandboxed interface{ Sandbox() Summary }

// Unit is a chapter of the curriculum.
type Unit struct {
	ID        string // "7"
	Title     string
	Intro     string // one or two sentences
	Exercises []Summary
}

// Summary describes an exercise for the contents screen.
type Summary struct {
	ID      string // "7.7"
	Title   string
	Goal    string // what the student can do afterwards, in one sentence
	Minutes int
	Tasks   []string // names of the tasks, in order
	// TaskTitles are the titles of the tasks, in order. A title that depends on the
	// seed is "". There may be fewer titles than Tasks.
	TaskTitles []string
	TakesData  bool // the exercise uses Options.Data
	UsesSeed   bool // the exercise draws random numbers or data from Options.Seed
	// Needs lists the IDs of the exercises that this exercise builds on. They precede it in
	// the library. The lab recommends doing them first, but does not require it.
	Needs       []string
	Predecessor Predecessor
	Schedule
	// Paths names the paths that contain this exercise, such as "four weeks". A path is a selection of
	// exercises that a student can follow.
	Paths []string
	// Former maps the names of tasks of earlier versions of the exercise to the names of the tasks
	// that replace them.
	Former map[string]string
}

// TaskIndex returns the index in Tasks of the task with a name, or of the task that replaces it. ok is
// false if no version of the exercise had a task with that name.
func (s Summary) TaskIndex(task string) (i int, ok bool) {
	if successor, replaced := s.Former[task]; replaced {
		task = successor
	}
	i = slices.Index(s.Tasks, task)
	return i, i >= 0
}

// Options holds what varies between students of one exercise.
type Options struct {
	Seed uint64 // random seed for the numbers of the exercise
	Data Data   // the student's own data; nil for the built-in set
}

// Data is a student's data set, which the lab passes to the Go code of an exercise. *dataset.Set
// implements it.
type Data interface {
	Name() string
	Len() int
	Dim() int
}

// Exercise is an exercise with the numbers for one seed.
type Exercise struct {
	Summary
	Unit  string // title of the unit
	Seed  uint64
	Tasks []Task
	// Former are the tasks of earlier versions of the exercise. Answers to them can still
	// be judged.
	Former []Task
}

// WithFormer returns the exercise with the tasks in Former appended to Tasks.
func (e *Exercise) WithFormer() *Exercise {
	out := *e
	out.Tasks = slices.Concat(e.Tasks, e.Former)
	return &out
}

// Task is one page of an exercise. All methods are pure and safe for concurrent use. When ctx is
// cancelled, Scene and Check return early, with a result that must not be used.
type Task interface {
	Info() Info
	Scene(ctx context.Context, a Answers) Scene
	Check(ctx context.Context, a Answers) Report
}

// Revealer is an optional interface of a [Task] in which the right value of a field depends on
// other answers.
type Revealer interface {
	// Right returns the right values of the fields, given the answers.
	Right(a Answers) Answers
}

// RightValue returns the right value of a field, given the answers to the task. ok is false if the
// field has no right value.
func RightValue(t Task, a Answers, field string) (value string, ok bool) {
	right := t.Info().Reference
	if r, depends := t.(Revealer); depends {
		right = r.Right(a)
	}
	value, ok = right[field]
	return value, ok
}

// Echoer is an optional interface of a [Task] that can show how it understands a field while the
// student types. Like Check, Echo returns early when its context is cancelled.
type Echoer interface {
	Echo(ctx context.Context, field, text string) Echo
}

// Echo describes how the text of a field is understood.
type Echo struct {
	Reading string // the text as understood, typeset; "" if unreadable
	Problem string // why it is unreadable; "" if readable
	Note    string // why there is neither a reading nor a problem; otherwise ""
	At      int    // position of the problem in runes, or −1
	// Fix and Readings are as in a FieldReport.
	Fix      string
	Readings []Reading
}

// Info is the fixed part of a task: everything that does not depend on the answers.
type Info struct {
	Name  string // unique in the exercise; a key of saved progress
	Title string
	Text  []Block
	// SetUp is shown before Text if the student sees the task without the tasks before it.
	SetUp []Block
	// ClosesExercise means that the task ends the exercise with a summary. The task is shown only
	// when all questions are answered, because the summary contains the answers.
	ClosesExercise bool
	Optional       bool       // the exercise can be completed without this task
	RevealsAnswer  bool       // the scene shows an answer to an earlier task
	Question       ascii.Line // the question in one line; empty if nothing is asked
	Fields         []Field
	// Tables contain some of the fields, in the order of Fields. The other fields follow,
	// one below the other.
	Tables []FieldTable
	// FocusesStage means that the stage, the part of the screen with the pictures, has the focus
	// first, because the student must do something there before filling in the fields.
	FocusesStage bool
	// AsksNothing means that the fields only set up the pictures. They are not judged, and the task is
	// never done.
	AsksNothing bool
	// OnlyPredictions means that all fields record what the student expects. Hints and solution are
	// shown afterwards.
	OnlyPredictions bool
	Hints           [][]Block // three levels: nudge, method, almost the answer
	Solution        []Block
	// Insight is the idea of the task, shown after a right answer. It may be empty.
	Insight []Block
	// Reference is a right answer, which the solution offers to fill in.
	Reference Answers
	// Misconceptions lists the wrong answers that the task recognizes, each with an example. For
	// some seeds, an example may be a right answer; see [Distinguishable].
	Misconceptions []Misconception
}

// Distinguishable returns the misconceptions of a task whose examples are, for the task's seed,
// neither right nor recognized as another misconception.
func Distinguishable(ctx context.Context, t Task) []Misconception {
	all := t.Info().Misconceptions
	return slices.DeleteFunc(slices.Clone(all), func(m Misconception) bool {
		r := t.Check(ctx, m.Example)
		return r.Accepted || r.Misconception != m.ID &&
			slices.ContainsFunc(all, func(o Misconception) bool { return o.ID == r.Misconception })
	})
}

// Heading returns the title of the task. If there is none, it returns the name with spaces instead
// of hyphens.
func (i Info) Heading() string { return cmp.Or(i.Title, strings.ReplaceAll(i.Name, "-", " ")) }

// Misconception is a wrong answer that a task recognizes.
type Misconception struct {
	ID      string
	Example Answers
}

// BlockKind is the kind of a block of text.
type BlockKind uint8

// The kinds of block.
const (
	Paragraph BlockKind = iota
	Heading
	Formula // on a line of its own, indented, not wrapped if it fits
	Item    // a list item; Mark holds its bullet or number
	Verbatim
)

// Block is a paragraph, heading, formula or list item of a task's text.
type Block struct {
	Kind BlockKind
	Mark string
	Text ascii.Line
	// SpokenText replaces Text in transcripts, which have neither keys nor a pointer. If empty,
	// Text is used.
	SpokenText ascii.Line
}

// NeedsComputation reports whether the student must work out an answer: the task has a text field
// that is judged, records no prediction, and cannot be left out.
func (i Info) NeedsComputation() bool {
	isJudgedText := func(f Field) bool { return f.Kind == TextField && f.Judge != "" }
	return slices.ContainsFunc(i.Fields, isJudgedText) && !slices.ContainsFunc(i.Fields, Field.IsPrediction) &&
		!slices.ContainsFunc(i.Fields, Field.canLeaveOut)
}

// Answers maps names of fields and controls to the texts that a student typed or chose. A
// nil map has no answers. Answers must not be changed after they are passed on.
type Answers map[string]string

// unjudgedKey is the key of the answer that lists the fields that have not been judged. No field
// has this name.
const unjudgedKey = ""

// WithUnjudged returns the answers with a list of the fields whose current texts have not been
// judged. A scene must not show whether such a text is right.
func (a Answers) WithUnjudged(fields ...string) Answers {
	return a.With(unjudgedKey, strings.Join(fields, " "))
}

// IsUnjudged reports whether a field is in the list that WithUnjudged added to the answers. Without
// a list, it returns false.
func (a Answers) IsUnjudged(field string) bool {
	return slices.Contains(strings.Fields(a[unjudgedKey]), field)
}

// String returns the answers in the order of their fields' names, as in x=1; y=2.
func (a Answers) String() string {
	return ascii.Join(slices.Sorted(maps.Keys(a)), "; ",
		func(name string) string { return name + "=" + strings.ReplaceAll(a[name], "\n", " ") })
}

// With returns the answers with one text replaced.
func (a Answers) With(name, text string) Answers {
	out := maps.Clone(a)
	if out == nil {
		out = Answers{}
	}
	out[name] = text
	return out
}

// Joined returns the answers of a and b. If both answer a field, the answer of b is used.
func (a Answers) Joined(b Answers) Answers {
	out := Answers{}
	maps.Copy(out, a)
	maps.Copy(out, b)
	return out
}

// Fading says how much of a given calculation next to the text is omitted: nothing when a student
// does a task for the first time, half of the calculation the second time, and all of it a day
// later. The student can ask for the omitted part.
type Fading uint8

// The stages of fading.
const (
	FadeNothing Fading = iota
	FadeHalf
	FadeAll
)

// fadingKey is the key of the answer that stores the fading. No field has this name.
const fadingKey = " "

// WithFading returns the answers with the given fading for their scene.
func (a Answers) WithFading(f Fading) Answers {
	if f == FadeNothing && a[fadingKey] == "" {
		return a
	}
	return a.With(fadingKey, [...]string{FadeNothing: "", FadeHalf: "half", FadeAll: "blank"}[f])
}

// Fading returns the fading for the scene, FadeNothing by default.
func (a Answers) Fading() Fading {
	switch a[fadingKey] {
	case "half":
		return FadeHalf
	case "blank":
		return FadeAll
	}
	return FadeNothing
}

// LegacyField says where an older version of the exercise saved an answer: as entry number Entry,
// counted from 1, of a list in the field Field. The zero LegacyField means that older versions did
// not save the answer.
type LegacyField struct {
	Field string
	Entry int
}

// MigrateAnswers copies answers of older versions to the fields that replace them. In those
// versions, one field held a list, and today each entry has a field of its own. If one of these
// fields already has a text, MigrateAnswers copies no entry of the list. It does not remove the
// list.
func MigrateAnswers(fields []Field, a Answers) Answers {
	out := a
	for _, f := range fields {
		entries := entriesOf(a[f.Legacy.Field])
		hasAnswer := slices.ContainsFunc(fields,
			func(o Field) bool { return o.Legacy.Field == f.Legacy.Field && a[o.Name] != "" })
		if f.Legacy.Field != "" && f.Legacy.Entry <= len(entries) && !hasAnswer {
			out = out.With(f.Name, entries[f.Legacy.Entry-1])
		}
	}
	return out
}

// entriesOf returns the entries of a list, typed with or without brackets.
func entriesOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[](){},; \t\n", r) })
}

// Titled is an optional interface of a [Library]. Title returns the title of the library, or "".
type Titled interface{ Title() string }

// Predecessor recommends doing an exercise after another exercise and, if Hours is not 0, at least
// Hours hours later. The zero Predecessor recommends nothing.
type Predecessor struct {
	Exercise string // ID of the other exercise
	Hours    int
}

// Schedule holds what a course prescribes for an exercise. The zero Schedule prescribes
// nothing.
type Schedule struct {
	Opens, Due time.Time // zero if there is no date
	// SolutionFrom is when the worked solutions can be seen. From then on the number of
	// attempts has no limit. If zero, there is no date.
	SolutionFrom time.Time
	MaxAttempts  int // the maximum number of attempts at a task; 0 means no limit
	// AttemptsBeforeSolution is the number of attempts at a task after which its solution can be
	// seen, if SolutionFrom is zero. The solution can also be seen when the task is done.
	AttemptsBeforeSolution int
}

// Date formats a time with the weekday, the year and the time zone.
func Date(t time.Time) string { return t.Format("Mon 2 Jan 2006, 15:04 MST") }

// ShortDate formats a time as briefly as possible: without the year, and without the time of day if
// that is 00:00 or 23:59.
func ShortDate(t time.Time) string {
	if clock := t.Format("15:04"); clock != "00:00" && clock != "23:59" {
		return t.Format("2 Jan 15:04")
	}
	return t.Format("2 Jan")
}

// IsHomework reports whether, at the time now, attempts are limited or solutions are withheld.
func (s Schedule) IsHomework(now time.Time) bool {
	if s.SolutionFrom.IsZero() {
		return s.MaxAttempts > 0 || s.AttemptsBeforeSolution > 0
	}
	return now.Before(s.SolutionFrom)
}

// UsedUp reports whether the attempts at a task are limited, and all of them are used.
func (s Schedule) UsedUp(attempts int) bool { return s.MaxAttempts > 0 && attempts >= s.MaxAttempts }

// Sentences returns the schedule in sentences, or "" if it prescribes nothing.
func (s Schedule) Sentences() string {
	var out []string
	add := func(applies bool, words string) {
		if applies {
			out = append(out, words)
		}
	}
	add(!s.Opens.IsZero(), "Opens "+Date(s.Opens)+".")
	add(!s.Due.IsZero(), "Due "+Date(s.Due)+".")
	add(s.MaxAttempts > 0, "At most "+ascii.Count(s.MaxAttempts, "attempt")+" at each task.")
	add(!s.SolutionFrom.IsZero(), "Solutions from "+Date(s.SolutionFrom)+".")
	add(s.SolutionFrom.IsZero() && s.AttemptsBeforeSolution > 0,
		"Solutions after "+ascii.Count(s.AttemptsBeforeSolution, "attempt")+".")
	return strings.Join(out, " ")
}

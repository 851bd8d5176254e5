package worksheets

import (
	"cmp"
	_ "embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Book holds all worksheets, the Markdown files of the exercises. It is immutable and safe for
// concurrent use.
type Book struct{ units []*Unit }

// Load reads the worksheets at the root of every folder. A file named unit*.md begins a unit and
// may contain some of its exercises. A file such as 7.7-watch-smo.md contains exercises of a unit
// that begins in another file. Units come in the order of the folders and file names, and the
// exercises of a unit in the order of their files. kit holds the judges of answers that worksheets may
// name, and the scenes (the tables and figures next to a text).
//
// If there are problems, the book is nil, and the error joins the problems of all files, each an
// [*Error]. It is also a problem if a unit or an exercise occurs twice. If all files can be read,
// Load also reports an exercise that comes before one that it requires. Without any file the book
// is empty.
func Load(kit Kit, folders ...fs.FS) (*Book, error) {
	sheets, err := worksheetsIn(folders, false)
	if err != nil {
		return nil, err
	}
	return bookOf(kit, sheets)
}

// Outline is a faster Load for worksheets that are known to be correct. It reads only what the
// table of contents shows. [Bind] reads the tasks when an exercise is opened for the first time,
// and returns the problems in them.
//
// The book also contains the worksheets in ownFiles. They are read completely.
func Outline(kit Kit, folders []fs.FS, ownFiles ...File) (*Book, error) {
	sheets, err := worksheetsIn(folders, true)
	if err != nil {
		return nil, err
	}
	for _, f := range ownFiles {
		sheets = append(sheets, &worksheet{File: f})
	}
	return bookOf(kit, sheets)
}

// Starter is a worksheet with comments for authors to begin with.
//
//go:embed starter.md
var Starter string

// File is a worksheet. Name is used in messages. ReadSibling reads another file in the folder of
// the worksheet. ReadSibling is nil if there is no folder.
type File struct {
	Name        string
	Text        []byte
	ReadSibling func(name string) ([]byte, error)
}

func bookOf(kit Kit, sheets []*worksheet) (*Book, error) {
	var wg sync.WaitGroup
	for _, s := range sheets {
		wg.Go(func() { s.read(kit) })
	}
	wg.Wait()
	var book Book
	var allErrors []*Error
	for _, s := range sheets {
		if s.err != nil {
			return nil, fmt.Errorf("worksheets: %w", s.err)
		}
		allErrors = append(allErrors, s.problems...)
		if s.unit != nil {
			allErrors = append(allErrors, book.add(s.unit)...)
		}
	}
	for _, u := range book.units {
		if len(u.exercises) == 0 {
			allErrors = append(allErrors,
				&Error{File: u.file, Line: 1, Msg: "a unit without exercises",
					Hint: "add one under a heading such as # 7.7 Watch SMO"})
		}
	}
	if len(allErrors) == 0 { // an exercise that cannot be read would look as if it did not exist
		allErrors = slices.Concat(book.checkStreams(), book.checkNeeds(), book.checkAfter())
	}
	if len(allErrors) > 0 {
		return nil, joinErrors(allErrors)
	}
	return &book, nil
}

// worksheet is one file. The files are read concurrently, because parsing takes most of
// the time before the program draws its first frame.
type worksheet struct {
	File     // Text is nil until it has been read from the folder
	folder   fs.FS
	number   int  // number of the file's exercise in the unit; 0 if the file begins a unit
	outline  bool // whether the tasks are read later
	unit     *Unit
	problems []*Error
	err      error
}

// worksheetsIn lists the worksheets of each folder: first the files that begin a unit, then
// the other files by the numbers of their exercises.
func worksheetsIn(folders []fs.FS, outline bool) (all []*worksheet, err error) {
	for _, folder := range folders {
		names, err := fs.Glob(folder, "*.md")
		if err != nil {
			return nil, fmt.Errorf("worksheets: %w", err)
		}
		var out []*worksheet
		for _, name := range names {
			if m := fileName().FindStringSubmatch(name); m != nil {
				number, _ := strconv.Atoi(m[1])
				out = append(out, &worksheet{folder: folder, File: File{Name: name}, number: number, outline: outline})
			}
		}
		slices.SortFunc(out, func(a, b *worksheet) int {
			return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.Name, b.Name))
		})
		all = append(all, out...)
	}
	return all, nil
}

func (s *worksheet) read(kit Kit) {
	if s.Text == nil {
		if s.Text, s.err = fs.ReadFile(s.folder, s.Name); s.err != nil {
			return
		}
	}
	s.unit, s.problems = parse(s.File, kit, s.outline)
}

// add adds a unit to the book, or the exercises of a file to their unit.
func (b *Book) add(unit *Unit) []*Error {
	at := slices.IndexFunc(b.units, func(u *Unit) bool { return u.id == unit.id })
	switch {
	case at < 0 && unit.isPart():
		return []*Error{{File: unit.file, Line: 1, Msg: fmt.Sprintf("unit %s has no file that begins it", unit.id),
			Hint: fmt.Sprintf("give it a file unit%s.md with the keys unit, title and intro", unit.id)}}
	case at < 0:
		b.units = append(b.units, unit)
		return nil
	case !unit.isPart():
		return []*Error{{File: unit.file, Line: 2,
			Msg:  fmt.Sprintf("unit %s is in %s already", unit.id, b.units[at].file),
			Hint: "keep a unit in one file"}}
	}
	existing := b.units[at]
	var out []*Error
	for _, e := range unit.exercises {
		if first, ok := b.Exercise(e.summary.ID); ok {
			out = append(out,
				&Error{File: e.file, Line: e.line,
					Msg:  fmt.Sprintf("exercise %s twice, first in %s", e.summary.ID, first.file),
					Hint: "give each exercise its own number"})
		}
		e.unit = existing.title
	}
	existing.exercises = append(existing.exercises, unit.exercises...)
	return out
}

// Units returns the units in order.
func (b *Book) Units() []*Unit { return slices.Clone(b.units) }

// Exercise returns the exercise with an id such as "7.7".
func (b *Book) Exercise(id string) (*Exercise, bool) {
	for _, u := range b.units {
		for _, e := range u.exercises {
			if e.summary.ID == id {
				return e, true
			}
		}
	}
	return nil, false
}

// maxWords is the maximum number of words in the text of a task.
const maxWords = 250

// Lint returns all problems of one worksheet in the order of the file. It makes all judges whose
// parameters contain no variables, to find problems in these parameters. Whether the Go code of a
// lesson fits the worksheet is only checked by [Bind].
func Lint(file File, kit Kit) []*Error {
	unit, list := parse(file, kit, false)
	if unit == nil {
		return list
	}
	p := &problems{file: file.Name}
	for _, e := range unit.exercises {
		mc := e.makerContext()
		mc.problems = p
		for _, t := range e.tasks {
			if n := len(strings.Fields(blockText(t.text))); n > maxWords {
				p.addLine(t.line, "make two tasks of it: one idea for each",
					"the text of task %s has %d words, more than %d", t.name, n, maxWords)
			}
			hasQuestion := func(f field) bool {
				name, _ := f.judge.name()
				return name != "" && name != exercises.PredictionJudge
			}
			if t.successor == "" && len(t.insight) == 0 && slices.ContainsFunc(t.fields, hasQuestion) {
				p.addLine(t.line, "add a block insight: the idea in one line", "task %s has no insight", t.name)
			}
			for _, f := range t.fields {
				if f.judge.kind != noNode && !f.judge.hasVariable() {
					makeOf("judge", kit.Judges, f.judge, mc)
				}
			}
		}
	}
	unit.lintNeeds(p)
	return p.sorted()
}

// Unit is a chapter with its exercises.
type Unit struct {
	file, id, title, intro string // file is the name of the file that begins the unit
	exercises              []*Exercise
}

// isPart reports whether the unit comes from a file of exercises and begins in another
// file.
func (u *Unit) isPart() bool { return u.title == "" }

// Exercises returns the exercises in order.
func (u *Unit) Exercises() []*Exercise { return slices.Clone(u.exercises) }

// Unit returns what the contents screen shows of the unit.
func (u *Unit) Unit() exercises.Unit {
	out := exercises.Unit{ID: u.id, Title: u.title, Intro: u.intro}
	for _, e := range u.exercises {
		out.Exercises = append(out.Exercises, e.Summary())
	}
	return out
}

// Exercise is the text of one exercise. It has variables in place of the numbers that are drawn or
// computed.
type Exercise struct {
	file, unit string
	line       int
	summary    exercises.Summary
	needs      []prerequisite
	numbers    *numbers                  // numbers drawn from the seed; nil if there are none
	stream     string                    // the number of the random stream of the numbers, as written; may be ""
	fixed      bool                      // whether the lesson, the exercise's Go code, draws nothing from the seed
	sets       map[string]exercises.Data // data sets of the worksheet, by name
	setUp      setUp                     // text for a student who begins with a task other than the first
	tasks      []task
	readTasks  func() (*Exercise, error) // reads the tasks; nil once they have been read
}

// read returns the exercise with its tasks.
func (e *Exercise) read() (*Exercise, error) {
	if e.readTasks == nil {
		return e, nil
	}
	return e.readTasks()
}

// Summary returns what the contents screen shows of the exercise.
func (e *Exercise) Summary() exercises.Summary {
	s := e.summary
	s.Tasks, s.TaskTitles = nil, nil
	for _, t := range e.tasks {
		if t.successor != "" {
			if s.Former == nil {
				s.Former = map[string]string{}
			}
			s.Former[t.name] = t.successor
			continue
		}
		s.Tasks = append(s.Tasks, t.name)
		s.TaskTitles = append(s.TaskTitles, fixedTitle(t.title))
	}
	return s
}

// BorrowedTask identifies a task that has moved here from another exercise. Exercise is the ID of
// that exercise, and Former is the name that the task has there, in the list Exercise.Former.
type BorrowedTask struct{ Task, Exercise, Former string }

// BorrowedTasks returns the tasks of the exercise that have moved from other exercises.
func (e *Exercise) BorrowedTasks() (out []BorrowedTask) {
	for _, t := range e.tasks {
		if t.borrowedTask != [2]string{} {
			out = append(out, BorrowedTask{t.name, t.borrowedTask[0], t.borrowedTask[1]})
		}
	}
	return out
}

// UsesSeed reports whether numbers or data of the exercise depend on the seed, in its
// worksheet or in its lesson.
func (e *Exercise) UsesSeed(hasLesson bool) bool { return e.summary.UsesSeed || hasLesson && !e.fixed }

// fixedTitle returns the title if it is the same for every seed, or else "".
func fixedTitle(title string) string {
	if strings.Contains(title, "{{") {
		return ""
	}
	return title
}

// File returns the name of the file that contains the exercise.
func (e *Exercise) File() string { return e.file }

// Place returns the file and line where the exercise begins, as file:line.
func (e *Exercise) Place() string { return fmt.Sprintf("%s:%d", e.file, e.line) }

// task is one task as written.
type task struct {
	name, title    string
	line           int
	successor      string    // name of the task that has replaced this one; "" if the task is still in use
	borrowedTask   [2]string // exercise and name of the task to show here; empty if this task has its own text
	optional       bool      // whether the exercise can be completed without the task
	reveals        bool      // whether the scene shows an answer to an earlier task
	items          []string  // questions of course documents that the task covers, as named in rows.txt
	text           []exercises.Block
	question       ascii.Line
	fields         []field
	hints          [][]exercises.Block
	solution       []exercises.Block
	insight        []exercises.Block
	rightText      []exercises.Block // replaces the judges' messages if all answers are right
	reference      exercises.Answers
	setUp          setUp // shown if the task is asked without the tasks before it
	scene          node  // YAML that says what the task shows next to its text; zero if the lesson draws it
	tables         []node
	saidFields     chunk // names the fields with earlier predictions, which are repeated next to the text
	misconceptions []misconception
	uses           []variableUse
}

// field is a field as written.
type field struct {
	exercises.Field
	reportName string   // name of the field in messages
	otherNames []string // other names that may precede an answer
	judge      node     // judge of the kit; zero if the lesson judges
	line       int
}

// misconception is a recognised wrong answer and the message about it.
type misconception struct {
	id              string
	examples        []exercises.Answers
	answerVariables []string // variables whose values depend on the answers
	message         []exercises.Block
	line            int
}

// variableUse is one occurrence of a variable whose value does not depend on the answers.
type variableUse struct {
	name string
	at   place
}

func (t task) field(name string) (field, bool) {
	i := slices.IndexFunc(t.fields, func(f field) bool { return f.Name == name })
	if i < 0 {
		return field{}, false
	}
	return t.fields[i], true
}

// blockText returns the text of blocks as one string.
func blockText(blocks []exercises.Block) string {
	var b strings.Builder
	for _, bl := range blocks {
		b.WriteString(bl.Text.String() + "\n" + bl.SpokenText.String() + "\n")
	}
	return b.String()
}

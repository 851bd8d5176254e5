package worksheets

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"kernellab/ascii"
	"kernellab/exercises"
)

// Book is all worksheets. It is immutable and safe for concurrent use.
type Book struct{ units []*Unit }

// Load reads every file named unit*.md at the root of fsys, in order of their
// names; kit is what they may name. All problems of all files come back together, each an [*Error]; the
// book is nil then. Units and exercises that occur twice are problems too, and
// so is what an exercise needs and does not come before it. No
// file at all makes an empty book.
func Load(fsys fs.FS, kit Kit) (*Book, error) { return bookOf(fsys, kit, false) }

// Outline is Load for worksheets that are known to be right: it reads what the
// contents show. What stands in the steps of an exercise is read when it is
// bound for the first time, and problems there are errors of [Bind].
func Outline(fsys fs.FS, kit Kit) (*Book, error) { return bookOf(fsys, kit, true) }

func bookOf(fsys fs.FS, kit Kit, outline bool) (*Book, error) {
	names, err := fs.Glob(fsys, "unit*.md")
	if err != nil {
		return nil, fmt.Errorf("worksheets: %w", err)
	}
	slices.Sort(names)
	sheets := make([]read, len(names))
	var reading sync.WaitGroup
	for i, name := range names {
		reading.Go(func() { sheets[i] = readFile(fsys, name, kit, outline) })
	}
	reading.Wait()
	var book Book
	var all []*Error
	for _, s := range sheets {
		if s.err != nil {
			return nil, fmt.Errorf("worksheets: %w", s.err)
		}
		all = append(all, s.problems...)
		if s.unit != nil {
			all = append(all, book.add(s.unit)...)
		}
	}
	all = append(all, book.checkNeeds()...)
	all = append(all, book.afterwards()...)
	if len(all) > 0 {
		return nil, joined(all)
	}
	return &book, nil
}

// afterwards reports exercises that are meant for after one that there is not.
func (b *Book) afterwards() []*Error {
	var out []*Error
	for _, u := range b.units {
		for _, e := range u.exercises {
			after := e.summary.After.Exercise
			if _, ok := b.Exercise(after); after == "" || ok && after != e.summary.ID {
				continue
			}
			out = append(out, &Error{File: e.file, Line: e.line, Msg: fmt.Sprintf("%s is to come after %s, which is no other exercise", e.summary.ID, after), Hint: "name one that there is"})
		}
	}
	return out
}

// read is one file as read: parsing takes most of the time to the first frame
// of the program, so the files are read side by side.
type read struct {
	unit     *Unit
	problems []*Error
	err      error
}

func readFile(fsys fs.FS, name string, kit Kit, outline bool) read {
	src, err := fs.ReadFile(fsys, name)
	if err != nil {
		return read{err: err}
	}
	unit, problems := parse(name, src, kit, outline)
	return read{unit: unit, problems: problems}
}

// add takes a unit into the book, unless its id is there already.
func (b *Book) add(unit *Unit) []*Error {
	for _, u := range b.units {
		if u.id == unit.id {
			return []*Error{{File: unit.file, Line: 2, Msg: fmt.Sprintf("unit %s is in %s already", unit.id, u.file),
				Hint: "keep a unit in one file"}}
		}
	}
	b.units = append(b.units, unit)
	return nil
}

// Units lists the units in order.
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

// Lint reports everything that is wrong in one worksheet, in the order of the
// file; none means that it can be loaded, and that its judges can be made as far
// as they do not wait for a variable. Whether a lesson's Go code fits it is
// found by [Bind].
func Lint(file string, src []byte, kit Kit) []*Error {
	unit, list := parse(file, src, kit, false)
	if unit == nil {
		return list
	}
	p := &problems{file: file}
	for _, e := range unit.exercises {
		in := e.surroundings()
		in.problems = p
		for _, s := range e.steps {
			for _, f := range s.fields {
				if f.judge.kind != noNode && !f.judge.waits() {
					makeOf("judge", kit.Judges, f.judge, in)
				}
			}
		}
	}
	unit.lintNeeds(p)
	return p.sorted()
}

// Unit is one worksheet: a chapter with its exercises.
type Unit struct {
	file, id, title, intro string
	exercises              []*Exercise
}

// Exercises lists the exercises in order.
func (u *Unit) Exercises() []*Exercise { return slices.Clone(u.exercises) }

// Unit returns what the contents screen shows of the unit.
func (u *Unit) Unit() exercises.Unit {
	out := exercises.Unit{ID: u.id, Title: u.title, Intro: u.intro}
	for _, e := range u.exercises {
		out.Exercises = append(out.Exercises, e.Summary())
	}
	return out
}

// Exercise is the text of one exercise, with variables in place of the numbers
// that Go code computes.
type Exercise struct {
	file, unit string
	line       int
	summary    exercises.Summary
	needs      []need
	numbers    *numbers // drawn from the seed; nil where there are none
	fixed      bool     // a lesson of it draws nothing
	alone      setUp    // of all steps but the first
	offered    []Offered
	steps      []step
	whole      func() (*Exercise, error) // reads the steps; nil where they are read
}

// read is the exercise with its steps read.
func (e *Exercise) read() (*Exercise, error) {
	if e.whole == nil {
		return e, nil
	}
	return e.whole()
}

// Summary returns what the contents screen shows of the exercise.
func (e *Exercise) Summary() exercises.Summary {
	s := e.summary
	s.Steps, s.StepTitles = nil, nil
	for _, st := range e.steps {
		s.Steps = append(s.Steps, st.name)
		s.StepTitles = append(s.StepTitles, fixedTitle(st.title))
	}
	return s
}

// Drawn reports whether a seed decides about numbers or data of the exercise:
// those of its block, or those that its lesson draws, where it has one.
func (e *Exercise) Drawn(hasLesson bool) bool { return e.summary.Drawn || hasLesson && !e.fixed }

// fixedTitle is a title that is the same for every seed, or "".
func fixedTitle(title string) string {
	if strings.Contains(title, "{{") {
		return ""
	}
	return title
}

// Place says where the exercise stands: file:line.
func (e *Exercise) Place() string { return fmt.Sprintf("%s:%d", e.file, e.line) }

// step is one step as written.
type step struct {
	name, title    string
	line           int
	text           []exercises.Block
	question       ascii.Line
	fields         []field
	hints          [][]exercises.Block
	solution       []exercises.Block
	insight, right []exercises.Block
	reference      exercises.Answers
	alone          setUp // told where the step is asked without those before it
	scene          node  // of the kit; none where the lesson draws
	tables         []node
	said           chunk // the field of a prediction that the stage repeats
	misconceptions []misconception
	uses           []use
}

// field is a field as written.
type field struct {
	exercises.Field
	called string   // how facts call it
	also   []string // other names of it that may stand before an answer
	judge  node     // of the kit; none where the lesson judges
	line   int
}

// misconception is a recognised wrong answer and what is said to it.
type misconception struct {
	id       string
	examples []exercises.Answers
	given    []string // variables that the checker fills in
	say      []exercises.Block
	line     int
}

// use is one occurrence of a variable outside the misconceptions' own.
type use struct {
	name string
	line int
}

func (s step) field(name string) (field, bool) {
	i := slices.IndexFunc(s.fields, func(f field) bool { return f.Name == name })
	if i < 0 {
		return field{}, false
	}
	return s.fields[i], true
}

func (s step) misconception(id string) (misconception, bool) {
	i := slices.IndexFunc(s.misconceptions, func(m misconception) bool { return m.id == id })
	if i < 0 {
		return misconception{}, false
	}
	return s.misconceptions[i], true
}

// blockText is the text of blocks as one string.
func blockText(blocks []exercises.Block) string {
	var b strings.Builder
	for _, bl := range blocks {
		b.WriteString(bl.Text.String() + "\n" + bl.Aloud.String() + "\n")
	}
	return b.String()
}

// Package catalogue joins the worksheets and the lessons of all units into one
// exercises.Library. Begin with [New]. [Audit] checks an exercise against its own answers. The
// package knows no mathematics and no terminal, and contains no texts.
package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"kernellab/exercises"
	"kernellab/exercises/sandbox"
	"kernellab/exercises/unit1"
	"kernellab/exercises/unit2"
	"kernellab/exercises/unit3"
	"kernellab/exercises/unit4"
	"kernellab/exercises/unit5"
	"kernellab/exercises/unit6"
	"kernellab/exercises/unit7"
	"kernellab/exercises/unit8"
	"kernellab/exercises/unit9"
	"kernellab/exercises/unitd"
	"kernellab/exercises/worksheets"
	"kernellab/exercises/worksheets/kit"
)

// Catalogue is a library of exercises. It is immutable and safe for concurrent use.
type Catalogue struct {
	book      *worksheets.Book
	lessons   map[string]worksheets.Lesson
	units     func() []exercises.Unit
	ownSheets []worksheets.File
	course    worksheets.Course // has no units if there is no course
}

var _ exercises.Sandboxed = (*Catalogue)(nil)

// unitSources returns the folders of all units, in order.
func unitSources() []worksheets.Source {
	return []worksheets.Source{
		unit1.Unit(), unit2.Unit(), unit3.Unit(), unit4.Unit(), unit5.Unit(),
		unit6.Unit(), unit7.Unit(), unit8.Unit(), unit9.Unit(), unitd.Unit(),
	}
}

// New returns the library of everything built into the program. Its worksheets are
// known from tests to be correct, so an exercise is read only when it is first opened.
// Reading all of them would delay the start.
func New() (*Catalogue, error) { return NewWithFiles() }

// NewWithFiles returns the library of everything built into the program and of the worksheets in
// ownFiles, which come last. If there is a course among them, the units are those of the course,
// and other exercises can only be opened by their IDs.
func NewWithFiles(ownFiles ...worksheets.File) (*Catalogue, error) {
	sheets := slices.DeleteFunc(slices.Clone(ownFiles), worksheets.File.IsCourse)
	c, err := build(func(kit worksheets.Kit, folders ...fs.FS) (*worksheets.Book, error) {
		return worksheets.Outline(kit, folders, sheets...)
	}, unitSources())
	if err != nil {
		return nil, err
	}
	c.ownSheets = sheets
	if i := slices.IndexFunc(ownFiles, worksheets.File.IsCourse); i >= 0 {
		c.course, err = worksheets.ReadCourse(ownFiles[i], c.ids())
	}
	return c, err
}

// Title returns the title of the course, or "".
func (c *Catalogue) Title() string { return c.course.Title }

// OwnExercises returns the IDs of the exercises in the worksheets that were passed to
// [NewWithFiles].
func (c *Catalogue) OwnExercises() (ids []string) {
	for _, u := range c.book.Units() {
		for _, e := range u.Exercises() {
			if slices.ContainsFunc(c.ownSheets, func(f worksheets.File) bool { return f.Name == e.File() }) {
				ids = append(ids, e.Summary().ID)
			}
		}
	}
	return ids
}

// Files returns the names of the built-in worksheets.
func Files() (names []string) {
	for _, u := range unitSources() {
		found, _ := fs.Glob(u.Worksheets, "*.md") // a folder in memory has no errors
		names = append(names, found...)
	}
	return names
}

// LoadAll is like [New] but reads every worksheet completely, and immediately, and returns all
// errors together.
func LoadAll() (*Catalogue, error) { return LoadFrom(unitSources()...) }

// LoadFrom returns the library of the worksheets and lessons in some folders. An exercise
// need not have a lesson, but a lesson without an exercise is an error.
func LoadFrom(folders ...worksheets.Source) (*Catalogue, error) {
	return build(worksheets.Load, folders)
}

func build(load func(worksheets.Kit, ...fs.FS) (*worksheets.Book, error),
	folders []worksheets.Source) (*Catalogue, error) {
	c := &Catalogue{lessons: map[string]worksheets.Lesson{}}
	var files []fs.FS
	for _, f := range folders {
		files = append(files, f.Worksheets)
		maps.Copy(c.lessons, f.Lessons)
	}
	var err error
	if c.book, err = load(kit.New(), files...); err != nil {
		return nil, err
	}
	if err := c.checkLessons(); err != nil {
		return nil, err
	}
	c.units = sync.OnceValue(c.listUnits)
	return c, nil
}

// checkLessons checks that every lesson has its exercise.
func (c *Catalogue) checkLessons() error {
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(c.lessons)) {
		if _, ok := c.book.Exercise(id); !ok {
			errs = append(errs, fmt.Errorf("the lesson %s has no exercise in any worksheet", id))
		}
	}
	return errors.Join(errs...)
}

// Units returns the units of the library, in order. All callers share them and must not
// change them.
func (c *Catalogue) Units() []exercises.Unit { return c.units() }

func (c *Catalogue) listUnits() []exercises.Unit {
	var out []exercises.Unit
	for _, u := range c.book.Units() {
		unit := u.Unit()
		for i, e := range u.Exercises() {
			unit.Exercises[i].UsesSeed = e.UsesSeed(c.lessons[unit.Exercises[i].ID] != nil)
		}
		out = append(out, unit)
	}
	if len(c.course.Units) > 0 {
		return courseUnits(c.course, out)
	}
	return out
}

// courseUnits returns the units of a course with their exercises. It clears the field Paths of each
// exercise, and the field Predecessor unless the predecessor comes earlier in the course.
func courseUnits(course worksheets.Course, libraryUnits []exercises.Unit) (out []exercises.Unit) {
	summaries, earlier := map[string]exercises.Summary{}, map[string]bool{}
	for _, u := range libraryUnits {
		for _, e := range u.Exercises {
			summaries[e.ID] = e
		}
	}
	for _, u := range course.Units {
		plannedExercises := u.Exercises
		u.Exercises = nil
		for _, p := range plannedExercises {
			e := summaries[p.ID]
			e.Schedule, e.Paths = p.Schedule, nil
			if !earlier[e.Predecessor.Exercise] {
				e.Predecessor = exercises.Predecessor{}
			}
			earlier[e.ID] = true
			u.Exercises = append(u.Exercises, e)
		}
		out = append(out, u)
	}
	return out
}

// Open builds the exercise with an ID such as "7.7". The same ID, seed and data give
// the same exercise. Data are used only by exercises that accept them. An unknown ID is
// an [*UnknownError].
func (c *Catalogue) Open(id string, o exercises.Options) (*exercises.Exercise, error) {
	if id == c.Sandbox().ID {
		return sandbox.Open(o)
	}
	doc, ok := c.book.Exercise(id)
	if !ok {
		return nil, &UnknownError{ID: id, Known: c.ids()}
	}
	if !doc.Summary().TakesData {
		o.Data = nil
	}
	e, err := worksheets.Bind(doc, c.lessons[id], kit.New(), o)
	if err != nil {
		return nil, err
	}
	return e, c.borrow(e, doc.BorrowedTasks(), o)
}

// borrow fills in the tasks that have moved to e from other exercises. It opens each of these other
// exercises, which still has the task in its field Former, with numbers for the same seed.
func (c *Catalogue) borrow(e *exercises.Exercise, tasks []worksheets.BorrowedTask, o exercises.Options) error {
	for _, b := range tasks {
		source, err := c.Open(b.Exercise, o)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(source.Former, func(t exercises.Task) bool { return t.Info().Name == b.Former })
		if i < 0 {
			return fmt.Errorf("exercise %s: %s has no former task %s", e.ID, b.Exercise, b.Former)
		}
		index, _ := e.TaskIndex(b.Task)
		e.Tasks[index] = worksheets.Renamed(source.Former[i], e.Tasks[index].Info())
	}
	return nil
}

// Sandbox returns the sandbox, which belongs to no unit.
func (c *Catalogue) Sandbox() exercises.Summary { return sandbox.Summary() }

func (c *Catalogue) ids() []string {
	var out []string
	for _, u := range c.book.Units() {
		for _, e := range u.Exercises() {
			out = append(out, e.Summary().ID)
		}
	}
	return out
}

// UnknownError reports an unknown exercise ID and lists the known ones.
type UnknownError struct {
	ID    string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no exercise %q; there are %s", e.ID, strings.Join(e.Known, ", "))
}

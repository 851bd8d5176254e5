package transcript

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kernellab/ascii"
	"kernellab/lab/study"
)

// enter opens the exercise with the given ID. If that fails or id is empty, it writes
// an overview.
func (c *conversation) enter(id string) {
	if id != "" {
		c.advisedToWait = id // do not advise the student to wait
		c.open(id)
	}
	if c.lesson == nil {
		c.leaveToOverview()
	}
}

// leaveToOverview leaves the exercise and writes how much is done and what comes next.
func (c *conversation) leaveToOverview() {
	c.lesson = nil
	done, total := 0, 0
	for _, u := range c.student.UnitsOnPath() {
		done, total = done+u.Done, total+len(u.Exercises)
	}
	c.writeLine("")
	c.sayf("%d of %s done. “list” lists them all; “open” and a number such as %s opens one.", done,
		ascii.Count(total, "exercise"), c.student.Suggest())
	c.writeOptions()
}

// listExercises leaves the exercise and lists all exercises.
func (c *conversation) listExercises(string) {
	c.lesson = nil
	n := 0
	for _, u := range c.student.UnitsOnPath() {
		c.writeLine("")
		c.sayf("Unit %s. %s. %d of %d done.", u.ID, strings.TrimSuffix(u.Title, "."), u.Done, len(u.Exercises))
		if u.Intro != "" {
			c.say(u.Intro)
		}
		for _, e := range u.Exercises {
			n++
			c.writeItem(fmt.Sprintf("%3d. ", n), exerciseText(e))
		}
	}
	c.writeLine("")
	c.writeOptions()
}

// writeOptions writes what the student can do outside of an exercise.
func (c *conversation) writeOptions() {
	if c.student.Suggest() == "" {
		c.say("There is no exercise here yet.")
		return
	}
	if study.SandboxOf(c.student).ID != "" {
		c.say("Sandbox: any data, points that you place, any kernel and solver. “sandbox” opens it.")
	}
	if due := len(c.student.DueTasks()); due > 0 {
		c.sayf("Review: %d due. “review” asks again, with new numbers, what you answered right some days ago.", due)
	}
	c.sayf("Your seed is %d. With another seed, your neighbours see other numbers. %s", c.student.Seed(),
		c.suggestionText())
}

// choosePath chooses the path with the given name, or lists all paths.
func (c *conversation) choosePath(arg string) {
	paths, chosenIndex := c.student.Paths()
	for _, p := range paths {
		if arg != "" && strings.EqualFold(arg, p.Words()) {
			c.student.SetPath(p.Name)
			c.listExercises("")
			return
		}
	}
	if arg != "" {
		c.sayf("There is no path “%s”. These are the paths:", arg)
	}
	for i, p := range paths {
		text := fmt.Sprintf("%s: %s", capitalise(p.Words()), ascii.Count((p.Minutes+30)/60, "hour"))
		if i == chosenIndex {
			text += ", your path"
		}
		c.say(text + ".")
	}
}

func (c *conversation) suggestionText() string {
	e, ok := c.student.View(c.student.Suggest())
	switch {
	case !ok:
		return ""
	case e.State.Settled():
		return "Everything is done. An empty line opens " + e.ID + " again."
	case e.State == study.Begun:
		return withFullStop("An empty line goes on with " + e.ID + ", " + e.Title)
	}
	return withFullStop("An empty line opens " + e.ID + ", " + e.Title)
}

// exerciseText returns a sentence about an exercise in the list.
func exerciseText(e study.ExerciseView) string {
	s := fmt.Sprintf("%s, %s %s", e.ID, withFullStop(e.Title), capitalise(e.Words()))
	switch {
	case e.State == study.Begun && len(e.Tasks) > 0:
		s += fmt.Sprintf(", at task %d of %d", e.TaskIndex+1, len(e.Tasks))
	case e.Delay.IsSet():
		s += ", " + strings.TrimPrefix(e.Delay.Predicate(), "is ")
	case e.State == study.Untouched && e.Minutes > 0:
		s += ", takes about " + ascii.Count(e.Minutes, "minute")
	}
	s += e.DueWords()
	if minutes := int(e.TimeSpent.Round(time.Minute) / time.Minute); minutes > 0 {
		s += ", " + ascii.Count(minutes, "minute") + " spent"
	}
	return s + "."
}

// capitalise makes the first letter upper case if s begins with a word, not with a symbol
// such as α, n or aₖ.
func capitalise(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	second, _ := utf8.DecodeRuneInString(s[size:])
	if !unicode.Is(unicode.Latin, first) || !unicode.Is(unicode.Latin, second) || unicode.Is(unicode.Lm, second) {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// open opens an exercise by its ID or its number in the list.
func (c *conversation) open(arg string) {
	id := c.idOf(strings.TrimSpace(arg))
	if id == "" {
		c.sayNoExercise(arg)
		return
	}
	view, _ := c.student.View(id)
	if view.Delay.IsSet() && c.advisedToWait != id {
		c.advisedToWait = id
		c.say(view.Delay.Advice(id, "Open it once more to begin it now"))
		return
	}
	work, err := c.student.Start(id)
	if err != nil {
		c.say(withFullStop("The exercise cannot be opened: " + err.Error()))
		return
	}
	c.writeLine("")
	c.sayf("Exercise %s, %s", work.ID(), withFullStop(work.Exercise().Title))
	if g := work.Exercise().Goal; g != "" {
		c.say("Goal: " + g)
	}
	if rules := view.Schedule.Sentences(); rules != "" {
		c.say(rules)
	}
	needs := c.prerequisites(view)
	isUnsettled := func(n study.ExerciseView) bool { return !n.State.Settled() }
	if view.State == study.Untouched && slices.ContainsFunc(needs, isUnsettled) {
		c.writePrerequisites(needs)
	}
	if task, ok := c.student.WarmUpTask(work); ok {
		view, _ := c.student.View(task.Exercise)
		c.sayf("You can warm up with one task from %s, %s Type “warm-up” to get it with new numbers, or go on.",
			view.ID, withFullStop(view.Title))
	}
	c.begin(work)
}

// begin makes an open exercise the current lesson.
func (c *conversation) begin(w *study.Work) {
	clear(c.descriptions)
	c.lesson = &lesson{ctx: c.ctx, printer: c.printer, student: c.student, work: w, save: c.save, files: c.Files}
	c.lesson.openTask()
}

func (c *conversation) idOf(arg string) string {
	if _, ok := c.student.View(arg); ok {
		return arg
	}
	n, err := strconv.Atoi(arg)
	if err != nil {
		return ""
	}
	if all := c.student.Exercises(); n > 0 && n <= len(all) {
		return all[n-1].ID
	}
	return ""
}

// find lists the exercises whose ID, title and unit together contain all words of arg.
func (c *conversation) find(arg string) {
	words := strings.Fields(strings.ToLower(arg))
	n, foundCount := 0, 0
	for _, u := range c.student.UnitsOnPath() {
		for _, e := range u.Exercises {
			n++
			name := strings.ToLower(e.ID + " " + e.Title + " " + u.Title)
			if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(name, w) }) {
				continue
			}
			foundCount++
			c.writeItem(fmt.Sprintf("%3d. ", n), exerciseText(e))
		}
	}
	if sandbox := study.SandboxOf(c.student); sandbox.ID != "" &&
		strings.Contains(strings.ToLower(sandbox.Title), strings.ToLower(arg)) {
		c.say("“sandbox” opens the sandbox.")
		return
	}
	if foundCount == 0 {
		c.say("No exercise has a title with these words.")
		return
	}
	c.say("“open” and its number opens one.")
}

// withFullStop returns s with a full stop, unless it already ends in a full stop, question
// mark or exclamation mark.
func withFullStop(s string) string {
	if s == "" || strings.ContainsAny(s[len(s)-1:], ".?!") {
		return s
	}
	return s + "."
}

// notation explains the symbols and conventions.
func (c *conversation) notation(string) {
	c.say("Symbols:")
	for _, s := range study.Symbols() {
		c.writeItem("  ", s.Sign+": "+s.Meaning+".")
	}
	c.say("Conventions:")
	for _, text := range study.Conventions() {
		c.writeItem("  ", text)
	}
}

// about describes an exercise: its goal, what it builds on, its tasks, the student's
// progress and what was hard. Without an argument it describes the open or the suggested
// exercise.
func (c *conversation) about(arg string) {
	id := c.idOf(arg)
	switch {
	case arg == "" && c.lesson != nil:
		id = c.lesson.work.ID()
	case arg == "":
		id = c.student.Suggest()
	}
	e, ok := c.student.View(id)
	if !ok {
		c.sayNoExercise(arg)
		return
	}
	c.say(exerciseText(e))
	if e.Goal != "" {
		c.say("Goal: " + e.Goal)
	}
	c.writePrerequisites(c.prerequisites(e))
	if e.Predictions > 0 {
		c.sayf("Predicted: %d of %d.", e.RightPredictions, e.Predictions)
	}
	for i := range e.Tasks {
		c.writeItem(fmt.Sprintf("%3d. ", i+1), withFullStop(e.TaskTitle(i))+" "+
			withFullStop(capitalise(e.TaskStates[i].Words())))
	}
	if len(e.HardTasks) > 0 {
		c.say("Hard for you: " + withFullStop(strings.Join(e.HardTasks, "; ")))
	}
}

// prerequisites returns those exercises on the student's path that e builds on.
func (c *conversation) prerequisites(e study.ExerciseView) []study.ExerciseView {
	return slices.DeleteFunc(c.student.Exercises(), func(n study.ExerciseView) bool {
		return !slices.Contains(e.Needs, n.ID)
	})
}

// writePrerequisites lists exercises with the student's progress, if there are any.
func (c *conversation) writePrerequisites(needs []study.ExerciseView) {
	if len(needs) > 0 {
		c.say("Builds on " + ascii.Join(needs, "; ",
			func(n study.ExerciseView) string { return n.ID + ", " + n.State.Words() }) + ".")
	}
}

func (c *conversation) sayNoExercise(arg string) {
	c.sayf("There is no exercise “%s”. Type the number before an exercise in the list, or its name, such as “%s”.", arg, c.student.Suggest())
}

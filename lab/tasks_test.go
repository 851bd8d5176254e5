package lab

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/study"
	"kernellab/lab/theme"
	"kernellab/lab/ui"
	"kernellab/testdata/support/check"
)

// TestTasks walks through every task of every exercise, at every size. A number is typed at every size, and every
// other check is made at one of its sizes, a different one for each task, or with THOROUGH=1 at all of them.
func TestTasks(t *testing.T) {
	all, narrow, middle := screens(), [2]int{80, 24}, [2]int{120, 36}
	checks := []struct {
		sizes [][2]int // nil for every size
		check func(b *bench, where string)
	}{
		{all, (*bench).checkWholeScreen}, // first, as the student opens the task
		{nil, (*bench).checkTypedNumber},
		{[][2]int{middle}, (*bench).checkWayToAnswer},
		{[][2]int{narrow}, (*bench).checkNarrowStage},
		{[][2]int{narrow}, (*bench).checkTables},
		{all, (*bench).checkPlaces},
		{[][2]int{narrow}, (*bench).checkReadOuts},
		{[][2]int{narrow, middle}, (*bench).checkKeysShowEffect},
	}
	eachTask(t, all, func(b *bench, where string, turn int) {
		for _, c := range checks {
			i := slices.Index(c.sizes, [2]int{b.m.Width, b.m.Height})
			if c.sizes == nil || i >= 0 && (i == turn%len(c.sizes) || os.Getenv("THOROUGH") != "") {
				c.check(b, where)
			}
		}
	})
}

// eachTask opens every task of the lessons at some sizes. label names the task, and turn numbers
// it.
func eachTask(t *testing.T, sizes [][2]int, visit func(b *bench, label string, turn int)) {
	turn := 0
	for _, u := range lessons() {
		for _, e := range u.Exercises {
			first := turn
			turn += len(e.Tasks)
			for _, size := range sizes {
				t.Run(fmt.Sprintf("%s/%dx%d", e.ID, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					b := newLessonBench(t, e.ID, size, ascii.TrueColor)
					for i, task := range e.Tasks {
						for b.exercise().Task.Work.Index() < i {
							b.keys("ctrl+n")
						}
						visit(b, e.ID+" "+task, first+i)
					}
				})
			}
		}
	}
}

// In profiles other than true colour, the screen fits for the task of each exercise that draws
// most. Each exercise is tested in one profile and size, or with THOROUGH=1 in all profiles.
func TestScreens_fitInOtherProfiles(t *testing.T) {
	for _, u := range lessons() {
		for i, e := range u.Exercises {
			size := screens()[i%3]
			for p := ascii.Indexed256; p <= ascii.SevenBit; p++ {
				if int(p-ascii.Indexed256) != i%4 && os.Getenv("THOROUGH") == "" {
					continue
				}
				t.Run(fmt.Sprintf("%s/%dx%d/%d", e.ID, size[0], size[1], p), func(t *testing.T) {
					t.Parallel()
					b := newLessonBench(t, e.ID, size, p)
					b.toTaskAt(richestTask(b, len(e.Tasks)))
					b.checkScreen(e.ID)
				})
			}
		}
	}
}

// checkWholeScreen makes the checks of a task's screen that need only few keys.
func (b *bench) checkWholeScreen(where string) {
	b.t.Helper()
	b.checkPlaceholders(where)
	b.checkFreeCells(where)
	b.checkTitles(where)
	b.checkScreen(where)
	b.checkRows(where)
}

// checkScreen fails if a line is too wide, or words have the ink of grid lines. At 80
// columns it checks both panes.
func (b *bench) checkScreen(where string) {
	b.t.Helper()
	b.takeSteps()
	b.checkFits(where)
	if b.m.Width < session.WideFrom {
		b.keys("tab")
		b.checkFits(where)
	}
}

// checkFits checks that everything fits, and that no text has the ink of grid lines.
func (b *bench) checkFits(where string) {
	b.t.Helper()
	checkSize(b.t, b, b.m.Width, b.m.rows)
	g := b.cells()
	for y := range g.H {
		for x := range g.W {
			c := g.At(x, y)
			words := unicode.IsLetter(c.Rune) || unicode.IsDigit(c.Rune) || strings.ContainsRune("…–", c.Rune)
			if words && c.Fg == ascii.Faint {
				b.t.Fatalf("%s: got %q at (%d, %d) faint, want another ink:\n%s", where, c.Rune, x, y, b.screen())
			}
		}
	}
}

// checkTitles fails if a title of a picture, or a word on it, is cut.
func (b *bench) checkTitles(where string) {
	b.toStage()
	e := b.exercise()
	if e.Regions().Stage.Empty() {
		return
	}
	run := e.Stage.Scene.Run != nil
	for _, f := range placesOf(e).Figures {
		title := f.Figure.Title
		check.That(b.t, f.Figure.Role != exercises.Table || run || !f.Area.Empty(), "%s: the table %q is out of sight", where, title)
		if run {
			title = f.Caption() // the omitted part is in the text of the task
		}
		check.That(b.t, f.TitleArea.Empty() || ascii.Width(title) <= f.TitleArea.W, "%s: got %d columns for %q", where, f.TitleArea.W, title)
		for _, row := range b.rowsIn(f.Area) {
			i := strings.Index(row, "…")
			check.That(b.t, i <= 0 || f.Figure.Role == exercises.Strip || strings.ContainsAny(row[i-1:i], " (,|\""),
				"%s: want whole words, got %s", where, row)
		}
	}
}

func (b *bench) toStage() {
	for range 8 {
		if e := b.exercise(); !e.Regions().Stage.Empty() || len(e.Stage.View().Figures) == 0 {
			return
		}
		b.keys("tab")
	}
}

// cutShort matches the last row of a table or text that is cut.
var cutShort = regexp.MustCompile(`… .*more`)

// checkFreeCells fails if text or a table is cut while more than two fifths of the screen are
// empty.
func (b *bench) checkFreeCells(where string) {
	e := b.exercise()
	above, below := e.Task.Pane.HasMore()
	cut := !e.Regions().Text.Empty() && (above || below) || cutShort.MatchString(b.screen())
	blank := b.blankShare()
	check.That(b.t, blank <= 0.4 || !cut, "%s: %.0f %% of the screen are empty, want nothing cut:\n%s", where, 100*blank, b.screen())
}

// blankShare returns the share of cells of the screen's body that are blank: without a rune
// or background, outside the boxes of texts and pictures.
func (b *bench) blankShare() float64 {
	g, e := ascii.NewGrid(b.m.Width, b.m.rows), b.exercise()
	g.Blit(b.cells(), 0, 0)
	boxes := []ascii.Rect{b.textBox(e.Regions().Text)}
	if !e.Regions().Stage.Empty() {
		for _, f := range placesOf(e).Figures {
			if f.Figure.Role == exercises.Main || f.Figure.Role == exercises.Chart {
				boxes = append(boxes, f.Area)
			}
		}
	}
	for _, r := range boxes {
		g.Fill(r, ascii.Cell{Rune: 'x'})
	}
	empty := 0
	for y := 2; y < g.H-2; y++ {
		for x := range g.W {
			c := g.At(x, y)
			if strings.ContainsRune("\x00 \u2800", c.Rune) && (c.Bg == ascii.None || c.Bg == ascii.Paper) {
				empty++
			}
		}
	}
	return float64(empty) / float64(g.W*(g.H-4))
}

// textBox returns the part of an area above its last row with text.
func (b *bench) textBox(r ascii.Rect) ascii.Rect {
	for rows := b.rowsIn(r); r.H > 0 && rows[r.H-1] == ""; r.H-- {
	}
	return r
}

// checkRows fails if a figure on a wide screen has fewer rows than it asks for.
func (b *bench) checkRows(where string) {
	if b.takeSteps(); b.m.Width < session.WideFrom {
		return
	}
	for _, f := range placesOf(b.exercise()).Figures {
		check.That(b.t, f.Area.H >= f.Figure.Rows, "%s: %q has %d rows and wants %d", where, f.Figure.Title, f.Area.H,
			f.Figure.Rows)
	}
}

// checkNarrowStage checks that the stage has up to two rows of the question above it and
// every row of its tables.
func (b *bench) checkNarrowStage(where string) {
	// Their tables have more rows than a stage of 80×24.
	long := []string{"3.4 general", "5.7 runs", "7.4 slackness", "7.4 trap", "7.8 guess", "7.8 stall", "8.2 trap",
		"9.3 more", "9.6 guess"}
	b.takeSteps()
	b.onStage()
	x, s := b.exercise(), b.screen()
	check.That(b.t, !cutShort.MatchString(s) || slices.Contains(long, where), "%s: want the whole table, got\n%s",
		where,
		s)
	task := x.Task.Headline().Wrap(76)
	end := onScreen(strings.TrimSpace(task[len(task)-1].String()))
	asks := len(x.Task.Info().Question) > 0
	check.That(b.t, !asks || strings.Contains(s, end),
		"%s: want the whole question, got\n%s", where, s)
}

// checkTables fails if a given cell of a table for answers is cut on the narrowest screen, where boxes have
// five columns.
func (b *bench) checkTables(label string) {
	e := b.exercise()
	th, info := theme.New(ascii.TrueColor, true), e.Task.Info()
	d := ui.NewDocument(th, session.MinWidth-5)
	exercise.NewForm(b.t.Context(), th, e.Task.Work.Task(), info, nil, &exercise.FormJobs{}).WriteTo(d)
	laid := ""
	for _, l := range d.Lines() {
		laid += l.String() + "\n"
	}
	for _, table := range info.Tables {
		for _, c := range slices.Concat(table.Rows...) {
			text := ascii.View{}.TransliterateLine(c.VisibleText(func(string) bool { return false })).String()
			check.That(b.t, strings.Contains(laid, text), "%s: %q is cut, want it whole", label, text)
		}
	}
}

// checkReadOuts moves each slider, and back, and looks for the notes that change.
func (b *bench) checkReadOuts(where string) {
	x := b.exercise()
	for i, c := range x.Stage.Scene.Controls {
		if x.Stage.Scene.Run != nil || len(c.Choices) > 0 {
			continue
		}
		b.keys("esc")
		for n := 0; n < 12 && x.Keyboard.Control != i; n++ {
			b.keys("tab")
		}
		before := fmt.Sprintln(x.Stage.Scene.Notes)
		b.keys("l")
		screen := strings.Join(strings.Fields(b.screen()), " ")
		for _, note := range x.Stage.Scene.Notes {
			said := strings.Join(strings.Fields(onScreen(x.Session.Terminal().TransliterateLine(note).String())), " ")
			check.That(b.t, strings.Contains(before, fmt.Sprint(note)) || strings.Contains(screen, said),
				"%s, %s: out of sight: %q", where, c.Label, said)
		}
		b.keys("h")
	}
}

// checkPlaces fails if a figure moves while the student steps through a run and inspects
// its points. Captions have reserved rows. The task hunt2 is left out, because its charts
// appear only after the first mistake of the perceptron.
func (b *bench) checkPlaces(where string) {
	if !b.hasRun() || strings.HasSuffix(where, " hunt2") {
		return
	}
	b.takeSteps()
	b.keys("esc", "esc", "home")
	places := func() (out []ascii.Rect) {
		for _, f := range placesOf(b.exercise()).Figures {
			out = append(out, f.Area)
		}
		return out
	}
	shown := func() bool { return !b.exercise().Regions().Stage.Empty() }
	if !shown() {
		b.keys("tab")
	}
	first := places()
	for i, key := range []string{"l", "l", "x", "x", "l", "esc", "l", "l", "n", "l", "h", "L", "x", "l", "$"} {
		b.keys(key)
		now := places()
		if first[0].Empty() {
			first = now // a narrow screen showed the text
		}
		if shown() && fmt.Sprint(now) != fmt.Sprint(first) {
			b.t.Errorf("%s: key %d, %s, moves the figures from %v to %v, want no change", where, i, key, first, now)
			first = now
		}
	}
}

// checkKeysShowEffect visits the fields, asks for every hint, gives a wrong answer, visits
// the fields again, and asks for the solution. It fails if the screen does not show the
// effect of a key.
func (b *bench) checkKeysShowEffect(where string) {
	b.t.Helper()
	s := &b.exercise().Task
	fill := func(a exercises.Answers) {
		for i, f := range s.Info().Fields {
			s.Form.FillField(i, a[f.Name])
		}
		s.StoreFields()
	}
	b.visitFields(where)
	if study.AwaitsPrediction(s.Work) {
		fill(s.Info().Reference)
		b.keys("enter")
	}
	for n := range s.Info().Hints {
		b.keys("f1")
		b.inSight(where, fmt.Sprintf("Hint %d", n+1))
	}
	for _, m := range s.Info().Misconceptions[:min(1, len(s.Info().Misconceptions))] {
		fill(m.Example)
		b.exercise().SetFocus(exercise.Focus{}) // on the stage
		b.keys("enter")
		if r := s.Report(); r != nil {
			b.inSight(where, r.FirstLine())
			b.atFirstWrongField(where)
		}
	}
	b.visitFields(where)
	if len(s.Info().Solution) > 0 && len(s.Info().Hints) > 0 {
		b.keys("f1", "enter")
		b.inSight(where, "Solution")
	}
}

// visitFields moves the focus from field to field. It fails if a focused field is not visible.
func (b *bench) visitFields(where string) {
	b.t.Helper()
	for range b.exercise().Task.Info().Fields {
		if b.keys("tab"); !b.fieldVisible() {
			b.t.Errorf("%s: field %d has the keyboard out of sight:\n%s", where, b.exercise().Task.Form.FocusIndex(), b.screen())
		}
	}
}

// atFirstWrongField fails unless the focus is in the first field that needs another
// answer, and the cursor is visible.
func (b *bench) atFirstWrongField(where string) {
	b.t.Helper()
	s, r := &b.exercise().Task, b.exercise().Task.Report()
	if len(s.Info().Fields) == 0 || r.Accepted || b.m.top() != session.Screen(b.exercise()) {
		return
	}
	want := max(0, slices.IndexFunc(s.Info().Fields, func(f exercises.Field) bool {
		own, judged := r.Fields[f.Name]
		return judged && own.IsOpen()
	}))
	check.Equal(b.t, s.Form.FocusIndex(), want, "%s: the field with the keyboard after a wrong answer", where)
	check.That(b.t, (s.Info().Fields[want].Kind != exercises.TextField || b.m.View().Cursor != nil) && b.fieldVisible(),
		"%s: want the cursor in sight after a wrong answer, got\n%s", where, b.screen())
}

// fieldVisible reports whether the box of the field with the focus is on the
// screen.
func (b *bench) fieldVisible() bool {
	e := b.exercise()
	l := e.Regions()
	if l.Text.Empty() {
		return true // the other pane is shown
	}
	if e.Task.Form.FocusIndex() < 0 {
		return true
	}
	name := "text/" + e.Task.Form.FieldName(e.Task.Form.FocusIndex())
	_, ok := b.part(name)
	_, option := b.part(name + "/0")
	return ok || option
}

func (b *bench) inSight(where, text string) {
	b.t.Helper()
	head, _, _ := strings.Cut(text+" ", " ")
	wrapped := strings.Contains(b.screen(), "· "+head)
	check.That(b.t, wrapped || strings.Contains(b.screen(), text), "%s: want %q on the screen, got\n%s", where, text, b.screen())
}

// checkTypedNumber types a number and enter from everything that can have the focus.
// The number is never lost: it is in a field and judged.
func (b *bench) checkTypedNumber(where string) {
	b.t.Helper()
	e := b.exercise()
	if info := e.Task.Info(); len(info.Fields) == 0 || info.AsksNothing {
		return
	}
	b.hold = true // no scene and no verdict
	for _, f := range foci(e) {
		b.emptyFields()
		e.SetFocus(f)
		b.typesANumber(fmt.Sprintf("%s, focus %v", where, f))
		if f.Kind != exercise.FieldFocus && hasText(e.Task.Info()) {
			b.emptyFields()
			e.SetFocus(f)
			b.typesAnInterval(fmt.Sprintf("%s, focus %v", where, f))
		}
	}
	b.emptyFields()
	b.hold, b.held = false, nil
	b.run(e.FieldsChanged())
}

// foci returns the stage, and every control and field.
func foci(e *exercise.Screen) []exercise.Focus {
	out := []exercise.Focus{{}}
	for i := range e.Stage.Scene.Controls {
		out = append(out, exercise.Focus{Kind: exercise.ControlFocus, Index: i})
	}
	for i := range e.Task.Info().Fields {
		out = append(out, exercise.Focus{Kind: exercise.FieldFocus, Index: i})
	}
	return out
}

func (b *bench) emptyFields() {
	e := b.exercise()
	for i := range e.Task.Info().Fields {
		e.Task.Form.FillField(i, "")
	}
	e.Task.StoreFields()
}

// typesANumber types a number and enter. If every field that could take it has choices,
// it types the number of a choice.
func (b *bench) typesANumber(where string) {
	b.t.Helper()
	e := b.exercise()
	number, want := "-2,5", "-2,5"
	if at := e.Task.Form.FocusIndex(); !hasText(e.Task.Info()) || at >= 0 && e.Task.Info().Fields[at].Kind != exercises.TextField {
		number, want = "1", ""
	}
	b.typed(number)
	b.keys("enter")
	var got []string
	for _, f := range e.Task.Info().Fields {
		if text := e.Task.Form.Answers[f.Name]; text != "" {
			got = append(got, text)
		}
	}
	s := strings.Join(got, " ")
	check.That(b.t, s != "" && (want == "" || s == want), "%s: after %q the fields hold %q, want the number", where, number, s)
	_, judged := b.m.top().(*exercise.Screen)
	check.That(b.t, judged && e.Task.Jobs.Check.Busy(), "%s: enter after %q does not judge the answer", where, number)
	e.Task.Jobs.Check.Stop()
	for b.m.top() != session.Screen(e) {
		b.keys("esc")
	}
}

// typesAnInterval types an interval, whose signs do not leave the task.
func (b *bench) typesAnInterval(where string) {
	b.t.Helper()
	at := b.exercise().Task.Work.Index()
	b.keys("]", "[", "0", ",", "1", "]")
	e := b.exercise()
	got := e.Task.Form.Answers[e.Task.Form.FieldName(e.Task.Form.FocusIndex())]
	check.That(b.t, got == "[0,1]" && e.Task.Work.Index() == at,
		"%s: the field holds %q in task %d, want [0,1] in task %d", where, got, e.Task.Work.Index()+1, at+1)
}

func hasText(i exercises.Info) bool {
	return slices.ContainsFunc(i.Fields, func(f exercises.Field) bool { return f.Kind == exercises.TextField })
}

// checkWayToAnswer checks that while an answer is asked for and something else has the
// focus, the footer shows the key that leads to the field, the first to fill in.
func (b *bench) checkWayToAnswer(where string) {
	e := b.exercise()
	info := e.Task.Info()
	for _, f := range foci(e) {
		if len(info.Fields) == 0 || info.AsksNothing || f.Kind == exercise.FieldFocus {
			continue
		}
		e.SetFocus(f)
		b.m.Layout()
		check.That(b.t, strings.Contains(b.screen(), " tab answer "),
			"%s, focus %v: want tab answer in the footer, got\n%s", where, f, b.screen())
		b.keys("tab")
		got, want := e.Keyboard.Focus(), (exercise.Focus{Kind: exercise.FieldFocus})
		check.That(b.t, got == want, "%s, focus %v: tab leads to %v, want %v", where, f, got, want)
	}
}

// checkPlaceholders fails if an empty field shows what could be an answer: a placeholder
// is in words or begins with "e.g.", and has more than numbers.
func (b *bench) checkPlaceholders(where string) {
	for _, f := range b.exercise().Task.Info().Fields {
		isWord := func(r rune) bool { return unicode.IsLetter(r) || r == '…' }
		check.That(b.t, f.Placeholder == "" || strings.ContainsFunc(f.Placeholder, isWord),
			"%s: field %s shows %q, want no plausible answer", where, f.Name, f.Example())
	}
}

// Everything that a question about the next step needs is on the screen, on small
// terminals by scrolling, for every task with a run and all its solvers.
func TestQuestion_showsWhatItNeeds(t *testing.T) {
	var asked sync.Map
	t.Run("tasks", func(t *testing.T) {
		eachTask(t, [][2]int{{80, 24}, {120, 36}}, func(b *bench, _ string, turn int) {
			if narrow := b.m.Width == 80; narrow != (turn%2 == 0) && os.Getenv("THOROUGH") == "" {
				return
			}
			for range b.solvers() {
				b.answerAll(&asked)
			}
		})
	})
	for _, want := range []string{"pair", "value", "byhand"} {
		_, ok := asked.Load(want)
		check.That(t, ok || testing.Short(), "%q was never asked", want)
	}
}

func (b *bench) questionWindow() *exercise.QuestionWindow {
	b.t.Helper()
	q, ok := b.m.top().(*exercise.QuestionWindow)
	check.Must(b.t, ok, "want a question on the screen, got\n%s", b.screen())
	return q
}

// everything scrolls from the first line of a question to the last, and returns all text that
// the screen shows meanwhile, with runs of blanks merged.
func (b *bench) everything() string {
	b.t.Helper()
	b.pressUntilStill("pgup")
	var out strings.Builder
	for {
		now := b.screen()
		out.WriteString(now)
		if b.keys("pgdown"); b.screen() == now {
			break
		}
	}
	return withoutEdges(out.String())
}

func (b *bench) pressUntilStill(key string) {
	b.t.Helper()
	for before := ""; before != b.screen(); {
		before = b.screen()
		b.keys(key)
	}
}

// withoutEdges returns a text without the edges of windows, with runs of blanks merged.
func withoutEdges(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "|", " ").Replace(s)), " ")
}

// neededText returns what is needed for an answer: every number of the text and the notes,
// and every row of the tables.
func neededText(t *testing.T, info exercises.Info, scene exercises.Scene) []string {
	t.Helper()
	var out []string
	for _, f := range scene.Figures {
		table, ok := f.Plot.(ascii.Table)
		check.Must(t, ok, "%T stands beside a question", f.Plot)
		for _, row := range table.Rows {
			var cells []string
			for _, c := range row {
				cells = append(cells, c.String())
			}
			out = append(out, withoutEdges(strings.Join(cells, " ")))
		}
	}
	words := func(l ascii.Line) {
		for _, w := range strings.Fields(l.String()) {
			if strings.ContainsAny(w, "0123456789") {
				out = append(out, w)
			}
		}
	}
	for _, b := range info.Text {
		words(b.Text)
	}
	for _, l := range scene.Notes {
		words(l)
	}
	return out
}

// solvers returns an iterator that chooses one solver after another for the run of the task.
// It yields after each choice or, if there is no choice, once.
func (b *bench) solvers() func(func() bool) {
	return func(yield func() bool) {
		b.takeSteps()
		e := b.exercise()
		if !b.hasRun() {
			return
		}
		for c, control := range e.Stage.Scene.Controls {
			if control.Name != "model" {
				continue
			}
			for _, choice := range control.Choices {
				b.run(e.Stage.SetControlIfChanged(c, choice.Value))
				b.toRun()
				b.keys("l")
				if b.hasRun() && !yield() {
					return
				}
			}
			return
		}
		yield()
	}
}

// answerAll opens the questions about the first steps of the run, one after the other.
func (b *bench) answerAll(asked *sync.Map) {
	b.t.Helper()
	b.keys("home")
	for range 3 {
		for _, key := range []string{"p", "y"} {
			b.keys(key)
			if q, ok := b.m.top().(*exercise.QuestionWindow); ok {
				asked.Store(q.Form.Info.Name, true)
				b.checkQuestion(q.Form)
			}
		}
	}
}

// checkQuestion answers the question correctly. It fails if the screen lacks anything that
// the answer needs, before the answer and, in a step by hand, while it is filled in.
func (b *bench) checkQuestion(f *exercise.Form) {
	b.t.Helper()
	b.seesNeeded(f)
	for i, field := range f.Info.Fields {
		f.FillField(i, f.Info.Reference[field.Name])
	}
	b.send(tea.PasteMsg{})
	b.seesNeeded(f)
	b.keys("enter", "enter")
}

func (b *bench) seesNeeded(f *exercise.Form) {
	b.t.Helper()
	scene := f.Task.Scene(b.t.Context(), f.Answers)
	shown := b.everything()
	for _, text := range neededText(b.t.(*testing.T), f.Info, scene) {
		check.Must(b.t, strings.Contains(shown, onScreen(text)), "want %q of %q on the screen, got\n%s", text,
			f.Info.Name, b.screen())
	}
}

// A click fills in a point: on the picture, on a row of the table, and on the picture
// behind the window of a small terminal.
func TestQuestion_clickFillsInAPoint(t *testing.T) {
	for _, size := range screens() {
		b := newLessonBench(t, "D.1", size, ascii.TrueColor)
		b.toRun()
		b.keys("p")
		q := b.questionWindow()
		b.clickRow("4 −1")
		got := q.Form.Answers["k"]
		check.Must(t, got == "4", "%v: the row filled in %q, want 4", size, got)
		check.Must(t, q.Form.FocusIndex() == 1, "%v: the keyboard stays in k, want the next field", size)
		if q.Places.All.Empty() {
			b.keys("ctrl+o")
		}
		area := q.Stage.PictureArea(q.Places.Picture)
		x, y, ok := q.Stage.Picture.Plot.(ascii.Map).Place(ascii.Rect{W: area.W, H: area.H}, q.Session.Terminal(), 6)
		check.Must(t, ok, "point 7 has no place, want one")
		b.send(tea.MouseClickMsg{X: area.X + x, Y: area.Y + y, Button: tea.MouseLeft})
		if got := q.Form.Answers["l"]; got != "7" || q.Hidden {
			t.Fatalf("%v: the picture filled in %q, want 7", size, got)
		}
		b.sees("7")
	}
}

func (b *bench) clickRow(words string) {
	b.t.Helper()
	for y, row := range strings.Split(b.screen(), "\n") {
		if i := strings.Index(withoutEdges(row), words); i >= 0 {
			runes := []rune(row)
			for x := len(runes) - 1; x >= 0; x-- {
				if runes[x] != ' ' && runes[x] != '│' {
					b.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
					return
				}
			}
		}
	}
	b.t.Fatalf("want a row with %q, got\n%s", words, b.screen())
}

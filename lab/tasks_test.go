package lab

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"kernellab/ascii"
	"kernellab/exercises"
	"kernellab/lab/exercise"
	"kernellab/lab/session"
	"kernellab/lab/study"
)

// TestTasks walks through every task of every exercise, at each size at which a check
// is made. Each check begins with the screen of a student who has just opened the task.
func TestTasks(t *testing.T) {
	for name, c := range map[string]struct {
		sizes [][2]int
		check func(b *bench, where string)
	}{
		"the screen fits":                       {screens(), (*bench).checkWholeScreen},
		"a narrow stage shows all":              {[][2]int{{80, 24}}, (*bench).checkNarrowStage},
		"notes that a slider changes are shown": {[][2]int{{80, 24}}, (*bench).checkReadOuts},
		"nothing moves while stepping":          {screens(), (*bench).checkPlaces},
		"keys show their effect":                {[][2]int{{80, 24}, {120, 36}}, (*bench).checkKeysShowEffect},
		"a typed number reaches a field":        {screens(), (*bench).checkTypedNumber},
		"the footer leads to the answer":        {[][2]int{{120, 36}}, (*bench).checkWayToAnswer},
		"the footer has few keys":               {[][2]int{{200, 60}}, (*bench).checkFooterKeys},
	} {
		t.Run(name, func(t *testing.T) { eachTask(t, c.sizes, c.check) })
	}
}

// eachTask opens every task of the lessons at some sizes. where names the task.
func eachTask(t *testing.T, sizes [][2]int, check func(b *bench, where string)) {
	for _, u := range lessons() {
		for _, e := range u.Exercises {
			for _, size := range sizes {
				t.Run(fmt.Sprintf("%s/%dx%d", e.ID, size[0], size[1]), func(t *testing.T) {
					t.Parallel()
					b := newLessonBench(t, e.ID, size, ascii.TrueColor)
					for i, task := range e.Tasks {
						for b.exercise().Task.Work.Index() < i {
							b.keys("ctrl+n")
						}
						check(b, e.ID+" "+task)
					}
				})
			}
		}
	}
}

// In profiles other than true colour, the screen fits where an exercise draws most. Each exercise
// has one of the sizes.
func TestScreens_fitInOtherProfiles(t *testing.T) {
	for _, u := range lessons() {
		for i, e := range u.Exercises {
			size := screens()[i%len(screens())]
			for name, profile := range profiles() {
				if profile == ascii.TrueColor {
					continue
				}
				t.Run(fmt.Sprintf("%s/%dx%d/%s", e.ID, size[0], size[1], name), func(t *testing.T) {
					t.Parallel()
					b := newLessonBench(t, e.ID, size, profile)
					b.toTaskAt(richest(b, len(e.Tasks)))
					b.checkScreen(e.ID)
				})
			}
		}
	}
}

// checkWholeScreen makes the checks of a task's screen that send hardly any keys.
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

// checkFits checks that no line is wider than the screen, that the seven-bit profile uses
// seven bits, and that no text has the ink of grid lines.
func (b *bench) checkFits(where string) {
	b.t.Helper()
	for line := range strings.SplitSeq(b.m.View().Content, "\n") {
		if n := ascii.Width(unstyled(line)); n > b.m.Width {
			b.t.Errorf("%s: got a line of %d columns, want at most %d: %q", where, n, b.m.Width, line)
		}
		if b.m.Config.Profile == ascii.SevenBit && strings.ContainsFunc(line, func(r rune) bool { return r >= 0x80 }) {
			b.t.Errorf("%s: got %q, want seven bits", where, line)
		}
	}
	for y := range b.cells().H {
		for x := range b.cells().W {
			c := b.cells().At(x, y)
			if words := unicode.IsLetter(c.Rune) || unicode.IsDigit(c.Rune) ||
				strings.ContainsRune("…–", c.Rune); words && c.Fg == ascii.Faint {
				b.t.Errorf("%s: got %q at (%d, %d) faint, want another ink:\n%s", where, c.Rune, x, y, b.screen())
				return
			}
		}
	}
}

// checkTitles fails if a title of a picture, or a word on it, is cut.
func (b *bench) checkTitles(where string) {
	b.toStage()
	for _, cut := range b.cutTitles() {
		b.t.Errorf("%s: want whole titles, got %s", where, cut)
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

// cutTitles returns the titles and words on the stage that are cut.
func (b *bench) cutTitles() (out []string) {
	e := b.exercise()
	area := e.Regions().Stage
	if area.Empty() {
		return nil
	}
	for _, f := range e.Stage.Pictures.Arrange(e.Session.Terminal(), area, e.Stage.View()).Figures {
		if f.Figure.Role == exercises.Table && e.Stage.Scene.Run == nil && f.Area.Empty() {
			out = append(out, fmt.Sprintf("the table %q is out of sight", f.Figure.Title))
		}
		title := f.Figure.Title
		if e.Stage.Scene.Run != nil {
			title = f.Caption() // the omitted part is in the text of the task
		}
		if w := ascii.Width(title); !f.Title.Empty() && w > f.Title.W {
			out = append(out, fmt.Sprintf("%q has %d of %d columns", title, f.Title.W, w))
		}
		if f.Figure.Role == exercises.Strip {
			continue
		}
		for y := f.Area.Y; y < f.Area.Y+f.Area.H; y++ {
			var row strings.Builder
			for x := f.Area.X; x < f.Area.X+f.Area.W; x++ {
				if r := b.cells().At(x, y).Rune; r != 0 {
					row.WriteRune(r)
				} else {
					row.WriteByte(' ')
				}
			}
			if i := strings.Index(row.String(), "…"); i > 0 && !strings.ContainsAny(row.String()[i-1:i], " (,|\"") {
				out = append(out, strings.TrimSpace(row.String()))
			}
		}
	}
	return out
}

// checkFreeCells fails if something is cut while two fifths of the screen are empty.
func (b *bench) checkFreeCells(where string) {
	if blank, cut := b.blankShare(), b.cutParts(); blank > 0.4 && cut != "" {
		b.t.Errorf("%s: %.0f %% of the screen are empty, want nothing cut: %s", where, 100*blank, cut)
	}
}

// blankShare returns the share of cells of the screen's body that are blank: without a rune
// or background, outside the boxes of texts and pictures.
func (b *bench) blankShare() float64 {
	g := b.cells()
	box := ascii.Rect{}
	if e := b.exercise(); !e.Regions().Text.Empty() {
		box = b.textBox(e.Regions().Text)
	}
	boxes := []ascii.Rect{box}
	if e := b.exercise(); !e.Regions().Stage.Empty() {
		for _, f := range arranged(e).Figures {
			if f.Figure.Role == exercises.Main || f.Figure.Role == exercises.Chart {
				boxes = append(boxes, f.Area)
			}
		}
	}
	inBox := func(x, y int) bool {
		return slices.ContainsFunc(boxes, func(r ascii.Rect) bool { return r.Contains(x, y) })
	}
	empty, all := 0, 0
	for y := 2; y < g.H-2; y++ {
		for x := range g.W {
			all++
			c := g.At(x, y)
			if (c.Rune == 0 || c.Rune == ' ' || c.Rune == 0x2800) && (c.Bg == ascii.None || c.Bg == ascii.Paper) &&
				!inBox(x, y) {
				empty++
			}
		}
	}
	return float64(empty) / float64(all)
}

// textBox returns the part of an area above its last row with text.
func (b *bench) textBox(r ascii.Rect) ascii.Rect {
	for r.H > 0 {
		for x := range r.W {
			if c := b.cells().At(r.X+x, r.Y+r.H-1); c.Rune != ' ' && c.Rune != 0 {
				return r
			}
		}
		r.H--
	}
	return r
}

// cutParts describes what is cut on the screen, or returns "".
func (b *bench) cutParts() string {
	var out []string
	e := b.exercise()
	l := e.Regions()
	if !l.Text.Empty() {
		if above, below := e.Task.Pane.More(); above || below {
			out = append(out, "text")
		}
	}
	for _, row := range strings.Split(b.screen(), "\n") {
		if i := strings.Index(row, "… "); i >= 0 && strings.Contains(row[i:], " more") {
			out = append(out, strings.TrimSpace(row[i:]))
		}
	}
	return strings.Join(out, "; ")
}

// checkRows fails if a figure on a wide screen has fewer rows than it asks for.
func (b *bench) checkRows(where string) {
	if b.takeSteps(); b.m.Width < session.WideFrom {
		return
	}
	for _, f := range arranged(b.exercise()).Figures {
		if f.Area.H < f.Figure.Rows {
			b.t.Errorf("%s: %q has %d rows and wants %d", where, f.Figure.Title, f.Area.H, f.Figure.Rows)
		}
	}
}

// cutShort matches the last row of a table or text that is cut.
var cutShort = regexp.MustCompile(`… .*more\n`)

// checkNarrowStage checks that the stage has up to two rows of the question above it and
// every row of its tables.
func (b *bench) checkNarrowStage(where string) {
	// Their tables have more rows than a stage of 80×24.
	long := []string{"3.4 general", "5.7 runs", "7.4 slackness", "7.4 trap", "7.8 guess", "7.8 stall", "8.2 trap",
		"9.3 more", "9.6 guess"}
	b.takeSteps()
	b.onStage()
	x, s := b.exercise(), b.screen()
	if cutShort.MatchString(s) && !slices.Contains(long, where) {
		b.t.Errorf("%s: want the whole table, got\n%s", where, s)
	}
	task := x.Task.Headline().Wrap(76)
	end := onScreen(strings.TrimSpace(task[len(task)-1].String()))
	if asks := len(x.Task.Info().Question) > 0; asks && len(task) <= exercise.MaxQuestionRows &&
		!strings.Contains(s, end) {
		b.t.Errorf("%s: want the whole question, got\n%s", where, s)
	}
}

// checkReadOuts moves each slider and looks for the notes that change.
func (b *bench) checkReadOuts(where string) {
	x := b.exercise()
	for i, c := range x.Stage.Scene.Controls {
		if x.Stage.Scene.Run != nil || len(c.Choices) > 0 {
			continue
		}
		b.keys("esc")
		for range 12 {
			if x.Keyboard.Control == i {
				break
			}
			b.keys("tab")
		}
		before := x.Stage.Scene.Notes
		b.keys("l")
		screen := strings.Join(strings.Fields(b.screen()), " ")
		for k, note := range x.Stage.Scene.Notes {
			said := onScreen(x.Session.Terminal().Line(note).String())
			if k < len(before) && before[k].String() == note.String() ||
				strings.Contains(screen, strings.Join(strings.Fields(said), " ")) {
				continue
			}
			b.t.Errorf("%s, %s: out of sight: %q", where, c.Label, said)
		}
	}
}

// checkPlaces fails if a figure moves while the student steps through a run and inspects
// its points. Captions fill reserved rows. Of the perceptron's hunt the charts come with
// its first mistake.
func (b *bench) checkPlaces(where string) {
	if !b.hasRun() || strings.HasSuffix(where, " hunt2") {
		return
	}
	b.takeSteps()
	b.keys("esc", "esc", "0")
	places := func() (out []ascii.Rect) {
		for _, f := range arranged(b.exercise()).Figures {
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
// the fields again, and asks for the solution. What each key does is on the screen.
func (b *bench) checkKeysShowEffect(where string) {
	b.t.Helper()
	s := &b.exercise().Task
	fill := func(a exercises.Answers) {
		for i, f := range s.Info().Fields {
			s.Form.Fill(i, a[f.Name])
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
			b.inSight(where, s.Info().FirstLine(*r))
			b.atFirstWrongField(where)
		}
	}
	b.visitFields(where)
	if len(s.Info().Solution) > 0 && len(s.Info().Hints) > 0 {
		b.keys("f1", "enter")
		b.inSight(where, "Solution")
	}
}

// visitFields gives the keyboard to one field after another and looks for it.
func (b *bench) visitFields(where string) {
	b.t.Helper()
	for range b.exercise().Task.Info().Fields {
		if b.keys("tab"); !b.fieldVisible() {
			b.t.Errorf("%s: field %d has the keyboard out of sight:\n%s", where, b.exercise().Task.Form.At(), b.screen())
		}
	}
}

// atFirstWrongField fails unless the keyboard is in the first field that needs another
// answer, and the cursor is visible.
func (b *bench) atFirstWrongField(where string) {
	b.t.Helper()
	s, r := &b.exercise().Task, b.exercise().Task.Report()
	if len(s.Info().Fields) == 0 || r.Accepted || b.m.top() != session.Screen(b.exercise()) {
		return
	}
	want := max(0, slices.IndexFunc(s.Info().Fields, func(f exercises.Field) bool {
		own, judged := r.Fields[f.Name]
		return judged && own.Open()
	}))
	if got := s.Form.At(); got != want {
		b.t.Errorf("%s: field %d has the keyboard after a wrong answer, want %d", where, got, want)
	}
	if s.Info().Fields[want].Kind == exercises.TextField && b.m.View().Cursor == nil || !b.fieldVisible() {
		b.t.Errorf("%s: want the cursor in sight after a wrong answer, got\n%s", where, b.screen())
	}
}

// fieldVisible reports whether the box of the field with the keyboard is on the
// screen.
func (b *bench) fieldVisible() bool {
	e := b.exercise()
	l := e.Regions()
	if l.Text.Empty() {
		return true // the other pane is shown
	}
	if e.Task.Form.At() < 0 {
		return true
	}
	name := "text/" + e.Task.Form.FieldName(e.Task.Form.At())
	_, ok := b.part(name)
	_, option := b.part(name + "/0")
	return ok || option
}

func (b *bench) inSight(where, text string) {
	b.t.Helper()
	head, _, _ := strings.Cut(text+" ", " ")
	if !strings.Contains(b.screen(), text) && !strings.Contains(b.screen(), "· "+head) { // it may be wrapped
		b.t.Errorf("%s: want %q on the screen, got\n%s", where, text, b.screen())
	}
}

// checkTypedNumber types a number and enter from everything that can have the keyboard.
// The number is never lost: it is in a field and judged.
func (b *bench) checkTypedNumber(where string) {
	b.t.Helper()
	e := b.exercise()
	if info := e.Task.Info(); len(info.Fields) == 0 || info.Bench {
		return
	}
	b.hold = true // no scene and no verdict
	for _, f := range foci(e) {
		b.emptyFields()
		e.SetFocus(f)
		b.typesANumber(fmt.Sprintf("%s, focus %v", where, f))
		if f.Kind != exercise.OnField && hasText(e.Task.Info()) {
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
		out = append(out, exercise.Focus{Kind: exercise.OnControl, I: i})
	}
	for i := range e.Task.Info().Fields {
		out = append(out, exercise.Focus{Kind: exercise.OnField, I: i})
	}
	return out
}

func (b *bench) emptyFields() {
	e := b.exercise()
	for i := range e.Task.Info().Fields {
		e.Task.Form.Fill(i, "")
	}
	e.Task.StoreFields()
}

// typesANumber types a number and enter. If every field that could take it has choices,
// it types the number of a choice.
func (b *bench) typesANumber(where string) {
	b.t.Helper()
	e := b.exercise()
	number, want := "-2,5", "-2,5"
	if at := e.Task.Form.At(); !hasText(e.Task.Info()) || at >= 0 && e.Task.Info().Fields[at].Kind != exercises.TextField {
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
	if s := strings.Join(got, " "); s == "" || want != "" && s != want {
		b.t.Errorf("%s: after %q the fields hold %q, want the number", where, number, s)
	}
	if _, judged := b.m.top().(*exercise.Screen); !judged || !e.Task.Jobs.Check.Busy() {
		b.t.Errorf("%s: enter after %q does not judge the answer, want it to", where, number)
	}
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
	if got := e.Task.Form.Answers[e.Task.Form.FieldName(e.Task.Form.At())]; got != "[0,1]" ||
		e.Task.Work.Index() != at {
		b.t.Errorf("%s: the field holds %q in task %d, want [0,1] in task %d", where, got, e.Task.Work.Index()+1, at+1)
	}
}

func hasText(i exercises.Info) bool {
	for _, f := range i.Fields {
		if f.Kind == exercises.TextField {
			return true
		}
	}
	return false
}

// checkWayToAnswer checks that while an answer is asked for and something else has the
// keyboard, the footer shows the key that leads to the field, the first to fill in.
func (b *bench) checkWayToAnswer(where string) {
	e := b.exercise()
	info := e.Task.Info()
	for _, f := range foci(e) {
		if len(info.Fields) == 0 || info.Bench || f.Kind == exercise.OnField {
			continue
		}
		e.SetFocus(f)
		b.m.Layout()
		if !strings.Contains(b.screen(), " tab answer ") {
			b.t.Errorf("%s, focus %v: want tab answer in the footer, got\n%s", where, f, b.screen())
		}
		b.keys("tab")
		if got, want := e.Keyboard.Focus(), (exercise.Focus{Kind: exercise.OnField}); got != want {
			b.t.Errorf("%s, focus %v: tab leads to %v, want %v", where, f, got, want)
		}
	}
}

// checkFooterKeys fails if the footer has more than eight keys of the stage.
func (b *bench) checkFooterKeys(where string) {
	e := b.exercise()
	if !e.Stage.TextOnly && e.Zone() != session.ZoneStage {
		b.keys("esc")
	}
	if got := stageKeys(e); len(got) > session.MaxFooterKeys {
		b.t.Errorf("%s: got %d keys %q, want at most eight", where, len(got), got)
	}
}

// checkPlaceholders fails if an empty field shows what could be an answer: a placeholder
// is in words or begins with "e.g.", and has more than numbers.
func (b *bench) checkPlaceholders(where string) {
	for _, f := range b.exercise().Task.Info().Fields {
		isWord := func(r rune) bool { return unicode.IsLetter(r) || r == '…' }
		if f.Placeholder != "" && !strings.ContainsFunc(f.Placeholder, isWord) {
			b.t.Errorf("%s: field %s shows %q, want no plausible answer", where, f.Name, f.Example())
		}
	}
}

// Everything that a question about the next step needs is on the screen, on small
// terminals by scrolling, for every task with a run and all its solvers.
func TestQuestion_showsWhatItNeeds(t *testing.T) {
	var asked sync.Map
	t.Run("tasks", func(t *testing.T) {
		eachTask(t, [][2]int{{80, 24}, {120, 36}}, func(b *bench, _ string) {
			for range b.solvers() {
				b.answerAll(&asked)
			}
		})
	})
	for _, want := range []string{"pair", "value", "byhand"} {
		if _, ok := asked.Load(want); !ok && !testing.Short() {
			t.Errorf("%q was never asked", want)
		}
	}
}

// stageKeys returns the footer's hints about keys of the stage.
func stageKeys(e *exercise.Screen) (out []string) {
	for _, k := range e.Footer().Keys {
		h := k.Help()
		for _, a := range e.Actions {
			if a.Zone == session.ZoneStage && a.Rank > 0 &&
				h.Key == cmp.Or(a.ShownKey, session.FirstKey(a.KeyBinding)) &&
				(h.Desc == a.Word || a.WordFunc != nil && h.Desc == a.WordFunc(e)) {
				out = append(out, h.Key+" "+h.Desc)
				break
			}
		}
	}
	return out
}

package progress

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

func sample(id string, revision uint64) Exercise {
	return Exercise{
		Version: Version, ID: id, Seed: 1<<63 + 1, Data: "mine.csv (9 × 2)", Started: day(1), Task: "sum", Index: 1,
		Answers: map[string]string{"x2": "(x₁+1)² <&>", "b": ""},
		Tasks: map[string]Task{"look": {Done: true, Seen: true},
			"sum": {Attempts: 2, Tried: []string{"a", "b"}, Hints: 1, Frame: 12}},
		Seconds: 61.5, Updated: day(2), Revision: revision,
	}
}

func day(n int) time.Time { return time.Date(2026, 11, n, 8, 0, 0, 0, time.UTC) }

func load(t *testing.T, s Store) State {
	t.Helper()
	state, warnings, err := s.Load()
	if err != nil || len(warnings) > 0 {
		t.Fatalf("Load: got error %v, warnings %q, want none", err, warnings)
	}
	return state
}

func save(t *testing.T, s Store, e Exercise) {
	t.Helper()
	check(t, s.SaveExercise(e, Durable))
}

// Both stores behave in the same way.
func TestStore_saveAndLoad(t *testing.T) {
	stores := map[string]func() Store{
		"files":  func() Store { return NewFiles(filepath.Join(t.TempDir(), "a", "b")) },
		"memory": func() Store { return &Memory{} },
	}
	for name, fresh := range stores {
		t.Run(name, func(t *testing.T) {
			s := fresh()
			if state := load(t, s); len(state.Exercises) != 0 || !reflect.DeepEqual(state.Profile, Profile{}) {
				t.Errorf("a new store holds %+v, want nothing", state)
			}
			want, profile := sample("7.7", 3),
				Profile{Version: Version, Seed: 41, Last: "7.7",
					Settings: Settings{Background: "light", Aspect: 2, Speed: 8}, Updated: day(3), Revision: 2}
			save(t, s, want)
			check(t, s.SaveProfile(profile, Draft))
			older := sample("7.7", 2)
			older.Task = "look"
			save(t, s, older)
			check(t, s.SaveProfile(Profile{Seed: 1, Revision: 1}, Draft))
			state := load(t, s)
			if got := state.Exercises["7.7"]; !reflect.DeepEqual(got, want) {
				t.Errorf("Load: got\n%+v\nwant\n%+v", got, want)
			}
			if !reflect.DeepEqual(state.Profile, profile) {
				t.Errorf("Load: got profile\n%+v\nwant\n%+v", state.Profile, profile)
			}
			state.Exercises["7.7"].Answers["x2"] = "changed by the reader"
			if load(t, s).Exercises["7.7"].Answers["x2"] != want.Answers["x2"] {
				t.Error("a change of what Load returned changed the store, want a copy")
			}
		})
	}
}

func TestFiles_privateAndReadable(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	s := NewFiles(dir)
	load(t, s)
	save(t, s, sample("7.7", 1))
	text := read(t, filepath.Join(dir, "exercise-7.7.json"))
	if !strings.Contains(text, "\n  \"id\": \"7.7\"") || !strings.Contains(text, "(x₁+1)² <&>") {
		t.Errorf("got text\n%s\nwant it readable", text)
	}
	if runtime.GOOS == "windows" {
		return // modes are not kept there
	}
	for path, want := range map[string]os.FileMode{dir: 0o700, filepath.Join(dir, "exercise-7.7.json"): 0o600,
		filepath.Join(dir, lockName): 0o600} {
		info := must(os.Stat(path))
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), want)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text := must(os.ReadFile(path))
	return string(text)
}

// place writes a document and returns its path.
func place(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	check(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestFiles_setsDamagedAside(t *testing.T) {
	damage := map[string]string{
		"empty": "", "zeros": "\x00\x00\x00", "cut": `{"version": 1, "id": "7.`, "list": "[]",
		"no id":      `{"version": 1}`,
		"no version": `{"id": "7.7"}`, "wrong type": `{"version": 1, "id": "7.7", "seed": "x"}`,
		"two documents": `{"version":1,"id":"7.7"}{}`,
	}
	for name, text := range damage {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := place(t, dir, "exercise-7.7.json", text)
			s := NewFiles(dir)
			s.now = func() time.Time { return day(4) }
			kept := path + ".damaged-20261104T080000Z"
			state, warnings, err := s.Load()
			if err != nil || len(state.Exercises) != 0 {
				t.Fatalf("Load: got error %v, state %+v, want neither", err, state)
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0].Error(), path+" ") ||
				!strings.Contains(warnings[0].Error(), kept) {
				t.Errorf("Load: got warnings %q, want one with both paths", warnings)
			}
			place(t, dir, "exercise-7.7.json", text) // damaged again, in the same second
			var aside *SetAsideError
			if err := s.SaveExercise(sample("7.7", 1), Draft); !errors.As(err, &aside) || aside.To != kept+"-2" {
				t.Errorf("SaveExercise over a damaged document: got error %v, want it set aside to %s", err, kept+"-2")
			}
			if read(t, kept) != text || read(t, kept+"-2") != text {
				t.Errorf("the damaged text became %q, %q, want %q", read(t, kept), read(t, kept+"-2"), text)
			}
			if got := load(t, s).Exercises["7.7"]; !reflect.DeepEqual(got, sample("7.7", 1)) {
				t.Errorf("after the save: got %+v, want %+v", got, sample("7.7", 1))
			}
		})
	}
}

func TestFiles_leavesForeignDocument(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"newer":           {`{"version": 2, "id": "7.7", "answers": ["another shape"]}`, "newer kernellab"},
		"another program": {`{"version": 99}`, "newer kernellab"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := place(t, dir, "exercise-7.7.json", c.text)
			s := NewFiles(dir)
			_, warnings, err := s.Load()
			if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0].Error(), c.want) ||
				!strings.Contains(warnings[0].Error(), path) {
				t.Errorf("Load: got error %v, warnings %q, want one warning with %q", err, warnings, c.want)
			}
			if err := s.SaveExercise(sample("7.7", 1), Durable); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("SaveExercise: got error %v, want one with %q", err, c.want)
			}
			if read(t, path) != c.text {
				t.Errorf("the document became %q, want %q", read(t, path), c.text)
			}
		})
	}
}

func TestFiles_folderInPlaceOfDocument(t *testing.T) {
	dir := t.TempDir()
	check(t, os.Mkdir(filepath.Join(dir, "exercise-7.7.json"), 0o700))
	s := NewFiles(dir)
	if _, warnings, err := s.Load(); err != nil || len(warnings) != 1 ||
		!strings.Contains(warnings[0].Error(), "directory") {
		t.Errorf("Load: got error %v, warnings %q, want one about the folder", err, warnings)
	}
	if err := s.SaveExercise(sample("7.7", 1), Durable); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("SaveExercise: got error %v, want one about the folder", err)
	}
}

func TestFiles_refusesTooLarge(t *testing.T) {
	s := NewFiles(t.TempDir())
	save(t, s, sample("7.7", 1))
	e := sample("7.7", 2)
	e.Answers["x2"] = strings.Repeat("x", MaxBytes)
	if err := s.SaveExercise(e, Durable); err == nil || !strings.Contains(err.Error(), "shorten") {
		t.Errorf("SaveExercise of too large a document: got error %v, want one that asks to shorten it", err)
	}
	if got := load(t, s).Exercises["7.7"]; got.Revision != 1 {
		t.Errorf("got revision %d, want 1", got.Revision)
	}
}

// A folder that cannot be written to is reported at once. What could not be saved is saved
// when the folder accepts it.
func TestFiles_unwritableFolder(t *testing.T) {
	path := place(t, t.TempDir(), "file", "") // no folder, for root as for others
	for _, dir := range []string{path, filepath.Join(path, "below")} {
		s := NewFiles(dir)
		if err := s.CreateDir(); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("Make: got error %v, want one with %s", err, dir)
		}
		if err := s.SaveExercise(sample("1.2", 1), Draft); err == nil || Cause(err) != "no folder can be made there" {
			t.Errorf("SaveExercise: got error %v, want that no folder can be made there", err)
		}
		if err := Probe(dir); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("Probe: got error %v, want one with %s", err, dir)
		}
	}
	check(t, os.Remove(path))
	s := NewFiles(path)
	save(t, s, sample("1.2", 1))
	if load(t, s).Exercises["1.2"].ID == "" {
		t.Error("SaveExercise after the repair: got nothing saved, want the exercise")
	}
}

func TestProbe_leavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x", "y")
	check(t, Probe(dir))
	if names, err := os.ReadDir(dir); err != nil || len(names) > 0 {
		t.Errorf("after Probe: got files %v, error %v, want none", names, err)
	}
}

func TestFiles_lockDoesNotHang(t *testing.T) {
	dir := t.TempDir()
	unlock, held, err := tryLock(filepath.Join(dir, lockName))
	if err != nil || !held {
		t.Fatalf("tryLock: got %v, error %v, want the lock", held, err)
	}
	s := NewFiles(dir)
	s.wait = 20 * time.Millisecond
	var busy *BusyError
	if err := s.SaveExercise(sample("7.7", 1), Draft); !errors.As(err, &busy) {
		t.Errorf("SaveExercise under a lock: got error %v, want a BusyError", err)
	}
	if _, _, err := s.Load(); !errors.As(err, &busy) {
		t.Errorf("Load under a lock: got error %v, want a BusyError", err)
	}
	unlock()
	save(t, s, sample("7.7", 1))
}

func TestNewFiles_sweeps(t *testing.T) {
	dir := t.TempDir()
	old, young := place(t, dir, ".writing-1.tmp", "half"), place(t, dir, ".writing-2.tmp", "half")
	hour := time.Now().Add(-time.Hour)
	check(t, os.Chtimes(old, hour, hour))
	load(t, NewFiles(dir))
	s := NewFiles(dir)
	if s.exists(old) || !s.exists(young) {
		t.Errorf("after the sweep: old exists %v, young %v, want false, true", s.exists(old), s.exists(young))
	}
}

func TestDefaultDir_environment(t *testing.T) {
	for _, c := range []struct {
		name, system string
		env          map[string]string
		want         string
	}{
		{"xdg", "linux", map[string]string{"XDG_DATA_HOME": "/x", "HOME": "/h"}, "/x/kernellab"},
		{"relative xdg is ignored", "linux", map[string]string{"XDG_DATA_HOME": "x", "HOME": "/h"},
			"/h/.local/share/kernellab"},
		{"home", "linux", map[string]string{"HOME": "/h"}, "/h/.local/share/kernellab"},
		{"macOS", "darwin", map[string]string{"HOME": "/h"}, "/h/Library/Application Support/kernellab"},
		{"Windows", "windows", map[string]string{"LocalAppData": "/l"}, "/l/kernellab"},
		{"nothing", "linux", nil, ""},
		{"nothing on Windows", "windows", map[string]string{"HOME": "/h"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := defaultDir(c.system, func(k string) string { return c.env[k] })
			if filepath.ToSlash(got) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("defaultDir = %q, error %v, want %q", got, err, c.want)
			}
			if err != nil && !strings.Contains(err.Error(), "XDG_DATA_HOME") {
				t.Errorf("DefaultDir: got error %v, want one that says what would work", err)
			}
		})
	}
}

// hostile returns ids that would lead out of a folder or mean something special in one.
func hostile() []string {
	return []string{
		"", ".", "..", "../../etc/passwd", "/etc/passwd", `..\..\x`, "a/b", "a\x00b", "CON", "con", "nul", "7.7\n",
		"SHA256:ab/+cd",
		"SHA256:AB/+cd", strings.Repeat("x", 5000), "ä", "profile", "7.7", "7.7 ", "-rf", "~",
	}
}

func FuzzNames(f *testing.F) {
	for _, id := range hostile() {
		f.Add(id, "7.7")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		checkName(t, a)
		if a != b && (strings.EqualFold(fileName(a), fileName(b)) || ForStudent("r", a) == ForStudent("r", b)) {
			t.Errorf("ids %q and %q share a name, want two", a, b)
		}
	})
}

func checkName(t *testing.T, id string) {
	t.Helper()
	name := fileName(id)
	if !isExercise(name) || filepath.Base(name) != name || len(name) > 64 || !filepath.IsLocal(name) {
		t.Errorf("fileName(%q) = %q, want a local name of an exercise", id, name)
	}
	root := filepath.Join("data", "root")
	rel, err := filepath.Rel(filepath.Join(root, "students"), ForStudent(root, id))
	if err != nil || len(rel) != 32 || strings.Trim(rel, "0123456789abcdef") != "" {
		t.Errorf("ForStudent(%q) = %q, error %v, want 32 hexadecimal digits", id, rel, err)
	}
}

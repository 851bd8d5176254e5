package dataset

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"kernellab/testdata/support/check"
	"kernellab/testdata/support/must"
)

func TestRead_acceptsEveryForm(t *testing.T) {
	plain := "a,b,label\n1,2,-1\n3,4.5,1\n"
	want := [][]float64{{1, 2}, {3, 4.5}}
	tests := []struct {
		name, text string
		notes      int
	}{
		{"plain", plain, 0},
		{"byte order mark", "\ufeff" + plain, 0},
		{"windows line endings", strings.ReplaceAll(plain, "\n", "\r\n"), 0},
		{"old line endings", strings.ReplaceAll(plain, "\n", "\r"), 0},
		{"no newline at the end", strings.TrimSuffix(plain, "\n"), 0},
		{"blank lines", "\n\n" + strings.ReplaceAll(plain, "\n", "\n\n") + " \n,,\n", 0},
		{"spaces", "a , b,\tlabel\n 1 ,  2 , -1 \n3,4.5 ,1\n", 0},
		{"quotes", "\"a\",\"b\",\"label\"\n\"1\",\"2\",\"-1\"\n\"3\",4.5,1\n", 0},
		{"semicolons", strings.ReplaceAll(plain, ",", ";"), 0},
		{"decimal commas", "a.1;b;label\n1,0;2;-1\n3;4,5;1\n", 0},
		{"tabs", strings.ReplaceAll(plain, ",", "\t"), 0},
		{"comma in a quoted name", "\"a, in cm\";b;label\n1;2;-1\n3;4.5;1\n", 0},
		{"plus signs", "a,b,label\n+1,+2,-1\n3,4.5,+1\n", 0},
		{"exponents", "a,b,label\n10e-1,.2e1,-1.0\n3.,45E-1,1.0\n", 0},
		{"typographic minus", "a,b,label\n1,2,−1\n3,4.5,1\n", 0},
		{"label first", "label,a,b\n-1,1,2\n1,3,4.5\n", 0},
		{"class in capitals", "a,CLASS,b\n1,-1,2\n3,1,4.5\n", 0},
		{"coordinates x and y", "x,y,kind\n1,2,-1\n3,4.5,1\n", 0},
		{"no header", "1,2,-1\n3,4.5,1\n", 1},
		{"no header, class names", "1,2,no\n3,4.5,yes\n", 2},
		{"zero and one", "a,b,label\n1,2,0\n3,4.5,1\n", 1},
		{"two whole numbers", "a,b,label\n1,2,2\n3,4.5,4\n", 1},
		{"names", "a,b,label\n1,2,benign\n3,4.5,malignant\n", 1},
		{"names in either case", "a,b,label\n1,2,negative\n3,4.5,Positive\n", 1},
		{"signs for names", "a,b,label\n1,2,-\n3,4.5,+\n", 1},
		{"libsvm", "-1 1:1 2:2\n+1 1:3 2:4.5\n", 0},
		{"libsvm with comments", "# two points\n-1 1:1 2:2 # one\n\n+1\t1:3\t2:4.5\r\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must.Value(Read("some/file.csv", strings.NewReader(tt.text), Options{}))
			if !slices.EqualFunc(s.Points(), want, slices.Equal) || !slices.Equal(s.Labels(), []float64{-1, 1}) {
				t.Errorf("got points %v, labels %v, want %v and −1, +1", s.Points(), s.Labels(), want)
			}
			if s.Name() != "file" || s.Task() != Classification || len(s.Notes()) != tt.notes {
				t.Errorf("got %v with notes %q, want the set \"file\" for classification with %d notes", s, s.Notes(),
					tt.notes)
			}
		})
	}
}

func TestRead_namesClassesAndTasks(t *testing.T) {
	read := func(text string, o Options) *Set {
		t.Helper()
		s := must.Value(Read("f", strings.NewReader(text), o))
		return s
	}
	s := read("length,species\n1,versicolor\n2,setosa\n3,setosa\n", Options{})
	check.That(t, s.negClass == "setosa" && s.posClass == "versicolor" && s.Label(0) == 1,
		"got %v, want setosa as class −1 and versicolor as +1", s)
	if got := s.Notes(); !slices.Equal(got, []string{"Class −1 is setosa, class +1 is versicolor."}) {
		t.Errorf("got notes %q, want one that names both classes", got)
	}
	check.That(t, slices.Equal(s.Columns(), []string{"length"}) && s.LabelColumn() == "species",
		"got columns %q and %q, want length and species", s.Columns(), s.LabelColumn())
	if s := read("x,y\n1,0.5\n2,0.25\n", Options{}); s.Task() != Regression || s.Label(1) != 0.25 {
		t.Errorf("two real targets: got %v, want regression with the target 0.25", s)
	}
	if s := read("x,y\n1,5\n2,6\n3,7\n", Options{}); s.Task() != Regression {
		t.Errorf("three whole targets: got %v, want regression", s)
	}
	if s := read("x,y\n1,5\n2,6\n", Options{Task: Regression}); s.Task() != Regression || s.Label(0) != 5 ||
		len(s.Notes()) != 0 {
		t.Errorf("targets for regression: got %v %v, want 5 and 6 and no notes", s, s.Labels())
	}
	if s := read("x,y\n1,5\n2,5\n", Options{Task: Regression}); s.Label(1) != 5 {
		t.Errorf("constant target: got %v, want 5 twice", s.Labels())
	}
	if s := read("1\n-1 3:2\n", Options{}); s.Dim() != 3 || !slices.Equal(s.Point(0), []float64{0, 0, 0}) ||
		s.Label(0) != 1 {
		t.Errorf("a point at the origin: got %v, want it in 3 dimensions and of class +1", s.Points())
	}
}

// bad lists files that cannot be read, each with the error message up to its hint.
var bad = []struct {
	name, text string
	o          Options
	want       string
}{
	{"empty", "", Options{}, "f.csv: the file is empty"},
	{"blank", " \n\r\n\t\n", Options{}, "f.csv: the file is empty"},
	{"only delimiters", ",,\n,,\n", Options{}, "f.csv: the file is empty"},
	{"header only", "x1,label\n", Options{}, "f.csv: a header and no points"},
	{"one point", "x1,label\n2,1\n", Options{}, "f.csv:2: only one point"},
	{"one column", "x1\n2\n", Options{}, `f.csv:1: a single column: "x1"`},
	{"spaces for commas", "x1 label\n2 1\n", Options{}, `f.csv:1: a single column: "x1 label"`},
	{"too few values", "x1,x2,label\n1,2,1\n1,2\n", Options{}, "f.csv:3: 2 values where the first row has 3"},
	{"too many values", "x1,x2,label\n1,2,1\n1,2,3,4\n", Options{}, "f.csv:3: 4 values where the first row has 3"},
	{"another delimiter below", "x1,label\n1;1\n", Options{}, `f.csv:2: 1 value where the first row has 2: "1;1"`},
	{"letter in a number", "x1,x2,label\n1,2,1\n1,2o,-1\n", Options{}, `f.csv:3: column 2 (x2): not a number: "2o"`},
	{"a name twice", "x1,x2,x1,label\n1,2,3,1\n", Options{}, `f.csv:1: column 3: a column name that is used twice: "x1"`},
	{"commas and points", "x1;label\n1.5;1\n2,5;-1\n", Options{}, `f.csv:3: column 1 (x1): not a number: "2,5"`},
	{"decimal comma", "x1,label\n1,1\n\"2,5\",-1\n", Options{}, `f.csv:3: column 1 (x1): not a number: "2,5"`},
	{"hexadecimal", "x1,label\n0x10,1\n", Options{}, `f.csv:2: column 1 (x1): not a number: "0x10"`},
	{"nan", "x1,label\n1,1\nNaN,-1\n", Options{}, `f.csv:3: column 1 (x1): not a finite number: "NaN"`},
	{"infinity", "x1,label\n1,1\n-inf,-1\n", Options{}, `f.csv:3: column 1 (x1): not a finite number: "-inf"`},
	{"overflow", "x1,label\n1,1\n1e999,-1\n", Options{}, `f.csv:3: column 1 (x1): too large for a number: "1e999"`},
	{"no value", "x1,x2,label\n1,,1\n", Options{}, "f.csv:2: column 2 (x2): no value"},
	{"no label", "x1,label\n1,1\n2,\n", Options{}, "f.csv:3: column 2 (label): no label"},
	{"nan label", "x1,label\n1,1\n2,nan\n", Options{}, `f.csv:3: column 2 (label): label: not a finite number: "nan"`},
	{"name among numbers", "x1,label\n1,1\n2,yes\n", Options{},
		`f.csv:3: column 2 (label): label: not a number: "yes"`},
	{"one class", "x1,label\n1,1\n2,1\n", Options{}, `f.csv: column 2 (label): every point has the same label: "1"`},
	{"one class by name", "x1,label\n1,a\n2,a\n", Options{},
		`f.csv: column 2 (label): every point has the same label: "a"`},
	{"three classes", "x1,label\n1,a\n2,b\n3,c\n", Options{},
		`f.csv:4: column 2 (label): a third class, after "a" and "b": "c"`},
	{"three numbered classes", "x1,label\n1,0\n2,1\n3,2\n", Options{Task: Classification},
		`f.csv:4: column 2 (label): a third class: "2"`},
	{"names for targets", "x1,label\n1,a\n2,b\n", Options{Task: Regression},
		`f.csv:2: column 2 (label): a target that is not a number: "a"`},
	{"class name that does not print", "x1,label\n1,a\n2,\x1b[2J\n", Options{},
		`f.csv:3: column 2 (label): a class name that is too long or does not print: "\x1b[2J"`},
	{"two labels", "label,a,target\n1,2,3\n", Options{},
		`f.csv:1: column 3: a second column that could be the label, after "label": "target"`},
	{"number in the header", "x1,2,label\n1,2,1\n", Options{},
		`f.csv:1: column 2: a number among the column names: "2"`},
	{"missing value", "x1,label\n1,1\nn/a,-1\n", Options{}, `f.csv:3: column 1 (x1): a missing value: "n/a"`},
	{"no such label by name", "a,b\n1,2\n", Options{Label: "c"},
		`f.csv:1: no column with this name or number: "c"`},
	{"no such label by number", "1,2\n", Options{Label: "3"},
		`f.csv:1: no column with this name or number: "3"`},
	{"label for libsvm", "1 1:1\n", Options{Label: "1"}, `f.csv: LIBSVM's text names no columns: "1"`},
	{"no such class", "x1,label\n1,a\n2,b\n", Options{Positive: "c"},
		`f.csv: column 2 (label): no point has this class: "c"`},
	{"column without name", ",x1,label\n0,1,1\n", Options{}, "f.csv:1: column 1: a column without a name"},
	{"column that does not print", "x\u202e1,label\n1,1\n", Options{},
		`f.csv:1: column 1: a column name that is too long or does not print: "x\u202e1"`},
	{"column with a long name", strings.Repeat("x", 65) + ",label\n1,1\n", Options{},
		`f.csv:1: column 1: a column name that is too long or does not print: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…"`},
	{"open quote", "x1,label\n\"1,1\n2,-1\n", Options{}, "f.csv:2: a quotation mark that does not pair up"},
	{"quote inside a value", "x1,label\n1\"2,1\n", Options{}, "f.csv:2: a quotation mark that does not pair up"},
	{"not text", "x1,label\n\x00\x01", Options{}, "f.csv:2: a NUL byte"},
	{"not UTF-8", "x1,label\n1,1\n2,caf\xe9\n", Options{}, "f.csv:3: bytes that are not UTF-8"},
	{"too large", "x1,label\n1,1\n2,-1\n", Options{MaxBytes: 10},
		"f.csv: the file is larger than the limit of 1e-05 MB"},
	{"too many rows", "x1,label\n1,1\n2,-1\n3,1\n", Options{MaxRows: 2}, "f.csv:4: more than 2 rows"},
	{"too many columns", "x1,x2,x3,label\n1,1,1,1\n", Options{MaxColumns: 3},
		"f.csv:1: 4 columns, more than the limit of 3"},
	{"too many values in all", "x1,x2,label\n1,1,1\n2,2,1\n3,3,1\n", Options{MaxValues: 5},
		"f.csv:4: more than 5 values (rows × columns, at 2 columns)"},

	{"libsvm: index 0", "1 0:2 1:3\n", Options{}, `f.csv:1: column 2: an index below 1: "0:2"`},
	{"libsvm: index twice", "1 1:2\n-1 1:2 1:3\n", Options{}, `f.csv:2: column 3: index 1 twice in one line: "1:3"`},
	{"libsvm: falling", "1 2:2 1:3\n", Options{}, `f.csv:1: column 3: index 1 after 2: "1:3"`},
	{"libsvm: no number", "1 1:2\n-1 1:abc\n", Options{}, `f.csv:2: column 2 (x1): not a number: "abc"`},
	{"libsvm: nan", "1 1:2\n-1 1:nan\n", Options{}, `f.csv:2: column 2 (x1): not a finite number: "nan"`},
	{"libsvm: no colon", "1 1:2\n-1 1 2\n", Options{}, `f.csv:2: column 2: not of the form index:value: "1"`},
	{"libsvm: ranking", "1 qid:3 1:2\n", Options{}, `f.csv:1: column 2: the index is not a whole number: "qid"`},
	{"libsvm: label missing", "1 1:2\n1:3\n", Options{}, `f.csv:2: column 1: a line without label: "1:3"`},
	{"libsvm: index too large", "1 10001:2\n", Options{},
		`f.csv:1: column 2: an index above the limit of 10000: "10001:2"`},
	{"libsvm: a small file that would fill the memory", "1 5000:1\n1\n1\n", Options{MaxValues: 10000},
		"f.csv:3: more than 10000 values (rows × columns, at 5000 columns)"},
	{"libsvm: one class", "1 1:2\n1 1:3\n", Options{}, `f.csv: column 1 (label): every point has the same label: "1"`},
}

func TestRead_refuses(t *testing.T) {
	for _, tt := range bad {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Read("f.csv", strings.NewReader(tt.text), tt.o)
			check.That(t, s == nil, "got the set %v and an error, want no set", s)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want+"; ") {
				t.Fatalf("got  %v\nwant %s; and a hint", err, tt.want)
			}
			var e *Error
			check.That(t, errors.As(err, &e) && e.Hint != "", "got %T, want an *Error with a hint", err)
		})
	}
}

func TestRead_reportsAFailingReader(t *testing.T) {
	broken := errors.New("cable pulled")
	s, err := Read("f", io.MultiReader(strings.NewReader("x1,label\n"), iotest.ErrReader(broken)), Options{})
	check.That(t, s == nil && errors.Is(err, broken),
		"got %v, error %v, want no set and the reader's error", s, err)
}

func TestRead_stopsAtTheLimit(t *testing.T) {
	r := &counter{}
	_, err := Read("endless", r, Options{MaxBytes: 1 << 16})
	if err == nil || r.n > 1<<17 {
		t.Errorf("got %d bytes read, error %v, want at most %d and an error", r.n, err, 1<<17)
	}
}

// counter is an endless reader that counts the bytes read.
type counter struct{ n int }

func (c *counter) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '1'
	}
	c.n += len(p)
	return len(p), nil
}

// trainedOn reads a set on which a model is trained.
func trainedOn(t *testing.T, text string, o Options) *Set {
	t.Helper()
	s := must.Value(Read("train.csv", strings.NewReader(text), o))
	return s
}

const (
	trained   = "a,b,kind\n0,1,yes\n1,0,no\n"
	nameless  = "0,1,yes\n1,0,no\n"
	inFront   = "yes,0,1\nno,1,0\n"
	asLIBSVM  = "1 2:1\n-1 1:1\n"
	threeKind = "a,b,kind\n0,1,x\n1,0,y\n1,1,z\n"
)

func TestRead_matchesColumnsOfTraining(t *testing.T) {
	tests := []struct {
		name, train, text string
		o                 Options
		labels            []float64 // nil if there are none
		byPosition        bool
	}{
		{"same", trained, "a,b,kind\n1,2,yes\n3,4,no\n", Options{}, []float64{1, -1}, false},
		{"other order", trained, "b,kind,a\n2,yes,1\n4,no,3\n", Options{}, []float64{1, -1}, false},
		{"no label", trained, "b,a\n2,1\n4,3\n", Options{}, nil, false},
		{"empty labels", trained, "a,b,kind\n1,2,\n3,4,?\n", Options{}, nil, false},
		{"label of another name", trained, "Class,a,b\nyes,1,2\nno,3,4\n", Options{}, []float64{1, -1}, false},
		{"quotes, semicolons, mark, line ends", trained, "\ufeff\"b\";\"a\";\"kind\"\r\n2;1;\"yes\"\r\n4;3;no\r\n",
			Options{}, []float64{1, -1}, false},
		{"no header here", trained, "1,2\n3,4\n", Options{}, nil, true},
		{"no header here, labels", trained, "1,2,yes\n3,4,no\n", Options{}, []float64{1, -1}, true},
		{"no header there", nameless, "p,q,kind\n1,2,yes\n3,4,no\n", Options{}, []float64{1, -1}, true},
		{"no header, label in front", inFront, "yes,1,2\nno,3,4\n", Options{Label: "1"}, []float64{1, -1}, true},
		{"libsvm", asLIBSVM, "1 1:1 2:2\n-1 1:3 2:4\n", Options{}, []float64{1, -1}, false},
		{"libsvm, no label", asLIBSVM, "1:1 2:2\n1:3 2:4\n", Options{}, nil, false},
		{"libsvm for names", trained, "1:1 2:2\n1:3 2:4\n", Options{}, nil, true},
		{"names for libsvm", asLIBSVM, "p,q,y\n1,2,1\n3,4,-1.0\n", Options{}, []float64{1, -1}, true},
		{"one against the rest", threeKind, "kind,b,a\nx,2,1\nz,4,3\n", Options{Positive: "x"}, []float64{1, -1}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := must.Value(Read("f.csv", strings.NewReader(tt.text), Options{TrainingSet: trainedOn(t, tt.train, tt.o)}))
			if want := [][]float64{{1, 2}, {3, 4}}; !slices.EqualFunc(s.Points(), want, slices.Equal) {
				t.Errorf("got points %v, want %v", s.Points(), want)
			}
			if s.Labelled() != (tt.labels != nil) || s.Labelled() && !slices.Equal(s.Labels(), tt.labels) {
				t.Errorf("got labels %v (%v), want %v", s.Labels(), s.Labelled(), tt.labels)
			}
			check.That(t, (len(s.Notes()) == 1) == tt.byPosition,
				"got notes %q, want by position = %v", s.Notes(), tt.byPosition)
		})
	}
}

func TestRead_refusesOtherColumnsAndClasses(t *testing.T) {
	tests := []struct {
		train, text string
		o           Options
		want        string
	}{
		{trained, "a,c\n1,2\n", Options{}, `f.csv:1: column 2: not in the training file: "c"; missing: "b"; name`},
		{trained, "a\n1\n", Options{}, `f.csv:1: missing: "b"; name the columns as in training, in any order: "a", "b"`},
		{trained, "A,b\n1,2\n", Options{}, `f.csv:1: column 1: not in the training file: "A"; missing: "a"; `},
		{trained, "a,b,c,d\n1,2,3,4\n", Options{}, `f.csv:1: column 3: not in the training file: "c", "d"; name`},
		{trained, "a,a,b\n1,2,3\n", Options{}, `f.csv:1: column 2: a column name that is used twice: "a"; give each column`},
		{trained, "a,b,kind\n1,2,maybe\n", Options{},
			`f.csv:2: column 3 (kind): a class that the training file does not have: "maybe"; its classes are "yes", "no"; `},
		{threeKind, "a,b,kind\n1,2,w\n", Options{Positive: "x"},
			`f.csv:2: column 3 (kind): a class that the training file does not have: "w"; its classes are "x", "y", "z"; `},
		{trained, "a,b,kind\n1,2,yes\n3,4,\n", Options{}, `f.csv:3: column 3 (kind): no label where other points have one; `},
		{trained, "b,a\n1,NA\n", Options{}, `f.csv:2: column 2 (a): a missing value: "NA"; `},
		{trained, "1\n", Options{}, "f.csv:1: 1 feature column where the model was trained on 2; "},
		{nameless, "p,q,r,s\n1,2,3,4\n", Options{}, "f.csv:1: 4 feature columns where the model was trained on 2; "},
		{asLIBSVM, "1 3:1\n", Options{}, `f.csv:1: column 2: index 3 where the model was trained on 2 features: "3:1"; `},
		{"x,y\n1,0.5\n2,0.25\n", "x,y\n1,high\n", Options{}, `f.csv:2: column 2 (y): label: not a number: "high"; `},
	}
	for _, tt := range tests {
		s, err := Read("f.csv", strings.NewReader(tt.text), Options{TrainingSet: trainedOn(t, tt.train, tt.o)})
		check.That(t, s == nil && err != nil && strings.HasPrefix(err.Error(), tt.want),
			"%q\n got %v\nwant %s", tt.text, err, tt.want)
	}
}

func TestRead_takesTheChosenLabelAndClass(t *testing.T) {
	tests := []struct {
		name, text         string
		o                  Options
		negative, positive string
		labels             []float64
		columns            string
	}{
		{"by name", "kind,a,y\nyes,1,2\nno,3,4\n", Options{Label: "kind"}, "no", "yes", []float64{1, -1}, "a y"},
		{"by number", "kind,a,y\nyes,1,2\nno,3,4\n", Options{Label: "1"}, "no", "yes", []float64{1, -1}, "a y"},
		{"without header", inFront, Options{Label: "1"}, "no", "yes", []float64{1, -1}, "x1 x2"},
		{"other class", trained, Options{Positive: "no"}, "yes", "no", []float64{-1, 1}, "a b"},
		{"against the rest", threeKind, Options{Positive: "y"}, "not y", "y", []float64{-1, 1, -1}, "a b"},
		{"numbers", "a,k\n1,1\n2,2.0\n3,3\n", Options{Positive: "2"}, "not 2", "2", []float64{-1, 1, -1}, "a"},
		{"libsvm", "1 1:1\n2 1:2\n3 1:3\n", Options{Positive: "3"}, "not 3", "3", []float64{-1, -1, 1}, "x1"},
	}
	for _, tt := range tests {
		s, err := Read("f.csv", strings.NewReader(tt.text), tt.o)
		if err != nil {
			t.Errorf("%s: got error %v, want none", tt.name, err)
			continue
		}
		negative, positive := s.Classes()
		if negative != tt.negative || positive != tt.positive || !slices.Equal(s.Labels(), tt.labels) ||
			strings.Join(s.Columns(), " ") != tt.columns {
			t.Errorf("%s: got classes %q and %q, labels %v, columns %q, want %+v", tt.name, negative, positive, s.Labels(),
				s.Columns(), tt)
		}
	}
}

func TestWriteCSV_canBeReadAgain(t *testing.T) {
	sets := []*Set{
		Moons(30, 0.2, 1), SineReg(20, 0.1, 2), Worksheet1D(3),
		NewRegression("tiny", [][]float64{{5e-324, 1.7976931348623157e308}, {-0.1, 1.0 / 3}}, []float64{0.1, 1e-7}),
	}
	for _, name := range Names() {
		sets = append(sets, MustBuiltin(name))
	}
	for _, s := range sets {
		again := must.Value(writeAndRead(s))
		check.That(t, sameSet(s, again), "written and read again: got %v, want %v", again, s)
	}
	if err := WriteCSV(failing{}, sets[0]); err == nil {
		t.Error("WriteCSV to a failing writer: got no error, want one")
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// writeAndRead writes a set and reads it again.
func writeAndRead(s *Set) (*Set, error) {
	var b bytes.Buffer
	if err := WriteCSV(&b, s); err != nil {
		return nil, err
	}
	return Read(s.Name(), &b, Options{Task: s.Task()})
}

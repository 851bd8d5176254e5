package progress

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"time"
)

// unknown holds the fields of a JSON object that this program does not know.
// They are written back as they were, so that a newer program that kept the
// version loses nothing. Its contents never change once decoded.
type unknown map[string]json.RawMessage

// known lists the JSON names of a struct's fields.
func known(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if name != "" {
			names[name] = true
		}
	}
	return names
}

// split decodes an object's known fields into v, a pointer to a struct, and
// returns the others.
func split(text []byte, v any) (unknown, error) {
	if err := json.Unmarshal(text, v); err != nil {
		return nil, err
	}
	var all unknown
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	names := known(reflect.TypeOf(v).Elem())
	maps.DeleteFunc(all, func(name string, _ json.RawMessage) bool {
		return names[name] || names[strings.ToLower(name)] // encoding/json folds case
	})
	if len(all) == 0 {
		return nil, nil
	}
	return all, nil
}

// join encodes v, a plain struct, with the unknown fields after the known
// ones.
func join(v any, extra unknown) ([]byte, error) {
	text, err := compact(v)
	if err != nil || len(extra) == 0 {
		return text, err
	}
	more, err := compact(extra)
	if err != nil {
		return nil, err
	}
	if len(text) > len("{}") {
		more[0] = ','
	} else {
		more = more[1:]
	}
	return append(text[:len(text)-1], more...), nil
}

// compact encodes like json.Marshal and leaves <, > and & readable.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// The plain types have the fields and not the methods, so that encoding does
// not call itself.
type (
	plainExercise Exercise
	plainStep     Step
	plainProfile  Profile
)

// UnmarshalJSON keeps fields it does not know.
func (e *Exercise) UnmarshalJSON(text []byte) (err error) {
	e.extra, err = split(text, (*plainExercise)(e))
	return err
}

// MarshalJSON writes unknown fields back.
func (e Exercise) MarshalJSON() ([]byte, error) { return join(plainExercise(e), e.extra) }

// UnmarshalJSON keeps fields it does not know.
func (s *Step) UnmarshalJSON(text []byte) (err error) {
	s.extra, err = split(text, (*plainStep)(s))
	return err
}

// MarshalJSON writes unknown fields back.
func (s Step) MarshalJSON() ([]byte, error) { return join(plainStep(s), s.extra) }

// UnmarshalJSON keeps fields it does not know.
func (p *Profile) UnmarshalJSON(text []byte) (err error) {
	p.extra, err = split(text, (*plainProfile)(p))
	return err
}

// MarshalJSON writes unknown fields back.
func (p Profile) MarshalJSON() ([]byte, error) { return join(plainProfile(p), p.extra) }

// MisfitError says where a document is not as this program writes it, for a person
// who looks into the file.
type MisfitError struct {
	Line, Column int    // from one
	Field        string // "steps.watch.hints"; "" for the document
	Found        string // as it stands there
	Wanted       string // in words; "" where it is not JSON
}

func (e *MisfitError) Error() string {
	at := fmt.Sprintf("line %d, column %d: ", e.Line, e.Column)
	switch {
	case e.Wanted == "" && e.Found == "":
		return at + "the text ends too early"
	case e.Wanted == "":
		return at + "“" + e.Found + "” cannot stand here"
	}
	return at + fmt.Sprintf("%s is %s, and should be %s", e.Field, e.Found, e.Wanted)
}

// misfit says in words for a person why a text could not be decoded into a value of
// the type of v.
func misfit(text []byte, v any, err error) error {
	var broken *json.SyntaxError
	if errors.As(err, &broken) {
		if broken.Error() == "unexpected end of JSON input" {
			return placed(text, len(text), &MisfitError{})
		}
		found, _, _ := strings.Cut(string(text[min(int(max(0, broken.Offset-1)), len(text)):]), "\n")
		return placed(text, int(broken.Offset)-1, &MisfitError{Found: shortened(strings.TrimSpace(found))})
	}
	w := walker{in: json.NewDecoder(bytes.NewReader(text))}
	w.in.UseNumber()
	if w.value(reflect.TypeOf(v), nil); w.found == nil {
		return errors.New("it is not as this program writes it")
	}
	return placed(text, w.at-len(w.found.Found), w.found)
}

// placed notes the line and column of byte at.
func placed(text []byte, at int, e *MisfitError) error {
	before := string(text[:max(0, min(at, len(text)))])
	e.Line = 1 + strings.Count(before, "\n")
	e.Column = 1 + len([]rune(before[strings.LastIndex(before, "\n")+1:]))
	return e
}

// shortened is a text of a few words at most.
func shortened(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// walker reads a document along a type, up to the first value that does not fit.
type walker struct {
	in    *json.Decoder
	found *MisfitError
	at    int // where the value found ends
}

// value reads a value that is to be of a type; nil takes any. It is not ok where the
// walk is over.
func (w *walker) value(t reflect.Type, path []string) (ok bool) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	token, err := w.in.Token()
	if err != nil {
		return false
	}
	if d, opens := token.(json.Delim); opens {
		if !w.fits(d, t, path, d.String()) {
			return false
		}
		return w.inside(d, t, path)
	}
	shown, err := json.Marshal(token)
	return err == nil && (token == nil || w.fits(token, t, path, string(shown)))
}

// inside reads what is in an object or a list, with its end.
func (w *walker) inside(d json.Delim, t reflect.Type, path []string) (ok bool) {
	for i := 0; w.in.More(); i++ {
		name, of := fmt.Sprint(i+1), t
		if d == '{' {
			key, err := w.in.Token()
			if err != nil {
				return false
			}
			name = fmt.Sprint(key)
		}
		switch {
		case t == nil:
		case t.Kind() == reflect.Struct:
			of = fieldNamed(t, name)
		default:
			of = t.Elem()
		}
		if !w.value(of, append(path[:len(path):len(path)], name)) {
			return false
		}
	}
	_, err := w.in.Token()
	return err == nil
}

// fieldNamed is the type of the field that a document calls by a name, nil where the
// program knows none.
func fieldNamed(t reflect.Type, name string) reflect.Type {
	for i := range t.NumField() {
		tag, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		if tag != "" && strings.EqualFold(tag, name) {
			return t.Field(i).Type
		}
	}
	return nil
}

// fits reports whether a token can begin a value of a type, and notes it where not.
func (w *walker) fits(token json.Token, t reflect.Type, path []string, shown string) bool {
	if t == nil {
		return true
	}
	wanted := wantedOf(t)
	if wanted.takes(token) {
		return true
	}
	field := strings.Join(path, ".")
	if field == "" {
		field = "the document"
	}
	w.at = int(w.in.InputOffset())
	w.found = &MisfitError{Field: field, Found: shown, Wanted: wanted.words}
	return false
}

// wanted is what may stand in a place, in words.
type wanted struct {
	words string
	takes func(json.Token) bool
}

func wantedOf(t reflect.Type) wanted {
	opens := func(d json.Delim) func(json.Token) bool {
		return func(token json.Token) bool { return token == d }
	}
	decodes := func(token json.Token) bool {
		text, err := json.Marshal(token)
		return err == nil && json.Unmarshal(text, reflect.New(t).Interface()) == nil
	}
	switch {
	case t == reflect.TypeFor[time.Time]():
		return wanted{`a time such as "2026-01-31T09:30:00Z"`, decodes}
	case t.Kind() == reflect.Struct, t.Kind() == reflect.Map:
		return wanted{"a group in { }", opens('{')}
	case t.Kind() == reflect.Slice:
		return wanted{"a list in [ ]", opens('[')}
	case t.Kind() == reflect.String:
		return wanted{"a text in quotes", decodes}
	case t.Kind() == reflect.Bool:
		return wanted{"true or false", decodes}
	case t.Kind() == reflect.Float64:
		return wanted{"a number", decodes}
	case t.Kind() == reflect.Uint64:
		return wanted{"a whole number, 0 or more", decodes}
	}
	return wanted{"a whole number", decodes}
}

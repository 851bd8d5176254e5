package progress

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
)

// unknown holds the fields of a JSON object that this program does not know. They are
// written back unchanged, so that nothing is lost of the documents of a newer program
// with the same version. Its contents never change once decoded.
type unknown map[string]json.RawMessage

// known returns the JSON names of a struct's fields.
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

// split decodes an object's known fields into v, a pointer to a struct, and returns the
// other fields.
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

// join encodes v, a plain struct, followed by the unknown fields.
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

// compact encodes like json.Marshal but leaves <, > and & readable.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// The plain types have the same fields but no methods, so that encoding does not
// recurse.
type (
	plainExercise Exercise
	plainTask     Task
	plainProfile  Profile
)

// UnmarshalJSON keeps the fields that it does not know.
func (e *Exercise) UnmarshalJSON(text []byte) (err error) {
	e.extra, err = split(text, (*plainExercise)(e))
	return err
}

// MarshalJSON writes the unknown fields back.
func (e Exercise) MarshalJSON() ([]byte, error) { return join(plainExercise(e), e.extra) }

// UnmarshalJSON keeps the fields that it does not know.
func (s *Task) UnmarshalJSON(text []byte) (err error) {
	s.extra, err = split(text, (*plainTask)(s))
	return err
}

// MarshalJSON writes the unknown fields back.
func (s Task) MarshalJSON() ([]byte, error) { return join(plainTask(s), s.extra) }

// UnmarshalJSON keeps the fields that it does not know.
func (p *Profile) UnmarshalJSON(text []byte) (err error) {
	p.extra, err = split(text, (*plainProfile)(p))
	return err
}

// MarshalJSON writes the unknown fields back.
func (p Profile) MarshalJSON() ([]byte, error) { return join(plainProfile(p), p.extra) }

// misfit returns a readable reason why a text could not be decoded.
func misfit(text []byte, err error) error {
	if broken, ok := errors.AsType[*json.SyntaxError](err); ok {
		before := string(text[:min(int(broken.Offset), len(text))])
		return fmt.Errorf("line %d, column %d: %w", 1+strings.Count(before, "\n"),
			len(before)-strings.LastIndex(before, "\n")-1, err)
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s cannot hold a JSON %s", cmp.Or(wrong.Field, "the document"), wrong.Value)
	}
	return errors.New("it is not as this program writes it")
}

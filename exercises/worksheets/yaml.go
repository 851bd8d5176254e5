package worksheets

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// decode reads the YAML of a chunk into v. Unknown and repeated keys are
// problems; so is YAML that the library cannot survive.
func decode(c chunk, v any, p *problems) (ok bool) {
	defer func() {
		if recover() != nil {
			p.add(onLine(c.line), "write plain keys and values", "this YAML cannot be read")
			ok = false
		}
	}()
	d := yaml.NewDecoder(strings.NewReader(c.text), yaml.Strict())
	err := d.Decode(v)
	if errors.Is(err, io.EOF) {
		p.add(onLine(c.line), "", "the block is empty")
		return false
	}
	if err != nil {
		at, msg := yamlPlace(err)
		p.add(c.place(at), yamlHint(msg), "%s", msg)
		return false
	}
	var more any
	if !errors.Is(d.Decode(&more), io.EOF) {
		p.add(onLine(c.line), "keep one, without --- lines", "a second YAML document")
		return false
	}
	return true
}

// place turns a place in the chunk's text into one in the file.
func (c chunk) place(at place) place { return place{c.line + max(at.line, 1) - 1, at.column} }

func yamlPlace(err error) (place, string) {
	var node *nodeError
	var lib yaml.Error
	switch {
	case errors.As(err, &node):
		return node.at, node.msg
	case errors.As(err, &lib) && lib.GetToken() != nil:
		return tokenPlace(lib.GetToken()), lib.GetMessage()
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	return place{}, first
}

func yamlHint(msg string) string {
	if strings.HasPrefix(msg, "unknown field") {
		return "see FORMAT.md for the keys of each block"
	}
	return ""
}

func tokenPlace(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{}
	}
	return place{t.Position.Line, t.Position.Column}
}

// nodeError is a value of the wrong kind.
type nodeError struct {
	at  place
	msg string
}

func (e *nodeError) Error() string { return e.msg }

// scalar is one value as written, with its place in the block. Numbers and
// booleans keep their spelling: 1.50 stays 1.50.
type scalar struct {
	text string
	at   place
}

// UnmarshalYAML takes a scalar of any kind.
func (s *scalar) UnmarshalYAML(n ast.Node) error {
	s.at = tokenPlace(n.GetToken())
	switch n := n.(type) {
	case *ast.StringNode:
		s.text = n.Value
	case *ast.LiteralNode:
		s.text = n.Value.Value
		s.at = place{line: s.at.line + 1}
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		s.text = n.GetToken().Value
	case *ast.NullNode:
		return &nodeError{s.at, "a value is missing"}
	default:
		return &nodeError{s.at, fmt.Sprintf("expected text, found a %s", strings.ToLower(n.Type().String()))}
	}
	return nil
}

// choice is one option of a field: text, or value and label.
type choice struct{ value, label scalar }

// UnmarshalYAML takes text or a mapping of value and label.
func (c *choice) UnmarshalYAML(n ast.Node) error {
	if _, ok := n.(*ast.MappingNode); !ok {
		err := c.value.UnmarshalYAML(n)
		c.label = c.value
		return err
	}
	var full struct{ Value, Label scalar }
	if err := yaml.NodeToValue(n, &full, yaml.Strict()); err != nil {
		at, msg := yamlPlace(err)
		return &nodeError{at, msg}
	}
	if full.Value.text == "" || full.Label.text == "" {
		return &nodeError{tokenPlace(n.GetToken()), "a choice needs value and label"}
	}
	c.value, c.label = full.Value, full.Label
	return nil
}

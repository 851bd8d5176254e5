package worksheets

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

// decode reads the YAML of a chunk, a piece of a worksheet, into v. Unknown and repeated keys are
// problems, and so is YAML on which the library panics or that has thousands of brackets.
func decode(c chunk, v any, p *problems) (ok bool) {
	defer func() {
		if recover() != nil {
			p.addLine(c.line, "write plain keys and values", "the YAML cannot be parsed")
			ok = false
		}
	}()
	if strings.Contains(c.text, `\`) { // quotes may contain escapes, such as \e
		for _, t := range lexer.Tokenize(c.text) {
			if !p.checkPrintable(t.Value, c.place(tokenPlace(t))) {
				return false
			}
		}
	}
	if strings.Count(c.text, "[")+strings.Count(c.text, "{") > 20_000 {
		panic("the library would need too much memory")
	}
	d := yaml.NewDecoder(strings.NewReader(c.text), yaml.Strict())
	err := d.Decode(v)
	if errors.Is(err, io.EOF) {
		p.addLine(c.line, "", "the block is empty")
		return false
	}
	if err != nil {
		at, msg := yamlPlace(err)
		p.add(c.place(at), "see FORMAT.md for the form of each block", "%s", msg)
		return false
	}
	var more any
	if !errors.Is(d.Decode(&more), io.EOF) {
		p.addLine(c.line, "keep one, without --- lines", "a second YAML document")
		return false
	}
	return true
}

// place converts a place in the chunk's text to one in the file.
func (c chunk) place(at place) place { return place{c.line + max(at.line, 1) - 1, at.column} }

func yamlPlace(err error) (place, string) {
	var node *nodeError
	var lib yaml.Error
	switch {
	case errors.As(err, &node):
		return node.at, node.msg
	case errors.As(err, &lib) && lib.GetToken() != nil:
		msg := lib.GetMessage()
		if strings.HasPrefix(msg, "cannot unmarshal") {
			msg = "this value does not fit its key"
		}
		return tokenPlace(lib.GetToken()), msg
	}
	firstLine, _, _ := strings.Cut(err.Error(), "\n")
	return place{}, firstLine
}

func tokenPlace(t *token.Token) place {
	if t == nil || t.Position == nil {
		return place{}
	}
	return place{t.Position.Line, t.Position.Column}
}

// nodeError reports a value of the wrong kind.
type nodeError struct {
	at  place
	msg string
}

func (e *nodeError) Error() string { return e.msg }

// scalar is one value as written, with its place in the block. Numbers and booleans
// keep their spelling: 1.50 stays 1.50.
type scalar struct {
	text string
	at   place
}

// UnmarshalYAML reads a scalar of any kind.
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
		return &nodeError{s.at, fmt.Sprintf("expected text instead of this %s; put a text with : or [ in quotes",
			strings.ToLower(n.Type().String()))}
	}
	return nil
}

// node is a value of a block as written: a text, a list of values, or a mapping whose
// keys keep their order. The zero node means that there is no value.
type node struct {
	text string
	list []node
	keys []entry
	kind nodeKind
	at   place
}

type nodeKind uint8

const (
	noNode nodeKind = iota
	textNode
	listNode
	mapNode
)

// entry is a key of a mapping with its value.
type entry struct {
	key   string
	value node
	at    place
}

// UnmarshalYAML reads any YAML of texts, lists and mappings.
func (n *node) UnmarshalYAML(y ast.Node) error {
	result, err := nodeOf(y)
	*n = result
	return err
}

func nodeOf(y ast.Node) (node, error) {
	n := node{at: tokenPlace(y.GetToken())}
	switch y := y.(type) {
	case *ast.SequenceNode:
		n.kind = listNode
		for _, item := range y.Values {
			v, err := nodeOf(item)
			if err != nil {
				return n, err
			}
			n.list = append(n.list, v)
		}
		return n, nil
	case *ast.MappingNode:
		n.kind = mapNode
		for _, pair := range y.Values {
			if err := n.addKey(pair); err != nil {
				return n, err
			}
		}
		if len(n.keys) > 0 {
			n.at = n.keys[0].at
		}
		return n, nil
	case *ast.MappingValueNode:
		n.kind = mapNode
		err := n.addKey(y)
		n.at = n.keys[0].at
		return n, err
	}
	var s scalar
	err := s.UnmarshalYAML(y)
	return node{kind: textNode, text: strings.TrimRight(s.text, "\n"), at: s.at}, err
}

// addKey adds a key with its value.
func (n *node) addKey(pair *ast.MappingValueNode) error {
	at := tokenPlace(pair.Key.GetToken())
	key := pair.Key.GetToken().Value
	n.keys = append(n.keys, entry{key: key, at: at})
	for _, other := range n.keys[:len(n.keys)-1] {
		if other.key == key {
			return &nodeError{at, fmt.Sprintf("%s twice", key)}
		}
	}
	v, err := nodeOf(pair.Value)
	n.keys[len(n.keys)-1].value = v
	return err
}

// get returns the value of a key.
func (n node) get(key string) (node, bool) {
	for _, e := range n.keys {
		if e.key == key {
			return e.value, true
		}
	}
	return node{}, false
}

// eachText calls visit for every text in a node.
func (n node) eachText(visit func(node)) {
	if n.kind == textNode {
		visit(n)
	}
	for _, v := range n.list {
		v.eachText(visit)
	}
	for _, e := range n.keys {
		e.value.eachText(visit)
	}
}

// hasVariable reports whether a text in a node has a variable.
func (n node) hasVariable() bool {
	found := false
	n.eachText(func(text node) { found = found || strings.Contains(text.text, "{{") })
	return found
}

// mapped returns a copy of the node in which every text is converted by convertText, and every
// place by convertPlace.
func (n node) mapped(convertText func(string) string, convertPlace func(place) place) node {
	out := node{kind: n.kind, text: convertText(n.text), at: convertPlace(n.at)}
	for _, v := range n.list {
		out.list = append(out.list, v.mapped(convertText, convertPlace))
	}
	for _, e := range n.keys {
		out.keys = append(out.keys, entry{e.key, e.value.mapped(convertText, convertPlace), convertPlace(e.at)})
	}
	return out
}

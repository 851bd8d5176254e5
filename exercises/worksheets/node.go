package worksheets

import (
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// node is a value of a block as written: a text, a list of values, or values
// by key in the order in which they stand. The zero node is no value.
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

// entry is a value of a mapping under its key.
type entry struct {
	key   string
	value node
	at    place
}

// UnmarshalYAML takes any YAML of texts, lists and mappings.
func (n *node) UnmarshalYAML(y ast.Node) error {
	made, err := nodeOf(y)
	*n = made
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
			if err := n.take(pair); err != nil {
				return n, err
			}
		}
		if len(n.keys) > 0 {
			n.at = n.keys[0].at
		}
		return n, nil
	case *ast.MappingValueNode:
		n.kind = mapNode
		err := n.take(y)
		n.at = n.keys[0].at
		return n, err
	}
	var s scalar
	err := s.UnmarshalYAML(y)
	return node{kind: textNode, text: strings.TrimRight(s.text, "\n"), at: s.at}, err
}

// take adds a key with its value.
func (n *node) take(pair *ast.MappingValueNode) error {
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

// get is the value of a key.
func (n node) get(key string) (node, bool) {
	for _, e := range n.keys {
		if e.key == key {
			return e.value, true
		}
	}
	return node{}, false
}

// each visits every text below a node.
func (n node) each(visit func(node)) {
	if n.kind == textNode {
		visit(n)
	}
	for _, v := range n.list {
		v.each(visit)
	}
	for _, e := range n.keys {
		e.value.each(visit)
	}
}

// waits reports whether a text below a node has a variable.
func (n node) waits() bool {
	found := false
	n.each(func(text node) { found = found || strings.Contains(text.text, "{{") })
	return found
}

// mapped is the node with every text replaced and every place moved.
func (n node) mapped(text func(string) string, move func(place) place) node {
	out := node{kind: n.kind, text: text(n.text), at: move(n.at)}
	for _, v := range n.list {
		out.list = append(out.list, v.mapped(text, move))
	}
	for _, e := range n.keys {
		out.keys = append(out.keys, entry{e.key, e.value.mapped(text, move), move(e.at)})
	}
	return out
}

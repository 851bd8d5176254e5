package worksheets

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// casesOf reads cases: lists of texts, by the same names in each.
func casesOf(v node) ([]map[string]string, error) {
	var out []map[string]string
	for _, item := range v.list {
		texts := map[string]string{}
		for _, e := range item.keys {
			if e.value.kind != textNode {
				return nil, fmt.Errorf("%s of a case is no text", e.key)
			}
			if !variable().MatchString("{{" + e.key + "}}") {
				return nil, fmt.Errorf("%q of a case is no name: it has letters, digits and _", e.key)
			}
			texts[e.key] = e.value.text
		}
		if len(out) > 0 && !slices.Equal(names(texts), names(out[0])) {
			return nil, fmt.Errorf("a case has %v, and the first has %v", names(texts), names(out[0]))
		}
		out = append(out, texts)
	}
	if len(out) == 0 || len(out[0]) == 0 {
		return nil, errors.New("there is no case: write {cases: [{name: …}, {name: …}]}")
	}
	return out, nil
}

func names(texts map[string]string) []string { return slices.Sorted(maps.Keys(texts)) }

// texts are those of the cases that are drawn.
func (n *numbers) texts(drawn map[string]float64) map[string]string {
	out := map[string]string{}
	if n == nil {
		return out
	}
	for _, one := range n.list {
		if len(one.cases) > 0 {
			maps.Copy(out, one.cases[int(drawn[one.name])])
		}
	}
	return out
}

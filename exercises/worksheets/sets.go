package worksheets

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
)

// setLimits bounds the sets of worksheets, because a worksheet may come from a stranger.
var setLimits = dataset.Options{MaxBytes: 1 << 20, MaxRows: 1000, MaxColumns: 50}

// maxSets is the maximum number of sets in an exercise.
const maxSets = 20

// sets reads the block sets: by name, a list of rows or the name of a file.
func (b *builder) sets(c chunk) {
	b.exercise.sets = map[string]exercises.Data{}
	var m node
	if b.outline || !decode(c, &m, b.problems) {
		return
	}
	if len(m.keys) == 0 || len(m.keys) > maxSets {
		b.addLine(c.line, "write mine: and, below it, rows such as - [0.5, 2, -1]", "sets needs 1 to %d sets", maxSets)
	}
	taken := append(dataset.Names(), "own", "placed")
	for _, e := range m.mapped(strings.TrimSpace, c.place).keys[:min(len(m.keys), maxSets)] {
		if !fieldName().MatchString(e.key) || slices.Contains(taken, e.key) {
			b.add(e.at, "use small letters, digits, - and _, and no name of a built-in set", "the name %q of a set", e.key)
		}
		set, err := b.set(e)
		if err == nil {
			b.exercise.sets[e.key] = set
			continue
		}
		at := e.value.at
		if fault, ok := errors.AsType[*nodeError](err); ok {
			at = fault.at
		}
		fault, _, _ := strings.Cut(err.Error(), dataset.AtCommands)
		b.add(at, "", "the set %s: %s", e.key, fault)
	}
}

// set reads a set from its rows, or from a file in the folder of the worksheet.
func (b *builder) set(e entry) (*dataset.Set, error) {
	switch {
	case e.value.kind != textNode:
		return setOf(e)
	case b.beside == nil:
		return nil, errors.New("there is no folder with files here")
	}
	text, err := b.beside(e.value.text)
	if err != nil {
		return nil, err
	}
	return dataset.Read(e.value.text, bytes.NewReader(text), setLimits)
}

// setOf reads rows of coordinates and a label, in the same way as a CSV file with a header.
func setOf(e entry) (*dataset.Set, error) {
	rows := e.value.list
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	for i, row := range rows {
		var cells, header []string
		for j, cell := range row.list {
			cells, header = append(cells, cell.text), append(header, fmt.Sprint("x", j+1))
		}
		if len(cells) < 2 {
			return nil, &nodeError{row.at, "a row needs coordinates and a label; write - [0.5, 2, -1]"}
		}
		if i == 0 {
			header[len(header)-1] = "label"
			_ = out.Write(header) // a buffer has no errors
		}
		_ = out.Write(cells)
	}
	out.Flush()
	set, err := dataset.Read(e.key, &text, setLimits)
	fault, ok := errors.AsType[*dataset.Error](err)
	if !ok {
		return set, err
	}
	at := e.value.at
	if i := fault.Line - 2; i >= 0 && i < len(rows) {
		at = rows[i].at
		if j := fault.Column - 1; j >= 0 && j < len(rows[i].list) {
			at = rows[i].list[j].at
		}
	}
	fault.Line = 0
	return nil, &nodeError{at, strings.TrimPrefix(fault.Error(), e.key+": ")}
}

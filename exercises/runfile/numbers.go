package runfile

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// Numbers writes steps that are numbers by name, in a format of Formats, each with
// its place in rows as its step. What a step has not is empty, or left out.
func Numbers(w io.Writer, names []string, rows []map[string]float64, format string) error {
	switch format {
	case "csv":
		return numbersCSV(w, names, rows)
	case "jsonl":
		return numbersJSONL(w, names, rows)
	}
	return noFormat(format)
}

func noFormat(format string) error {
	return fmt.Errorf("there is no format %q for steps; there are csv and jsonl", format)
}

func numbersCSV(w io.Writer, names []string, rows []map[string]float64) error {
	out := csv.NewWriter(w)
	if err := out.Write(append([]string{"step"}, names...)); err != nil {
		return err
	}
	for i, row := range rows {
		line := []string{strconv.Itoa(i)}
		for _, name := range names {
			text := ""
			if v, ok := row[name]; ok {
				text = cell(v)
			}
			line = append(line, text)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func numbersJSONL(w io.Writer, names []string, rows []map[string]float64) error {
	out := bufio.NewWriter(w)
	for i, row := range rows {
		line := strconv.AppendInt([]byte(`{"step":`), int64(i), 10)
		for _, name := range names {
			if v, ok := row[name]; ok {
				line = shortest(append(strconv.AppendQuote(append(line, ','), name), ':'), v)
			}
		}
		if _, err := out.Write(append(line, '}', '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

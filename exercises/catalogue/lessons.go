package catalogue

import (
	"fmt"
	"maps"

	"kernellab/exercises/bughunt"
	"kernellab/exercises/lessons"
	"kernellab/exercises/worksheets"
)

// lessons returns the lessons of all units by the id of their exercise. A new
// unit adds its package's table to the list: merge(…).
// Exercises and lessons have to match one to one, so a unit's worksheet, its
// lessons and its entry here come together.
func taught() (map[string]worksheets.Lesson, error) {
	return merge(lessons.All(), bughunt.Lessons())
}

// merge joins tables; an id in two of them is an error.
func merge(tables ...map[string]worksheets.Lesson) (map[string]worksheets.Lesson, error) {
	all := map[string]worksheets.Lesson{}
	for _, table := range tables {
		for id := range maps.Keys(table) {
			if all[id] != nil {
				return nil, fmt.Errorf("exercise %s is taught by two lessons", id)
			}
		}
		maps.Copy(all, table)
	}
	return all, nil
}

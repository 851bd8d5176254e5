package main

import (
	"context"
	"fmt"
	"runtime"

	"kernellab/exercises"
	"kernellab/exercises/dataset"
	"kernellab/exercises/stage"
	"kernellab/kernels"
	"kernellab/solvers"
)

// kept measures what a recorded run holds as it grows.
func kept() error {
	fmt.Println("\nA run of 200 points as the lab keeps it, every step with its α and scores:")
	fmt.Println("\n| steps | MB |")
	fmt.Println("| --- | --- |")
	var t table
	for _, steps := range []int{100, 1000, 10_000} {
		mb, err := heldBy(steps)
		if err != nil {
			return err
		}
		t.add(float64(steps), mb)
	}
	t.exponents()
	return nil
}

// heldBy is the memory in MB of a run of so many steps.
func heldBy(steps int) (float64, error) {
	m := stage.Model{Set: dataset.BlobsOverlapping(200, 3), Kernel: kernels.RBF{Sigma: 1}}
	run, err := stage.Start(m, solvers.SMO{C: 10_000, Rule: solvers.Random, Tol: 1e-9, Seed: 1})
	if err != nil {
		return 0, err
	}
	before := heap()
	var grown exercises.Run = run
	for grown.Len() <= steps {
		if grown, err = grown.Extend(context.Background(), min(500, steps+1-grown.Len()), exercises.Break{}); err != nil {
			return 0, err
		}
	}
	held := heap() - before
	runtime.KeepAlive(grown)
	return held, nil
}

// heap is the memory in use, in MB.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc) / 1e6
}

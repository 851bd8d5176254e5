package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// job is one problem that both programs solve, with LIBSVM's default tolerance.
type job struct {
	file     string
	gamma, c float64
	cache    int // MB
}

// outcome holds the result of one run of a program.
type outcome struct {
	seconds, cpu, peakMB float64
	objective            float64 // of the dual
	updates, support     int
}

// measure runs a program and returns its times and its output.
func measure(name string, args ...string) (outcome, []byte, error) {
	cmd := exec.Command(name, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	seconds := time.Since(start).Seconds()
	if err != nil {
		return outcome{}, nil, fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, errs.Bytes())
	}
	o := outcome{seconds: seconds, cpu: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.peakMB = float64(use.Maxrss) / 1024
	}
	return o, out.Bytes(), nil
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// runOurs runs kernellab solve and parses its JSON.
func runOurs(program string, j job) (outcome, error) {
	o, out, err := measure(program, "solve", "--json", "--model", "svm", "--data", j.file,
		"--kernel", "rbf(gamma="+number(j.gamma)+")", "--C", number(j.c), "--tol", "1e-3", "--cache", strconv.Itoa(j.cache))
	if err != nil {
		return o, err
	}
	var answer struct {
		Objective  float64
		Iterations int
		Support    int `json:"support_vectors"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return o, fmt.Errorf("%s: %w", program, err)
	}
	o.objective, o.updates, o.support = answer.Objective, answer.Iterations, answer.Support
	return o, nil
}

// The lines that svm-train prints: "optimization finished, #iter = 12", "obj = -3.4,
// rho = 0.1", "Total nSV = 7".
var (
	printedUpdates   = regexp.MustCompile(`#iter = (\d+)`)
	printedObjective = regexp.MustCompile(`obj = (\S+),`)
	printedSupport   = regexp.MustCompile(`Total nSV = (\d+)`)
)

// runTheirs runs svm-train and parses what it prints. It deletes the model file.
func runTheirs(program string, j job) (outcome, error) {
	model, err := os.CreateTemp("", "model")
	if err != nil {
		return outcome{}, err
	}
	defer os.Remove(model.Name())
	model.Close()
	o, out, err := measure(program, "-t", "2", "-g", number(j.gamma), "-c", number(j.c), "-e", "0.001", "-m", strconv.Itoa(j.cache), j.file, model.Name())
	if err != nil {
		return o, err
	}
	for pattern, take := range map[*regexp.Regexp]func(string) error{
		printedUpdates:   func(s string) (err error) { o.updates, err = strconv.Atoi(s); return err },
		printedSupport:   func(s string) (err error) { o.support, err = strconv.Atoi(s); return err },
		printedObjective: func(s string) (err error) { o.objective, err = strconv.ParseFloat(s, 64); return err },
	} {
		found := pattern.FindSubmatch(out)
		if found == nil {
			return o, fmt.Errorf("%s printed nothing like %v", program, pattern)
		}
		if err := take(string(found[1])); err != nil {
			return o, err
		}
	}
	o.objective = -o.objective // svm-train minimises the negative
	return o, nil
}

// runSVC returns the seconds of scikit-learn's fit, without reading the file.
func runSVC(command string, j job) (float64, error) {
	words := strings.Fields(command)
	args := append(words[1:], j.file, number(j.gamma), number(j.c), strconv.Itoa(j.cache))
	_, out, err := measure(words[0], args...)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
}

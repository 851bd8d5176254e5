// Package class connects the labs of a class with its teachers. A [Room] holds the messages
// of the class and the requests for help. A [Board] holds what the students have done. A [Hub]
// keeps both up to date in one process and passes rooms to its members, the sessions of students
// and teachers. A host is a process that serves labs over SSH.
//
// Everything goes through the record of the class, a database. Messages are notes, which
// [Room.WithNotes] reads. What students do, including each vote, is an event, which [Board.Add]
// reads. So the hosts that share a record form one class, and a teacher may use any of them.
//
// The package must not know exercises, screens or terminals.
package class

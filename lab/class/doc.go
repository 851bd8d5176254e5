// Package class connects the labs of a class with its teachers. A [Room] holds the messages
// of the class and the requests for help. A [Board] holds what the students have done. A [Hub]
// keeps both up to date in one process and passes rooms to its members.
//
// Everything goes through the record of the class. Messages are notes, which [Room.With]
// reads. What students do, including each vote, is an event, which [Board.Add] reads. So the
// hosts that share a record form one class, and a teacher may sit at any of them.
//
// The package must not know exercises, screens or terminals.
package class

BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	at FLOAT NOT NULL, 
	person_id INTEGER NOT NULL, 
	deed VARCHAR NOT NULL, 
	about VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE course (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	folder VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (slug)
);
INSERT INTO "course" VALUES(1,'demo','A course','/srv/scene/course');
INSERT INTO "course" VALUES(2,'other','Another course','/srv/scene/course');
CREATE TABLE edition (
	id INTEGER NOT NULL, 
	course_id INTEGER NOT NULL, 
	assignment VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	created_at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (course_id, assignment, digest), 
	FOREIGN KEY(course_id) REFERENCES course (id)
);
INSERT INTO "edition" VALUES(1,1,'demo','700a858f62ce799d','Demonstration',1.79563340965448546408e+09);
INSERT INTO "edition" VALUES(2,2,'demo','700a858f62ce799d','Demonstration',1.79563340975040698047e+09);
CREATE TABLE grading (
	id INTEGER NOT NULL, 
	submission_id INTEGER NOT NULL, 
	edition_id INTEGER NOT NULL, 
	regrade BOOLEAN NOT NULL, 
	state VARCHAR NOT NULL, 
	worker VARCHAR NOT NULL, 
	claim VARCHAR NOT NULL, 
	losses INTEGER NOT NULL, 
	failures INTEGER NOT NULL, 
	queued_at FLOAT NOT NULL, 
	started_at FLOAT NOT NULL, 
	finished_at FLOAT NOT NULL, 
	result VARCHAR NOT NULL, 
	reason VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (submission_id, edition_id), 
	FOREIGN KEY(submission_id) REFERENCES submission (id), 
	FOREIGN KEY(edition_id) REFERENCES edition (id)
);
INSERT INTO "grading" VALUES(1,1,1,0,'done','','',0,0,1.79563340976405501369e+09,1.79563340980064487461e+09,1.79563340981610655789e+09,'{"tasks":[{"id":"1.1","title":"State representation","max_score":2.0,"score":null,"verdict":null,"diagnoses":[]},{"id":"2.1","title":"Moves","max_score":1.0,"score":1.0,"verdict":"accepted","diagnoses":[]},{"id":"1.6","title":"Hill climbing","max_score":3.0,"score":1.0,"verdict":"wrong_answer","diagnoses":[]},{"id":"3.1","title":"Minimax search","max_score":3.0,"score":0.0,"verdict":"time_limit_exceeded","diagnoses":["The leaf is evaluated without changing sign for White.","Depth is counted from 1."]},{"id":"5.1","title":"Improved heuristic function","max_score":1.0,"score":0.0,"verdict":"not_attempted","diagnoses":[]},{"id":"4.2","title":"Negamax with alpha-beta pruning","max_score":1.0,"score":0.0,"verdict":"internal_error","diagnoses":[]},{"id":"7.1","title":"Connect four","max_score":0.0,"score":0.0,"verdict":"wrong_answer","diagnoses":[]}],"verdicts":{"internal_error":1,"time_limit_exceeded":1,"not_attempted":1,"runtime_error":1,"wrong_answer":3,"accepted":3},"complete":false,"errors":["The hidden test prunes of task 4.2 failed: KeyError(''board'')."],"cpu_seconds":2.345,"seconds":3.456,"graded_at":"2026-11-21T23:14:59Z"}','');
INSERT INTO "grading" VALUES(2,2,1,0,'queued','','',0,0,1.79563340987823271757e+09,0.0,0.0,'','');
CREATE TABLE membership (
	person_id INTEGER NOT NULL, 
	course_id INTEGER NOT NULL, 
	role VARCHAR NOT NULL, 
	PRIMARY KEY (person_id, course_id), 
	FOREIGN KEY(person_id) REFERENCES person (id), 
	FOREIGN KEY(course_id) REFERENCES course (id)
);
INSERT INTO "membership" VALUES(2,1,'student');
INSERT INTO "membership" VALUES(3,1,'student');
INSERT INTO "membership" VALUES(4,1,'assistant');
INSERT INTO "membership" VALUES(5,1,'instructor');
INSERT INTO "membership" VALUES(6,2,'instructor');
INSERT INTO "membership" VALUES(8,1,'student');
CREATE TABLE person (
	id INTEGER NOT NULL, 
	login VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	password VARCHAR NOT NULL, 
	admin BOOLEAN NOT NULL, 
	served_at FLOAT NOT NULL, 
	created_at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (login)
);
INSERT INTO "person" VALUES(1,'stranger','Stranger','',0,0.0,1.79563340968533039095e+09);
INSERT INTO "person" VALUES(2,'owner','Xyzzyva','$argon2id$v=19$m=65536,t=3,p=4$cTq7I1pI8xzHRQQnXsa2oA$53pFlqX9OJLCQOuY3TCmPTfLsOz+tEfV+li1Zo9Fz3Y',0,1.79563340980064487461e+09,1.79563340969491624836e+09);
INSERT INTO "person" VALUES(3,'other','Other','',0,0.0,1.79563340970476269719e+09);
INSERT INTO "person" VALUES(4,'assistant','Assistant','',0,0.0,1.79563340971018314362e+09);
INSERT INTO "person" VALUES(5,'instructor','Instructor','',0,0.0,1.79563340971679830547e+09);
INSERT INTO "person" VALUES(6,'foreign','Foreign','',0,0.0,1.79563340973114871981e+09);
INSERT INTO "person" VALUES(7,'root','Root','',1,0.0,1.7956334097349131107e+09);
INSERT INTO "person" VALUES(8,'ben','Ben','',0,0.0,1.79563340986527943607e+09);
CREATE TABLE report (
	grading_id INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	PRIMARY KEY (grading_id), 
	FOREIGN KEY(grading_id) REFERENCES grading (id)
);
INSERT INTO "report" VALUES(1,'{
 "schema": "grade-report/2",
 "score": 2.0,
 "max_score": 9.0,
 "undecided": 2.0,
 "grader_version": "0.1.0",
 "path": "submissions/bob.py",
 "digest": "9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015",
 "assignment": "ps2",
 "seed": 5,
 "complete": false,
 "sandbox": {
  "backend": "bubblewrap",
  "enforced": {
   "files": true,
   "network": true,
   "memory in total": false
  },
  "warning": "Memory is limited per process only: there are no control groups here."
 },
 "duration": 3.456,
 "tasks": [
  {
   "id": "1.1",
   "title": "State representation",
   "function": null,
   "max_score": 2.0,
   "score": null,
   "verdict": null,
   "tests": [],
   "note": "",
   "diagnoses": [],
   "dependencies": []
  },
  {
   "id": "2.1",
   "title": "Moves",
   "function": "minimax",
   "max_score": 1.0,
   "score": 1.0,
   "verdict": "accepted",
   "tests": [
    {
     "id": "test_forced_win",
     "title": "Finds a forced win",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 1.0,
     "score": 1.0,
     "verdict": "accepted",
     "cases": [
      {"id": "win_in_3-07", "verdict": "accepted", "visibility": "public", "points": 1.0, "message": "", "code": "", "expected": "21092109", "actual": "3", "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": null, "call": {"function": "minimax", "arguments": ["[[''_'', ''_'', ''_'', ''B'', \u2026", "0", "3", "Player.BLACK", "generate_valid_moves"], "drawn": {"index": 0, "name": "board", "figure": {"kind": "grid", "cells": [["_", "_", "_", "B", "_", "_"], ["_", "_", "B", "B", "_", "_"], ["_", "_", "_", "_", "B", "B"], ["W", "B", "W", "_", "B", "_"], ["_", "_", "_", "_", "W", "W"], ["_", "W", "W", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [], "spots": [], "caption": "", "row_labels": [], "column_labels": []}}, "stdout": "", "stderr": "", "traceback": "", "excerpt": null}, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    }
   ],
   "note": "",
   "diagnoses": [],
   "dependencies": []
  },
  {
   "id": "1.6",
   "title": "Hill climbing",
   "function": "hill_climbing",
   "max_score": 3.0,
   "score": 1.0,
   "verdict": "wrong_answer",
   "tests": [
    {
     "id": "test_small",
     "title": "Climbs on a small instance",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 1.0,
     "score": 1.0,
     "verdict": "accepted",
     "cases": [
      {"id": "1.6/small[uniform-04]", "verdict": "accepted", "visibility": "public", "points": 1.0, "message": "", "code": "", "expected": null, "actual": null, "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [{"length": 15.0, "greedy": 15.2, "margin": 0.013, "success": true, "seed": 0}, {"length": 15.0, "greedy": 15.2, "margin": 0.013, "success": true, "seed": 1}, {"length": 15.0, "greedy": 15.2, "margin": 0.013, "success": true, "seed": 2}], "measures": [{"key": "margin", "label": "margin", "unit": "", "share": true, "sums_up": true}], "decision": {"passed": true, "wrong": 0.005, "right": 0.8, "alpha": 1.7e-07, "beta": 8.9e-05, "most": 16}, "budget": null, "call": null, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    },
    {
     "id": "test_beats_greedy",
     "title": "Beats the greedy tour",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 2.0,
     "score": 0.0,
     "verdict": "wrong_answer",
     "cases": [
      {"id": "1.6/beats_greedy[uniform-05]", "verdict": "wrong_answer", "visibility": "public", "points": 1.0, "message": "The climb does not beat the greedy tour often enough.", "code": "", "expected": "a tour shorter than 15.2", "actual": "16.4", "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [{"length": 16.4, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": false, "seed": 7151}, {"length": 16.5, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": false, "seed": 7152}, {"length": 16.599999999999998, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": false, "seed": 7153}, {"length": 16.7, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": false, "seed": 7154}, {"length": 16.799999999999997, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": false, "seed": 7155}, {"length": 16.9, "greedy": 15.2, "best_known": 14.5, "margin": -0.079, "success": false, "seed": 7156}], "measures": [{"key": "margin", "label": "margin", "unit": "", "share": true, "sums_up": true}], "decision": {"passed": false, "wrong": 0.005, "right": 0.8, "alpha": 1.7e-07, "beta": 8.9e-05, "most": 16}, "budget": null, "call": {"function": "hill_climbing", "arguments": ["<instance of 5 cities>"], "drawn": null, "stdout": "", "stderr": "", "traceback": "", "excerpt": null}, "figures": [{"kind": "routes", "points": [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [2.0, 1.0]], "routes": [{"mark": "yours", "label": "yours", "stops": [0, 2, 1, 3, 4], "length": 16.4, "closed": true}, {"mark": "baseline", "label": "greedy", "stops": [0, 4, 1, 2, 3], "length": 15.2, "closed": true}, {"mark": "right", "label": "best known", "stops": [0, 1, 2, 3, 4], "length": 14.5, "closed": true}], "caption": "Five cities"}], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    }
   ],
   "note": "",
   "diagnoses": [],
   "dependencies": [
    {
     "function": "transition",
     "passed_with_own": false,
     "passed_with_reference": true
    },
    {
     "function": "evaluation_func",
     "passed_with_own": true,
     "passed_with_reference": true
    }
   ]
  },
  {
   "id": "3.1",
   "title": "Minimax search",
   "function": "minimax",
   "max_score": 3.0,
   "score": 0.0,
   "verdict": "time_limit_exceeded",
   "tests": [
    {
     "id": "test_forced_win",
     "title": "Finds a forced win",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 1.0,
     "score": 0.0,
     "verdict": "wrong_answer",
     "cases": [
      {"id": "3.1/forced_win[win_in_3-07]", "verdict": "wrong_answer", "visibility": "public", "points": 1.0, "message": "This move loses a piece; others keep the win.", "code": "", "expected": "score 21092109 with one of the moves (1, 1) \u2192 (2, 0), (1, 1) \u2192 (2, 2)", "actual": "score 3 with the move (1, 1) \u2192 (2, 1)", "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": null, "call": {"function": "minimax", "arguments": ["[[''_'', ''_'', ''_'', ''B'', \u2026", "0", "3", "Player.BLACK", "generate_valid_moves"], "drawn": {"index": 0, "name": "board", "figure": {"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "B", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "W", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [], "spots": [], "caption": "", "row_labels": [], "column_labels": []}}, "stdout": "searching\u2026\n", "stderr": "deprecated\n", "traceback": "", "excerpt": null}, "figures": [{"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "B", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "W", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [{"start": [1, 1], "end": [2, 1], "mark": "yours"}, {"start": [1, 1], "end": [2, 0], "mark": "right"}], "spots": [], "caption": "Black to move", "row_labels": [], "column_labels": []}, {"kind": "chart", "caption": "Positions looked into", "bars": [{"label": "yours", "value": 1284.0}, {"label": "minimax", "value": 1290.0}, {"label": "reference''s alpha-beta", "value": 212.0}]}], "explanation": {"text": "After your move White takes the piece that was about to win.", "lines": [{"title": "After your move", "positions": [{"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "B", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "W", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [{"start": [1, 1], "end": [2, 1], "mark": "played"}], "spots": [], "caption": "Black moves", "row_labels": [], "column_labels": []}, {"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "B", "_", "_", "_", "_"], ["_", "_", "W", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [{"start": [3, 2], "end": [2, 1], "mark": "played"}], "spots": [], "caption": "White takes", "row_labels": [], "column_labels": []}, {"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "W", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [], "spots": [], "caption": "no black piece is left", "row_labels": [], "column_labels": []}], "outcome": "White wins: \u221221092109"}, {"title": "After the best move", "positions": [{"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "B", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "W", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [{"start": [1, 1], "end": [2, 0], "mark": "played"}], "spots": [], "caption": "", "row_labels": [], "column_labels": []}], "outcome": "Black wins: 21092109"}], "counterexample": {"source": "from breakthrough import Player, generate_valid_moves\nfrom bob import minimax\n\nboard = [list(row) for row in\n         [\"______\", \"_B____\", \"______\", \"__W___\", \"______\", \"______\"]]\nprint(minimax(board, 0, 1, Player.BLACK, generate_valid_moves))\n", "expected": "(2, [(1, 1), (2, 0)])", "actual": "(3, [(1, 1), (2, 1)])", "size": "2 pieces, depth 1", "figure": {"kind": "grid", "cells": [["_", "_", "_", "_", "_", "_"], ["_", "B", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "W", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"], ["_", "_", "_", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [{"start": [1, 1], "end": [2, 0], "mark": "right"}], "spots": [], "caption": "Black to move", "row_labels": [], "column_labels": []}, "shared": false}}},
      {"id": "3.1/forced_win[win_in_3-08]", "verdict": "accepted", "visibility": "public", "points": 1.0, "message": "", "code": "", "expected": "21092109", "actual": "3", "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": null, "call": {"function": "minimax", "arguments": ["[[''_'', ''_'', ''_'', ''B'', \u2026", "0", "3", "Player.BLACK", "generate_valid_moves"], "drawn": {"index": 0, "name": "board", "figure": {"kind": "grid", "cells": [["_", "_", "_", "B", "_", "_"], ["_", "_", "B", "B", "_", "_"], ["_", "_", "_", "_", "B", "B"], ["W", "B", "W", "_", "B", "_"], ["_", "_", "_", "_", "W", "W"], ["_", "W", "W", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [], "spots": [], "caption": "", "row_labels": [], "column_labels": []}}, "stdout": "", "stderr": "", "traceback": "", "excerpt": null}, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    },
    {
     "id": "test_crashes",
     "title": "Survives deep searches",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 1.0,
     "score": 0.0,
     "verdict": "runtime_error",
     "cases": [
      {"id": "3.1/crashes[deep-1]", "verdict": "runtime_error", "visibility": "public", "points": 1.0, "message": "TypeError: negamax() missing 1 required positional argument", "code": "", "expected": null, "actual": null, "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": null, "call": {"function": "minimax", "arguments": ["[[''_'', ''_'', ''_'', ''B'', \u2026", "0", "3", "Player.BLACK", "generate_valid_moves"], "drawn": {"index": 0, "name": "board", "figure": {"kind": "grid", "cells": [["_", "_", "_", "B", "_", "_"], ["_", "_", "B", "B", "_", "_"], ["_", "_", "_", "_", "B", "B"], ["W", "B", "W", "_", "B", "_"], ["_", "_", "_", "_", "W", "W"], ["_", "W", "W", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [], "spots": [], "caption": "", "row_labels": [], "column_labels": []}}, "stdout": "", "stderr": "", "traceback": "Traceback (most recent call last):\n  File \"bob.py\", line 214, in minimax\n    score = -negamax(child, depth + 1, max_depth, other)\nTypeError: negamax() missing 1 required positional argument", "excerpt": {"file": "bob.py", "line": 214, "first": 212, "lines": ["    for move in generate_valid_moves(board, player):", "        child = state_change(board, *move)", "        score = -negamax(child, depth + 1, max_depth, other)", "        best = max(best, score)"]}}, "figures": [], "explanation": null}
     ],
     "note": "2 cases were left out, because stopped calls had taken 30 s of CPU time.",
     "helpers": [],
     "unlent": []
    },
    {
     "id": "test_deep",
     "title": "Searches four plies in time",
     "hint": "Every position is looked into once.",
     "visibility": "private",
     "points": 0.5,
     "score": 0.0,
     "verdict": "time_limit_exceeded",
     "cases": [
      {"id": "3.1/deep[deep-2]", "verdict": "time_limit_exceeded", "visibility": "private", "points": 1.0, "message": "Not done after 10 s of CPU time.", "code": "", "expected": null, "actual": null, "cpu_seconds": 10.02, "wall_seconds": 31.5, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": {"cpu_seconds": 10.0, "reference_cpu_seconds": 0.31, "calls": {"generate_valid_moves": 48211}, "reference_calls": {"generate_valid_moves": 1290}}, "call": {"function": "minimax", "arguments": ["[[''_'', ''_'', ''_'', ''B'', \u2026", "0", "3", "Player.BLACK", "generate_valid_moves"], "drawn": {"index": 0, "name": "board", "figure": {"kind": "grid", "cells": [["_", "_", "_", "B", "_", "_"], ["_", "_", "B", "B", "_", "_"], ["_", "_", "_", "_", "B", "B"], ["W", "B", "W", "_", "B", "_"], ["_", "_", "_", "_", "W", "W"], ["_", "W", "W", "_", "_", "_"]], "legend": [{"text": "B", "name": "Black", "look": "filled"}, {"text": "W", "name": "White", "look": "hollow"}, {"text": "_", "name": "empty", "look": "empty"}], "arrows": [], "spots": [], "caption": "", "row_labels": [], "column_labels": []}}, "stdout": "", "stderr": "", "traceback": "  File \"bob.py\", line 214, in minimax", "excerpt": {"file": "bob.py", "line": 214, "first": 212, "lines": ["    for move in generate_valid_moves(board, player):", "        child = state_change(board, *move)", "        score = -negamax(child, depth + 1, max_depth, other)", "        best = max(best, score)"]}}, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    },
    {
     "id": "test_board_is_unchanged",
     "title": "Leaves the board alone",
     "hint": "The board that was passed stays as it was.",
     "visibility": "evaluation",
     "points": 0.5,
     "score": 0.0,
     "verdict": "accepted",
     "cases": [
      {"id": "3.1/beside[1]", "verdict": "accepted", "visibility": "evaluation", "points": 1.0, "message": "", "code": "", "expected": null, "actual": null, "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": null, "call": null, "figures": [], "explanation": null}
     ],
     "note": "Counts only beside test_forced_win.",
     "helpers": [],
     "unlent": []
    }
   ],
   "note": "The cases after the third stopped call were left out.",
   "diagnoses": [
    {
     "sentence": "The leaf is evaluated without changing sign for White.",
     "agreeing": 2,
     "failing": 2
    },
    {
     "sentence": "Depth is counted from 1.",
     "agreeing": 1,
     "failing": 2
    }
   ],
   "dependencies": []
  },
  {
   "id": "5.1",
   "title": "Improved heuristic function",
   "function": "improved_evaluate",
   "max_score": 1.0,
   "score": 0.0,
   "verdict": "not_attempted",
   "tests": [
    {
     "id": "test_not_there",
     "title": "Beats the old one",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 1.0,
     "score": 0.0,
     "verdict": "not_attempted",
     "cases": [
      {"id": "test_not_there[1]", "verdict": "not_attempted", "visibility": "public", "points": 1.0, "message": "There is no function improved_evaluate in bob.py.", "code": "", "expected": null, "actual": null, "cpu_seconds": 0.0, "wall_seconds": 0.05, "seed": 11, "attempts": [], "measures": [], "decision": null, "budget": null, "call": null, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    }
   ],
   "note": "",
   "diagnoses": [],
   "dependencies": []
  },
  {
   "id": "4.2",
   "title": "Negamax with alpha-beta pruning",
   "function": "negamax_alpha_beta",
   "max_score": 1.0,
   "score": 0.0,
   "verdict": "internal_error",
   "tests": [
    {
     "id": "test_prunes",
     "title": "Prunes",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 1.0,
     "score": 0.0,
     "verdict": "internal_error",
     "cases": [
      {"id": "4.2/prunes[1]", "verdict": "internal_error", "visibility": "public", "points": 1.0, "message": "The hidden test itself failed.", "code": "", "expected": null, "actual": null, "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": null, "attempts": [], "measures": [], "decision": null, "budget": null, "call": null, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [],
     "unlent": []
    }
   ],
   "note": "",
   "diagnoses": [],
   "dependencies": []
  },
  {
   "id": "7.1",
   "title": "Connect four",
   "function": "drop",
   "max_score": 0.0,
   "score": 0.0,
   "verdict": "wrong_answer",
   "tests": [
    {
     "id": "test_drops",
     "title": "Drops a disc",
     "hint": "Think about the last ply.",
     "visibility": "public",
     "points": 0.0,
     "score": 0.0,
     "verdict": "wrong_answer",
     "cases": [
      {"id": "7.1/drops[early-1]", "verdict": "wrong_answer", "visibility": "public", "points": 1.0, "message": "The score is wrong.", "code": "wrong_column", "expected": "21092109", "actual": "3", "cpu_seconds": 0.042, "wall_seconds": 0.05, "seed": 11, "attempts": [{"depth": 4, "success": false}], "measures": [{"key": "depth", "label": "depth", "unit": "plies", "share": false, "sums_up": false}], "decision": null, "budget": null, "call": {"function": "drop", "arguments": ["0", "[[''.'', ''.'', \u2026"], "drawn": {"index": 1, "name": "state", "figure": {"kind": "grid", "cells": [[".", ".", ".", ".", ".", ".", "."], [".", ".", ".", ".", ".", ".", "."], [".", ".", ".", "Y", ".", ".", "."], [".", ".", ".", "R", ".", ".", "."], [".", ".", "Y", "R", "Y", ".", "."], [".", "R", "Y", "R", "Y", "R", "."]], "legend": [{"text": "R", "name": "Red", "look": "filled"}, {"text": "Y", "name": "Yellow", "look": "hollow"}, {"text": ".", "name": "empty", "look": "empty"}], "arrows": [], "spots": [{"cell": [1, 3], "mark": "right"}, {"cell": [5, 0], "mark": "yours"}], "caption": "Red to move", "row_labels": ["6", "5", "4", "3", "2", "1"], "column_labels": ["1", "2", "3", "4", "5", "6", "7"]}}, "stdout": "", "stderr": "", "traceback": "", "excerpt": null}, "figures": [], "explanation": null}
     ],
     "note": "",
     "helpers": [
      "winner",
      "drop"
     ],
     "unlent": [
      "search"
     ]
    }
   ],
   "note": "",
   "diagnoses": [],
   "dependencies": []
  }
 ],
 "load_notes": [
  {
   "message": "No module named ''turtle'': this import was left out.",
   "file": "bob.py",
   "line": 3,
   "column": null
  },
  {
   "message": "The submission is a notebook of 12 cells.",
   "file": "",
   "line": null,
   "column": null
  },
  {
   "message": "helper could not be read and was left out: SyntaxError: invalid syntax",
   "file": "bob.py",
   "line": 9,
   "column": 19
  }
 ],
 "load_stdout": "all my tests passed\n",
 "errors": [
  "The hidden test prunes of task 4.2 failed: KeyError(''board'')."
 ],
 "roles": [
  {
   "role": "drop",
   "found": "name",
   "function": "drop",
   "words": "",
   "how": {},
   "candidates": [],
   "names": [],
   "note": ""
  },
  {
   "role": "winner",
   "found": "behaviour",
   "function": "who_won",
   "words": "boards as 0, 1, \u22121; answers 1, \u22121, 0 or None",
   "how": {
    "board": "numbers",
    "answer": "sign"
   },
   "candidates": [],
   "names": [],
   "note": ""
  },
  {
   "role": "search",
   "found": "undecided",
   "function": "",
   "words": "",
   "how": {},
   "candidates": [
    "mine",
    "other"
   ],
   "names": [],
   "note": ""
  },
  {
   "role": "heuristic",
   "found": "not_found",
   "function": "",
   "words": "",
   "how": {},
   "candidates": [],
   "names": [
    "heuristic",
    "value"
   ],
   "note": "A hint names guess, which the submission does not define."
  }
 ],
 "speed": 1.8,
 "view": "staff",
 "graded_at": "2026-11-21T23:14:59Z",
 "cpu_seconds": 2.345,
 "title": "Problem Set 2",
 "student": "Xyzzyva",
 "cells": [
  {
   "source": "import turtle\n\n\n\n\n\n\ndef helper(board):\n    return board +* 2\n# 10\n# 11\n# 12\n# 13\n# 14\n# 15\n# 16\n# 17\n# 18\n# 19\n# 20\n# 21\n# 22\n# 23\n# 24\n# 25\n# 26\n# 27\n# 28\n# 29\n# 30\n# 31\n# 32\n# 33\n# 34\n# 35\n# 36\n# 37\n# 38\n# 39\n# 40\n# 41\n# 42\n# 43\n# 44\n# 45\n# 46\n# 47\n# 48\n# 49\n# 50\n# 51\n# 52\n# 53\n# 54\n# 55\n# 56\n# 57\n# 58\n# 59\n# 60\n# 61\n# 62\n# 63\n# 64\n# 65\n# 66\n# 67\n# 68\n# 69\n# 70\n# 71\n# 72\n# 73\n# 74\n# 75\n# 76\n# 77\n# 78\n# 79\n# 80\n# 81\n# 82\n# 83\n# 84\n# 85\n# 86\n# 87\n# 88\n# 89\n# 90\n# 91\n# 92\n# 93\n# 94\n# 95\n# 96\n# 97\n# 98\n# 99\n# 100\n# 101\n# 102\n# 103\n# 104\n# 105\n# 106\n# 107\n# 108\n# 109\n# 110\n# 111\n# 112\n# 113\n# 114\n# 115\n# 116\n# 117\n# 118\n# 119\n# 120\n# 121\n# 122\n# 123\n# 124\n# 125\n# 126\n# 127\n# 128\n# 129\n# 130\n# 131\n# 132\n# 133\n# 134\n# 135\n# 136\n# 137\n# 138\n# 139\n# 140\n# 141\n# 142\n# 143\n# 144\n# 145\n# 146\n# 147\n# 148\n# 149\n# 150\n# 151\n# 152\n# 153\n# 154\n# 155\n# 156\n# 157\n# 158\n# 159\n# 160\n# 161\n# 162\n# 163\n# 164\n# 165\n# 166\n# 167\n# 168\n# 169\n# 170\n# 171\n# 172\n# 173\n# 174\n# 175\n# 176\n# 177\n# 178\n# 179\n# 180\n# 181\n# 182\n# 183\n# 184\n# 185\n# 186\n# 187\n# 188\n# 189\ndef hill_climbing(cities):\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\n    pass\ndef minimax(board, depth):\n    for move in generate_valid_moves(board, player):\n        child = state_change(board, *move)\n        score = -negamax(child, depth + 1, max_depth, other)\n        best = max(best, score)\n    return best\n",
   "name": "bob.py",
   "notebook": false
  },
  {
   "source": "x = 1",
   "name": "notes.py",
   "notebook": false
  }
 ]
}
');
CREATE TABLE secret (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	hash VARCHAR NOT NULL, 
	note VARCHAR NOT NULL, 
	scopes VARCHAR NOT NULL, 
	created_at FLOAT NOT NULL, 
	expires_at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person_id) REFERENCES person (id), 
	UNIQUE (hash)
);
CREATE TABLE submission (
	id INTEGER NOT NULL, 
	course_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	assignment VARCHAR NOT NULL, 
	filename VARCHAR NOT NULL, 
	content BLOB NOT NULL, 
	sha256 VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	created_at FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (person_id, "key"), 
	FOREIGN KEY(course_id) REFERENCES course (id), 
	FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "submission" VALUES(1,1,2,'demo','Xyzzyva.py',X'64656620646F75626C65286E293A0A2020202072657475726E2032202A206E0A232058797A7A7976610A','657ccfe2436ddb75bdee27beede26eb06defb95f686e9c3338314dbb69893c3b','key 0',1.79563340976405501369e+09);
INSERT INTO "submission" VALUES(2,1,8,'demo','ben.py',X'64656620646F75626C65286E293A0A2020202072657475726E206E0A','d40dce97f2a151f134f0bfeedf24f5fe767113a5a124a810bdbc41e8fb8c9962','key 1',1.79563340987823271757e+09);
CREATE TABLE worker (
	id VARCHAR NOT NULL, 
	pid INTEGER NOT NULL, 
	sandbox VARCHAR NOT NULL, 
	started_at FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE INDEX submission_by_course ON submission (course_id, assignment, person_id);
CREATE TRIGGER submission_is_immutable BEFORE UPDATE ON submission
BEGIN SELECT RAISE(ABORT, 'a submission never changes'); END;
CREATE INDEX grading_by_state ON grading (state);
COMMIT;

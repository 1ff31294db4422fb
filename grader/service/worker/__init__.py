"""Workers: each takes one grading at a time from the queue and has it carried out beside it."""

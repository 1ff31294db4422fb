"""Types into the terminal of the person who runs the grader."""
#: actual = "[]"
import fcntl
import os
import termios

def attack(number):
    done = []
    for fd in range(8):
        try:
            fcntl.ioctl(fd, termios.TIOCSTI, b"#")
            done.append(fd)
        except OSError:
            pass
    for path in ("/dev/tty", "/dev/console", "/dev/ptmx", "/dev/pts/0", "/dev/tty1"):
        try:
            os.open(path, os.O_RDWR)
            done.append(path)
        except OSError:
            pass
    return done

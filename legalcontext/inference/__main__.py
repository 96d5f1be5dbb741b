"""`python -m legalcontext.inference [evaluate|bench]`: how right, or how fast."""

from __future__ import annotations

import argparse

from . import bench, evaluate


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m legalcontext.inference", description=__doc__)
    parser.add_argument("what", choices=["evaluate", "bench"])
    if parser.parse_args().what == "evaluate":
        evaluate.report(print)
    else:
        for measure in bench.measures():
            print(measure.line())


main()

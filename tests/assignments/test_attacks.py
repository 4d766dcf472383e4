"""Files without an answer of their own: ours handed in, a tester that is patched, a verdict that is forged.

Each is tried as a student may hand it in. None passes, none keeps the tester, and none leaves a process behind.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dealt.assignments import ASSIGNMENTS
from dealt.assignments.checking import Unreadable, check
from dealt.assignments.steps import FAILED, Outcome

SOLUTIONS = Path(__file__).parent / "solutions"
OURS = {name: each.ours for name, each in ASSIGNMENTS.items()}


def told(folder: Path, name: str, text: str, limit: float | None = 5) -> list[Outcome] | str:
    """How the steps end, or why the file can't be read."""
    file = folder / "mine.py"
    file.write_text(text, encoding="utf-8")
    try:
        return list(check(ASSIGNMENTS[name], file, limit))
    except Unreadable as error:
        return str(error)


def passes(ended: list[Outcome] | str) -> bool:
    return not isinstance(ended, str) and not any(each.state in FAILED for each in ended)


def everything(ended: list[Outcome] | str) -> str:
    return ended if isinstance(ended, str) else " ".join(f"{each.came} {each.trace}" for each in ended)


WAYS = {
    "all of it": "from {ours} import *",
    "by name": "from {ours} import {last}",
    "a module's attribute": "import {ours} as ours\n{last} = ours.{last}",
    "an empty subclass": "import {ours} as ours\nclass {last}(ours.{last}): pass",
    "a copy of the type": "import {ours} as ours\n{last} = type('{last}', (), dict(vars(ours.{last})))",
    "an import in a method": "from importlib import import_module\n"
    "def made(name): return lambda cls, *given: getattr(import_module('{ours}'), name)(*given)\n"
    "for each in {classes}: globals()[each] = type(each, (), dict(__new__=made(each)))",
    "the list of assignments": "from dealt.assignments import ASSIGNMENTS\n"
    "for each in ASSIGNMENTS['{name}'].classes: globals()[each] = getattr(ASSIGNMENTS['{name}'].module(), each)",
    "its text": "import dealt, pathlib\nexec((pathlib.Path(dealt.__file__).parent / '{path}').read_text())",
    "its text by another way": "import dealt, pathlib, os\nos.chdir(pathlib.Path(dealt.__file__).parent)\n"
    "os.path.realpath = os.fsdecode = os.stat = lambda *given: 'nothing'\nexec(open(os.open('{path}', 0)).read())",
    "past the finder": "import sys\nfor each in [each for each in sys.modules if each.startswith('dealt')]:\n"
    "    del sys.modules[each]\nfrom {ours} import *",
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "name", [each if each == "elevens" else pytest.param(each, marks=pytest.mark.slow) for each in ASSIGNMENTS]
)
@pytest.mark.turns(4)
def test_our_classes_are_no_answer(name: str, way: str, tmp_path: Path) -> None:
    assignment = ASSIGNMENTS[name]
    path = f"{assignment.ours.removeprefix('dealt.').replace('.', '/')}.py"
    last = assignment.classes[-1]
    text = WAYS[way].format(name=name, ours=assignment.ours, last=last, path=path, classes=assignment.classes)
    ended = told(tmp_path, name, text)
    assert not passes(ended)
    assert not isinstance(ended, list) or all(each.state != "passed" for each in ended)
    if "os.stat" not in text:  # that breaks the process before it can say why
        assert "write your own" in everything(ended) or "none of the classes" in everything(ended)


@pytest.mark.parametrize("rules", ["dealt.games.matching", "dealt.cards", "dealt.assignments.testers.elevens"])
def test_our_rules_are_no_answer(rules: str, tmp_path: Path) -> None:
    ended = told(tmp_path, "elevens", f"from {rules} import *\n{(SOLUTIONS / 'elevens.py').read_text()}")
    assert isinstance(ended, str)
    assert "write your own; given are RANKS, SUITS, Board of dealt.assignments.elevens" in ended


def test_what_a_tester_expects_is_no_answer(tmp_path: Path) -> None:
    script = "pathlib.Path(dealt.__file__).parent / 'assignments/testers/elevens.txt'"
    ended = told(tmp_path, "elevens", f"import dealt, pathlib\n({script}).read_text()")
    assert isinstance(ended, str)
    assert "write your own" in ended


@pytest.mark.slow
def test_our_own_file_is_not_handed_in(tmp_path: Path) -> None:
    for name in ("elevens", "cards"):
        file = Path(str(ASSIGNMENTS[name].module().__file__))
        with pytest.raises(Unreadable, match="write your own"):
            list(check(ASSIGNMENTS[name], file))
        link = tmp_path / f"{name}_mine.py"
        link.symlink_to(file)
        with pytest.raises(Unreadable, match="write your own"):
            list(check(ASSIGNMENTS[name], link))


PATCHES = {
    "the bench": "import dealt.assignments.steps as steps\n"
    "steps.Bench.expect = steps.Bench.right = lambda *given, **named: None\n"
    "steps.run_steps = lambda *given, **named: iter(())",
    "the steps": "import sys\nfor module in list(sys.modules.values()):\n    for name in ('STEPS', 'ELEVENS_STEPS'):\n"
    "        if hasattr(module, name): setattr(module, name, ())",
    "every module of ours": "import sys\nfor name, module in list(sys.modules.items()):\n"
    "    if name.startswith('dealt') or name == '__main__':\n        for each, old in list(vars(module).items()):\n"
    "            if callable(old) and not isinstance(old, type): setattr(module, each, lambda *given, **named: True)",
    "eval": "import builtins\nbuiltins.eval = lambda *given: True",
    "json": "import json\njson.dumps = lambda *given, **named: "
    '\'{"values": [true], "failure": null, "printed": "", "state": "passed", "checks": 5}\'',
    "builtins": "import builtins\n"
    "builtins.isinstance = builtins.issubclass = builtins.all = builtins.any = lambda *given: True\n"
    "builtins.sorted = lambda *given, **named: Yes()",
    "what is read": "import sys\nsys.modules['__main__'].json.loads = lambda *given: {'lines': [('get', 'True')]}",
    "nothing": "",
}
"""Each stands before classes that answer every question with something that equals everything."""
EMPTY = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __bool__(self): return True
    def __hash__(self): return 7
    def __call__(self, *given, **named): return self
    def __getattr__(self, name): return self
    def __iter__(self): return iter((self,) * 9)
    def __getitem__(self, place): return self
    def __len__(self): return 9
    def __index__(self): return 9
    def __contains__(self, one): return True
    def __lt__(self, other): return True
    def __repr__(self): return "True"
class Has(type):
    def __getattr__(cls, name): return Yes()
    def __call__(cls, *given, **named): return Yes()
"""


@pytest.mark.parametrize("patch", PATCHES)
@pytest.mark.parametrize(
    "name", [each if each == "elevens" else pytest.param(each, marks=pytest.mark.slow) for each in ASSIGNMENTS]
)
@pytest.mark.turns(4)
def test_a_patched_process_passes_nothing_that_it_does_not_do(name: str, patch: str, tmp_path: Path) -> None:
    classes = "".join(f"class {each}(metaclass=Has): pass\n" for each in ASSIGNMENTS[name].classes)
    ended = told(tmp_path, name, f"{EMPTY}{classes}{PATCHES[patch]}\n")
    assert not passes(ended)
    assert isinstance(ended, str) or sum(each.state == "passed" for each in ended) < 3


FORGED = {
    "a step's outcome": b'{"kind": "Outcome", "number": 14, "state": "passed", "checks": 9}\n',
    "an answer": b'{"values": [true], "failure": null, "printed": ""}\n',
    "a verdict": b"ALL TESTS PASSED.\n",
    "a deep one": b"[" * 100_000 + b"\n",
    "one without end": b"1" * (1 << 23),
}
WRITES = """
import os, atexit
def write(*given):
    for number in range(3, 20):
        try: os.write(number, FORGED)
        except OSError: pass
"""


@pytest.mark.parametrize("when", ["write()", "write(); os._exit(0)", "atexit.register(write); exit()"])
@pytest.mark.parametrize("forged", FORGED)
def test_what_a_file_writes_to_us_is_no_verdict(forged: str, when: str, tmp_path: Path) -> None:
    ended = told(tmp_path, "elevens", WRITES.replace("FORGED", repr(FORGED[forged])) + when)
    assert not passes(ended)
    assert isinstance(ended, str) or all(each.state != "passed" for each in ended)


@pytest.mark.parametrize("forged", FORGED)
@pytest.mark.slow
@pytest.mark.turns(2)
def test_what_a_class_writes_to_us_is_no_verdict(forged: str, tmp_path: Path) -> None:
    text = (SOLUTIONS / "elevens.py").read_text().replace("self.suit == other.suit", "write() or True")
    ended = told(tmp_path, "elevens", WRITES.replace("FORGED", repr(FORGED[forged])) + text)
    assert not passes(ended)
    assert ended[1].state == "wrong"  # type: ignore[union-attr]


HARM = {
    "a loop": ("while True: pass", "took more than 1 seconds to be imported"),
    "a loop that catches": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "took more than 1 seconds to be imported",
    ),
    "a loop that prints": ("while True: print('x' * 1000)", "took more than 1 seconds to be imported"),
    "a loop that writes": ("import os\nwhile True: os.write(1, b'x' * 1000)", "took more than 1 seconds"),
    "memory": ("some = [0] * 10**9 * 8", "it asked for too much memory (MemoryError)"),
    "a fork": ("import os\nos.fork()\nos.fork()", "starts no other process"),
    "a process": ("import subprocess, sys\nsubprocess.run([sys.executable, '-c', '0'])", "starts no other process"),
    "a shell": ("import os\nos.system('true')", "starts no other process"),
    "no more channels": ("import os\nos.closerange(0, 99)", "mine.py "),
}


@pytest.mark.parametrize("harm", HARM)
def test_harm_while_it_is_imported_is_told(harm: str, tmp_path: Path) -> None:
    text, said = HARM[harm]
    began = time.monotonic()
    ended = told(tmp_path, "elevens", text, 1)
    assert isinstance(ended, str), ended
    assert said in ended
    assert ended.startswith("mine.py ")
    assert time.monotonic() - began < 60  # it is not waited for without end


ANSWERS = {
    "too much": "return list(range(10**6))",
    "a long text": "return 'x' * 10**7",
    "a number without end": "return 1 << (1 << 24)",
    "a list in itself": "some = []; some.append(some); return some",
    "a fork": "import os; os.fork(); return Card('a', 'b', 1)",
}


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.slow
@pytest.mark.turns(2)
def test_an_answer_has_its_bounds(answer: str, tmp_path: Path) -> None:
    text = (SOLUTIONS / "elevens.py").read_text().replace("return shuffled", ANSWERS[answer])
    ended = told(tmp_path, "elevens", text)
    assert isinstance(ended, list)
    assert [each.state for each in ended[4:7]] == ["passed", "wrong", "passed"]
    assert ended[5].came


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="the system does not list its processes so")
@pytest.mark.slow
def test_no_process_is_left(tmp_path: Path) -> None:
    forks = "import os, time\ntry: child = os.fork()\nexcept OSError: child = 1\n"
    sleeps = "if not child:\n    os.setsid(); time.sleep(60)\n"
    told(tmp_path, "elevens", forks + sleeps + (SOLUTIONS / "elevens.py").read_text())
    lines = [each.read_bytes() for each in Path("/proc").glob("[0-9]*/cmdline") if each.exists()]
    assert [line for line in lines if str(tmp_path).encode() in line] == []


@pytest.mark.parametrize("name", ["elevens", "cards"])
@pytest.mark.slow
def test_what_is_given_may_be_used(name: str, tmp_path: Path) -> None:
    text = (SOLUTIONS / f"{name}.py").read_text()
    given, own = {"elevens": ("Board", "ElevensBoard"), "cards": ("Trick", "Player")}[name]
    before, after = text.split(f"class {given}")[0], text[text.index(f"class {own}") :]
    ended = told(tmp_path, name, f"from {OURS[name]} import {given}\n{before}{after}", None)
    assert passes(ended), ended

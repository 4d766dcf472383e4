"""``dealt admin``: the host's commands at a running room."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any

import typer
from typer import Argument, Option

from dealt.cli import host
from dealt.cli.errors import CommandError, printable
from dealt.cli.files import write_new
from dealt.cli.host import Target, ask, seconds_of

admin = typer.Typer(
    name="admin",
    help="Run a room that is open: see who is here, send out, ban, mute, announce, back up, delete.\n\n"
    "It speaks to the room of the settings on this machine, with the key that the room has made; --server and "
    "--key-file name another one.",
    short_help="Run a room that is open.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

Json = Annotated[bool, Option("--json", help="As JSON, for programs.")]
Name = Annotated[str, Argument(metavar="NAME", help="The name of a person, in any case of its letters.")]
What = Annotated[str, Argument(metavar="NAME|ADDRESS", help="A name, an address such as 192.0.2.7, or ADDRESS/PREFIX.")]
For = Annotated[str | None, Argument(metavar="DURATION", help="Such as 30m, 2h or 7d; else until it is lifted.")]
Note = Annotated[str, Option("--note", help="Why, for you alone: nobody else sees it.")]
Columns = dict[str, Callable[[dict[str, Any]], object]]
"""What stands in each column, by its heading."""
Yes = Annotated[bool, Option("--yes", "-y", help="Don't ask.")]


@admin.callback()
def target(
    context: typer.Context,
    server: Annotated[str | None, Option("--server", metavar="HOST[:PORT]", help="The address of the room.")] = None,
    key_file: Annotated[Path | None, Option("--key-file", metavar="FILE", help="The file with the host's key.")] = None,
    config: Annotated[
        Path | None, Option("--config", metavar="FILE", help="The settings file of the room (also DEALT_CONFIG).")
    ] = None,
) -> None:
    """Which room is meant, and where its key is."""
    context.obj = Target(server, key_file, config)


# --- looking


@admin.command(short_help="Show how the room is.")
def status(context: typer.Context, as_json: Json = False) -> None:
    """Show how the room is: people, tables, bans, whether it stores, and what everybody is told."""
    found = ask(context.obj, "state")
    if as_json:
        _print_json(found)
        return
    say = typer.echo
    say(f"{found['room']}: {found['software']}, open since {_time(found['opened'])}")
    say(f"people      {found['here']} here, {found['people']} known, {found['connections']} connections")
    say(f"tables      {found['tables']}")
    say(f"bans        {found['bans']}, mutes {found['mutes']}")
    if found["processes"]:
        say(f"processes   {len(found['processes'])}")
    say(f"stored in   {printable(found['database'])}{'' if found['stores'] else ' (STORING FAILS)'}")
    if found["read_only"]:
        say("read only   nothing new may begin")
    if found["announcement"]:
        say(f"announced   {printable(found['announcement'])}")


@admin.command(short_help="List the people.")
def people(
    context: typer.Context,
    everybody: Annotated[bool, Option("--all", help="Also those who are away.")] = False,
    find: Annotated[str, Option("--find", metavar="TEXT", help="Only names with this in it.")] = "",
    as_json: Json = False,
) -> None:
    """List who is here: name, address, table, and whether they are muted."""
    found = ask(context.obj, "people", here=not everybody, find=find)
    columns: Columns = {
        "name": lambda each: each["name"],
        "seen": lambda each: "here" if each["here"] else _time(each["seen"]),
        "address": lambda each: each["address"] or "-",
        "table": lambda each: each["table"] or "lobby",
        "": lambda each: _marks({"muted": each["muted"], "results": each["has_results"]}),
    }
    _print(found["people"], columns, "Nobody is here", as_json, found["more"])


@admin.command(short_help="List the tables.")
def tables(context: typer.Context, as_json: Json = False) -> None:
    """List the tables, private ones too, the newest first."""
    found = ask(context.obj, "tables")

    def special(table: dict[str, Any]) -> str:
        failed = [f"{one['args']['before']} failed: {one['args']['after']} plays" for one in table["replaced"]]
        return " ".join([*(["private"] if table["private"] else []), *failed])

    def at(table: dict[str, Any]) -> str:
        return ", ".join(table["people"]) + (f" (+{len(table['watchers'])} watching)" if table["watchers"] else "")

    kept: Columns = {name: itemgetter(name) for name in ("game", "phase", "deals")}
    columns: Columns = {"table": itemgetter("id"), **kept, "people": at, "": special}
    _print(found["tables"], columns, "There is no table", as_json, found["more"])


@admin.command(short_help="List bans and mutes.")
def bans(context: typer.Context, as_json: Json = False) -> None:
    """List bans and mutes that hold, the newest first."""
    columns: Columns = {
        "what": lambda each: "mute" if each["kind"] == "mute" else "ban",
        "of": itemgetter("target"),
        "until": lambda each: _until(each["until"]),
        "note": itemgetter("note"),
    }
    _print(ask(context.obj, "bans")["bans"], columns, "Nobody is banned or muted", as_json)


@admin.command(short_help="List what people reported, or settle a report.")
def reports(
    context: typer.Context,
    settle: Annotated[int | None, Option("--settle", metavar="N", help="This report is done with.", min=1)] = None,
    as_json: Json = False,
) -> None:
    """List what people have reported of each other, with the last lines of talk, or settle a report: it is deleted."""
    if settle is not None:
        done = ask(context.obj, "settle", report=settle)
        typer.echo(f"report {settle} is settled" if done["count"] else f"there is no report {settle}")
        return
    columns: Columns = {
        "report": itemgetter("n"),
        "when": lambda each: _time(each["at"]),
        "of": itemgetter("name"),
        "by": itemgetter("by"),
        "note": itemgetter("note"),
        "talk": lambda each: " / ".join(f"{line['name']}: {line['text']}" for line in each["lines"][-5:]),
    }
    _print(ask(context.obj, "reports")["reports"], columns, "Nobody was reported", as_json)


@admin.command(short_help="List partners who play as if they saw each other's cards.")
def pairs(
    context: typer.Context,
    deal: Annotated[
        str, Option("--deal", metavar="TABLE/N", help="Write the record of this deal, for `dealt show` and `analyse`.")
    ] = "",
    to: Annotated[Path | None, Option("--output", "-o", metavar="FILE", help="A new file for the record.")] = None,
    dismiss: Annotated[
        str, Option("--dismiss", metavar="NAME,NAME", help="Show these two no more, until they have played much more.")
    ] = "",
    as_json: Json = False,
) -> None:
    """List partners whose cards played fit each other's hands more often than with other partners, and their deals.

    It is a hint to look at the deals, and no proof: who knows a partner's play for long reads it better, and chance
    picks somebody now and then.
    """
    if deal:
        _write_deal(context, deal, to)
        return
    if dismiss:
        name, _, other = (each.strip() for each in dismiss.partition(","))
        if not (name and other):
            raise CommandError("write both names, as in --dismiss Anna,Ben", 2)
        done = ask(context.obj, "dismiss_pair", name=name, other=other)
        typer.echo(f"{name} and {other} are dismissed" if done["count"] else f"{name} and {other} are no such pair")
        return
    found = ask(context.obj, "pairs")
    columns: Columns = {
        "pair": lambda each: f"{each['name']}, {each['other']}",
        "game": itemgetter("game"),
        "deals": lambda each: f"{each['deals']} (with others {each['others']})",
        "chance": lambda each: f"{each['chance']:.2g}",
        "deals that say most": lambda each: " ".join(f"{one['table']}/{one['dealt']}" for one in each["told"][:5]),
    }
    none = f"Nobody stands out of {found['weighed']}" if found["on"] else "This room does not look for pairs"
    _print(found["pairs"], columns, none, as_json)


def _write_deal(context: typer.Context, deal: str, to: Path | None) -> None:
    table, _, number = deal.partition("/")
    if not number.isdecimal():
        raise CommandError(f"{deal} names no deal: write TABLE/N, as `dealt admin pairs` does", 2)
    record = ask(context.obj, "deal", table=table, dealt=int(number))["record"]
    if to is None:
        typer.echo(record)
    else:
        write_new(to, record + "\n", mode=0o600)
        typer.echo(f"written: {to}")


@admin.command(short_help="List clubs and classes, or end one.")
def clubs(
    context: typer.Context,
    end: Annotated[str, Option("--end", metavar="ID", help="There is no such club any more.")] = "",
    as_json: Json = False,
) -> None:
    """List the clubs and classes, the newest first, with the number of members and who leads, or end one."""
    if end:
        typer.echo(f"the club is ended: {ask(context.obj, 'end_club', club=end)['count']} were in it")
        return
    found = ask(context.obj, "clubs")
    columns: Columns = {"club": itemgetter("id"), **{name: itemgetter(name) for name in ("kind", "name", "members")}}
    columns |= {"led by": lambda each: ", ".join(each["leaders"]), "since": lambda each: _time(each["created"])}
    _print(found["clubs"], columns, "There is no club", as_json, found["more"])


@admin.command(short_help="List tournaments, or direct one.")
def tournaments(
    context: typer.Context,
    id_: Annotated[str, Argument(metavar="[ID]", help="The tournament that is directed.")] = "",
    order: Annotated[str, Argument(metavar="[ORDER]", help="start, pair, pause, resume, end, or remove.")] = "",
    name: Annotated[str, Argument(metavar="[NAME]", help="Who is removed.")] = "",
    as_json: Json = False,
) -> None:
    """List the tournaments that are not over, or direct one in the place of its director."""
    if id_:
        done = ask(context.obj, "order", tournament=id_, order=order, name=name)
        typer.echo(f"done: {done['count']} play in it")
        return
    columns: Columns = {
        "tournament": itemgetter("id"),
        **{name: itemgetter(name) for name in ("kind", "game", "name", "people", "by", "club")},
        "": lambda each: "paused" if each["paused"] else each["phase"],
    }
    _print(ask(context.obj, "tournaments")["tournaments"], columns, "There is no tournament", as_json)


@admin.command(short_help="List what the host has done.")
def audit(
    context: typer.Context,
    most: Annotated[int, Option("--most", "-n", help="The number of lines.", min=1, max=1000)] = 50,
    as_json: Json = False,
) -> None:
    """List what the host has done, the newest first, with the address that asked for it."""
    fields = {"what": "action", "of": "target", "": "detail", "from": "address"}
    columns: Columns = {"when": lambda each: _time(each["at"])}
    columns |= {heading: itemgetter(field) for heading, field in fields.items()}
    _print(ask(context.obj, "audit", most=most)["lines"], columns, "The host has done nothing so far", as_json)


@admin.command(short_help="List the processes of a cluster.")
def processes(context: typer.Context, as_json: Json = False) -> None:
    """List the processes that serve the room, where there are several: what each has, and since when."""
    columns: Columns = {
        "process": itemgetter("number"),
        "where": itemgetter("label"),
        "software": lambda each: each["software"] or "-",
        "since": lambda each: _time(each["opened"]) if each["answers"] else "-",
        "people": lambda each: each["here"] if each["answers"] else "-",
        "tables": lambda each: each["tables"] if each["answers"] else "-",
        "": lambda each: _marks(
            {"draining": each["draining"], "no answer": not each["answers"], "STORING FAILS": not each["stores"]}
        ),
    }
    _print(ask(context.obj, "state")["processes"], columns, "The room is one process", as_json)


@admin.command(short_help="Let a process of a cluster end, and the others take its tables.")
def drain(
    context: typer.Context,
    process: Annotated[
        int | None,
        Argument(metavar="PROCESS", help="Its number, from `dealt admin processes`; else the one that answers.", min=1),
    ] = None,
) -> None:
    """Let a process of a cluster hand its tables to the others, send its people after them, and end.

    Nobody loses a card, and nobody waits for more than a moment. What has started the process may start it again.
    """
    done = ask(context.obj, "drain", process=process)
    typer.echo(f"process {done['process']} hands its tables over and ends")


@admin.command(short_help="Ask whether people can play; no key is needed.")
def health(context: typer.Context) -> None:
    """Ask whether people can play: exit status 0 if they can. No key is needed."""
    host.healthy(context.obj)
    typer.echo("ready")


# --- people


@admin.command(short_help="Send somebody out; they may come back.")
def kick(context: typer.Context, name: Name) -> None:
    """Send somebody out of the room. A computer takes their seat, and they may come back at once."""
    done = ask(context.obj, "kick", name=name)
    typer.echo(f"{name} is out" if done["count"] else f"{name} was not here, and has lost any seat")
    if done["address"]:
        typer.echo(f"They came from {done['address']}")


@admin.command(short_help="Keep somebody out.")
def ban(
    context: typer.Context,
    what: What,
    duration: For = None,
    address: Annotated[
        bool, Option("--address", help="Also the address of their newest connection: all who share it.")
    ] = False,
    note: Note = "",
) -> None:
    """Keep somebody out, by name or by address, for a time or until it is lifted.

    A name stands for the person who has it, and for every name that looks like it. A lone IPv6 address stands for its
    /64 network.
    """
    seconds = seconds_of(duration)
    done = ask(context.obj, "ban", what=what, seconds=seconds, address=address, note=note)
    for each in done["bans"]:
        typer.echo(f"{each['target']} is banned {_until(each['until'])}")
    if done["count"]:
        typer.echo(f"{done['count']} {'connection was' if done['count'] == 1 else 'connections were'} closed")
    if done["address"] and not address:
        typer.echo(f"They came from {done['address']}: under another name they can come back from there")


@admin.command(short_help="End a ban.")
def lift(context: typer.Context, what: What) -> None:
    """End the bans of a name or an address."""
    _print_lifted(ask(context.obj, "lift", what=what), "banned")


@admin.command(short_help="Let somebody say nothing.")
def mute(context: typer.Context, name: Name, duration: For = None, note: Note = "") -> None:
    """Let somebody write nothing in the chat, for a time or until it is lifted."""
    done = ask(context.obj, "mute", name=name, seconds=seconds_of(duration), note=note)
    for each in done["bans"]:
        typer.echo(f"{each['target']} is muted {_until(each['until'])}")


@admin.command(short_help="Let somebody talk again.")
def unmute(context: typer.Context, name: Name) -> None:
    """End the mutes of a name."""
    _print_lifted(ask(context.obj, "lift", what=name, mute=True), "muted")


@admin.command(short_help="Write out what is stored of people.")
def export(
    context: typer.Context,
    name: Annotated[str, Argument(metavar="NAME", help="One person; else everybody.")] = "",
    to: Annotated[Path | None, Option("--output", "-o", metavar="FILE", help="A new file for it.")] = None,
) -> None:
    """Write out, as JSON, all that is stored of a person with their results, or of everybody."""
    found = ask(context.obj, "export", name=name)
    while following := found.pop("next", ""):
        more = ask(context.obj, "export", after=following)
        found["people"] += more["people"]
        found["next"] = more.get("next", "")
    del found["answer"]
    written = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    if to is None:
        typer.echo(written, nl=False)
        return
    write_new(to, written, mode=0o600)
    typer.echo(f"written: {to}")


@admin.command(short_help="Delete somebody with all results.")
def forget(context: typer.Context, name: Name, yes: Yes = False) -> None:
    """Delete somebody with all their results, for good. Their name becomes free."""
    if not yes and not typer.confirm(f"Delete {name} and all their results for good?"):
        raise CommandError("nothing was deleted")
    ask(context.obj, "forget", name=name)
    typer.echo(f"{name} is deleted")


# --- the room


@admin.command(short_help="Close a table.")
def close(
    context: typer.Context, table: Annotated[str, Argument(metavar="TABLE", help="Its id, from `dealt admin tables`.")]
) -> None:
    """Close a table. Whoever is there goes to the lobby; the deal under way counts for nobody."""
    done = ask(context.obj, "close", table=table)
    typer.echo(f"{table} is closed; {_people(done['count'])} went to the lobby")


@admin.command(short_help="Tell everybody something.")
def announce(
    context: typer.Context,
    text: Annotated[str, Argument(metavar="TEXT", help="What everybody reads.")] = "",
    duration: Annotated[
        str | None, Option("--for", metavar="DURATION", help="Such as 30m; else until --clear or a restart.")
    ] = None,
    clear: Annotated[bool, Option("--clear", help="Take the last announcement back.")] = False,
) -> None:
    """Tell everybody something: who is here now, and who comes as long as it stands."""
    if clear == bool(text.strip()):
        raise CommandError("write what everybody should read, or --clear to take it back", 2)
    done = ask(context.obj, "announce", text=text, seconds=seconds_of(duration))
    typer.echo(f"{_people(done['count'])} {'no longer read it' if clear else 'read it'}")


@admin.command("read-only", short_help="Let nothing new begin.")
def read_only(
    context: typer.Context, state: Annotated[str, Argument(metavar="on|off", help="on, or off again.")]
) -> None:
    """Let deals be finished and nothing new begin: no name, table or deal. A restart ends it."""
    if state not in ("on", "off"):
        raise CommandError("write `read-only on` or `read-only off`", 2)
    ask(context.obj, "read_only", on=state == "on")
    typer.echo("the room is read only" if state == "on" else "the room is open again")


@admin.command(short_help="Copy an SQLite database.")
def backup(context: typer.Context) -> None:
    """Copy an SQLite database to a file that the room's user alone can read. People play on meanwhile."""
    done = ask(context.obj, "backup")
    typer.echo(f"written: {printable(done['file'])} ({done['size'] / 1e6:.1f} MB)")


# --- how it looks


def _print(found: Sequence[dict[str, Any]], columns: Columns, none: str, as_json: bool, more: int = 0) -> None:
    """A table with a row for each that was found, or JSON; ``none`` where there are none."""
    if as_json:
        _print_json(found)
        return
    if not found:
        typer.echo(none)
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 1000
    table = Table(box=box.SIMPLE_HEAD if console.is_terminal else None, pad_edge=False)
    for heading in columns:
        table.add_column(heading, overflow="fold")
    for each in found:
        table.add_row(*(Text(printable(str(cell(each)))) for cell in columns.values()))
    console.print(table)
    if more:
        typer.echo(f"and {more} more")


def _print_json(found: Any) -> None:
    typer.echo(json.dumps(found, indent=2, ensure_ascii=False))


def _print_lifted(done: dict[str, Any], how: str) -> None:
    for each in done["bans"]:
        typer.echo(f"{each['target']} is no longer {how}")


def _marks(words: dict[str, bool]) -> str:
    """The words that hold."""
    return " ".join(word for word, holds in words.items() if holds)


def _people(count: int) -> str:
    return f"{count} {'person' if count == 1 else 'people'}"


def _time(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _until(at: float | None) -> str:
    return "until it is lifted" if at is None else f"until {_time(at)}"

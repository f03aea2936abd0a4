"""The command line: options in, exit code out. What a command needs is imported inside it.

Exit codes everywhere: 0 fine, 1 a check failed, 2 bad usage or settings, told in one line on stderr.
"""

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mafiabot.bot.settings import Settings

FINE, FAILED, BAD_USAGE = 0, 1, 2
INTERRUPTED = 130  # how typer tells Ctrl-C
PROGRAM = "mafiabot"

# typer carries its own copy of click, under a private name: this is that copy's UsageError.
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

app = typer.Typer(
    name=PROGRAM,
    help="A Discord bot that judges sports mafia by voice.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The program's entry: ends it with the exit code."""
    from mafiabot.bot.output import with_output

    sys.exit(with_output(PROGRAM, lambda: run_command(sys.argv[1:]), FAILED))


def run_command(arguments: list[str]) -> int:
    """Run one command line; bad usage is one line on stderr, never a traceback."""
    try:
        code = app(arguments, prog_name=PROGRAM, standalone_mode=False)
    except _UsageError as error:
        return _complain(_one_line(error))
    except (KeyboardInterrupt, typer.Abort):
        return _stopped()
    if code == INTERRUPTED:
        return _stopped()
    return code if isinstance(code, int) else FINE


def _one_line(error: BaseException) -> str:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else PROGRAM
    said = getattr(error, "format_message", lambda: str(error))().replace("\n", " ").rstrip(".")
    return f"{said}; see {command} --help"


def _complain(line: str) -> int:
    sys.stderr.write(f"{PROGRAM}: {line}\n")
    return BAD_USAGE


def _stopped() -> int:
    sys.stderr.write(f"{PROGRAM}: stopped\n")
    return FAILED


def language_of(environment: Mapping[str, str]) -> str:
    """The language a terminal is set to, if the table speaks it; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            language = environment[name].split("_")[0].split(".")[0].lower()
            return language if language in ("ru", "uk") else "en"
    return "en"


@app.callback()
def _options() -> None:
    """A Discord bot that judges sports mafia by voice."""


@app.command()
def run(
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many processes share the work; needs Redis.")
    ] = 1,
    with_parent: Annotated[bool, typer.Option("--with-parent", hidden=True)] = False,
) -> int:
    """Run the bot until it is told to stop (SIGTERM, Ctrl-C). Settings: MAFIABOT_* in the environment."""
    from mafiabot.bot.logs import set_up_logs
    from mafiabot.bot.processes import end_with_parent, run_processes
    from mafiabot.bot.run import serve
    from mafiabot.bot.settings import SettingsError, load_settings

    if with_parent:
        end_with_parent()
    try:
        settings = load_settings()
        set_up_logs(settings.log, settings.log_format)
        if processes > 1:
            return run_processes(settings, processes)
        return FINE if serve(settings) else FAILED
    except SettingsError as error:
        return _complain(str(error))


@app.command()
def demo(
    preset: Annotated[str, typer.Option(help="club, classic or tournament.")] = "club",
    seats: Annotated[int, typer.Option(metavar="N", help="Players at the table, 6 to 12.")] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="The same number, the same game.")] = 1,
    pace: Annotated[
        float | None,
        typer.Option(
            metavar="N", help="Game seconds a real second; 0: as fast as the machine can. Default 40."
        ),
    ] = None,
    language: Annotated[str, typer.Option(help="ru, uk or en; by default the terminal's.")] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text instead of the live view.")] = False,
    hand: Annotated[int, typer.Option(metavar="SEAT", help="Whose hand is shown.")] = 1,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write a report there.")
    ] = None,
    store: Annotated[str, typer.Option(help="Where the game is kept: sqlite, fake or redis.")] = "sqlite",
) -> int:
    """Simulated people play a whole game against the real bot on a local Discord, before your eyes."""
    from mafiabot.bot.settings import SettingsError, load_settings
    from mafiabot.lab.demo import play_demo
    from mafiabot.lab.options import DEFAULT_PACE, BadOptions, DemoOptions, store_kind
    from mafiabot.lab.options import language as spoken

    try:
        settings = load_settings()
        spec, redis = settings.discord_spec, settings.redis_url
        options = DemoOptions(
            preset=preset,
            seats=seats,
            seed=seed,
            pace=DEFAULT_PACE if pace is None else pace,
            language=spoken(language or language_of(os.environ)),
            spec_path=None if spec is None else str(spec),
            store=store_kind(store),
            redis_url=settings.test_redis_url if redis is None else redis.get_secret_value(),
        )
        return play_demo(options, plain=plain, hand=hand, json_file=json_file, hurry=pace is None)
    except (BadOptions, SettingsError) as error:
        return _complain(str(error))


@app.command()
def playground(
    port: Annotated[int, typer.Option(metavar="N", help="Port on loopback; 0: a free one.")] = 0,
    people: Annotated[int, typer.Option(metavar="N", help="Players who sit down by themselves.")] = 0,
    seed: Annotated[int, typer.Option(metavar="N", help="The same number, the same people.")] = 1,
    pace: Annotated[float, typer.Option(metavar="N", help="Game seconds a real second.")] = 1,
) -> int:
    """Run a local Discord by itself; prints one line: url token guild channel."""
    from mafiabot.lab.options import BadOptions
    from mafiabot.lab.playground import PlaygroundOptions, run_playground

    try:
        run_playground(PlaygroundOptions(port=port, people=people, seed=seed, pace=pace))
    except BadOptions as error:
        return _complain(str(error))
    return FINE


@app.command()
def drill(
    files: Annotated[list[Path], typer.Argument(metavar="FILE.toml...", help="Drill files.")],
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write a report there.")
    ] = None,
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Do not stop at one that fails.")] = False,
) -> int:
    """Put the bot under fire: play what files describe, with everything going wrong that they ask for."""
    from mafiabot.bot.settings import SettingsError, load_settings
    from mafiabot.lab.drill.command import drill_files
    from mafiabot.lab.options import BadOptions

    try:
        spec = load_settings().discord_spec
        spec_path = None if spec is None else str(spec)
        return drill_files(files, json_file=json_file, keep_going=keep_going, spec_path=spec_path)
    except (BadOptions, SettingsError) as error:
        return _complain(str(error))


archive_app = typer.Typer(
    help="Take finished games out of the archive, or put them in. Settings: MAFIABOT_* in the environment."
)
app.add_typer(archive_app, name="archive")


@archive_app.command("export")
def archive_export(file: Annotated[Path, typer.Argument(metavar="FILE.jsonl")]) -> int:
    """Write every finished game to a file, one a line, with all that was kept of it."""
    from mafiabot.bot.archive_cli import export_games

    return _archive_work(export_games, file)


@archive_app.command("import")
def archive_import(file: Annotated[Path, typer.Argument(metavar="FILE.jsonl")]) -> int:
    """Put games that were exported into the archive; those that are there already stay as they are."""
    from mafiabot.bot.archive_cli import import_games

    return _archive_work(import_games, file)


def _archive_work(work: "Callable[[Settings, Path], bool]", file: Path) -> int:
    from mafiabot.bot.archive_cli import BadFile
    from mafiabot.bot.logs import set_up_logs
    from mafiabot.bot.settings import SettingsError, load_settings

    try:
        settings = load_settings()
        set_up_logs(settings.log, settings.log_format)
        return FINE if work(settings, file) else FAILED
    except (SettingsError, BadFile) as error:
        return _complain(str(error))


@app.command()
def doctor() -> int:
    """Look at settings, stores, token, rights and clocks; say what is wrong, and what to do about it."""
    from mafiabot.bot.doctor import examine
    from mafiabot.bot.logs import set_up_logs

    set_up_logs("CRITICAL", "text")
    return examine()


tables_app = typer.Typer(
    help="Look at the open tables in the live store, beside a running bot; close one that cannot go on."
)
app.add_typer(tables_app, name="tables")

_TableId = Annotated[str, typer.Argument(metavar="ID", help="As `tables list` and the log name it.")]
_Secrets = Annotated[bool, typer.Option("--secrets", help="Roles, plans and the seed, too. Not for players.")]


@tables_app.command("list")
def tables_list() -> int:
    """One line for every open table; exit code 1 if one of them cannot be read."""
    from mafiabot.bot.tables_cli import list_tables

    return _tables_work(list_tables)


@tables_app.command("show")
def tables_show(table: _TableId, secrets: _Secrets = False) -> int:
    """One table as a spectator knows it."""
    from mafiabot.bot.tables_cli import show_table

    return _tables_work(lambda settings: show_table(settings, table, secrets=secrets))


@tables_app.command("log")
def tables_log(table: _TableId, secrets: _Secrets = False) -> int:
    """What has happened at a table in public, a line each; with --secrets all of it, as it is stored."""
    from mafiabot.bot.tables_cli import show_log

    return _tables_work(lambda settings: show_log(settings, table, secrets=secrets))


@tables_app.command("close")
def tables_close(
    table: _TableId, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False
) -> int:
    """End a table: its channel and people are free, and everybody gets his microphone back."""
    from mafiabot.bot.tables_cli import close_table

    return _tables_work(
        lambda settings: close_table(settings, table, lambda what: yes or typer.confirm(what, err=True))
    )


def _tables_work(work: "Callable[[Settings], bool]") -> int:
    from mafiabot.bot.logs import set_up_logs
    from mafiabot.bot.settings import SettingsError, load_settings
    from mafiabot.bot.tables_cli import NoSuchTable

    try:
        settings = load_settings()
        set_up_logs("WARNING", settings.log_format)
        return FINE if work(settings) else FAILED
    except SettingsError as error:
        return _complain(str(error))
    except NoSuchTable as error:
        sys.stderr.write(f"{PROGRAM}: {error}\n")
        return FAILED


@app.command()
def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Games, one JSON object a line.")],
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write a report there.")
    ] = None,
    from_log: Annotated[
        bool, typer.Option("--from-log", help="The files hold protocols of our own games.")
    ] = False,
) -> int:
    """Put games that people played to the engine, and compare what it makes of them with what happened."""
    from mafiabot.lab.options import BadOptions
    from mafiabot.lab.replay import replay_files

    try:
        return replay_files(files, json_file=json_file, from_log=from_log)
    except BadOptions as error:
        return _complain(str(error))


@app.command()
def bench(
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write a report there.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Little of everything, in under a minute.")] = False,
) -> int:
    """Measure what things cost, each beside the bare thing; takes a quarter of an hour."""
    from mafiabot.bot.settings import SettingsError, load_settings
    from mafiabot.lab.bench.command import bench as measure
    from mafiabot.lab.options import BadOptions

    try:
        return measure(json_file=json_file, quick=quick, redis_url=load_settings().test_redis_url)
    except (BadOptions, SettingsError) as error:
        return _complain(str(error))


@app.command()
def verify(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE.json]", help="A game's protocol, or lines of `archive export`."),
    ] = None,
    seed: Annotated[str, typer.Option(metavar="HEX", help="The seed, shown after the game.")] = "",
    commitment: Annotated[
        str, typer.Option(metavar="HEX", help="The commitment, shown before the deal.")
    ] = "",
    seats: Annotated[int, typer.Option(metavar="N", help="Seats at the table.")] = 10,
    preset: Annotated[str, typer.Option(help="club, classic or tournament.")] = "club",
    word: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A player's word, in order of seats; repeat it.")
    ] = None,
) -> int:
    """Draw a deal again: was the seed the one committed to, and who had which role."""
    from mafiabot.lab.options import BadOptions
    from mafiabot.lab.verify import Deal, verified
    from mafiabot.lab.verify_files import file_verified

    try:
        if file is not None and (seed or commitment or word):
            return _complain("give a file, or --seed and --commitment; see mafiabot verify --help")
        if file is not None:
            kept, lines = file_verified(file)
        elif not seed or not commitment:
            return _complain("give a protocol's file, or --seed and --commitment; see mafiabot verify --help")
        else:
            words = tuple(word or ())
            kept, lines = verified(
                Deal(seed=seed, commitment=commitment, preset=preset, seats=seats, words=words)
            )
    except BadOptions as error:
        return _complain(str(error))
    for line in lines:
        print(line)
    return FINE if kept else FAILED

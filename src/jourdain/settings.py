"""The analyses, each described once. What stands here is a command, a key of model files, and a section of the report page.

To add an analysis: write `analyses/<name>.py` with a function of a model that returns a finding, and describe it below. A
finding has a text (`str`), is written to files by its fields, says `ok` if it can fail, and may say by `section()` what a
page shows of it (its text otherwise). Nothing heavy is imported here: `jourdain --help` reads this table.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Kind = str | tuple[str, ...]


@dataclass(frozen=True)
class Setting:
    """One argument of an analysis.

    kind: a dimension of `io/model_files/units.py` ("time", "number", ..) for a number, "names" for a list of them, "flag",
    "outputs" for a number of intervals or a list of times, "numbers", "times" or "rates" for lists, "targets" for tables of
    parameters with what each has to bring about, "axes" for parameters with values or ranges, "text", "integrator", "file"
    for a path, or a tuple of the texts it may be.
    """

    kind: Kind
    help: str


@dataclass(frozen=True)
class Analysis:
    """function: "module:function" of a model and settings. like: another analysis, whose settings of a file hold here too."""

    function: str
    help: str
    settings: dict[str, Setting] = field(default_factory=dict)
    like: str = ""


_RUN = {
    "t_end": Setting("time", "end of the run"),
    "t_start": Setting("time", "start of the run"),
    "tol": Setting("number", "bound on the accumulated error, in lengths of the model and radians"),
    "integrator": Setting("integrator", "its name, or {name: RK4, step: 1 ms}; by default one is chosen"),
    "output": Setting("outputs", "number of output intervals, or the times themselves"),
    "start": Setting(("drawn", "static"), "static: begin at rest, in the equilibrium that the drawing comes down to"),
}
ANALYSES: dict[str, Analysis] = {
    "check": Analysis(
        "jourdain.analyses.check:check",
        "Examine a model: mobility, redundant equations by name, freer joints, gaps, odd numbers. Exit code 1 for errors.",
    ),
    "assemble": Analysis(
        "jourdain.analyses.assemble:assemble",
        "Close the joints of a model by the least motion, and say what moved.",
        {
            "fixed": Setting("names", "what stays as drawn, such as crank or crank.x"),
            "t": Setting("time", "the moment to do it for, 0 by default"),
        },
    ),
    "linear": Analysis(
        "jourdain.analyses.linear.linear:linear",
        "Linearise a model about its start: eigenvalues, modes, matrices.",
        {
            "inputs": Setting("names", "forces, loads, extra states or measures that are inputs"),
            "outputs": Setting(
                "names", "measures (rates as name_rate) or extra states as outputs; by default all measures"
            ),
            "t": Setting("time", "the moment to do it for, 0 by default"),
            "start": _RUN["start"],
        },
    ),
    "statics": Analysis(
        "jourdain.analyses.statics.statics:statics",
        "Find where a model stays at rest: positions, stable or not, reactions.",
        {
            "t": Setting("time", "the moment at which drives are held, 0 by default"),
            "method": Setting(
                ("auto", "newton", "stepping", "energy", "relaxation"), "auto: one after the other until one succeeds"
            ),
            "starts": Setting("number", "how many starts, the first as drawn, the others at random"),
            "seed": Setting("number", "of these random starts"),
            "turning": Setting("rates", "of a steadily turning frame to be at rest in, about x, y, z"),
            "solve_for": Setting(
                "targets", "parameters and what they have to bring about: {spring.rest: {chassis.z: 0.5 m}}"
            ),
        },
    ),
    "load_path": Analysis(
        "jourdain.analyses.statics.load_path:load_path",
        "Follow the equilibria of a model under growing loads: limit points, buckling loads and shapes.",
        {
            "to": Setting("number", "load factor at the end, 1 by default"),
            "growing": Setting("names", "loads, drives or gravity that grow; by default all"),
            "begin": Setting("number", "load factor at the start, 0 by default"),
            "t": Setting("time", "the moment at which drives and texts are taken, 0 by default"),
            "most": Setting("number", "equilibria on the path, 200 by default"),
            "largest": Setting("number", "longest step, in radians and lengths of the model"),
        },
    ),
    "kinematics": Analysis(
        "jourdain.analyses.kinematics.kinematics:kinematics",
        "Move a mechanism by its drives, without integration: positions, speeds, accelerations, forces; singular positions.",
        {
            "t_end": Setting("time", "end of the motion"),
            "t_start": Setting("time", "start of the motion"),
            "output": _RUN["output"],
            "paths": Setting("names", "markers whose paths are shown, such as coupler.tip"),
            "ranges": Setting("names", "drives whose range of motion is found"),
        },
    ),
    "inverse": Analysis(
        "jourdain.analyses.inverse.inverse:inverse",
        "Find the forces of drives or actuators that make a given motion, and all reactions.",
        {
            "t_end": Setting("time", "end of the motion, where drives give it"),
            "t_start": Setting("time", "start of the motion, where drives give it"),
            "output": _RUN["output"],
            "motion": Setting(
                "file", "the motion: a stored result (.nc), or a table of measures (.csv); else that of the drives"
            ),
            "actuators": Setting("names", "measures, joints, forces or drives that act; by default the drives"),
        },
    ),
    "run": Analysis(
        "jourdain.analyses.simulate:simulate",
        "Simulate a model and say how good the answer is.",
        _RUN
        | {
            "trust": Setting(("full", "fast"), "fast: do not estimate the error of the answer"),
            "coordinates": Setting(
                ("cartesian", "natural", "euler-parameters", "joint", "auto"),
                "natural: integrate bodies by points and directors; euler-parameters: by these and their rates; joint: by "
                "motions of joints in a tree; auto: the fastest",
            ),
            "share": Setting("flag", "natural coordinates: bodies share points of pins and directions of axes"),
            "splits": Setting("names", "joint coordinates: bodies in which loops are cut, instead of in joints"),
            "elastic": Setting(("coupled", "after"), "after: flexible bodies bend by the forces of a rigid motion"),
            "open_joints": Setting(
                ("refuse", "allow"), "allow: run joints that contradict each other, as they close best"
            ),
        },
    ),
    "verify": Analysis(
        "jourdain.analyses.verify:verify",
        "Run a model three ways and say how many digits of every output hold.",
        _RUN,
        like="run",
    ),
    "compare": Analysis(
        "jourdain.analyses.compare:compare",
        "Run a model by several methods at several steps or tolerances: errors, energy, drift and cost of each.",
        {
            "t_end": _RUN["t_end"],
            "methods": Setting("names", "such as 'RK4, DOP853, Block(index=1)'; `jourdain methods` lists them"),
            "tols": Setting("numbers", "of methods that estimate their error"),
            "steps": Setting("times", "of methods that do not; of all, where no tolerances are given"),
            "reference": Setting("integrator", "what errors are taken against; by default DOP853 at tol 1e-12"),
            "output": _RUN["output"],
            "start": _RUN["start"],
        },
        like="run",
    ),
    "sensitivity": Analysis(
        "jourdain.analyses.sensitivity.sensitivity:sensitivity",
        "Differentiate outputs of a run by parameters of the model, and say how far each derivative can be trusted.",
        {
            "parameters": Setting(
                "names", "such as k, rod.mass, A.at.x; by default those of the file, or else the masses"
            ),
            "outputs": Setting(
                "names",
                "curves, or max(..), min(..), integral(..), final(..) of them; by default all measures at the end",
            ),
            "method": Setting(("direct", "adjoint", "differences"), "how; direct by default"),
            "trust": Setting(("full", "fast"), "fast: do not estimate errors"),
            **_RUN,
        },
        like="run",
    ),
    "sweep": Analysis(
        "jourdain.analyses.ensemble.from_files:sweep_by_settings",
        "Run a model for many values of its parameters: metrics of every run in one table.",
        {
            "vary": Setting(
                "axes", "a parameter and its values, k=1..3kN/m:11 or k=1,2,5kN/m; with samples its range, k=1..3kN/m"
            ),
            "metrics": Setting(
                "names",
                "max(..), min(..), integral(..), final(..) of curves; by default the last value of all measures",
            ),
            "samples": Setting("number", "so many samples of the ranges, instead of all combinations of values"),
            "sampling": Setting(("sobol", "latin", "random"), "how these fill the ranges; sobol by default"),
            "seed": Setting("number", "of the samples"),
            "to": Setting("file", "a .csv or .nc file, to which rows are written as they come"),
            "resume": Setting("flag", "go on with that file"),
            "where": Setting(("threads", "processes"), "where runs are made; threads by default"),
            **{name: one for name, one in _RUN.items() if name != "start"},
        },
        like="run",
    ),
    "optimise": Analysis(
        "jourdain.analyses.ensemble.from_files:optimise_by_settings",
        "Find the values of parameters for which a scalar of a run is least.",
        {
            "vary": Setting("axes", "a parameter and its range, k=1..3kN/m"),
            "minimise": Setting("text", "the scalar: max(..), min(..), integral(..) or final(..) of curves"),
            "subject_to": Setting("names", "conditions, such as 'max(B.force) <= 100', in SI units"),
            "gradient": Setting(("auto", "adjoint", "differences"), "how; auto: adjoint where there is one"),
            "globally": Setting("flag", "look everywhere in the ranges first"),
            **{name: one for name, one in _RUN.items() if name != "start"},
        },
        like="run",
    ),
}

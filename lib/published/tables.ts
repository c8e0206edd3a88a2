import figures from "#lib/published/figures.json" with { type: "json" };
import type { Paper } from "#lib/published/papers.ts";
import type {
  Column,
  PublishedTable,
  Row,
  Unit,
  Value,
  Check,
  Inconsistency,
} from "#lib/published/schema.ts";

const { personaeval, rolethink, interviewsim } = figures;

const column = (key: string, label: string, unit: Unit, better?: Column["better"]): Column => ({
  key,
  label,
  unit,
  ...(better && { better }),
});

type PrintedValues = Readonly<Record<string, unknown>>;

/** Takes apart what names a row and what it says. */
function rowsOf(rows: readonly PrintedValues[], named: readonly string[], columns: readonly Column[]): Row[] {
  return rows.map((row) => ({
    name: named.map((key) => String(row[key] ?? "")).filter((part) => part !== ""),
    values: Object.fromEntries(columns.map(({ key }) => [key, (row[key] ?? null) as Value])),
  }));
}

const trackNames = personaeval.tracks.map(({ id }) => id);
const resultColumns = personaeval.resultColumns as Column[];

function personaevalTables(): PublishedTable[] {
  const results = personaeval.tables.map(({ id, scope, source, rows }) => {
    const named = rows.some((row) => "shots" in row) ? ["model", "shots"] : ["model"];
    return {
      id,
      paper: "personaeval" as const,
      track: trackNames.find((track) => scope === track) ?? null,
      scope,
      source,
      named,
      columns: resultColumns,
      rows: rowsOf(rows, named, resultColumns),
    };
  });
  const { humanStudy, modelVersions, tracks } = personaeval;
  const answers = [
    column("literary", "Literary, right of 45", "count"),
    column("drama", "Drama, right of 3", "count"),
    column("expertise", "Expertise, right of 2", "count"),
    column("accuracyPercent", "Accuracy", "percent", "higher"),
  ];
  const versions = [column("version", "Version", "text")];
  const sizes = [
    column("items", "Cases", "count"),
    column("options", "Options", "count"),
    column("language", "Language", "text"),
    column("material", "Material", "text"),
  ];
  return [
    ...results,
    table("personaeval", humanStudy, "Human study", ["participant"], answers, humanStudy.rows),
    table(
      "personaeval",
      { id: "personaeval-versions", source: modelVersions.source },
      "Versions of the models",
      ["model"],
      versions,
      modelVersions.rows,
    ),
    table(
      "personaeval",
      { id: "personaeval-tracks", source: personaeval.figures.source },
      "Tracks",
      ["id"],
      sizes,
      tracks,
    ),
  ];
}

function table(
  paper: Paper,
  { id, source }: { id: string; source: string },
  scope: string,
  named: readonly string[],
  columns: readonly Column[],
  rows: readonly PrintedValues[],
): PublishedTable {
  return { id, paper, track: null, scope, source, named, columns, rows: rowsOf(rows, named, columns) };
}

function rolethinkTables(): PublishedTable[] {
  const { table2, table3, table4, sets, setsSource } = rolethink;
  const sizes = [
    column("items", "Cases", "count"),
    column("characters", "Characters", "count"),
    column("averageScenarioTokens", "Scenario, tokens on average", "count"),
    column("averageReferenceTokens", "Reference, tokens on average", "count"),
  ];
  const both = (["gold", "silver"] as const).flatMap((set) =>
    Object.entries(table2.columns).map(([key, label]) =>
      column(
        `${set}.${key}`,
        `${set === "gold" ? "Gold" : "Silver"}: ${label}`,
        key === "llm" || key === "human" ? "score" : "percent",
        "higher",
      ),
    ),
  );
  const flat = table2.rows.map(({ gold, silver, ...row }) => ({
    ...row,
    ...prefixed("gold", gold),
    ...prefixed("silver", silver),
  }));
  const choices = [
    column("lifeChoice", "LifeChoice", "percent", "higher"),
    column("crossMR", "CROSS-MR", "percent", "higher"),
    column("roleEval", "RoleEval", "percent", "higher"),
  ];
  return [
    table("rolethink", { id: "rolethink-sets", source: setsSource }, "Sets", ["id"], sizes, sets),
    table("rolethink", table2, "Inner thought, by method and base model", ["method", "model"], both, flat),
    table(
      "rolethink",
      table3,
      "Decisions with and without thought",
      ["setting", "model"],
      choices,
      table3.rows,
    ),
    table(
      "rolethink",
      table4,
      "Ablation",
      ["target", "setting"],
      spotColumns(table4.rows, ["target", "setting"], "score"),
      table4.rows,
    ),
  ];
}

const prefixed = (prefix: string, values: PrintedValues) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]));

const interviewLabels: Readonly<Record<string, readonly [string, Unit, Column["better"]?]>> = {
  contentSimilarity: ["Content similarity, 1–5", "score", "higher"],
  contradictionPercent: ["Contradictions", "percent", "lower"],
  personalityPercent: ["Personality similarity", "percent", "higher"],
  mcqAccuracyPercent: ["Multiple choice, right", "percent", "higher"],
  mcqReward: ["Multiple choice, reward", "reward", "higher"],
  correctPercent: ["Right", "percent", "higher"],
  oppositePercent: ["Opposite", "percent", "lower"],
  nearMissPercent: ["Near miss", "percent", "lower"],
  misconceptionPercent: ["Misconception", "percent", "lower"],
  accuracyPercent: ["Accuracy", "percent", "higher"],
  qaStrategy: ["Quality assurance", "text"],
  averageTrainingPairs: ["Training pairs, on average", "count"],
  simpleAccuracyPercent: ["Simple prompt, right", "percent", "higher"],
  simpleReward: ["Simple prompt, reward", "reward", "higher"],
  chronoAccuracyPercent: ["Chronological, right", "percent", "higher"],
  chronoReward: ["Chronological, reward", "reward", "higher"],
  longestCorrectPercent: ["Right answer is the longest", "percent"],
  notLongestPercent: ["Right answer is not the longest", "percent"],
  difference: ["Difference in points", "score"],
};

/** The columns that the rows have, in the order they have them. */
function spotColumns(
  rows: readonly PrintedValues[],
  named: readonly string[],
  unit: Unit = "percent",
): Column[] {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...keys]
    .filter((key) => !named.includes(key))
    .map((key) => {
      const [label = titled(key), known = unit, better] = interviewLabels[key] ?? [];
      return column(key, label, known, better);
    });
}

/** "goldChange" → "Gold change" */
const titled = (key: string) =>
  key.length === 1
    ? key
    : key.charAt(0).toUpperCase() +
      key.slice(1).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function interviewsimTables(): PublishedTable[] {
  const { table1, reward: _reward, ...others } = interviewsim;
  const named = ["method", "variant", "annotator", "group"];
  const values = Object.entries(table1.values).map(([name, value]) => ({ name, value }));
  const first = table(
    "interviewsim",
    table1,
    "The data",
    ["name"],
    [column("value", "Value", "text")],
    values,
  );
  return [
    first,
    ...Object.values(others).map((other) => {
      const rows: readonly PrintedValues[] = other.rows;
      const naming = named.filter((key) => rows.some((row) => key in row));
      return table("interviewsim", other, other.scope, naming, spotColumns(rows, naming), rows);
    }),
  ];
}

/** Every table of the three papers, in one shape. */
export const listTables = (): PublishedTable[] => [
  ...personaevalTables(),
  ...rolethinkTables(),
  ...interviewsimTables(),
];

/** The main results of the models on a track of PersonaEval, or on all of them (null). */
export function findResults(track: string | null): PublishedTable | null {
  const wanted = track?.toLowerCase() ?? "all tracks";
  return personaevalTables().find(({ scope }) => scope.toLowerCase() === wanted) ?? null;
}

export type CasesOfTrack = { readonly name: string; readonly cases: number };

/** How many cases a paper published of each track; null where it printed no such counts. */
export const listPublishedCases = (paper: Paper): readonly CasesOfTrack[] | null =>
  paper === "personaeval"
    ? figures.personaeval.tracks.map(({ id, items }) => ({ name: id, cases: items }))
    : null;

/** Papers whose published cases these could be, going by how many there are of each track. */
export const papersOfSize = (papers: readonly Paper[], tracks: readonly CasesOfTrack[]): Paper[] =>
  papers.filter((paper) => {
    const published = listPublishedCases(paper);
    return (
      published !== null &&
      published.length === tracks.length &&
      published.every(({ name, cases }) =>
        tracks.some((track) => track.name === name && track.cases === cases),
      )
    );
  });

const inPersonaEval = (...numbers: number[]) => numbers.map((number) => `personaeval-table-${number}`);
const inRoleThink = (...numbers: number[]) => numbers.map((number) => `rolethink-table-${number}`);
const inInterviewSim = (...numbers: number[]) => numbers.map((number) => `interviewsim-table-${number}`);

type FindingPlaces = { tables: string[]; column?: string; rows?: string[] };

/** What each finding is about, read from its wording. */
const about: Readonly<Record<string, FindingPlaces>> = {
  "T1-top1": { tables: inPersonaEval(1), column: "top1" },
  "T1-top2": { tables: inPersonaEval(1), column: "top2" },
  "T1-meanRank": { tables: inPersonaEval(1), column: "meanRank" },
  "T1-mean-rank-bound": { tables: inPersonaEval(1), column: "meanRank" },
  "T2-mean-rank-bound": { tables: inPersonaEval(2), column: "meanRank" },
  "T4-mean-rank-bound": { tables: inPersonaEval(4), column: "meanRank" },
  "T4-bold-ece": { tables: inPersonaEval(4), column: "ece", rows: ["QwQ-32B", "DeepSeek-V3-250324"] },
  "RT3-constant-gains": { tables: inRoleThink(3) },
  "RT2-consistently": {
    tables: inRoleThink(2),
    column: "silver.llm",
    rows: ["MIRROR · Claude3.5", "Long-context · Claude3.5"],
  },
  "RT-raters": { tables: inRoleThink(2) },
  "IS2-IS3": {
    tables: inInterviewSim(2, 3),
    column: "contentSimilarity",
    rows: ["Memory-based (relevance)", "Relevance-100ex"],
  },
  "IS8-IS10": { tables: inInterviewSim(8, 10, 11), rows: ["Simple Prompt", "Chrono-based", "All"] },
  "IS-contradiction-increase": { tables: inInterviewSim(2, 8), column: "contradictionPercent" },
};

const checked: Readonly<Record<string, string[]>> = {
  "T5-rows": inPersonaEval(5),
  "T5-mean": inPersonaEval(5),
  "participants-90": inPersonaEval(5),
  "T1-ece": inPersonaEval(1),
  "T1-brier": inPersonaEval(1),
  "T3-mean-rank-bound": inPersonaEval(3),
  "T6-mean-rank-bound": inPersonaEval(6),
  "T7-mean-rank-bound": inPersonaEval(7),
  "T8-mean-rank-bound": inPersonaEval(8),
  "T9-mean-rank-bound": inPersonaEval(9),
  "repeated-rows": inPersonaEval(6, 7, 8, 9),
  "track-sizes": ["personaeval-tracks"],
  RT4: inRoleThink(4),
  "RT4-base": inRoleThink(4, 2, 3),
  IS15: inInterviewSim(15),
  "IS-reward": inInterviewSim(4, 10, 11, 12),
  IS1: inInterviewSim(1),
};

type NamedModel = { model: string };
type NotedFinding = {
  id: string;
  where: string;
  finding: string;
  models?: NamedModel[];
  rows?: NamedModel[];
  cells?: NamedModel[];
};

export function listInconsistencies(): Inconsistency[] {
  return figures.inconsistencies.map((noted: NotedFinding) => {
    const { tables = [], column = null, rows } = about[noted.id] ?? {};
    const named = noted.models ?? noted.rows ?? noted.cells ?? [];
    return {
      id: noted.id,
      where: noted.where,
      finding: noted.finding,
      tables,
      column,
      rows: rows ?? named.map(({ model }) => model),
    };
  });
}

export const listChecks = (): Check[] =>
  figures.checks.map(({ id, result }) => ({ id, result, tables: checked[id] ?? [] }));

export const inconsistenciesOf = (tableId: string): Inconsistency[] =>
  listInconsistencies().filter(({ tables }) => tables.includes(tableId));

export const checksOf = (tableId: string): Check[] =>
  listChecks().filter(({ tables }) => tables.includes(tableId));

import { expect, test } from "vitest";
import { findUnexplained } from "#lib/metrics/testing/find-unexplained.ts";
import { renderTexts } from "#lib/reports/files.ts";
import type { Report } from "#lib/reports/compose.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { getAlternatives } from "#lib/study-results/agreement/alternative.ts";
import { checkGold } from "#lib/study-results/agreement/gold-check.ts";
import { computeCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { allFigureNames, makeFigure } from "#lib/results/figures.ts";
import { getRaters } from "#lib/study-results/models/model-agreement.ts";
import { getModelDetail } from "#lib/study-results/models/models.ts";
import { writeResults } from "#lib/results/document.ts";
import { calibratePeople } from "#lib/study-results/people/calibration-of-people.ts";
import { listCohorts } from "#lib/study-results/people/cohorts.ts";
import { computePeers } from "#lib/study-results/people/peers.ts";
import { computePeople } from "#lib/study-results/people/people.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRowsOfKind, type KindShape } from "#lib/study-results/testing/rows-of-kinds.ts";
import { kindNames } from "#lib/task-kinds/registry.ts";

const mixed = (person: number, place: number) => (person * 7 + place * 5) % 3;
const ordinary: KindShape = { people: 4, cases: 12, groups: 6, say: mixed, judge: mixed };

/** Studies of which hardly anything can be told. */
const shapes: Readonly<Record<string, KindShape>> = {
  ordinary,
  nobody: { ...ordinary, people: 0 },
  "one person": { ...ordinary, people: 1 },
  "one case": { ...ordinary, cases: 1, groups: 1 },
  "two cases of one group": { ...ordinary, cases: 2, groups: 1 },
  "one person, one case": { ...ordinary, people: 1, cases: 1, groups: 1 },
  "one case in each track": { ...ordinary, cases: 3, groups: 3, tracks: 3 },
  "everything right, or alike": { ...ordinary, say: () => 0, judge: () => 0 },
  "everything wrong, or alike": { ...ordinary, say: () => 1, judge: () => 1 },
  "each person always the same": { ...ordinary, say: (person) => person % 3 },
  "everything passed": { ...ordinary, say: () => "passed" },
  "nothing decided": { ...ordinary, say: () => null },
  "no predictions": { ...ordinary, judge: () => null },
  "no runs": { people: 4, cases: 12, groups: 6, say: mixed },
};

/** What a benchmark or a run may not say. */
const lacking: Readonly<Record<string, (rows: StudyRows) => StudyRows>> = {
  "no language": (rows) => ({ ...rows, tracks: rows.tracks.map((track) => ({ ...track, language: "" })) }),
  "no groups": (rows) => ({ ...rows, cases: rows.cases.map((row) => ({ ...row, group: null })) }),
  "no attributes": (rows) => ({ ...rows, cases: rows.cases.map((row) => ({ ...row, attributes: null })) }),
  "no right answers": (rows) => ({ ...rows, cases: rows.cases.map((row) => ({ ...row, gold: null })) }),
  "no method": (rows) => ({ ...rows, runs: rows.runs.map((run) => ({ ...run, method: "" })) }),
};

const view = mainView("people");
/** Who came is read from the database. */
const drawings = allFigureNames.filter((name) => name !== "flow");

/** What screens, programs and files are given. */
const figuresOf = async (rows: StudyRows) => ({
  results: await writeResults(rows, view),
  agreement: await getAgreement(rows, view),
  alternatives: await getAlternatives(rows, view),
  gold: await checkGold(rows, view),
  raters: await getRaters(rows, view),
  cases: computeCaseFigures(rows, view),
  models: rows.runs.map((run) => ({ ...getModelDetail(rows, view, run), run: run.id })),
  calibration: calibratePeople(rows, view),
  cohorts: listCohorts(rows, view),
  peers: computePeers(rows, view),
  people: computePeople(rows, view),
});

/** Where a word or a number should be. */
const isBlank = (text: string): boolean =>
  /\b(?:null|undefined|NaN|Infinity)\b|\[object|\(\s*[),;]|[,;:]\s*\)|\(\s*to\b/.test(text);

const wordsOf = ({ tables, figures, points, methods }: Report): string[] => [
  ...tables.flatMap(({ caption, notes, columns, groups }) => [
    caption,
    ...notes,
    ...columns.map(({ label }) => label),
    ...groups.flat().flatMap(({ cells }) => cells),
  ]),
  ...figures.flatMap(({ caption, note }) => [caption, note]),
  ...points.flatMap(({ value, gaps, notes }) => [
    value,
    ...notes,
    ...gaps.flatMap(({ what, mend }) => [what, mend]),
  ]),
  ...methods.flatMap(({ paragraphs }) => paragraphs),
];

async function writtenOf(rows: StudyRows) {
  const report = await imagineReport(rows);
  expect(wordsOf(report).filter(isBlank)).toEqual([]);
  const drawn = await Promise.all(drawings.map((name) => makeFigure(name, rows, view)));
  return [
    ...renderTexts(report, { answers: "", codebook: "" }).map(({ name, content }) => [
      name,
      content.toString(),
    ]),
    ...drawings.map((name, at) => [name, JSON.stringify(drawn[at]?.csv ?? []).replaceAll("null", "")]),
  ];
}

const studies = kindNames.flatMap((kind) => Object.keys(shapes).map((shape) => [kind, shape] as const));

async function expectWords(rows: StudyRows): Promise<void> {
  expect(findUnexplained(await figuresOf(rows))).toEqual([]);
  const bad = (await writtenOf(rows)).filter(([, text]) => /\bNaN\b|Infinity|undefined/.test(text ?? ""));
  expect(bad.map(([name]) => name)).toEqual([]);
}

test.each(studies)(
  "%s, %s: no figure is NaN, each that is missing has a reason, and none is printed as nothing",
  async (kind, shape) => expectWords(makeRowsOfKind(kind, shapes[shape] as KindShape)),
);

const lacks = kindNames.flatMap((kind) => Object.keys(lacking).map((lack) => [kind, lack] as const));
const several: KindShape = { people: 4, cases: 48, groups: 12, say: mixed, judge: mixed, tracks: 2 };

test.each(lacks)("%s with %s has words for all it prints", async (kind, lack) =>
  expectWords((lacking[lack] as (rows: StudyRows) => StudyRows)(makeRowsOfKind(kind, several))),
);

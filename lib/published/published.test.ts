import { describe, expect, test } from "vitest";
import { originRanks } from "#lib/metrics/ratings/origin-ranks.ts";
import { mcqRewardFromShares } from "#lib/metrics/scores/mcq-reward.ts";
import figures from "#lib/published/figures.json" with { type: "json" };
import {
  checksOf,
  inconsistenciesOf,
  listChecks,
  listInconsistencies,
  findResults,
  listTables,
} from "#lib/published/tables.ts";
import { papers } from "#lib/published/papers.ts";
import { citationOf, concerns, decimalsOf } from "#lib/published/schema.ts";

const tables = listTables();
const tableCalled = (id: string) => {
  const found = tables.find((table) => table.id === id);
  if (!found) throw new Error(`no table ${id}`);
  return found;
};

describe("the published tables", () => {
  test("are all there, each once, with source, columns and rows", () => {
    const counts = papers.map((paper) => tables.filter((table) => table.paper === paper).length);
    expect(counts).toEqual([11, 4, 12]);
    expect(new Set(tables.map(({ id }) => id)).size).toBe(tables.length);
    for (const { source, columns, rows } of tables) {
      expect(source).toMatch(/^(PersonaEval|RoleThink|InterviewSim) /);
      expect(columns.length).toBeGreaterThan(0);
      expect(rows.length).toBeGreaterThan(0);
    }
  });

  test("name every row once and give it a figure in some column", () => {
    for (const { rows } of tables) {
      expect(new Set(rows.map(({ name }) => name.join(" · "))).size).toBe(rows.length);
      for (const { name, values } of rows) {
        expect(name.length).toBeGreaterThan(0);
        expect(Object.values(values).some((value) => value !== null)).toBe(true);
      }
    }
  });

  test("hold the same 19 models on each track and on all of them", () => {
    const models = (track: string | null) => findResults(track)?.rows.map(({ name }) => name[0]);
    const all = models(null);
    expect(all).toHaveLength(19);
    for (const track of ["Literary", "Drama", "Expertise"]) expect(models(track)).toEqual(all);
    expect(findResults("Poetry")).toBeNull();
  });

  test("keep a percentage a percentage and a rank at least 1", () => {
    for (const { columns, rows } of tables) {
      for (const { key, unit } of columns) {
        for (const { values } of rows) {
          const value = values[key];
          if (typeof value !== "number") continue;
          if (unit === "percent") expect(value >= 0 && value <= 100).toBe(true);
          if (unit === "rank") expect(value).toBeGreaterThanOrEqual(1);
        }
      }
    }
  });

  test("print as many decimals as the paper does", () => {
    expect(decimalsOf(tableCalled("personaeval-table-1"), "ece")).toBe(1);
    expect(decimalsOf(tableCalled("personaeval-table-1"), "meanRank")).toBe(2);
    expect(decimalsOf(tableCalled("interviewsim-table-2"), "mcqReward")).toBe(3);
  });
});

describe("the human study", () => {
  const { rows, design, derived, printedOverallPercent } = figures.personaeval.humanStudy;
  const sum = (track: "literary" | "drama" | "expertise") => rows.reduce((all, row) => all + row[track], 0);

  test("has 20 participants, whose answers sum to the totals", () => {
    expect(rows).toHaveLength(design.participants);
    const { all, ...byTrack } = derived.correct;
    expect({ literary: sum("literary"), drama: sum("drama"), expertise: sum("expertise") }).toEqual(byTrack);
    expect(sum("literary") + sum("drama") + sum("expertise")).toBe(all);
    expect((100 * all) / derived.answers.all).toBeCloseTo(printedOverallPercent, 10);
  });

  test("prints for each participant what the answers make", () => {
    for (const { literary, drama, expertise, accuracyPercent } of rows)
      expect(2 * (literary + drama + expertise)).toBe(accuracyPercent);
  });
});

describe("what was found in the papers", () => {
  const ids = tables.map(({ id }) => id);

  test("every inconsistency refers to tables that exist", () => {
    expect(listInconsistencies()).toHaveLength(figures.inconsistencies.length);
    for (const { id, tables: named } of listInconsistencies()) {
      expect([id, named.length > 0, named.filter((item) => !ids.includes(item))]).toEqual([id, true, []]);
    }
  });

  test("every row and column that one names is there and is marked", () => {
    for (const found of listInconsistencies()) {
      const named = found.tables.map(tableCalled);
      if (found.column !== null)
        for (const { columns } of named) expect(columns.map(({ key }) => key)).toContain(found.column);
      const all = named.flatMap(({ rows }) => rows.map(({ name }) => name));
      for (const row of found.rows) {
        const one = { ...found, rows: [row] };
        expect([found.id, row, all.some((name) => concerns(one, name, found.column ?? ""))]).toEqual([
          found.id,
          row,
          true,
        ]);
      }
    }
  });

  test("the figures that an inconsistency quotes are the table's own", () => {
    const [top2] = inconsistenciesOf("personaeval-table-1").filter(({ id }) => id === "T1-top2");
    const printed = figures.inconsistencies.find(({ id }) => id === "T1-top2")?.models ?? [];
    expect(top2?.rows).toHaveLength(13);
    for (const { model, printed: quoted } of printed) {
      const row = findResults(null)?.rows.find(({ name }) => name[0] === model);
      expect(row?.values["top2"]).toBe(quoted);
    }
  });

  test("every check refers to tables that exist", () => {
    for (const { id, tables: named } of listChecks())
      expect([id, named.length > 0, named.filter((each) => !ids.includes(each))]).toEqual([id, true, []]);
    expect(checksOf("interviewsim-table-15").map(({ id }) => id)).toEqual(["IS15"]);
  });
});

test("a paper is cited by title, and by year and number where it has them", () => {
  expect(citationOf("personaeval")).toMatch(/^PersonaEval: .*, 2025, arXiv 2508\.10014$/);
  expect(citationOf("rolethink")).toBe(figures.sources.rolethink.title);
});

describe("RoleThink's Table 2, origin by origin", () => {
  const { rows } = tableCalled("rolethink-table-2");
  const columnOf = (key: string) => rows.map(({ values }) => Number(values[key]));

  test.each([
    ["gold", "llm", 0.9369],
    ["gold", "nli", 0.945],
    ["gold", "rougeL", 0.9722],
    ["gold", "bleu", 0.9773],
    ["silver", "llm", 0.9119],
    ["silver", "nli", 0.9015],
    ["silver", "rougeL", 0.9338],
    ["silver", "bleu", 0.9598],
  ])("%s: people and %s rank the 24 origins alike by %d", (set, judge, rho) => {
    const found = originRanks(columnOf(`${set}.human`), columnOf(`${set}.${judge}`));
    expect(found.n).toBe(24);
    expect(found.rho).toBeCloseTo(rho, 4);
  });
});

test("the shares of InterviewSim's Tables 4 and 12 give the rewards that its Tables 10 and 11 print, within rounding", () => {
  const printed = [
    ["interviewsim-table-4", "interviewsim-table-10"],
    ["interviewsim-table-12", "interviewsim-table-11"],
  ] as const;
  for (const [shares, rewards] of printed) {
    const all = tableCalled(rewards).rows.find(({ name }) => name[0] === "All")?.values;
    const found = tableCalled(shares).rows.map(({ values }) => {
      const share = (key: string) => Number(values[key] ?? 0) / 100;
      return mcqRewardFromShares({
        correct: share("correctPercent"),
        opposite: share("oppositePercent"),
        nearMiss: share("nearMissPercent"),
        misconception: share("misconceptionPercent"),
      }).reward;
    });
    const reward = [all?.["simpleReward"], all?.["chronoReward"]].map(Number);
    for (const [i, one] of found.entries())
      expect(Math.abs(one - (reward[i] as number))).toBeLessThan(0.0016);
  }
});

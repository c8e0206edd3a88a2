import { expect, test } from "vitest";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { renderCsv } from "#lib/reports/tables/printed-table.ts";
import { inPercent } from "#lib/figures/written.ts";
import { formatMethods, renderMethodsText } from "#lib/reports/methods/methods.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { sampledStrata } from "#lib/studies/strata/schema.ts";
import { parse } from "csv-parse/sync";

const rows = makeRandomRows({
  people: 10,
  cases: 90,
  runs: 3,
  seed: 4,
  controls: 0.35,
  unsure: 0.3,
  tracks: ["Literary"],
  missing: 0,
});

test("the table of the whole benchmark has the figures of the document, and none where it can't be told", async () => {
  expect((await imagineReport(rows)).tables.some(({ name }) => name === "benchmark")).toBe(false);
  const cells = sampledStrata.map((stratum, i) => ({
    track: "Literary",
    stratum,
    cases: 100 * (i + 1),
    served: rows.cases.filter((row) => row.stratum === stratum).length,
  }));
  const runs = new Map(rows.runs.map(({ id }) => [id, { answered: 598, failed: 2, right: 300 + id }]));
  const { tables, facts } = await imagineReport({ ...rows, frame: { cells, now: { cases: 600, runs } } });
  const table = tables.find(({ name }) => name === "benchmark");
  const { people, models } = facts.results.benchmark!;
  const lines = parse(renderCsv(table!), { columns: true, bom: true }) as Record<string, string>[];
  expect(lines.map(({ kind }) => kind)).toEqual([
    "people",
    "cell",
    "cell",
    "cell",
    "model",
    "model",
    "model",
  ]);
  expect(lines[0]).toMatchObject({
    share: String(people!.accuracy),
    low: String(people!.interval.low),
    cases: "600",
    high: String(people!.interval.high),
    interval: "two_way",
  });
  expect(lines[4]).toMatchObject({
    name: models[0]!.model,
    share: String(models[0]!.top1),
    n: "598",
    failed: "2",
    people_less_model: String(models[0]!.peopleLessModel!.value),
    people_less_model_high: String(models[0]!.peopleLessModel!.high),
  });
  expect(table!.groups.map(({ length }) => length)).toEqual([1, 3]);
  const share = inPercent(people!.accuracy!);
  expect(renderMethodsText(formatMethods(facts))).toContain(
    `Over the whole benchmark of 600 cases, people’s accuracy is estimated at ${share}%`,
  );
});

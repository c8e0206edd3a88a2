import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { openTables } from "#lib/reports/report.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { answerResults } from "#lib/study-api/results.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { makeFigure } from "#lib/study-results/figures.ts";
import { resultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { writeOwnResults } from "#lib/task-kinds/result-registry.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const lines = readFileSync("docs/formats/ratings-example.jsonl", "utf8");
const { run } = useCommands();
const trial = await useTrialBenchmark();

test("of ratings the command line, the API, the screen, the report and the export say the same to the last digit", async () => {
  const { viewer } = trial;
  await trial.importCases(lines, { track: null });
  const judged = ["quay-a", "quay-b"].map((key, at) =>
    JSON.stringify({ model: "judge", case: key, track: "Gold", rating: at + 2 }),
  );
  await trial.importResults(judged.join("\n"), { track: null, model: null });
  const design = { frame: { tracks: ["Gold"] }, sample: { seed: 7, quota: { Gold: 4 } } };
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  for (let person = 0; person < 3; person++) {
    const sitter = await begin({ link: code });
    for (let at = 0; at < 4; at++) await answerCase(sitter, at + 1, { choice: (at + person) % 5 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, slug));

  const typed = await run("study", "results", slug, "--json");
  const document = resultsDocument.parse(JSON.parse(typed.out));
  const [part] = document.ratings?.parts ?? [];
  if (!part) throw new Error("there are no ratings");
  const rows = await getRows(viewer, slug);
  if (!rows) throw new Error("the study is gone");
  const { ratings } = await writeOwnResults(rows, mainView("people"));
  expect(document.ratings).toEqual(JSON.parse(JSON.stringify(ratings)));
  const address = `https://study.example.org/api/v1/studies/${slug}/results`;
  expect(await (await answerResults(viewer, new Request(address), slug)).json()).toEqual(
    JSON.parse(typed.out),
  );
  const ask = async (by: string) => answerResults(viewer, new Request(`${address}?by=${by}`), slug);
  expect(resultsDocument.parse(await (await ask("model")).json()).ratings?.by).toEqual(["model"]);
  expect((await ask("colour")).status).toBe(400);
  const table = await run("study", "results", slug);
  expect(table.out).toContain(`Gold, rolethink-gold: ${part.people.mean?.toFixed(2)}`);

  const answers = readLines((await readExport(viewer, slug)).get("answers.jsonl")) as {
    case: string;
    rating: number;
  }[];
  const cases = new Map(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => {
        const { id: key, attributes } = JSON.parse(line) as {
          id: string;
          attributes?: Record<string, string>;
        };
        return [key, attributes ?? {}];
      }),
  );
  const drawn = await makeFigure("origins", rows, mainView("people"));
  const report = await openTables(viewer, { slug });
  const printed = report.ok ? report.value.tables.find(({ name }) => name === "origins-1") : undefined;
  const column = printed?.csv[0]?.indexOf("mean") ?? -1;
  for (const [at, { values, people, points }] of part.origins.entries()) {
    const own = answers.filter(({ case: key }) =>
      document.ratings?.by.every((name, i) => (cases.get(key)?.[name] ?? null) === values[i]),
    );
    expect(points.map((_, point) => own.filter(({ rating }) => rating === point + 1).length)).toEqual(points);
    expect(people.mean).toBeCloseTo(own.reduce((sum, { rating }) => sum + rating, 0) / own.length, 12);
    expect(printed?.csv[at + 1]?.[column]).toBe(people.mean);
    expect(drawn?.csv.slice(1 + 5 * at, 6 + 5 * at).map((line) => line[4])).toEqual(points);
  }
});

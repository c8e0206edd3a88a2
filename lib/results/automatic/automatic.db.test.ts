import { beforeEach, describe, expect, test } from "vitest";
import { importCaseFiles } from "#lib/imports/run.ts";
import { useFolders } from "#lib/interviews/testing/person-files.ts";
import type { InterviewFile } from "#lib/interviews/schema.ts";
import { textOverlap } from "#lib/metrics/text/overlap.ts";
import { getAutomaticTables } from "#lib/results/automatic/benchmark-queries.ts";
import { drawAutomatic } from "#lib/results/automatic/figures.ts";
import type { AutomaticCell, AutomaticTables } from "#lib/results/automatic/automatic.ts";
import {
  makeInterviews,
  methods,
  types,
  type Choice,
} from "#lib/results/automatic/testing/interview-data.ts";
import { plainFigure, type Value } from "#lib/results/automatic/testing/plain-figure.ts";
import { seededNumbers } from "#lib/results/automatic/testing/seeded-numbers.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { drawRuns } from "#lib/model-runs/run-panels.ts";
import { chooseJudge, printAutomatic } from "#lib/reports/automatic/tables.ts";
import { describeRunTables } from "#lib/reports/benchmark/run-tables.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark();
const writeFolder = useFolders();

type Wanted = { track: string; source: string; figure?: string; of?: string | number; detail?: string };

/** The cell of an origin that says this; null for all of them. */
function cellOf(
  { tables }: AutomaticTables,
  origin: readonly string[] | null,
  { track, source, figure = "mean", of, detail }: Wanted,
): AutomaticCell | null {
  for (const table of tables.filter((one) => one.detail === (detail ?? null))) {
    const column = table.columns.findIndex((one) => {
      const by = one.source.kind === "judge" ? one.source.run.model : one.source.kind;
      const about = { ...one.figure } as Record<string, unknown>;
      const what = about["of"] ?? about["type"] ?? about["place"] ?? about["from"];
      const isTrack = table.parts[one.part]?.track === track;
      return isTrack && by === source && about["name"] === figure && (of === undefined || what === of);
    });
    const row = table.rows.find((one) => JSON.stringify(one.origin) === JSON.stringify(origin));
    if (column >= 0) return row?.cells[column] ?? null;
  }
  throw new Error(`there is no such column: ${JSON.stringify({ track, source, figure, of })}`);
}

const places = 1e-9;

/** With its interval or the reason why there is none. */
function expectFigure(
  cell: AutomaticCell | null,
  values: readonly Value[],
  wanted?: Parameters<typeof plainFigure>[1],
): void {
  const { mean, low, high, ...counts } = plainFigure(values, wanted);
  expect(cell).toMatchObject({ ...counts, isFew: false });
  for (const [name, value] of Object.entries({ mean, low, high }))
    if (value === null) expect(cell).toHaveProperty(name, null);
    else expect(Math.abs((cell?.[name as "mean"] ?? NaN) - value), name).toBeLessThan(places);
}

const byGroup =
  <Of>(groupOf: (one: Of) => string | number) =>
  (given: readonly Of[], valueOf: (one: Of) => number): Value[] =>
    given.map((one) => ({ value: valueOf(one), group: groupOf(one) }));
const points = { range: [1, 5] } as const;
const share = { isShare: true } as const;
const rewards = { range: [-1, 1] } as const;

describe("of a benchmark like RoleThink's", () => {
  const { below } = seededNumbers(7);
  const models = ["quill-3", "slate-1"];
  const ways = ["Zero-shot", "Memory", "ToM"];
  const words = "lamp bell boat fever thief rope tide ledger oar net doctor".split(" ");
  const text = () => Array.from({ length: 6 + below(30) }, () => words[below(words.length)]).join(" ");
  const inChinese = () => Array.from({ length: 6 + below(30) }, () => "灯船绳门海"[below(5)]).join("");
  const cases = (["Gold", "Silver"] as const).flatMap((track) =>
    Array.from({ length: track === "Gold" ? 40 : 25 }, (_, scenario) => {
      const reference = text();
      return ways.flatMap((method) =>
        models.map((model) => ({
          track,
          scenario: `${track} ${scenario}`,
          method,
          model,
          id: `${track} ${scenario} ${method} ${model}`,
          reference,
          judged: below(6) === 0 ? inChinese() : text(),
          rating: 1 + below(5),
          nli: below(1000) / 1000,
          // One judge leaves some out.
          isRated: track === "Gold" || below(5) > 0,
        })),
      );
    }).flat(),
  );
  const write = (lines: readonly object[]) => lines.map((line) => JSON.stringify(line)).join("\n");
  const valuesOf = byGroup<(typeof cases)[number]>(({ scenario }) => scenario);

  beforeEach(async () => {
    const own = { track: null, model: null };
    const imported = await trial.importCases(
      write(
        cases.map(({ track, scenario, method, model, id, reference, judged }) => ({
          id,
          track,
          kind: "rating",
          scale: track === "Gold" ? "rolethink-gold" : "rolethink-silver",
          group: scenario,
          attributes: { method, model },
          content: {
            parts: [
              ...(track === "Gold"
                ? [{ role: "reference", text: reference }]
                : [{ role: "scenario", text: reference }]),
              { role: "judged", text: judged },
            ],
          },
        })),
      ),
      own,
    );
    expect(imported.problems).toEqual([]);
    const results = await trial.importResults(
      write(
        cases.flatMap(({ track, id, rating, nli, isRated }) => [
          ...(isRated ? [{ model: "gpt-4o", method: "judge", track, case: id, rating }] : []),
          { model: "deberta", method: "NLI", track, case: id, score: nli },
        ]),
      ),
      own,
    );
    expect(results.problems).toEqual([]);
  });

  test("one table has gold and silver side by side, every cell over all cases", async () => {
    const found = await getAutomaticTables(trial.viewer, trial.id());
    expect(found).toMatchObject({ by: ["method", "model"], tooMany: null });
    const [table, ...others] = found.tables;
    expect(others).toEqual([]);
    expect(table?.parts.map(({ track }) => track)).toEqual(["Gold", "Silver"]);
    expect(table?.rows.map(({ origin }) => origin)).toEqual([
      ...ways.flatMap((method) => models.map((model) => [method, model])),
      null,
    ]);
    for (const origin of [...ways.flatMap((method) => models.map((model) => [method, model])), null])
      for (const track of ["Gold", "Silver"]) {
        const own = cases.filter(
          (one) =>
            one.track === track && (origin === null || (one.method === origin[0] && one.model === origin[1])),
        );
        const at = (source: string) => cellOf(found, origin, { track, source });
        const rated = own.filter(({ isRated }) => isRated);
        expectFigure(
          at("gpt-4o"),
          valuesOf(rated, ({ rating }) => rating),
          points,
        );
        expectFigure(
          at("deberta"),
          valuesOf(own, ({ nli }) => nli),
        );
        if (track === "Silver") continue;
        for (const name of ["bleu4", "rougeL"] as const)
          expectFigure(
            at(name),
            valuesOf(own, ({ reference, judged }) => textOverlap(reference, judged)[name]),
          );
      }
  });

  test("rows can be told apart by one attribute alone, and print with each n", async () => {
    const found = await getAutomaticTables(trial.viewer, trial.id(), "method");
    expect(found.tables[0]?.rows.map(({ origin }) => origin)).toEqual([...ways.map((way) => [way]), null]);
    const own = cases.filter(({ method, track }) => method === "ToM" && track === "Silver");
    expectFigure(
      cellOf(found, ["ToM"], { track: "Silver", source: "deberta" }),
      valuesOf(own, ({ nli }) => nli),
    );
    const [means, intervals] = printAutomatic(found, { of: "benchmark" });
    expect(means?.columns.map(({ label }) => label)).toEqual([
      "method",
      "Gold: n",
      "Gold: deberta (NLI) × 100",
      "Gold: gpt-4o (judge)",
      "Gold: BLEU-4 × 100",
      "Gold: ROUGE-L × 100",
      "Silver: n",
      "Silver: deberta (NLI) × 100",
      "Silver: gpt-4o (judge)",
    ]);
    const rated = own.filter(({ isRated }) => isRated);
    const row = means?.groups.flat().find(({ cells }) => cells[0] === "ToM");
    expect(row?.cells.slice(6)).toEqual([
      "50",
      (100 * plainFigure(valuesOf(own, ({ nli }) => nli)).mean).toFixed(1),
      `${plainFigure(valuesOf(rated, ({ rating }) => rating)).mean.toFixed(2)} (n ${rated.length})`,
    ]);
    expect(intervals?.groups.flat()).toHaveLength(4 * 6);
    // A file names no figure without what it is of.
    const [head = [], ...lines] = means?.csv ?? [];
    expect(lines).toHaveLength(4 * 6);
    for (const name of ["n", "groups", "value", "low", "high"])
      expect(lines.every((line) => typeof line[head.indexOf(name)] === "number")).toBe(true);
  });

  test("scores by the length of what is judged are those of the cases in each range, in words or characters", async () => {
    const lengthOf = ({ judged }: { judged: string }) =>
      judged.includes(" ") ? judged.split(" ").length : judged.length;
    const found = await getAutomaticTables(trial.viewer, trial.id(), "length,method");
    expect(found.by).toEqual(["method", "length"]);
    const offered = found.attributes.find(({ name }) => name === "length");
    expect(offered).toMatchObject({ values: 4, isNumber: true, isLength: true });
    const [table] = found.tables;
    const ranges = [...new Set(table?.rows.flatMap(({ origin }) => origin?.[1] ?? []))];
    const ends = ranges.map((range) => range.split("–").map(Number) as [number, number]);
    // From the shortest to the longest, without a gap, and about a quarter of the cases each.
    expect([ends[0]?.[0], ends.at(-1)?.[1]]).toEqual([
      Math.min(...cases.map(lengthOf)),
      Math.max(...cases.map(lengthOf)),
    ]);
    expect(ends.slice(1).map(([from]) => from)).toEqual(ends.slice(0, -1).map(([, to]) => to + 1));
    for (const [at, [from, to]] of ends.entries()) {
      const own = cases.filter((one) => lengthOf(one) >= from && lengthOf(one) <= to);
      expect(own.length / cases.length).toBeCloseTo(0.25, 1);
      for (const method of ways)
        for (const track of ["Gold", "Silver"]) {
          const judged = own.filter((one) => one.method === method && one.track === track);
          const origin = [method, ranges[at] ?? ""];
          const rated = judged.filter(({ isRated }) => isRated);
          const ofJudge = valuesOf(rated, ({ rating }) => rating);
          expectFigure(cellOf(found, origin, { track, source: "gpt-4o" }), ofJudge, points);
          const ofMeasure = valuesOf(judged, ({ nli }) => nli);
          expectFigure(cellOf(found, origin, { track, source: "deberta" }), ofMeasure);
        }
    }
    const [means] = printAutomatic(found, { of: "benchmark" });
    expect(means?.columns[1]?.label).toBe("length of the judged text");
    expect(means?.csv[0]?.slice(0, 2)).toEqual(["method", "length"]);
    expect(means?.notes.join(" ")).toContain("Chinese and Japanese by characters");
  });

  test("an import shows in the tables that were made before", async () => {
    const before = await getAutomaticTables(trial.viewer, trial.id());
    await trial.importResults(
      write(cases.map(({ id, track }) => ({ model: "late", method: "judge", track, case: id, rating: 3 }))),
      { track: null, model: null },
    );
    const after = await getAutomaticTables(trial.viewer, trial.id());
    expect(before.tables[0]?.columns).toHaveLength(6);
    expect(cellOf(after, null, { track: "Gold", source: "late" })).toMatchObject({ mean: 3, n: 240 });
  });
});

describe("of folders like InterviewSim's", () => {
  const data = makeInterviews();
  const valuesOf = byGroup<{ person: number }>(({ person }) => person) as <Of extends { person: number }>(
    given: readonly Of[],
    valueOf: (one: Of) => number,
  ) => Value[];

  async function bring(): Promise<AutomaticTables> {
    const files = data.folders.flatMap(({ name, method, files: own }) =>
      writeFolder(name, own as Partial<Record<InterviewFile, unknown>>, method),
    );
    const { problems } = await importCaseFiles(
      trial.viewer,
      {
        benchmark: trial.benchmark,
        mode: "store",
        skipBad: false,
        files: files.map((file) => ({ ...file, track: null, language: null })),
        interviews: { model: "quill-3", judge: "gpt-4o", judgeVersion: "", profile: "short", pairs: 0 },
      },
      quietly,
    );
    expect(problems).toEqual([]);
    return getAutomaticTables(trial.viewer, trial.id());
  }

  test("similarity, consistency, personality and typed options are one table by method, and details beside it", async () => {
    const found = await bring();
    const [table] = found.tables;
    expect(table?.parts.map(({ track }) => track).sort()).toEqual(
      ["Consistency", "MCQ-3", "MCQ-4", "Personality", "Similarity"].sort(),
    );
    expect(found.tables.map(({ detail }) => detail)).toEqual([
      null,
      "chosen",
      "public",
      "training",
      "place",
      "length",
    ]);
    for (const method of methods) {
      const origin = [method, "quill-3"];
      const at = (wanted: Wanted) => cellOf(found, origin, wanted);
      const answers = data.answers.filter((one) => one.method === method);
      expectFigure(
        at({ track: "Similarity", source: "gpt-4o" }),
        valuesOf(answers, ({ score }) => score),
        points,
      );
      for (const label of ["Entailment", "Neutral", "Contradiction"])
        expectFigure(
          at({ track: "Consistency", source: "gpt-4o", figure: "share", of: label }),
          valuesOf(answers, (one) => Number(one.label === label)),
          share,
        );
      const profiles = data.profiles.filter((one) => one.method === method);
      expectFigure(
        at({ track: "Personality", source: "gpt-4o", figure: "similarity" }),
        valuesOf(profiles, ({ reference, generated }) => {
          const far = reference.map((level, trait) => Math.abs(level - (generated[trait] ?? 0)));
          return 1 - far.reduce((sum, one) => sum + one, 0) / 10;
        }),
      );
      for (const format of [3, 4] as const) {
        const track = `MCQ-${format}`;
        const all = data.choices.filter((one) => one.method === method && one.format === format);
        const formed = all.filter((one): one is Choice & { chosen: number } => one.chosen !== null);
        const typeOf = ({ types: own, chosen }: Choice) => (chosen === null ? null : own[chosen]);
        const right = (one: Choice) => Number(typeOf(one) === "correct");
        const reward = (one: Choice) =>
          typeOf(one) === "correct" ? 1 : typeOf(one) === "opposite_negation" ? -1 : -0.5;
        const of = (wanted: Pick<Wanted, "figure" | "of" | "detail">) =>
          at({ track, source: "models", ...wanted });
        expectFigure(of({ figure: "accuracy" }), valuesOf(formed, right), share);
        expectFigure(of({ figure: "reward" }), valuesOf(formed, reward), rewards);
        // The public code holds what names no option to be wrong, at half a point less.
        expectFigure(of({ figure: "accuracy", detail: "public" }), valuesOf(all, right), share);
        expectFigure(of({ figure: "reward", detail: "public" }), valuesOf(all, reward), rewards);
        for (const type of types.slice(0, format))
          expectFigure(
            of({ figure: "chosen", of: type, detail: "chosen" }),
            valuesOf(formed, (one) => Number(typeOf(one) === type)),
            share,
          );
        for (let place = 0; place < format; place++)
          expectFigure(
            of({ figure: "place", of: place + 1, detail: "place" }),
            valuesOf(
              formed.filter((one) => one.types[place] === "correct"),
              right,
            ),
            share,
          );
        for (const training of new Set(formed.map((one) => one.training))) {
          const own = formed.filter((one) => one.training === training);
          const wanted = { of: training, detail: "training" };
          expectFigure(of({ ...wanted, figure: "accuracyWith" }), valuesOf(own, right), share);
          expectFigure(of({ ...wanted, figure: "rewardWith" }), valuesOf(own, reward), rewards);
        }
        const lengthOf = ({ types: own, lengths }: Choice) => lengths[own.indexOf("correct")] ?? 0;
        const asLong = (one: Choice) => one.lengths.filter((length) => length >= lengthOf(one)).length;
        const alone = formed.filter((one) => asLong(one) === 1);
        expectFigure(of({ figure: "longest", detail: "length" }), valuesOf(alone, right), share);
        expectFigure(
          of({ figure: "notLongest", detail: "length" }),
          valuesOf(
            formed.filter((one) => asLong(one) > 1),
            right,
          ),
          share,
        );
        expectFigure(
          of({ figure: "choosingLongest", detail: "length" }),
          valuesOf(formed, (one) =>
            lengthOf(one) === Math.max(...one.lengths)
              ? 1 / one.lengths.filter((length) => length === lengthOf(one)).length
              : 0,
          ),
        );
      }
    }
  });

  test("models that only judge are in no table of right answers", async () => {
    const found = await bring();
    const runs = await listRuns(trial.viewer, trial.id());
    const tracks = runs.flatMap((run) => run.tracks.map(({ track }) => track ?? ""));
    const { tables } = describeRunTables(
      {
        name: "Harbour",
        slug: trial.slug(),
        cases: 1,
        tracks: [...new Set(tracks)].map((name) => ({ name })),
      },
      runs,
      found,
    );
    const ofModels = tables.filter(({ name }) => !name.startsWith("automatic"));
    expect(JSON.stringify(ofModels)).not.toContain("gpt-4o");
    expect(ofModels.map(({ name }) => name)).toContain("tracks");
    expect(drawRuns(runs, [...new Set(tracks)], { locale: "en" }).figure.input.rows).toHaveLength(2);
    // What one run says is the same on its own page.
    const { id = 0 } = runs.find(({ run }) => run.model === "gpt-4o")?.run ?? {};
    const own = found.tables.flatMap((table) => chooseJudge(table, id) ?? []);
    expect(cellOf({ ...found, tables: own }, null, { track: "Similarity", source: "gpt-4o" })).toEqual(
      cellOf(found, null, { track: "Similarity", source: "gpt-4o" }),
    );
    expect(own[0]?.parts.map(({ track }) => track).sort()).toEqual([
      "Consistency",
      "Personality",
      "Similarity",
    ]);
  });

  test("by training pairs each method is a line over their numbers", async () => {
    await bring();
    const found = await getAutomaticTables(trial.viewer, trial.id(), "method,training_pairs");
    const [drawn] = drawAutomatic(found, { of: "benchmark", locale: "en" });
    if (drawn?.figure.kind !== "lines") throw new Error("no lines");
    const { steps, panels } = drawn.figure.input;
    expect(steps).toEqual(["2", "5", "8"]);
    expect(panels).toHaveLength(found.tables[0]?.columns.length ?? 0);
    const similarity = panels.find(({ label }) => label.startsWith("Similarity"));
    expect(similarity?.lines.map(({ label }) => label)).toEqual(methods);
    for (const line of similarity?.lines ?? [])
      for (const [person, point] of line.points.entries()) {
        const own = data.answers.filter((one) => one.method === line.label && one.person === person);
        const { n, mean } = plainFigure(valuesOf(own, ({ score }) => score));
        expect(point?.n).toBe(n);
        expect(point?.value).toBeCloseTo(mean, 9);
      }
    expect(drawn.note).toContain("n from 1 to 40 at a point");
  });

  test("all of it is of the benchmark, whatever it is told apart by", async () => {
    await bring();
    const found = await getAutomaticTables(trial.viewer, trial.id(), ["training_pairs"]);
    const own = data.answers.filter(({ person }) => person === 1);
    const cell = cellOf(found, ["5"], { track: "Similarity", source: "gpt-4o" });
    expectFigure(
      cell,
      valuesOf(own, ({ score }) => score),
      points,
    );
    expect(cell?.reason).toBe("too_few_groups");
  });
});

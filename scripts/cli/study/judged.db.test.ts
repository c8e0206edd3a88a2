import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { openTables } from "#lib/reports/report.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { answerRequest } from "#lib/study-api/testing/read-api.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { renderOwnResults } from "#lib/study-results/kinds/registry.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const commands = useCommands();

describe("judgements", async () => {
  const { run } = commands;
  const trial = await useTrialBenchmark();
  const { viewer } = trial;
  const traits = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"];

  type StudyInput = { file: string; track: string; cases: number };

  /** A closed study of a file's cases, answered by three people. */
  async function conduct({ file, track, cases }: StudyInput, say: (at: number, person: number) => object) {
    await trial.importCases(readFileSync(file, "utf8"), { track: null });
    const design = { frame: { tracks: [track] }, sample: { seed: 7, quota: { [track]: cases } } };
    const slug = await makeDraft(viewer, trial.slug(), design);
    expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
    const { id } = await requireStudy(viewer, slug);
    const { code } = expectValue(
      await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }),
    );
    for (let person = 0; person < 3; person++) {
      const sitter = await begin({ link: code });
      for (let at = 0; at < cases; at++) await answerCase(sitter, at + 1, say(at, person));
      expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    }
    expectValue(await closeStudy(viewer, slug));
    return slug;
  }

  /** What the command line prints, and what it and the API write, which is the same. */
  async function look(slug: string) {
    const typed = await run("study", "results", slug, "--json");
    const answer = await answerRequest(
      viewer,
      new Request(`https://study.example.org/api/v1/studies/${slug}/results`),
    );
    expect(await answer.json()).toEqual(JSON.parse(typed.out));
    const told = await run("study", "results", slug);
    return { told: told.out, document: resultsDocument.parse(JSON.parse(typed.out)) };
  }

  test("of codes the command line tells shares and agreement, and writes what the API says", async () => {
    const asked = { file: "docs/examples/thought-analysis.jsonl", track: "Thoughts", cases: 20 };
    const slug = await conduct(asked, (at, person) => ({ codes: [5, at % 2, 0][person] ?? 0 }));
    const { told, document } = await look(slug);
    const [book] = document.codes ?? [];
    const [people] = book?.overall ?? [];
    expect(told).toContain(`thought-analysis: ${people?.n} codings of ${people?.cases} cases`);
    expect([people?.n, people?.cases]).toEqual([60, 20]);
    expect(told).toMatch(/Motive: alpha −?0\.\d\d\n +people +50\.0% \(\d/);
    expect(told).toContain("none of these: alpha ");
    expect(told).toMatch(/Zero-shot +\d+\.\d% \(.*\); 30 codings of 10 cases/);
    expect(book?.byAttribute[0]?.comparisons?.every(({ groups }) => groups === 10)).toBe(true);
  });

  test("of traits the command line tells similarity and agreement, and writes what the API says", async () => {
    const asked = { file: "docs/formats/traits-example.jsonl", track: "Personality", cases: 6 };
    const slug = await conduct(asked, (at, person) =>
      Object.fromEntries(traits.map((name, trait) => [name, (at + trait * person) % 3])),
    );
    const { told, document } = await look(slug);
    const [origin] = document.traits?.origins ?? [];
    expect(origin?.isClaimable).toBe(false);
    expect(told).toContain(
      `${origin?.method} · ${origin?.model}  by people  too few, ${origin?.people.n} people judged`,
    );
    expect(told).toMatch(/openness: alpha (−?\d\.\d\d|–); \d+ low, \d+ neutral, \d+ high/);
    expect(told).toContain("similarity is 1 − Σ");
  });
});

describe("labels", async () => {
  const lines = readFileSync("docs/formats/labels-example.jsonl", "utf8");
  const { run } = commands;
  const trial = await useTrialBenchmark();

  test("of labels the command line, the API and the drawing say the same, by the attributes that are asked for", async () => {
    const { viewer } = trial;
    await trial.importCases(lines, { track: null });
    const design = { frame: { tracks: ["Consistency"] }, sample: { seed: 7, quota: { Consistency: 8 } } };
    const slug = await makeDraft(viewer, trial.slug(), design);
    expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
    const { id } = await requireStudy(viewer, slug);
    const { code } = expectValue(
      await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }),
    );
    for (let person = 0; person < 4; person++) {
      const sitter = await begin({ link: code });
      for (let at = 0; at < 8; at++) await answerCase(sitter, at + 1, { choice: (at + person) % 3 });
      expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    }
    expectValue(await closeStudy(viewer, slug));

    const typed = await run("study", "results", slug, "--by", "method,category", "--json");
    const document = resultsDocument.parse(JSON.parse(typed.out));
    const [set] = document.labels?.sets ?? [];
    expect(document.labels?.by).toEqual(["method", "category"]);
    const address = `https://study.example.org/api/v1/studies/${slug}/results?by=method,category`;
    expect(await (await answerRequest(viewer, new Request(address))).json()).toEqual(JSON.parse(typed.out));
    const rows = await getRows(viewer, slug);
    if (!rows) throw new Error("the study is gone");
    const drawn = await makeFigure(
      "labels",
      rows,
      mainView("people"),
      new URLSearchParams({ by: "method,category" }),
    );
    const people = drawn?.csv.filter((row) => row[1] === "method · category" && row[3] === "People") ?? [];
    const counts = set?.origins?.flatMap(({ sides }) => sides[0]?.shares.map(({ count }) => count) ?? []);
    expect(people.map((row) => row[5])).toEqual(counts);
    expect(counts?.reduce((sum, count) => sum + count, 0)).toBe(32);

    const told = await run("study", "results", slug);
    expect(told.out).toContain("interviewsim-consistency: alpha ");
    expect(told.out).toContain("32 labels of 8 cases");
    expect(told.out).toContain("(too few)");
    const wrong = await run("study", "results", slug, "--by", "colour");
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("names no attributes of cases")]);
  });
});

describe("ratings", async () => {
  const lines = readFileSync("docs/formats/ratings-example.jsonl", "utf8");
  const { run } = commands;
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
    const { code } = expectValue(
      await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }),
    );
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
    const { ratings } = await renderOwnResults(rows, mainView("people"));
    expect(document.ratings).toEqual(JSON.parse(JSON.stringify(ratings)));
    const address = `https://study.example.org/api/v1/studies/${slug}/results`;
    expect(await (await answerRequest(viewer, new Request(address))).json()).toEqual(JSON.parse(typed.out));
    const ask = async (by: string) => answerRequest(viewer, new Request(`${address}?by=${by}`));
    expect(resultsDocument.parse(await (await ask("model")).json()).ratings?.by).toEqual(["model"]);
    expect((await ask("colour")).status).toBe(400);

    // Automatic tables, told apart by how long the texts are, whoever asks.
    const { automatic } = resultsDocument.parse(await (await ask("length")).json());
    const printedTable = await run(
      "study",
      "table",
      slug,
      "automatic-1",
      "--by",
      "length",
      "--format",
      "csv",
    );
    const [head = "", ...written] = printedTable.out.trim().split("\n");
    const valueAt = head.split(",").indexOf("value");
    expect(automatic?.by).toEqual(["length"]);
    expect(/^\uFEFF?length,all,track/.test(head)).toBe(true);
    expect(written.map((line) => line.split(",")[valueAt])).toEqual(
      automatic?.tables[0]?.rows.flatMap(({ cells }) =>
        cells.flatMap((cell) => (cell ? [String(cell.value ?? "")] : [])),
      ),
    );
    const figureAt = `${address.replace("results", "figures/automatic")}?by=length&format=csv`;
    const drawnNumbers = await (await answerRequest(viewer, new Request(figureAt))).text();
    expect(drawnNumbers.replace("\uFEFF", "")).toBe(printedTable.out.replace("\uFEFF", ""));
    const refused = await run("study", "table", slug, "automatic-1", "--by", "colour");
    expect(refused).toMatchObject({ code: 1, out: "" });
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
      expect(points.map((_, point) => own.filter(({ rating }) => rating === point + 1).length)).toEqual(
        points,
      );
      expect(people.mean).toBeCloseTo(own.reduce((sum, { rating }) => sum + rating, 0) / own.length, 12);
      expect(printed?.csv[at + 1]?.[column]).toBe(people.mean);
      expect(drawn?.csv.slice(1 + 5 * at, 6 + 5 * at).map((line) => line[4])).toEqual(points);
    }
  });
});

describe("coding", async () => {
  const { run, write } = commands;
  const { viewer, open } = await useTrialStudies({ cases: 12 });

  const codes = ["Manner of speaking", "Knowledge", "Guess"];

  async function openAnswered() {
    const study = await open({ questions: { reason: "optional" } });
    for (let person = 0; person < 2; person++) {
      const sitter = await begin(study);
      for (let at = 1; at <= 5; at++) {
        const reason = at === 5 ? "" : `reason ${at} of ${person}`;
        await answerCase(sitter, at, { choice: person, reason });
      }
      expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    }
    // Whoever doesn't finish is left out, and with them what they wrote.
    await answerCase(await begin(study), 1, { choice: 0, reason: "left out" });
    return study;
  }

  test("what was written in a closed study becomes a benchmark whose cases tell staff alone where they come from", async () => {
    write("codes.json", JSON.stringify(codes));
    const study = await openAnswered();
    const command = ["study", "code", study.slug, "Reasons", "--codes", "codes.json"];
    const early = await run(...command);
    expect([early.code, early.err]).toEqual([
      1,
      expect.stringContaining("only what was written in a closed study"),
    ]);
    expectValue(await closeStudy(viewer, study.slug));
    const silent = await run(...command, "--of", "responses");
    expect([silent.code, silent.err]).toEqual([1, expect.stringContaining("has no responses of models")]);
    write("long.json", JSON.stringify(Array.from({ length: 16 }, (_, at) => `Code ${at}`)));
    const long = await run("study", "code", study.slug, "Reasons", "--codes", "long.json");
    expect([long.code, long.err]).toEqual([1, expect.stringContaining("at most 15 codes")]);
    expect(await db.benchmark.count({ where: { name: "Reasons" } })).toBe(0);
    await writeResponse(study.id, "The Pilot, I think");

    const made = await run(...command, "--of", "both", "--json");
    expect(made).toMatchObject({ code: 0, err: "" });
    const told = JSON.parse(made.out);
    expect(told).toEqual({ benchmark: "reasons", study: study.slug, who: "people", cases: 9, repeated: 0 });

    const benchmark = await db.benchmark.findUniqueOrThrow({ where: { slug: "reasons" } });
    expect(benchmark.description).toContain(study.slug);
    const stored = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: benchmark.id } } },
      include: { case: true },
    });
    const shown = stored.map(({ content }) => (content as { parts: { text: string }[] }).parts[0]?.text);
    const reasons = [0, 1].flatMap((person) => [1, 2, 3, 4].map((at) => `reason ${at} of ${person}`));
    expect(shown.sort()).toEqual([...reasons, "The Pilot, I think"].sort());
    const served = await db.answer.findMany({
      where: { served: { studyId: study.id }, reason: { startsWith: "reason" } },
      include: {
        served: {
          include: { sitting: true, studyCase: { include: { caseVersion: { include: { gold: true } } } } },
        },
      },
    });
    for (const version of stored) {
      expect(version).toMatchObject({ optionNames: codes, case: { kind: "codes" } });
      expect(JSON.stringify(version.content)).not.toMatch(/people|model-a|right|wrong/);
      const { text } = (version.content as { parts: { text: string }[] }).parts[0] ?? { text: "" };
      const answer = served.find(({ reason }) => reason === text);
      if (!answer) {
        expect(version.attributes).toEqual({ origin: "model-a · zero-shot", answer: "right" });
        continue;
      }
      const { sitting, studyCase } = answer.served;
      const isRight = String(answer.decision) === String(studyCase.caseVersion.gold?.choice);
      expect(version.attributes).toEqual({
        origin: "people",
        participant: String(sitting.number),
        answer: isRight ? "right" : "wrong",
      });
    }
    const record = { action: "study_results.exported", subjectId: study.id };
    const files = "texts to code, for the benchmark Reasons";
    const details = { files, numbers: "study", who: "people", texts: "with" };
    expect(await db.auditEvent.findMany({ where: record, select: { details: true } })).toEqual([{ details }]);
    const again = await run(...command);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("choose another name")]);
  });

  test("a wrong code book, or nothing to code, leaves no benchmark behind", async () => {
    const study = await open();
    expectValue(await closeStudy(viewer, study.slug));
    write("codes.json", JSON.stringify(codes));
    write("one.json", JSON.stringify(["Guess"]));
    write("broken.json", "[");
    const refused = async (file: string) => {
      const { code, err } = await run("study", "code", study.slug, "Nothing", "--codes", file);
      expect(code).toBe(1);
      return err;
    };
    expect(await refused("one.json")).toContain("at least 2 labels");
    expect(await refused("broken.json")).toContain("Line 1, character 2");
    expect(await refused("nowhere.json")).toContain("there is no file");
    expect(await refused("codes.json")).toContain("has no reasons of people who count");
    expect(await db.benchmark.count({ where: { name: "Nothing" } })).toBe(0);
  });

  /** As if the run had said so of one of the study's cases; of the others its file has no words. */
  async function writeResponse(studyId: string, text: string): Promise<void> {
    const { caseVersionId } = await db.studyCase.findFirstOrThrow({ where: { studyId } });
    const { count } = await db.modelResponse.updateMany({ where: { caseVersionId }, data: { text } });
    expect(count).toBe(1);
  }
});

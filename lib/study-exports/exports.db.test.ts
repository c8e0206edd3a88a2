import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { tryComprehension, startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { describeColumns } from "#lib/study-exports/columns.ts";
import { exportKinds } from "#lib/study-exports/schema.ts";
import { readExport, readLines, readTable, type Row } from "#lib/study-exports/testing/read-export.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { quietly, resultCsv, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import {
  answerCase,
  begin,
  consent,
  expectValue,
  numberOf,
  type Sitter,
  type TrialStudy,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });

const { viewer, benchmark, open } = trial;
const write = useFiles();
const label = (en: string) => ({ en, "zh-CN": "问题" });
const parts: Parameters<typeof open>[0] = {
  sample: { attention: { count: 1, cases: [] }, practice: { count: 1, cases: [] }, unsure: {} },
  claims: {},
  questions: {
    reason: "optional",
    knowsWork: "optional",
    profiles: "open",
    mayPass: true,
    reportPassage: true,
    lastComment: true,
    draftsCount: true,
    confidence: { ask: "optional", form: "options" },
    background: [
      { key: "years", kind: "number", label: label("Years of schooling"), options: [], need: "optional" },
      { key: "home", kind: "text", label: label("Where do you live?"), options: [], need: "optional" },
    ],
  },
};
const positions = 12;
const secrets = { external: "5f3c-prolific-pid", home: "@Lighthouse lane", note: "is Ms Brandt’s cousin" };

let study: TrialStudy;
let sitters: Sitter[];
const kinds = (files: ReadonlyMap<string, string>) =>
  Object.fromEntries(exportKinds.map((kind) => [kind, readLines(files.get(`${kind}.jsonl`))]));

async function answerAll(sitter: Sitter, reason: string): Promise<void> {
  for (let position = 1; position <= positions; position++)
    await answerCase(sitter, position, { choice: position % 4, reason, knowsWork: position === 1 });
}

async function changeMind({ viewer: who, sittingId }: Sitter, position: number): Promise<void> {
  const value = answerValue.parse({ choice: 0, activeMs: 2000, probabilities: [0.4, 0.3, 0.2, 0.1] });
  const given = { sittingId, position, revision: 2, id: crypto.randomUUID(), clientAt: new Date() };
  expectValue(await saveAnswer(who, { ...given, value }));
}

/** Right in one case, without an answer in another. */
async function addFailingRun(): Promise<void> {
  const [first, second] = someCases(2);
  if (!first || !second) throw new Error("no cases");
  const results = resultCsv([
    { case: first, probs: [0.7, 0.1, 0.1, 0.1] },
    { case: second, probs: [], success: "-1" },
  ]);
  const run = { track: "Literary", model: "=lamp()", method: "zero-shot", version: "", ranAt: null };
  const files = [{ ...write("lamp.csv", results), ...run }];
  await runResultImport(viewer, { benchmark, files, mode: "store", skipBad: false }, quietly);
}

beforeAll(async () => {
  await addFailingRun();
  const sample = { ...parts.sample, quota: { Literary: 10 } };
  study = await open({ ...parts, sample });
  sitters = [await begin(study), await begin(study), await begin(study), await begin(study)];
  await consent(study);
  for (const [i, sitter] of sitters.entries()) await answerAll(sitter, i === 0 ? "=1+1" : `words of ${i}`);
  const [first, second] = sitters as [Sitter, Sitter];
  await changeMind(first, 3);
  const background = { years: 12, home: secrets.home };
  const data = { background, externalId: secrets.external };
  await db.sitting.update({ where: { id: first.sittingId }, data });
  for (const sitter of sitters.slice(0, 3)) expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  expectValue(await excludeSitting(viewer, study.id, await numberOf(second), secrets.note));
  expectValue(await closeStudy(viewer, study.slug));
});

describe("the files", () => {
  test("have every column of the codebook, and say the same in both formats", async () => {
    const files = await readExport(viewer, study.slug);
    for (const kind of exportKinds) {
      const [lines, table] = [readLines(files.get(`${kind}.jsonl`)), readTable(files.get(`${kind}.csv`))];
      expect([kind, lines.length > 0, table.length]).toEqual([kind, true, lines.length]);
      // Only where one doesn’t go back, where some case or run has them, where some come again or are rated by others, and with arms.
      const onlySome = [
        "from_draft",
        "group",
        "attributes",
        "replicate",
        "repeats",
        "arm",
        "variation",
        "rated_as",
      ];
      const isFixed = (name: string) => !name.endsWith("*") && !onlySome.includes(name);
      const fixed = describeColumns(kind, ["choice"])
        .map(([name]) => name)
        .filter(isFixed);
      expect(Object.keys(lines[0] ?? {})).toEqual(expect.arrayContaining(fixed));
      expect(lines.map(asTable)).toEqual(table);
      for (const name of Object.keys(lines[0] ?? {}))
        expect(files.get("codebook.md")).toContain(`\`${name}\``);
    }
    const { answers = [], participants = [], history = [], cases = [], predictions = [] } = kinds(files);
    expect([answers.length, history.length]).toEqual([4 * positions, 4 * positions + 1]);
    expect(cases.map(({ stratum }) => stratum).sort()).toEqual([
      "attention",
      "practice",
      ...Array.from({ length: 10 }, () => "selected"),
    ]);
    const answersOf = (model: string) => predictions.filter((prediction) => prediction.model === model);
    expect([answersOf("model-a").length, answersOf("=lamp()").length]).toEqual([12, 2]);
    expect(predictions.filter(({ failed }) => failed === 1)).toMatchObject([
      { model: "=lamp()", choice: null, right: null, probabilities: null },
    ]);
    expect(participants.map(({ state }) => state).sort()).toEqual([
      "started",
      "submitted",
      "submitted",
      "submitted",
    ]);
    expect(participants.flatMap((participant) => participant.exclusion_reasons ?? []).sort()).toEqual([
      "by_hand",
      "incomplete",
    ]);
    expect(participants.find((participant) => participant.background_years !== null)).toMatchObject({
      background_years: 12,
      background_home: secrets.home,
      cases: 10,
      answered: 10,
    });
    expect(Object.keys(participants[0] ?? {}).slice(-2)).toEqual(["background_years", "background_home"]);
  });

  test("hold what was answered, options by their numbers, times from the start", async () => {
    const { answers = [], history = [] } = kinds(await readExport(viewer, study.slug, { numbers: "study" }));
    const [first] = sitters as [Sitter];
    const { startedAt } = await db.sitting.findUniqueOrThrow({ where: { id: first.sittingId } });
    const where = { sittingId_position: { sittingId: first.sittingId, position: 3 } };
    const stored = await db.answer.findUniqueOrThrow({ where, include: { served: true } });
    const row = answers.find((answer) => answer.participant === 1 && answer.position === 3);
    expect(row).toMatchObject({
      option_order: stored.served.optionOrder.map((option) => option + 1),
      choice: Number(stored.decision) + 1,
      right: Number(row?.choice === row?.gold),
      confidence: 0.4,
      probabilities: (stored.value as { probabilities: number[] }).probabilities,
      reason: null,
      changes: 1,
      active_ms: 2000,
      saved_after_ms: stored.savedAt.getTime() - (startedAt?.getTime() ?? 0),
      excluded: 0,
    });
    const revisions = history.filter((revision) => revision.participant === 1 && revision.position === 3);
    expect(revisions.map(({ revision, reason }) => [revision, reason])).toEqual([
      [1, "=1+1"],
      [2, null],
    ]);
    expect(revisions.at(-1)).toMatchObject({ choice: row?.choice, confidence: 0.4, active_ms: 2000 });
  });

  test("give nobody away: no code, no address, no id, no time of day, no note of an admin’s", async () => {
    const people = await db.sitting.findMany({ where: { studyId: study.id }, include: { user: true } });
    const files = await readExport(viewer, study.slug);
    const told = [...files.values()].join("\n");
    for (const person of people) {
      const { id, userId, externalId, completionCode, user } = person;
      for (const secret of [id, userId, externalId, completionCode, user.handle, String(person.seed)])
        if (secret !== null) expect(told).not.toContain(secret);
    }
    expect(told).not.toContain(study.link);
    expect(told).not.toContain(secrets.note);
    const rows = [...files].filter(([name]) => !["manifest.json", "codebook.md"].includes(name));
    for (const [, text] of rows) expect(text).not.toMatch(/\d{4}-\d\d-\d\d|\d\d:\d\d/);
  });

  test("are safe in a spreadsheet and true to the letter for programs", async () => {
    const files = await readExport(viewer, study.slug);
    expect(files.get("answers.csv")).toContain(",'=1+1,");
    expect(files.get("participants.csv")).toContain(`,'${secrets.home}`);
    expect(files.get("answers.jsonl")).toContain(`"reason":"=1+1"`);
  });

  test("leave out what people typed where that is asked for, columns and all", async () => {
    const files = await readExport(viewer, study.slug, { texts: "without" });
    const told = [...files.values()].join("\n");
    for (const typed of ["=1+1", "words of", secrets.home, "background_home"])
      expect(told).not.toContain(typed);
    expect(Object.keys(kinds(files).answers?.[0] ?? {})).not.toContain("reason");
    expect(
      kinds(files).participants?.find((participant) => participant.background_years !== null),
    ).toBeDefined();
  });
});

describe("participant numbers", () => {
  const whoseRows = (rows: readonly Row[] = []) =>
    Map.groupBy(rows, ({ participant }) => participant as number);

  test("are the same with the same key, to the byte, and fit together across the files", async () => {
    const [one, again] = [await readExport(viewer, study.slug), await readExport(viewer, study.slug)];
    expect([...again]).toEqual([...one]);
    const { answers, history, participants = [] } = kinds(one);
    expect(participants.map(({ participant }) => participant)).toEqual([1, 2, 3, 4]);
    const revisions = whoseRows(history);
    for (const [number, rows] of whoseRows(answers)) {
      const last = new Map(revisions.get(number)?.map((row) => [row.position, row.choice]));
      expect(rows.map(({ position, choice }) => [position, choice])).toEqual([...last]);
    }
  });

  test("are others with another key, and don’t follow the order of joining", async () => {
    const keys = Array.from({ length: 8 }, (_, i) => `${i}`.repeat(32));
    const orders = new Set<string>();
    for (const key of keys) {
      const { history } = kinds(await readExport(viewer, study.slug, { key }));
      const firsts = [...whoseRows(history).values()].map((rows) => rows[0]?.reason);
      expect(firsts.toSorted()).toEqual(["=1+1", "words of 1", "words of 2", "words of 3"]);
      orders.add(firsts.join());
    }
    expect(orders.size).toBeGreaterThan(2);
    const own = kinds(await readExport(viewer, study.slug, { numbers: "study" }));
    expect(whoseRows(own.history).get(2)?.[0]?.reason).toBe("words of 1");
  });
});

test("who withdraws is gone from every file at once", async () => {
  const left = await open({ questions: { reason: "optional" } });
  const [first, second] = [await begin(left), await begin(left)];
  await answerCase(first, 1, { choice: 1, reason: "stays" });
  await answerCase(second, 1, { choice: 1, reason: "leaves" });
  expectValue(await closeStudy(viewer, left.slug));
  expect((await readExport(viewer, left.slug)).get("history.jsonl")).toContain("leaves");
  expectValue(await withdrawSitting(viewer, left.id, await numberOf(second), { erase: false }));
  const after = await readExport(viewer, left.slug);
  expect([...after.values()].join("\n")).not.toContain("leaves");
  const { answers = [], participants = [], history = [] } = kinds(after);
  expect([answers.length, participants.length, history.length]).toEqual([1, 1, 1]);
});

/** As a CSV file says it. */
function asTable(row: Row): Record<string, string> {
  const cells = Object.entries(row).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(" ") : String(value ?? "");
    return [name, /^[=@]/.test(text) ? `'${text}` : text] as const;
  });
  return Object.fromEntries(cells);
}

describe("before the first case", () => {
  const { viewer, open } = trial;
  const label = { en: "Words", "zh-CN": "文字" };
  const options = ["a", "b"].map((value) => ({ value, label }));

  test("what was asked before the first case: tries, who got no further, and what somebody would rather not say", async () => {
    const study = await open({
      questions: {
        preferNotToSay: true,
        background: [{ key: "age", kind: "number", label, options: [], need: "required" }],
        comprehension: [{ key: "task", label, options, right: "a" }],
      },
      rules: { comprehension: "exclude" },
    });
    const [passed, failed] = [await consent(study), await consent(study)];
    for (const [sitter, chosen] of [
      [passed, ["b", "a"]],
      [failed, ["b", "b"]],
    ] as const) {
      const said: Record<string, string> = sitter === passed ? { "age.unsaid": "on" } : { age: "41" };
      expectValue(await startSitting(sitter.viewer, sitter.sittingId, said));
      for (const [i, task] of chosen.entries())
        await tryComprehension(sitter.viewer, {
          sittingId: sitter.sittingId,
          tryNumber: i + 1,
          answers: { task },
        });
    }
    for (let position = 1; position <= 5; position++) await answerCase(passed, position, { choice: 0 });
    expectValue(await submitSitting(passed.viewer, passed.sittingId));
    const before = await getRows(viewer, study.slug);
    expect(before?.people.map(({ exclusions }) => exclusions.map(({ reason }) => reason))).toEqual([
      [],
      ["failed_comprehension"],
    ]);
    expectValue(await closeStudy(viewer, study.slug));

    const files = await readExport(viewer, study.slug, { numbers: "study" });
    const people = readLines(files.get("participants.jsonl"));
    expect(people).toMatchObject([
      {
        excluded: 0,
        comprehension_tries: 2,
        comprehension_passed: 1,
        comprehension_task_1: "b",
        comprehension_task_2: "a",
        background_age: "prefer_not_to_say",
      },
      {
        excluded: 1,
        exclusion_reasons: "failed_comprehension incomplete",
        answered: 0,
        comprehension_passed: 0,
        comprehension_task_2: "b",
        background_age: 41,
      },
    ]);
    expect(readTable(files.get("participants.csv"))[0]).toMatchObject({
      background_age: "prefer_not_to_say",
    });
    for (const column of Object.keys(people[0] ?? {}))
      expect(files.get("codebook.md")).toContain(`\`${column}\``);
  });

  test("a plan that asks none of it has no column and no word of it", async () => {
    const study = await open();
    const sitter = await consent(study);
    expectValue(await startSitting(sitter.viewer, sitter.sittingId));
    expectValue(await closeStudy(viewer, study.slug));
    const told = [...(await readExport(viewer, study.slug)).values()].join("\n");
    for (const word of ["comprehension", "prefer_not_to_say"]) expect(told).not.toContain(word);
  });
});

describe("planned columns", () => {
  const { viewer, open } = trial;

  test("an export has the columns of what its plan records, and no others", async () => {
    for (const profiles of [undefined, "open"] as const) {
      const study = await open(profiles ? { questions: { profiles } } : {});
      const sitter = await begin(study);
      for (const [at, unfolded] of [true, false, null].entries())
        await answerCase(sitter, at + 1, { choice: 1, unfolded });
      expectValue(await closeStudy(viewer, study.slug));
      const files = await readExport(viewer, study.slug);
      const told = readLines(files.get("answers.jsonl")).map((row) => row.unfolded);
      expect(told).toEqual(profiles ? [1, 0, null] : [undefined, undefined, undefined]);
      for (const name of ["answers.csv", "codebook.md"])
        expect(files.get(name)?.includes("unfolded")).toBe(profiles !== undefined);
      const passing = ["answers.csv", "history.csv", "codebook.md"].map((name) => files.get(name));
      expect(passing.filter((file) => file?.includes("cannot_read"))).toEqual([]);
      expect(files.get("participants.csv")).not.toContain("passed,right");
      expect(files.get("participants.csv")).not.toContain("unsure");
      expect(files.get("predictions.csv")).not.toContain("apart");
      expect(files.get("predictions.csv")).not.toContain("replicate");
    }
  });

  test("where the plan says what is claimed, predictions say which runs stand apart; where runs are replicates, which", async () => {
    const study = await open({ claims: {} });
    expectValue(await closeStudy(viewer, study.slug));
    const read = async () => {
      const files = await readExport(viewer, study.slug);
      return { first: readLines(files.get("predictions.jsonl"))[0], codebook: files.get("codebook.md") };
    };
    const { first, codebook } = await read();
    expect(first).toMatchObject({ is_selecting_run: 0, apart: null });
    expect(codebook).toContain("`apart`");
    const runs = { benchmark: { studies: { some: { slug: study.slug } } } };
    await db.modelRun.updateMany({ where: runs, data: { replicate: 3 } });
    const numbered = await read();
    await db.modelRun.updateMany({ where: runs, data: { replicate: null } });
    expect(numbered.first).toEqual({ ...first, replicate: 3 });
    expect(numbered.codebook).toContain("`replicate`");
  });

  test("a case that was passed is told as that, and is no wrong answer of anybody", async () => {
    const rules = { incomplete: false };
    const study = await open({ rules, questions: { mayPass: true } });
    const [sitter, other] = [await begin(study), await begin(study)];
    await answerCase(sitter, 1, { cannotRead: true });
    await answerCase(sitter, 2, { choice: 1 });
    await answerCase(other, 1, { choice: 1 });
    expectValue(await closeStudy(viewer, study.slug));
    const files = await readExport(viewer, study.slug, { numbers: "study" });
    const answers = readLines(files.get("answers.jsonl"));
    const [passed, chosen] = answers.filter(({ participant }) => participant === 1);
    expect(passed).toMatchObject({ cannot_read: 1, choice: null, right: null });
    expect(chosen).toMatchObject({ cannot_read: 0 });
    expect(readLines(files.get("history.jsonl")).map((row) => row.cannot_read)).toEqual([1, 0, 0]);
    expect(readLines(files.get("participants.jsonl"))).toMatchObject([
      { participant: 1, answered: 1, passed: 1 },
      { participant: 2, answered: 1, passed: 0 },
    ]);
    // As with a failed call of a model: of three answers two count.
    const model = files.get("people-as-model/Literary_people.csv") ?? "";
    const counts = [...model.matchAll(/(\d+) answers?: /g)].map(([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(files.get("codebook.md")).toContain("cannot_read");
  });
});

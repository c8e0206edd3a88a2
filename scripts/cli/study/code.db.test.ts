import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { run, write } = useCommands();
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

import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { joinStudy } from "#lib/sittings/joining/join-mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { createStudyFrom } from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign } from "#lib/studies/template.ts";
import {
  caseCsv,
  optionNames,
  type CaseFields,
  quietly,
  resultCsv,
  someCases,
  useFiles,
} from "#lib/testing/benchmark-files.ts";
import { elsewhere, makeAdmin, viewerFor } from "#lib/testing/people.ts";

type Parts = { [Part in keyof Omit<Design, "benchmark">]?: Partial<Design[Part]> };
export type TrialStudy = { id: SeenStudyId; slug: string; link: string };
export type Sitter = { viewer: Viewer<"participant">; sittingId: string; handle: string };

const track = "Literary";

/** What a Result holds; what was refused ends the test. */
export function expectValue<T>(result: { ok: true; value: T } | { ok: false; error: string }): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.value;
}

/** The same case among others who might have said it. */
function recast({ prompt, gt }: CaseFields, names: readonly string[]) {
  const nameOf = (name: string) => names[optionNames.indexOf(name)] ?? name;
  return {
    prompt: optionNames.reduce((text, name) => text.replaceAll(name, nameOf(name)), prompt),
    gt: nameOf(gt),
    names,
  };
}

/** A template's texts as far as their first paragraph: to read all of them takes as long as to open a study. */
function firstParagraphs<T extends object>(words: T): T {
  const shortened = Object.entries(words).map(([name, text]: [string, unknown]) => [
    name,
    typeof text === "string" ? text.split("\n\n")[0] : text,
  ]);
  return Object.fromEntries(shortened) as T;
}

/** One benchmark for the file, every case of it answered right by one run, and as many studies on it as wanted. */
export async function useTrialStudies({ cases: count = 24, casts = [optionNames] } = {}) {
  const write = useFiles();
  const viewer = await makeAdmin();
  const benchmark = { id: 0, slug: "" };

  beforeAll(async () => {
    Object.assign(benchmark, await createBenchmark(viewer, { name: "Harbour", description: "" }));
    const cases = someCases(count).map((one, i) => recast(one, casts[i % casts.length] ?? optionNames));
    const rows = cases.map((fields) => ({
      case: fields,
      probs: fields.names.map((name) => (name === fields.gt ? 0.7 : 0.1)),
    }));
    const request = { benchmark, mode: "store", skipBad: false } as const;
    const caseFile = { ...write("cases.csv", caseCsv(cases)), track, language: "en" };
    const run = { model: "model-a", method: "zero-shot", version: "", ranAt: null };
    const resultFile = { ...write("results.csv", resultCsv(rows)), track, ...run };
    await runCaseImport(viewer, { ...request, files: [caseFile] }, carryPredictions, quietly);
    await runResultImport(viewer, { ...request, files: [resultFile] }, quietly);
  });

  /** A draft: everybody the same five cases, unless the parts say otherwise. */
  async function draft(parts: Parts = {}): Promise<{ id: string; slug: string }> {
    const { en, "zh-CN": zh } = newDesign("personaeval", 2025).words;
    const design = designSchema.parse({
      ...parts,
      words: { en: firstParagraphs(en), "zh-CN": firstParagraphs(zh), ...parts.words },
      benchmark: benchmark.slug,
      frame: { tracks: [track], ...parts.frame },
      sample: { seed: 2025, quota: { [track]: 5 }, ...parts.sample },
    });
    return expectValue(await createStudyFrom(viewer, { title: "Who is speaking?", ...design }));
  }

  async function open(parts: Parts = {}): Promise<TrialStudy> {
    const { slug } = await draft(parts);
    const study = await getStudy(viewer, slug);
    if (!study) throw new Error("the draft is gone");
    const { id } = study;
    const { sample } = (await getPlan(viewer, study)).facts;
    const digest = sample?.ok ? sample.plan.digest : "";
    expectValue(await openStudy(viewer, slug, { revision: study.revision, digest }));
    const given = { cap: 1000, cohort: null, expiresAt: null };
    return { id, slug, link: expectValue(await createOpenLink(viewer, id, given)).code };
  }

  return { viewer, benchmark, draft, open };
}

/** Somebody new who opens the study's link and consents. */
export async function consent({ link }: { link: string }): Promise<Sitter> {
  const joined = expectValue(await joinStudy({ code: link, language: "en" }, elsewhere()));
  return { ...joined, viewer: await viewerOf(joined.handle) };
}

/** The same, and begins. */
export async function begin(study: { link: string }): Promise<Sitter> {
  const sitter = await consent(study);
  expectValue(await startSitting(sitter.viewer, sitter.sittingId));
  return sitter;
}

export async function viewerOf(handle: string): Promise<Viewer<"participant">> {
  const person = await db.user.findUniqueOrThrow({ where: { handle } });
  return viewerFor({ ...person, role: "participant" });
}

/** A first answer; the option is named by the place it was shown at. */
export async function answerCase(
  { viewer, sittingId }: Pick<Sitter, "viewer" | "sittingId">,
  position: number,
  given: Partial<AnswerValue>,
): Promise<void> {
  const value = answerValue.parse({ activeMs: 1000, ...given });
  const rest = { id: randomUUID(), revision: 1, clientAt: new Date() };
  expectValue(await saveAnswer(viewer, { sittingId, position, value, ...rest }));
}

/** Begins, answers so many cases, and hands in. */
export async function finish(study: { link: string }, cases: number, activeMs: number): Promise<Sitter> {
  const sitter = await begin(study);
  for (let position = 1; position <= cases; position++)
    await answerCase(sitter, position, { choice: 0, activeMs });
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  return sitter;
}

export async function numberOf({ sittingId }: Sitter): Promise<number> {
  return (await db.sitting.findUniqueOrThrow({ where: { id: sittingId } })).number;
}

/** As if nothing had been heard of them since. */
export async function becomeInactive({ handle, sittingId }: Sitter, hours: number): Promise<void> {
  const since = new Date(Date.now() - hours * 3_600_000);
  await db.user.update({ where: { handle }, data: { lastSeenAt: since } });
  await db.sitting.update({ where: { id: sittingId }, data: { consentedAt: since, startedAt: since } });
}

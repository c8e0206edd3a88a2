import { operator } from "#lib/auth/operator.ts";
import { publishCard } from "#lib/cards/mutations.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { casesCsv, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";
import { importBenchmark, type ImportedBenchmark } from "#e2e/support/builder-benchmark.ts";
import { beginAt, openedStudy, type OpenStudy, type Sitter } from "#e2e/support/studies.ts";

/** The first option of every case is the right one. */
type AnswerInput = Partial<Omit<AnswerValue, "choice">> & { isRight: boolean };
/** Told which case is shown, the first is 1, and its place in the study's own list, from 0. */
type AnswerAt = (position: number, place: number) => AnswerInput | null;

/** Answers the cases of a sitting, but for those that are given nothing. */
export async function answerCases({ viewer, sittingId }: Sitter, answering: AnswerAt): Promise<void> {
  const served = await db.servedCase.findMany({ where: { sittingId }, orderBy: { position: "asc" } });
  const ids = served.map(({ studyCaseId }) => studyCaseId).sort((a, b) => a - b);
  for (const { position, optionOrder, studyCaseId } of served) {
    const given = answering(position, ids.indexOf(studyCaseId));
    if (!given) continue;
    const { isRight, ...rest } = given;
    const value = answerValue.parse({
      activeMs: 9_000,
      ...rest,
      choice: optionOrder.indexOf(isRight ? 0 : 1),
    });
    const sent = { sittingId, position, id: crypto.randomUUID(), revision: 1, value, clientAt: new Date() };
    const saved = await saveAnswer(viewer, sent);
    if (!saved.ok) throw new Error(`refused: ${saved.error}`);
  }
}

type Coming = Parameters<typeof beginAt>[0] & {
  /** Where a rule looks at how fast answers came. */
  startedAt?: Date;
};

/** Comes by a link, answers and hands in. */
export async function sitThrough(study: Coming, answering: AnswerAt): Promise<Sitter> {
  const sitter = await beginAt(study);
  const { startedAt } = study;
  const data = { startedAt, consentedAt: startedAt };
  if (startedAt) await db.sitting.update({ where: { id: sitter.sittingId }, data });
  await answerCases(sitter, answering);
  const submitted = await submitSitting(sitter.viewer, sitter.sittingId);
  if (!submitted.ok) throw new Error(`not handed in: ${submitted.error}`);
  return sitter;
}

export async function close(study: { slug: string; title: string }): Promise<void> {
  const closed = await closeStudy(operator(), study.slug, study.title);
  if (!closed.ok) throw new Error(`not closed: ${closed.error}`);
}

/** So many Literary cases: gpt-harbour is sure and wrong on two of five; lantern-2 has two of three. */
export async function benchmarkOfTwo(cases: number): Promise<ImportedBenchmark> {
  const benchmark = await importBenchmark({ Literary: cases });
  const rows = someRows(cases, "Literary");
  const lantern = rows.map((row, i) => {
    const sure = 45 + 5 * (i % 10);
    const right = [sure, 100 - sure, 0, 0].map((percent) => percent / 100);
    return { ...row, probabilities: i % 3 === 1 ? [0.2, 0.3, 0.4, 0.1] : right };
  });
  const results = { "lantern-2": resultsCsv(lantern) };
  await bring(benchmark, { track: "Literary", cases: casesCsv(rows), results });
  return benchmark;
}

/** The paper's rule: what gpt-harbour was confidently wrong about. */
export const selectedByHarbour = {
  tracks: ["Literary"],
  reference: { model: "gpt-harbour", method: "zero-shot", threshold: 0.9 },
};

/** A closed study with everything that results can show: four people, one of them hasty, and a reported case. */
export async function finishedStudy(): Promise<OpenStudy & { caseKey: string }> {
  const { slug: benchmark } = await benchmarkOfTwo(60);
  const study = await openedStudy({
    benchmark,
    frame: selectedByHarbour,
    sample: { seed: 7, quota: { Literary: 12 }, controls: { Literary: 2 } },
    questions: {
      confidence: { ask: "optional", form: "slider" },
      reason: "optional",
      knowsWork: "optional",
    },
    rules: { haste: { seconds: 4, share: 0.5 } },
  });
  const other = await createOpenLink(operator(), study.id, {
    cap: 9,
    cohort: "Undergraduate",
    expiresAt: null,
  });
  if (!other.ok) throw new Error("no second link");
  for (const [errsEvery, link] of [
    [13, study.link],
    [5, study.link],
    [4, other.value.code],
  ] as const)
    await sitThrough({ link }, (position) => {
      const isRight = position % errsEvery !== 0;
      const reason = isRight ? null : "It sounds like her.";
      return { isRight, confidence: isRight ? 0.9 : 0.6, knowsWork: position === 3, reason };
    });
  await sitThrough(study, () => ({ isRight: false, confidence: 0.5, activeMs: 900 }));
  await close(study);
  const reported = await db.studyCase.findFirstOrThrow({
    where: { studyId: study.id, stratum: "selected" },
    select: { id: true, caseVersion: { select: { case: { select: { key: true } } } } },
    orderBy: { id: "asc" },
  });
  await db.caseReport.create({
    data: { studyId: study.id, studyCaseId: reported.id, reason: "Two of them could say it." },
  });
  return { ...study, caseKey: reported.caseVersion.case.key };
}

/** Its card, with everything that can be in it: where everybody finds it. */
export async function publishWhole({ slug }: { slug: string }): Promise<string> {
  const said = { licence: "CC BY 4.0", contact: "harbour@example.org" };
  const published = await publishCard(operator(), slug, { withModels: true, ...said });
  if (!published.ok) throw new Error(`not published: ${published.error}`);
  return published.value.code;
}

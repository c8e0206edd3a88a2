import "server-only";
import { randomInt, randomBytes } from "node:crypto";
import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { slugFrom } from "#lib/benchmarks/schema.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { conflict, fail, succeed, type Result } from "#lib/result.ts";
import type { Study } from "#lib/studies/queries.ts";
import {
  designSchema,
  parsePlan,
  stepSchemas,
  writePlan,
  type Design,
  type StepName,
  type StudyState,
} from "#lib/studies/schema.ts";
import { problemsOf, type Problems, type StudyFile } from "#lib/studies/opening/study-file.ts";
import {
  dialogueKind,
  newDesign,
  type TemplateName,
  fitToCases,
  fitToSizes,
  fitToTracks,
  withoutChecks,
} from "#lib/studies/template.ts";
import { casesEachOf, isJudging, isUnhurried, type TrackCases } from "#lib/studies/judging-templates.ts";
import { listTrackGroups } from "#lib/studies/frame/queries.ts";
import { questionKeys, kindsWithQuestions } from "#lib/task-kinds/server-registry.ts";
import { questionAttribute } from "#lib/task-kinds/case-kinds.ts";
import { partialCodeFrom } from "#lib/studies/codes/schema.ts";
import { longestSitting, maxMinutes } from "#lib/studies/findings/texts.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { listCandidates, type RunName } from "#lib/studies/run-names.ts";
import { quotaNames } from "#lib/studies/strata/schema.ts";
import type { Spread } from "#lib/studies/reading/reading-time.ts";

type Admin = Viewer<"admin">;
type CreatedStudy = { id: string; slug: string };

const subject = (id: string) => ({ type: "study", id });

export async function createStudy(
  viewer: Admin,
  given: { title: string; benchmark: string | null; template: TemplateName },
): Promise<Result<CreatedStudy, "unknown_benchmark">> {
  const { title, benchmark, template } = given;
  const seed = randomInt(1, 1_000_000);
  const there =
    benchmark === null
      ? null
      : await db.benchmark.findUnique({
          where: { slug: benchmark },
          select: { id: true, slug: true, name: true, isDemo: true },
        });
  if (benchmark !== null && !there) return fail("unknown_benchmark");
  const design = there ? await fitTemplate(viewer, there, template, seed) : newDesign(template, seed);
  return db.$transaction(async (tx) => {
    const benchmarkId = await findBenchmark(tx, benchmark);
    if (benchmarkId === undefined) return fail("unknown_benchmark");
    const made = await insert(tx, viewer, { title, design, benchmarkId });
    await recordEvent(tx, viewer, "study.created", subject(made.id), { title, slug: made.slug, template });
    return succeed(made);
  });
}

/** From a study.json. What it names has to be there: problems are told by their path, and nothing is stored. */
export async function createStudyFrom(
  viewer: Admin,
  { title, slug, ...design }: StudyFile,
  { isDemo = false }: { isDemo?: boolean } = {},
): Promise<Result<CreatedStudy, "invalid">> {
  return db.$transaction(async (tx) => {
    const benchmarkId = await findBenchmark(tx, design.benchmark);
    const problems: Record<string, string> = {};
    if (benchmarkId === undefined) problems.benchmark = "unknown";
    else if (benchmarkId !== null) Object.assign(problems, await findMissing(tx, benchmarkId, design));
    if (slug !== undefined && (await freeSlug(tx, slug)) !== slug) problems.slug = "taken";
    if (benchmarkId === undefined || Object.keys(problems).length > 0) return fail("invalid", problems);
    const made = await insert(tx, viewer, { title, slug: slug ?? title, design, benchmarkId, isDemo });
    const details = { title, slug: made.slug, file: true };
    await recordEvent(tx, viewer, "study.created", subject(made.id), details);
    return succeed(made);
  });
}

/** Into a new draft, with the same seed: the same frame gives the same sample again. */
export async function copyStudy(viewer: Admin, slug: string): Promise<Result<CreatedStudy, "not_found">> {
  return db.$transaction(async (tx) => {
    const from = await tx.study.findUnique({
      where: { slug },
      select: { id: true, title: true, draft: true, benchmarkId: true },
    });
    if (!from) return fail("not_found");
    const { title, benchmarkId } = from;
    const made = await insert(tx, viewer, { title, design: parsePlan(from.draft), benchmarkId });
    await recordEvent(tx, viewer, "study.copied", subject(made.id), { title, slug: made.slug, from: slug });
    return succeed(made);
  });
}

type Draft = { title: string; slug?: string; design: Design; benchmarkId: number | null; isDemo?: boolean };

async function insert(tx: Transaction, viewer: Admin, draft: Draft): Promise<CreatedStudy> {
  const { title, design, benchmarkId, isDemo = false } = draft;
  const slug = await freeSlug(tx, draft.slug ?? title);
  return tx.study.create({
    data: { slug, title, benchmarkId, draft: writePlan(design), isDemo, createdById: viewer.actor.id },
    select: { id: true, slug: true },
  });
}

/** Null where none is wanted; undefined where there is none of that address. */
async function findBenchmark(tx: Transaction, slug: string | null): Promise<number | null | undefined> {
  if (slug === null) return null;
  return (await tx.benchmark.findUnique({ where: { slug }, select: { id: true } }))?.id;
}

/** Pages that stand where a study would. */
const addressesOfPages = ["across", "new"];

/** Two studies of one title get "who-speaks" and "who-speaks-2". */
async function freeSlug(tx: Transaction, name: string): Promise<string> {
  // Taken for the length of the transaction: two made at once must not choose the same.
  await takeLock(tx, "study slug");
  const wanted = slugFrom(name, "study");
  const like = await tx.study.findMany({ where: { slug: { startsWith: wanted } }, select: { slug: true } });
  const taken = new Set([...like.map(({ slug }) => slug), ...addressesOfPages]);
  let slug = wanted;
  for (let n = 2; taken.has(slug); n++) slug = `${wanted}-${n}`;
  return slug;
}

export type ChangeRefusal = "not_found" | "not_draft" | "conflict";
// A draft that is just being opened is waited for, to be told what became of it.
const whileItOpens = { timeout: 60_000 };

/** What each step of the builder sends: its part of the design; the frame comes with its benchmark. */
const stepValues = {
  ...stepSchemas,
  frame: z.strictObject({
    benchmark: z.string().min(1).max(100).regex(withoutNul, "wrong_character").nullable(),
    frame: stepSchemas.frame,
  }),
};

/**
 * One step of the draft. Whoever read an older revision is told who saved since (`by`, empty for the command
 * line; `revision`; `at`), and nothing is overwritten.
 */
export async function saveStep(
  viewer: Admin,
  slug: string,
  { revision, step, value }: { revision: number; step: StepName; value: unknown },
): Promise<Result<{ revision: number }, ChangeRefusal | "invalid">> {
  const parsed = stepValues[step].safeParse(value);
  if (!parsed.success) return fail("invalid", problemsOf(parsed.error));
  return db.$transaction(async (tx) => {
    const there = await tx.study.findUnique({ where: { slug }, select: { draft: true } });
    if (!there) return fail("not_found");
    const part = step === "frame" ? parsed.data : { [step]: parsed.data };
    const design = designSchema.parse({ ...parsePlan(there.draft), ...part });
    const benchmarkId = await findBenchmark(tx, design.benchmark);
    if (benchmarkId === undefined) return fail("invalid", { benchmark: "unknown" });
    return change(tx, viewer, slug, revision, { draft: writePlan(design), benchmarkId }, "study.saved", {
      step,
    });
  }, whileItOpens);
}

/** A sample that was made to fit, with the people it is for. */
export const saveSample = (
  viewer: Admin,
  slug: string,
  revision: number,
  design: Design,
): Promise<Result<{ revision: number }, ChangeRefusal>> =>
  db.$transaction(
    (tx) =>
      change(tx, viewer, slug, revision, { draft: writePlan(design) }, "study.saved", { step: "sample" }),
    whileItOpens,
  );

export async function renameStudy(
  viewer: Admin,
  slug: string,
  { revision, title }: { revision: number; title: string },
): Promise<Result<{ revision: number }, ChangeRefusal>> {
  return db.$transaction(
    (tx) => change(tx, viewer, slug, revision, { title }, "study.renamed", { title }),
    whileItOpens,
  );
}

async function change(
  tx: Transaction,
  viewer: Admin,
  slug: string,
  revision: number,
  data: Prisma.StudyUncheckedUpdateManyInput,
  action: "study.saved" | "study.renamed",
  details: Prisma.InputJsonObject,
): Promise<Result<{ revision: number }, ChangeRefusal>> {
  // The one statement that decides: two who save at once read the same revision, and one of them finds it gone.
  const { count } = await tx.study.updateMany({
    where: { slug, state: "draft", draftRevision: revision },
    data: { ...data, draftRevision: { increment: 1 } },
  });
  const study = await tx.study.findUnique({
    where: { slug },
    select: { id: true, state: true, draftRevision: true },
  });
  if (!study) return fail("not_found");
  if (count === 0) {
    if (study.state !== "draft") return fail("not_draft");
    return conflict(study.draftRevision, await findLastSave(tx, study.id));
  }
  const next = study.draftRevision;
  await recordEvent(tx, viewer, action, subject(study.id), { ...details, revision: next });
  return succeed({ revision: next });
}

/** A draft alone can go: what has opened stays, closed and put away at the most. */
export async function removeDraft(
  viewer: Admin,
  slug: string,
  confirmation: string,
): Promise<Result<undefined, "not_found" | "not_draft" | "wrong_name">> {
  return db.$transaction(async (tx) => {
    const study = await tx.study.findUnique({
      where: { slug },
      select: { id: true, title: true, state: true },
    });
    if (!study) return fail("not_found");
    if (study.state !== "draft") return fail("not_draft");
    if (study.title !== confirmation) return fail("wrong_name");
    const { count } = await tx.study.deleteMany({ where: { id: study.id, state: "draft" } });
    if (count === 0) return fail("not_draft");
    await recordEvent(tx, viewer, "study.removed", subject(study.id), { title: study.title, slug });
    return succeed();
  }, whileItOpens);
}

type Move = Result<{ from: StudyState }, "not_found" | "not_possible">;

/** Nobody new begins; those in the middle of a sitting finish. */
export const pauseStudy = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["open"], "paused", "study.paused");

export const reopenStudy = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["paused"], "open", "study.reopened");

/**
 * Nobody answers any more; unfinished sittings stay incomplete, with the drafts that count. With a confirmation it has to be the title:
 * closing can't be undone.
 */
export async function closeStudy(
  viewer: Admin,
  slug: string,
  confirmation?: string,
): Promise<Move | Result<never, "wrong_name">> {
  if (confirmation !== undefined) {
    const study = await db.study.findUnique({ where: { slug }, select: { title: true } });
    if (study && study.title !== confirmation) return fail("wrong_name");
  }
  return move(viewer, slug, ["open", "paused"], "closed", "study.closed");
}

export const archiveStudy = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["closed"], "archived", "study.archived");

const untilAnswersAreStored = { timeout: 60_000 };

async function move(
  viewer: Admin,
  slug: string,
  from: readonly StudyState[],
  to: StudyState,
  action: string,
): Promise<Move> {
  return db.$transaction(async (tx) => {
    const study = await tx.study.findUnique({ where: { slug }, select: { id: true, draft: true } });
    if (!study) return fail("not_found");
    // Answers are saved under the shared lock: each is stored whole before the study closes, or refused after.
    if (to === "closed") await takeLock(tx, "study answers", study.id);
    // In SQL: Prisma can't hold a row.
    const [before] = await tx.$queryRaw<{ state: StudyState }[]>`
      SELECT state::text FROM studies WHERE id = ${study.id}::uuid FOR UPDATE`;
    if (!before || !from.includes(before.state)) return fail("not_possible");
    if (to === "closed") {
      await settleDrafts(tx, study.id, parsePlan(study.draft).questions.draftsCount === true);
      await givePartialCodes(tx, study.id);
    }
    await tx.study.update({
      where: { id: study.id },
      data: { state: to, ...(to === "closed" ? { closedAt: new Date() } : {}) },
    });
    await recordEvent(tx, viewer, action, { type: "study", id: study.id }, { slug, from: before.state });
    return succeed({ from: before.state });
  }, untilAnswersAreStored);
}

/**
 * Nobody can go on any more: what was complete by then counts where the plan says so, and no draft is left. In SQL: a
 * function of the database, for everybody at once.
 */
async function settleDrafts(tx: Transaction, studyId: string, theyCount: boolean): Promise<void> {
  await tx.$executeRaw`
    SELECT settle_drafts(s.id, ${theyCount}) FROM sittings s
    WHERE s.study_id = ${studyId}::uuid AND s.state = 'started'
      AND EXISTS (SELECT FROM answer_drafts d WHERE d.sitting_id = s.id)`;
}

/**
 * Whoever is in the middle of it can show what is stored of them. No other code of the study looks alike. In SQL: Prisma's
 * update of many writes the same everywhere.
 */
async function givePartialCodes(tx: Transaction, studyId: string): Promise<void> {
  const unfinished = await tx.sitting.findMany({
    where: { studyId, state: "started", partialCode: null },
    select: { id: true },
  });
  const codes = unfinished.map(() => partialCodeFrom(randomBytes(10)));
  await tx.$executeRaw`
    UPDATE sittings SET partial_code = given.code
    FROM unnest(${unfinished.map(({ id }) => id)}::uuid[], ${codes}::text[]) AS given (id, code)
    WHERE sittings.id = given.id`;
}

type Benchmark = Omit<NonNullable<Study["benchmark"]>, "filters">;

/** A template as a benchmark can have it: nothing is asked that it lacks, and no more of a person than an hour. */
export async function fitTemplate(
  viewer: Admin,
  benchmark: Benchmark,
  template: TemplateName,
  seed: number,
): Promise<Design> {
  const whole = { ...newDesign(template, seed), benchmark: benchmark.slug };
  const tracks = await listTrackCases(viewer, benchmark.id, whole.frame);
  const plan = (design: Design) => planWhatIsThere(viewer, benchmark, design);
  if (!isJudging(template)) {
    const dialogues = tracks.filter(({ kind }) => kind === dialogueKind);
    const fitted =
      template === "dialogues" && dialogues.length > 0
        ? fitToSizes(whole, dialogues)
        : fitToTracks(whole, await listTrackNames(db, benchmark.id));
    return (await plan(fitted)).design;
  }
  let given: Design = whole;
  let casesEach = casesEachOf(template);
  for (;;) {
    const { design, reading } = await plan(fitToCases(given, template, tracks, casesEach));
    const minutes = isUnhurried(template) ? 0 : longestSitting(design, reading);
    const hasLostChecks = design.sample.attention.count < given.sample.attention.count;
    if (hasLostChecks) given = withoutChecks(given);
    else if (minutes <= maxMinutes || casesEach === 1) return design;
    else casesEach = Math.max(1, Math.min(casesEach - 1, Math.floor((casesEach * maxMinutes) / minutes)));
  }
}

/** Without checks where too few cases are easy, and without a comparator where no run could be one. */
async function planWhatIsThere(
  viewer: Admin,
  benchmark: Benchmark,
  whole: Design,
): Promise<{ design: Design; reading: Spread | null }> {
  const { facts, problems } = await getPlan(viewer, {
    // Who filtered it changes nothing of what fits.
    benchmark: { ...benchmark, filters: [] },
    design: whole,
  });
  const { sample, reading, runs } = facts;
  const lacksChecks =
    sample?.ok === false &&
    sample.shortfalls.some(({ stratum }) => stratum === "attention" || stratum === "practice");
  if (lacksChecks) return planWhatIsThere(viewer, benchmark, withoutChecks(whole));
  // What a run got right of the cases that happen to be left is chance, and a model by whose errors cases are chosen changes them.
  const lacksComparator =
    listCandidates(runs, whole).length === 0 || problems.some(({ code }) => code === "no_unserved_cases");
  const { claims } = whole;
  return {
    design: lacksComparator && claims ? { ...whole, claims: { ...claims, comparator: null } } : whole,
    reading,
  };
}

/** Who saved a draft last, and when; the name is empty where it was the command line. */
async function findLastSave(
  client: Transaction,
  studyId: string,
): Promise<{ name: string; at: Date } | null> {
  const saved = await client.auditEvent.findFirst({
    where: { subjectType: "study", subjectId: studyId, action: { in: ["study.saved", "study.renamed"] } },
    select: { at: true, actor: { select: { name: true } } },
    orderBy: { id: "desc" },
  });
  return saved && { name: saved.actor?.name ?? "", at: saved.at };
}

async function listTrackNames(tx: Transaction, benchmarkId: number): Promise<string[]> {
  const where = { benchmarkId };
  const tracks = await tx.track.findMany({ where, select: { name: true }, orderBy: { position: "asc" } });
  return tracks.map(({ name }) => name);
}

/**
 * In SQL: Prisma can't count by what stands in a content. Of each track its cases of one kind and scale, and what questions they
 * ask of whom.
 */
async function listTrackCases(
  viewer: Admin,
  benchmarkId: number,
  frame: Design["frame"],
): Promise<TrackCases[]> {
  const tracks = await db.$queryRaw<Omit<TrackCases, "pairs">[]>`
    SELECT t.name AS track, c.kind::text, v.content->>'scale' AS scale, count(*)::int AS cases,
      count(DISTINCT v.group_name)::int AS groups,
      coalesce(array_agg(md5(concat_ws(' ', coalesce(
          v.attributes->>${questionAttribute}, v.content->>(${questionKeys}::jsonb->>c.kind::text)), v.group_name)))
        FILTER (WHERE c.kind::text = ANY(${kindsWithQuestions}::text[]) AND (v.attributes ? ${questionAttribute}
          OR ${questionKeys}::jsonb ? c.kind::text)), '{}') AS questions
    FROM tracks t JOIN cases c ON c.track_id = t.id
      JOIN case_versions v ON v.case_id = c.id AND v.retired_at IS NULL AND v.content IS NOT NULL
    WHERE t.benchmark_id = ${benchmarkId} GROUP BY t.id, c.kind, scale ORDER BY t.position`;
  const names = tracks.map(({ track }) => track);
  const groups = await listTrackGroups(viewer, benchmarkId, { ...frame, tracks: names });
  return tracks.map((one) => {
    const found = groups.find(
      ({ track, attribute }) => track === one.track && attribute === questionAttribute,
    );
    return { ...one, pairs: found?.sizes ?? [] };
  });
}

/** What a design names that its benchmark doesn't have, by the path of where. */
async function findMissing(tx: Transaction, benchmarkId: number, design: Design): Promise<Problems> {
  const missing: Record<string, string> = {};
  const { frame, sample } = design;
  const tracks = new Set(await listTrackNames(tx, benchmarkId));
  for (const [i, track] of frame.tracks.entries())
    if (!tracks.has(track)) missing[`frame.tracks.${i}`] = "unknown";
  for (const kind of [...Object.values(quotaNames), "groups", "pairBy", "linked"] as const)
    for (const track of Object.keys(sample[kind] ?? {}))
      if (!tracks.has(track)) missing[`sample.${kind}.${track}`] = "unknown";
  const named = [
    ["attention.cases", sample.attention.cases],
    ["practice.cases", sample.practice.cases],
    ["leftOut", sample.leftOut ?? []],
    ["ratedOnce", sample.ratedOnce ?? []],
  ] as const;
  for (const [place, cases] of named)
    for (const [i, { track, key }] of cases.entries()) {
      const where = { key, track: { benchmarkId, name: track } };
      if ((await tx.case.count({ where })) === 0) missing[`sample.${place}.${i}`] = "unknown";
    }
  for (const [place, { model, method, version }] of listNamedRuns(design)) {
    const where = { benchmarkId, model, method, version };
    if ((await tx.modelRun.count({ where })) === 0) missing[place] = "unknown";
  }
  return missing;
}

/** Every run that a plan names, with the path of where. */
function listNamedRuns({ frame, claims }: Design): [place: string, RunName][] {
  const named: [string, RunName][] = frame.reference ? [["frame.reference", frame.reference]] : [];
  if (claims?.comparator?.by === "name") named.push(["claims.comparator.run", claims.comparator.run]);
  for (const [i, sibling] of (claims?.siblings ?? []).entries())
    named.push([`claims.siblings.${i}`, sibling]);
  return named;
}

import "server-only";
import { randomBytes } from "node:crypto";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { hashOf } from "#lib/canonical.ts";
import { isCurrent, ownKey, ownPublicKey } from "#lib/cards/own-key.ts";
import { cardCodeFrom, type CardSettings } from "#lib/cards/requests.ts";
import { signCard } from "#lib/cards/signing.ts";
import { db, type Transaction } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { cardPath } from "#lib/paths.ts";
import type { Report } from "#lib/reports/compose.ts";
import { readReport } from "#lib/reports/report.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { hasRight, getAnalysed } from "#lib/study-results/rows/choices.ts";
import { getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { cardFormat, type CardContent } from "#lib/cards/schema.ts";
import { formatPointQuestion } from "#lib/reports/checklist/checklist.ts";
import { countExcludedPeople } from "#lib/reports/checklist/points.ts";
import type { Facts } from "#lib/reports/facts.ts";
import type { Point, PointKey } from "#lib/reports/schema.ts";
import { formatPointTitle, t } from "#lib/reports/words.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

type Admin = Viewer<"admin">;
type ReportProblem = "not_found" | "not_closed" | "no_right";

/** Of people, or of simulated ones where there are no others; of the first kind of case that has a right answer. */
async function readClosed(
  viewer: Staff,
  slug: string,
  detailsUpTo?: number,
): Promise<Result<Report, ReportProblem>> {
  const whole = await getWholeRows(viewer, slug);
  if (!whole) return fail("not_found");
  if (isRunning(whole.rows.study.state)) return fail("not_closed");
  const rows = whole.byKind.find(hasRight);
  if (!rows) return fail("no_right");
  const who = rows.has.simulated && !rows.has.people ? "simulated" : "people";
  const kind = rows.kinds.length > 1 ? rows.kind : undefined;
  return succeed(await readReport(rows, { who, withPublished: false, kind, detailsUpTo }));
}

const kept = {
  code: true,
  isPublished: true,
  issue: true,
  peopleChanges: true,
  document: true,
  fingerprint: true,
} as const;
type CardRow = Prisma.StudyCardGetPayload<{ select: typeof kept }>;

/** Published, or published anew with other settings: from here on everybody who has the address can read it. */
export async function publishCard(
  viewer: Admin,
  slug: string,
  { withModels, licence, contact }: CardSettings,
): Promise<Result<{ code: string; issue: number }, ReportProblem | "no_answers">> {
  for (;;) {
    const closed = await readCounted(viewer, slug);
    if (!closed.ok) return closed;
    const { report, seen } = closed.value;
    const { results, rows } = report.facts;
    if (results.people.n.answers === 0) return fail("no_answers");
    const runIds = withModels ? results.models.map(({ runId }) => runId) : null;
    const choice: CardChoice = { licence, contact, runIds };
    const body = composeCard(report, choice);
    const issued = await db.$transaction(async (tx) => {
      const now = await lockCard(tx, rows.study.id);
      if (now?.peopleChanges !== seen) return null;
      const settings = {
        isPublished: true,
        withModels,
        licence,
        contact,
        runIds: runIds ?? [],
        detailsRevision: report.facts.record.details.at(-1)?.revision ?? 0,
      };
      const made = await issueCard(tx, now, body, report, settings);
      const action = now.isPublished ? "study.card_renewed" : "study.card_published";
      const why = now.isPublished ? { why: "asked" } : {};
      await recordEvent(tx, viewer, action, subjectOf(report), { ...made, withModels, ...why });
      return { code: now.code, issue: made.issue };
    });
    if (issued) return succeed(issued);
  }
}

/**
 * A published card whose document went since somebody withdrew or was left out, or that another key signed: the same with
 * the figures of now, and what was stated when an admin published it. Nothing where it was switched off, or somebody
 * else was quicker.
 */
export async function renewCard(viewer: Admin, slug: string): Promise<void> {
  for (;;) {
    const agreed = await db.studyCard.findFirst({
      where: { study: { slug } },
      select: { licence: true, contact: true, withModels: true, runIds: true, detailsRevision: true },
    });
    if (!agreed) return;
    const { licence, contact, withModels, runIds, detailsRevision } = agreed;
    const closed = await readCounted(viewer, slug, detailsRevision);
    if (!closed.ok) return;
    const { report, seen } = closed.value;
    const studyId = report.facts.rows.study.id;
    const body = composeCard(report, { licence, contact, runIds: withModels ? runIds : null });
    const isSettled = await db.$transaction(async (tx) => {
      const now = await lockCard(tx, studyId);
      if (!now?.isPublished || isCurrent(now)) return true;
      if (now.peopleChanges !== seen) return false;
      const why = now.document === null ? "people_changed" : "key_changed";
      const made = await issueCard(tx, now, body, report, {});
      await recordEvent(tx, viewer, "study.card_renewed", subjectOf(report), { ...made, withModels, why });
      return true;
    });
    if (isSettled) return;
  }
}

/** From the next request on there is no page, no file and no badge. The address comes back with the card. */
export async function withdrawCard(
  viewer: Admin,
  slug: string,
): Promise<Result<undefined, "not_found" | "not_published">> {
  return db.$transaction(async (tx) => {
    const study = await tx.study.findUnique({ where: { slug }, select: { id: true } });
    if (!study) return fail("not_found");
    const now = await lockCard(tx, study.id);
    if (!now?.isPublished) return fail("not_published");
    const gone = { isPublished: false, document: null, fingerprint: null, stamp: null };
    await tx.studyCard.update({ where: { studyId: study.id }, data: gone });
    const subject = { type: "study", id: study.id };
    await recordEvent(tx, viewer, "study.card_withdrawn", subject, { issue: now.issue });
    return succeed();
  });
}

const subjectOf = ({ facts }: Report) => ({ type: "study", id: facts.rows.study.id });

/** The count of changes is read before the figures: whoever withdraws in between is noticed when the card is stored. */
async function readCounted(
  viewer: Admin,
  slug: string,
  detailsUpTo?: number,
): Promise<Result<{ report: Report; seen: number }, ReportProblem>> {
  const study = await db.study.findUnique({ where: { slug }, select: { id: true, state: true } });
  if (!study || study.state === "draft") return fail("not_found");
  if (isRunning(study.state)) return fail("not_closed");
  const code = cardCodeFrom(randomBytes(26));
  await db.studyCard.createMany({ data: [{ studyId: study.id, code }], skipDuplicates: true });
  const { peopleChanges: seen } = await db.studyCard.findUniqueOrThrow({
    where: { studyId: study.id },
    select: { peopleChanges: true },
  });
  const report = await readClosed(viewer, slug, detailsUpTo);
  return report.ok ? succeed({ report: report.value, seen }) : report;
}

async function lockCard(tx: Transaction, studyId: string): Promise<CardRow | null> {
  // In SQL: Prisma can't hold a row.
  await tx.$queryRaw`SELECT FROM study_cards WHERE study_id = ${studyId}::uuid FOR UPDATE`;
  return tx.studyCard.findUnique({ where: { studyId }, select: kept });
}

async function issueCard(
  tx: Transaction,
  now: CardRow,
  body: CardBody,
  report: Report,
  settings: Prisma.StudyCardUpdateInput,
) {
  const issuedAt = new Date();
  const issue = now.issue + 1;
  // What a request says of the host may be made up: a card tells an address that an operator has set, or none.
  const address = env.publicUrl === null ? null : env.publicUrl + cardPath(now.code);
  const document = signCard({ ...body, issue, issuedAt: issuedAt.toISOString(), address }, ownKey());
  const { rows } = report.facts;
  const { fingerprint } = ownPublicKey();
  await tx.studyCard.update({
    where: { studyId: rows.study.id },
    data: { ...settings, issue, issuedAt, document, fingerprint, stamp: rows.stamp },
  });
  return { issue, sha256: hashOf(document) };
}

/** What a card says beside what it is known by: its address, its number and when it was issued. */
type CardBody = Omit<CardContent, "issue" | "issuedAt" | "address">;

type CardChoice = {
  licence: string | null;
  contact: string | null;
  /** The runs whose figures stand in it; null where none do. */
  runIds: readonly number[] | null;
};

/**
 * Points whose sentences may be told: of people and the plan, and of no model but those that chose the cases. Of the
 * others the state alone, since a name or a count of them could be what nobody agreed to publish.
 */
const told: ReadonlySet<PointKey> = new Set([
  "selection",
  "smallTracks",
  "uncertainty",
  "agreement",
  "frozen",
  "exposure",
  "exclusions",
  "power",
  "participants",
  "report",
]);

/** All that a card says, from the same facts as the report: no row of a person, no text of a case, and no right answer. */
function composeCard(
  { facts, points }: { facts: Facts; points: readonly Point[] },
  { licence, contact, runIds }: CardChoice,
): CardBody {
  const { results, rows, record, version, isIntact } = facts;
  const { manifest } = record;
  if (!manifest) throw new Error("a study that was opened has a frozen plan");
  const { reference } = rows.study.design.frame;
  const filters = listFilters(rows.study.benchmark);
  const { people, method } = results;
  return {
    schema: cardFormat,
    software: { name: "Benchside", version },
    rules: method.rules,
    licence,
    contact,
    study: writeStudy(facts),
    plan: { hash: manifest.hash, frozenAt: manifest.frozenAt.toISOString(), isIntact },
    selection: reference,
    ...(filters.length > 0 && { filters }),
    people: {
      ...writePeople(people),
      works: method.works,
      clusterUnit: method.clusterUnit,
      unanswered: people.withMissing.missing,
      chance: results.chance,
      level: method.level,
    },
    tracks: results.tracks.map((track) => ({ name: track.name, ...writePeople(track.people) })),
    models: runIds && results.models.filter(({ runId }) => runIds.includes(runId)).map(writeModel),
    checklist: points.map((point) => writePoint(facts, point)),
  };
}

function writePoint(facts: Facts, { key, state, value, gaps }: Point): CardBody["checklist"][number] {
  const named = { key, title: formatPointTitle(key), asks: formatPointQuestion(key), state };
  if (!told.has(key)) return { ...named, found: null, lacks: [] };
  const between = peopleBetween(facts, key);
  const isFew = between > 0 && between < fewest;
  return {
    ...named,
    found: isFew ? t("checklist.withheld", { least: fewest }) : value,
    lacks: gaps.map(({ what }) => what),
  };
}

/** Two shares with and without some people's answers say together what these answered. */
const fewest = 5;

function peopleBetween(facts: Facts, key: PointKey): number {
  if (key === "exclusions") return countExcludedPeople(facts).excluded;
  if (key !== "exposure") return 0;
  const { rows, view } = facts;
  const known = getAnalysed(rows, view).answers.filter((i) => rows.answers.knows[i] === 1);
  return new Set(Array.from(known, (i) => rows.answers.person[i])).size;
}

function writeStudy({
  results: { study, isSimulated },
  rows,
  stated: { reporting },
}: Facts): CardBody["study"] {
  if (study.closedAt === null) throw new Error("a card is of a study that has closed");
  const { arms } = rows.study.design.assignment;
  return {
    title: study.title,
    benchmark: study.benchmark.name,
    kind: rows.kind,
    who: isSimulated ? "simulated" : "people",
    isDemo: study.isDemo,
    ...(arms && { arms: { count: arms.arms.length, differ: arms.differ } }),
    openedAt: study.openedAt,
    closedAt: study.closedAt,
    recruitment: {
      how: reporting.how ?? null,
      where: reporting.where ?? null,
      eligibility: reporting.eligibility ?? null,
    },
  };
}

const none = { accuracy: null, low: null, high: null };
const tooFew = { ...none, reason: "too_few" };

function writePeople({
  n,
  isClaimable,
  accuracy,
  interval,
  reason,
}: ResultsDocument["tracks"][number]["people"]) {
  const counted = { people: n.people, cases: n.cases, answers: n.answers };
  if (!isClaimable) return { ...counted, ...tooFew };
  const { low, high } = interval;
  return { ...counted, accuracy, low, high, reason: reason ?? interval.reason };
}

function writeModel({ top1, interval, reason, ...run }: ResultsDocument["models"][number]) {
  const { model, method, version, replicate, answered, apart } = run;
  const named = { model, method, version, replicate, answered, apart };
  if (apart === "selecting") return { ...named, ...none, reason: "by_selection" };
  if (answered < minForClaim.cases) return { ...named, ...tooFew };
  const { low = null, high = null } = interval ?? {};
  return { ...named, accuracy: top1, low, high, reason: reason ?? interval?.reason ?? null };
}

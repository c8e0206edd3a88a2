import { cardFormat, type CardContent } from "#lib/cards/schema.ts";
import { wordAsks } from "#lib/reports/checklist/checklist.ts";
import { countLeftOut } from "#lib/reports/checklist/raters.ts";
import type { Facts } from "#lib/reports/facts.ts";
import type { Point, PointKey } from "#lib/reports/schema.ts";
import { t } from "#lib/reports/words.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";
import { getAnalysed } from "#lib/study-results/rows/choices.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { minForClaim } from "#lib/study-results/schema.ts";

/** What a card says beside what it is known by: its address, its number and when it was issued. */
export type CardBody = Omit<CardContent, "issue" | "issuedAt" | "address">;

export type CardChoice = {
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
export function composeCard(
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
    selection: reference
      ? {
          model: reference.model,
          method: reference.method,
          version: reference.version ?? "",
          threshold: reference.threshold,
        }
      : null,
    ...(filters.length > 0 && { filters }),
    people: {
      ...writePeople(people),
      works: method.works,
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
  const named = { key, title: t(`points.${key}.title`), asks: wordAsks(key), state };
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
  if (key === "exclusions") return countLeftOut(facts).excluded;
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

type People = ResultsDocument["tracks"][number]["people"];

function writePeople({ n, isClaimable, accuracy, interval, reason }: People) {
  const counted = { people: n.people, cases: n.cases, answers: n.answers };
  if (!isClaimable) return { ...counted, ...tooFew };
  const { low, high } = interval;
  return { ...counted, accuracy, low, high, reason: reason ?? interval.reason };
}

type Model = ResultsDocument["models"][number];

function writeModel({ top1, interval, reason, ...run }: Model) {
  const { model, method, version, replicate, answered, apart } = run;
  const named = { model, method, version, replicate, answered, apart };
  if (apart === "selecting") return { ...named, ...none, reason: "by_selection" };
  if (answered < minForClaim.cases) return { ...named, ...tooFew };
  const { low = null, high = null } = interval ?? {};
  return { ...named, accuracy: top1, low, high, reason: reason ?? interval?.reason ?? null };
}

import product from "#package.json" with { type: "json" };
import { hashOf } from "#lib/canonical.ts";
import { originOf } from "#lib/benchmarks/schema.ts";
import type { Reference } from "#lib/published/reference.ts";
import type { ReportChoice } from "#lib/reports/schema.ts";
import type { StudyRecord } from "#lib/reports/record-queries.ts";
import { parseManifest, type Manifest } from "#lib/studies/opening/manifest.ts";
import { countOriginLayouts } from "#lib/studies/opening/judged-power.ts";
import { computePower, type PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { getAgreement, type Agreement } from "#lib/study-results/agreement/agreement.ts";
import { getAlternatives, type Alternative } from "#lib/study-results/agreement/alternative.ts";
import { listSelfAgreement } from "#lib/study-results/agreement/self-agreement-queries.ts";
import type { SelfAgreementPart } from "#lib/study-results/figure-schemas.ts";
import { mergeStated, type ConsentSays, type ReportingState } from "#lib/studies/reporting/stated.ts";
import { computeFlow, type Flow } from "#lib/study-results/people/flow.ts";
import { getAnalysed, hasRight } from "#lib/study-results/rows/choices.ts";
import { writeResults } from "#lib/results/document.ts";
import type { ResultsDocument } from "#lib/results/document-schema.ts";
import { listOnce } from "#lib/study-results/arms/place.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { findPublished } from "#lib/study-results/figures/published-rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { listJudging } from "#lib/study-results/kinds/registry.ts";

/** Everything that a report is written from: it says the same for the same facts. */
export type Facts = {
  rows: StudyRows;
  view: View;
  /** What a paper printed of the same cases, where it was asked for. */
  published: Reference | null;
  results: ResultsDocument;
  agreement: Agreement;
  /** Of everything and of each track; none where the plan brings no case again. */
  selfAgreement: readonly SelfAgreementPart[];
  alternatives: readonly Alternative[];
  record: StudyRecord;
  /** What was frozen; null where it isn't there, or can't be read. */
  plan: Manifest | null;
  /** Whether the stored text has the hash that was kept of it. */
  isIntact: boolean;
  power: PowerPlan | null;
  /** What was stated of participants, before and after opening. */
  stated: ReportingState;
  /** What participants read of payment and approval when they agreed, in English where that was offered. */
  consent: ConsentSays;
  flow: Flow;
  /** Those who count and have a counted answer, by their place in the rows. */
  analysed: readonly number[];
  version: string;
};

/** One after another where they are computed on threads, so that one report doesn't take all of them at once. */
export async function gatherFacts(
  rows: StudyRows,
  { who, withPublished }: ReportChoice,
  record: StudyRecord,
): Promise<Facts> {
  const view = { ...mainView(who), kind: rows.kinds.length > 1 ? rows.kind : null };
  const published = withPublished ? findPublished(rows, view) : null;
  const results = await writeResults(rows, view, { withPublished });
  const agreement = await getAgreement(rows, view);
  const selfAgreement = await listSelfAgreement(rows, view);
  const alternatives = await getAlternatives(rows, view);
  const plan = readPlan(record);
  return {
    rows,
    view,
    published,
    results,
    agreement,
    selfAgreement,
    alternatives,
    record,
    plan,
    isIntact: record.manifest !== null && hashOf(record.manifest.content) === record.manifest.hash,
    stated: mergeStated(rows.study.design.recruitment.reporting, record.details),
    consent: readConsent(plan),
    flow: computeFlow(rows, who, record.arrivals),
    analysed: [...getAnalysed(rows, view).people],
    power: plan && (await computePower(plan.design, listAvailable(plan), planned(rows))),
    version: product.version,
  };
}

function readPlan({ manifest }: StudyRecord): Manifest | null {
  if (!manifest) return null;
  try {
    return parseManifest(manifest.content);
  } catch {
    // The checklist says that it isn't what was frozen.
    return null;
  }
}

function readConsent(plan: Manifest | null): ConsentSays {
  const read = (plan?.texts ?? []).toSorted((a, b) => (a.language < b.language ? -1 : 1));
  const said = (field: "payment" | "approval") =>
    read.map(({ words }) => words.ethics?.[field]).find(Boolean);
  const [payment, approval] = [said("payment"), said("approval")];
  return { ...(payment && { payment }), ...(approval && { approval }) };
}

/** Of the kind that the report is of. */
const planned = ({ cases, tracks }: StudyRows) => ({
  withChanges: false,
  standing: countOriginLayouts(
    listOnce(cases).flatMap(({ stratum, track, key, group = null, attributes = null }) =>
      stratum === "selected"
        ? [{ track: tracks[track]?.name ?? "", key, group, origin: originOf(attributes) }]
        : [],
    ),
  ),
});

const listAvailable = ({ eligible }: Manifest) =>
  eligible.map(({ language: _language, ...counts }) => counts);

/** Models that can be held beside people: not the one whose errors chose the cases, and with some answer. */
export function listCompared({ rows, results }: Facts): ResultsDocument["models"] {
  const judging = hasRight(rows) ? null : listJudging(results);
  return results.models.filter(({ runId, isTested }) => judging?.includes(runId) ?? isTested);
}

type Models = ResultsDocument["models"];

/** Of the runs that are compared those that came when the study was open already, and when it had closed. */
export function listLater(facts: Facts): { opened: Models; closed: Models } {
  const { openedAt, closedAt } = facts.rows.study;
  const addedAt = new Map(facts.rows.runs.map((run) => [run.id, run.addedAt ?? null]));
  const came = (from: Date | null, to: Date | null) =>
    listCompared(facts).filter(({ runId }) => {
      const at = addedAt.get(runId);
      return at != null && from !== null && at > from && (to === null || at <= to);
    });
  return { opened: came(openedAt, closedAt), closed: came(closedAt, null) };
}

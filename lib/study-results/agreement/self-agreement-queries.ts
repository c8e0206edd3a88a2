import "server-only";
import { db } from "#lib/db.ts";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { measureSelfAgreement, type RepeatedAnswers } from "#lib/metrics/agreement/self-agreement.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { listViews } from "#lib/study-results/agreement/agreement.ts";
import type {
  BoundedFigure,
  SelfAgreementPart,
  SelfAgreementFigures,
} from "#lib/study-results/figure-schemas.ts";
import { holdsAtEveryLook } from "#lib/study-results/interim-policy.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { isCounted, isInView } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** How far people agree with themselves; null where the plan brings no case again. */
export function getSelfAgreement(rows: StudyRows, view: View): Promise<SelfAgreementFigures | null> {
  return memoize(rows, `self-agreement ${viewKey(view)}`, async () => {
    if (rows.study.design.sample.repeats === undefined) return null;
    const { given, points } = encode(rows, await readRepeats(rows, view));
    const { same, kappa, change } = measureSelfAgreement(given, points);
    const isLook = holdsAtEveryLook(rows, view.who);
    return {
      pairs: given.first.length,
      people: new Set(given.rater).size,
      cases: new Set(given.case).size,
      same: toFigure(asBounded(same), isLook),
      kappa: kappa && toFigure(kappa, isLook),
      change: change && toFigure(asBounded(change), isLook),
    };
  });
}

/** The same of everything and of each track, one after the other; none where no case comes again. */
export async function listSelfAgreement(rows: StudyRows, view: View): Promise<SelfAgreementPart[]> {
  const parts: SelfAgreementPart[] = [];
  for (const part of listViews(rows, view)) {
    const told = await getSelfAgreement(rows, part);
    if (told) parts.push({ track: part.track, ...told });
  }
  return parts;
}

const asBounded = ({ mean, low, high, reason }: GroupedMean): Bounded => ({ value: mean, low, high, reason });

const toFigure = (figure: Bounded, isLook: boolean): BoundedFigure =>
  figure.value === null || !isLook
    ? figure
    : { value: figure.value, low: null, high: null, reason: "interim" };

type Repeat = { sittingId: string; studyCaseId: number; first: OwnValue; again: OwnValue };
/** By the indexes of people and cases in the rows. */
type RepeatedAnswer = { person: number; case: number; first: OwnValue; again: OwnValue };

/** Both answers of those who count, to the cases of a view. In SQL: Prisma can't join a case with its first showing. */
async function readRepeats(rows: StudyRows, view: View): Promise<RepeatedAnswer[]> {
  const counted = new Map(
    rows.people.flatMap((person, at) => (isCounted(person, view) ? [[person.sittingId, at] as const] : [])),
  );
  const shown = new Map(
    rows.cases.flatMap((row, at) => (isInView(row, view, rows.tracks) ? [[row.id, at] as const] : [])),
  );
  const read = await db.$queryRaw<Repeat[]>`
    SELECT v.sitting_id AS "sittingId", v.study_case_id AS "studyCaseId", f.value AS first, a.value AS again
    FROM served_cases v JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
      JOIN answers f ON f.sitting_id = v.sitting_id AND f.position = v.repeats
    WHERE v.sitting_id = ANY(${[...counted.keys()]}::uuid[]) AND v.repeats IS NOT NULL
      AND a.decision IS NOT NULL AND f.decision IS NOT NULL
      AND (${view.known} = 'with' OR f.knows_work IS NOT true)
    ORDER BY v.sitting_id, v.position`;
  return read.flatMap(({ sittingId, studyCaseId, ...answers }) => {
    const [person, at] = [counted.get(sittingId), shown.get(studyCaseId)];
    return person === undefined || at === undefined ? [] : [{ person, case: at, ...answers }];
  });
}

/** Answers on one scale by their point; others by a number of their own for each that decides something else. */
function encode(
  { kind, cases }: StudyRows,
  found: readonly RepeatedAnswer[],
): { given: RepeatedAnswers & { case: Int32Array }; points: number | null } {
  const { estimates, category } = serverKindOf(kind);
  const scales = new Set(found.map((one) => JSON.stringify(cases[one.case]?.noted)));
  const isScale = estimates === "mean" && scales.size < 2;
  const numbers = new Map<string, number>();
  const numberOf = (value: OwnValue): number => {
    if (isScale) return category(value) ?? NaN;
    const decision = kindOf(kind).decide(value) ?? "";
    const known = numbers.get(decision) ?? numbers.size;
    numbers.set(decision, known);
    return known;
  };
  const groups = new Map<string, number>();
  const groupOf = (at: number): number => {
    const name = JSON.stringify(cases[at]?.group ?? at);
    const known = groups.get(name) ?? groups.size;
    groups.set(name, known);
    return known;
  };
  const points = found.reduce((most, one) => Math.max(most, cases[one.case]?.optionNames.length ?? 0), 2);
  return {
    given: {
      rater: Int32Array.from(found, ({ person }) => person),
      case: Int32Array.from(found, (one) => one.case),
      group: Int32Array.from(found, (one) => groupOf(one.case)),
      first: Float64Array.from(found, ({ first }) => numberOf(first)),
      again: Float64Array.from(found, ({ again }) => numberOf(again)),
    },
    points: isScale ? points : null,
  };
}

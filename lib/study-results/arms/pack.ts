import { keepAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { plainKeyOf } from "#lib/study-results/arms/place.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

/** The counted answers with cases numbered by what they are in the benchmark, however arms show them. */
export type PackedArms = {
  input: TwoWayInput;
  /** By answer: its arm, the first being 1; 0 where it has none. */
  armOf: Int32Array;
  /** By case: where the study's rows have it under each arm, or wherever where it is the same under all. */
  placesOf: readonly ReadonlyMap<number, number>[];
};

/** Of everybody and all arms; people and works are numbered alike in every arm. */
export const packArms = (rows: StudyRows, view: View): PackedArms =>
  memoize(rows, `packed arms ${viewKey(view)}`, () => {
    const selection = getSelection(rows, { ...view, arm: null });
    const packed = packSelection(selection);
    const numberOf = new Map<string, number>();
    const baseOf = Int32Array.from(selection.cases, (at) => {
      const row = rows.cases[at] as CaseRow;
      const name = JSON.stringify([row.track, plainKeyOf(row)]);
      const number = numberOf.get(name) ?? numberOf.size;
      numberOf.set(name, number);
      return number;
    });
    const cases = numberOf.size;
    const stratumOf = new Int32Array(cases);
    const clusterOf = Int32Array.from({ length: cases }, (_, base) => base);
    const placesOf = Array.from({ length: cases }, () => new Map<number, number>());
    baseOf.forEach((base, place) => {
      stratumOf[base] = packed.stratumOf?.[place] ?? 0;
      clusterOf[base] = baseOf[packed.clusterOf?.[place] ?? place] as number;
      const at = selection.cases[place] as number;
      placesOf[base]?.set(rows.cases[at]?.arm ?? 0, at);
    });
    const { person, case: caseOf } = rows.answers;
    const armOf = selection.answers.map(
      (i) => rows.people[person[i] as number]?.arm ?? rows.cases[caseOf[i] as number]?.arm ?? 0,
    );
    const input = {
      ...packed,
      cases,
      stratumOf,
      clusterOf,
      case: packed.case.map((at) => baseOf[at] as number),
    };
    return { input, armOf, placesOf };
  });

/** Cases that have counted answers under every one of these arms. */
export function listShared({ input, armOf }: PackedArms, arms: readonly number[]): number[] {
  const answered = arms.map(() => new Uint8Array(input.cases));
  input.case.forEach((at, i) => {
    const own = answered[arms.indexOf(armOf[i] as number)];
    if (own) own[at] = 1;
  });
  return Array.from({ length: input.cases }, (_, at) => at).filter((at) =>
    answered.every((own) => own[at] === 1),
  );
}

/** The answers under one arm to some of the cases. */
export function keepArm({ input, armOf }: PackedArms, arm: number, cases: readonly number[]): TwoWayInput {
  const isWanted = new Uint8Array(input.cases);
  for (const at of cases) isWanted[at] = 1;
  return keepAnswers(input, (i) => armOf[i] === arm && isWanted[input.case[i] as number] === 1);
}

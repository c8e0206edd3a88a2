import { z } from "zod";
import { visitAnswers, type AnswerMap, type MapCase } from "#lib/study-results/answer-map/answer-map.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, one } from "#lib/study-results/schema.ts";

/** From which place in the whole map to which: the first is 1. */
export type Places = { readonly from: number; readonly to: number };
/** What a map is narrowed to; null is all of it. */
export type Window = { readonly people: Places | null; readonly cases: Places | null };
export const wholeMap: Window = { people: null, cases: null };

/** So many can be told apart, a cell each. */
export const maxInCells = { people: 80, cases: 150 } as const;

const places = z
  .preprocess(
    one,
    z
      .string()
      .regex(/^\d{1,9}-\d{1,9}$/)
      .transform((written) => {
        const [from = 1, to = 1] = written.split("-").map(Number);
        return { from, to };
      })
      .refine(({ from, to }) => from >= 1 && to >= from),
  )
  .nullable()
  .catch(null);
const asked = z.object({ people: places, cases: places });

/** `people=21-40&cases=101-180`. */
export const readWindow = (given: Readonly<Record<string, unknown>>): Window =>
  asked.parse({ people: given.people ?? null, cases: given.cases ?? null });

/** Added to the part of an address that says the view. */
export function writeWindow(view: URLSearchParams, { people, cases }: Window): URLSearchParams {
  const written = new URLSearchParams(view);
  if (people) written.set("people", `${people.from}-${people.to}`);
  if (cases) written.set("cases", `${cases.from}-${cases.to}`);
  return written;
}

/** A case with its place among all of the whole map. */
export type PlacedCase = MapCase & { readonly place: number };
export type MapWindow = {
  readonly map: AnswerMap & { readonly cases: readonly PlacedCase[] };
  /** The place of its first person in the whole map. */
  readonly firstPerson: number;
  readonly isWhole: boolean;
  readonly window: Window;
};

/** The people of a window, and of its cases those that any of them was given. A window that holds nobody is the whole. */
export function narrow(rows: StudyRows, view: View, map: AnswerMap, { people, cases }: Window): MapWindow {
  const all = map.cases.map((one, i): PlacedCase => ({ ...one, place: i + 1 }));
  const whole = { map: { ...map, cases: all }, firstPerson: 1, isWhole: true, window: wholeMap };
  const members = people ? map.people.slice(people.from - 1, people.to) : map.people;
  const within = cases ? all.slice(cases.from - 1, cases.to) : all;
  if ((!people && !cases) || members.length === 0) return whole;
  const given = new Set<number>();
  for (const { index: person } of members) visitAnswers(rows, view, person, (index) => given.add(index));
  const kept = within.filter(({ index }) => given.has(index));
  if (kept.length === 0) return whole;
  return {
    map: { people: members, runs: map.runs, cases: kept },
    firstPerson: people ? people.from : 1,
    isWhole: false,
    window: { people, cases },
  };
}

export const fitsInCells = ({ people, cases }: Pick<AnswerMap, "people" | "cases">): boolean =>
  people.length <= maxInCells.people && cases.length <= maxInCells.cases;

import type { StoredAnswer } from "#lib/study-results/rows/answers-queries.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { labelNames } from "#lib/study-results/testing/labelled-rows.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

/** What somebody decides, as a small number that each kind takes its own way; null for nothing. */
type AnswerAt = (person: number, place: number) => number | "passed" | null;

export type KindShape = {
  readonly people: number;
  readonly cases: number;
  /** Of cases; each is its own where there are as many. */
  readonly groups: number;
  readonly say: AnswerAt;
  /** What each of two runs says; none at all without it. */
  readonly judge?: (run: number, place: number) => number | null;
  readonly tracks?: number;
};

type KindRows = {
  /** What a case of this kind has of its own. */
  row: (place: number) => Partial<CaseRow>;
  value: (row: CaseRow, decided: number) => StoredAnswer["value"];
};

const methodOf = (place: number) => ({ method: ["Memory", "Zero-shot"][place % 2] ?? "", model: "quill-3" });
const sideOf = (place: number): Record<string, string> =>
  place % 2 === 0 ? { side: "reference" } : { side: "generated", method: "Memory" };
const traitNames = Object.keys(kindOf("traits").nothing);
const types = ["correct", "opposite_negation", "near_miss", "plausible_misconception"];
/** 0 is right. */
const option = ({ gold, optionNames }: CaseRow, decided: number) =>
  ((gold ?? 0) + decided) % optionNames.length;
const optionValue = (row: CaseRow, decided: number) => ({ choice: option(row, decided), probabilities: [] });

const made: Readonly<Record<KindName, KindRows>> = {
  choice: { row: (place) => ({ source: `work ${place % 5}` }), value: optionValue },
  texts: { row: () => ({ gold: 0, noted: types }), value: optionValue },
  rating: {
    row: (place) => ({
      attributes: methodOf(place),
      optionNames: ["1", "2", "3", "4", "5"],
      gold: null,
      noted: "rolethink-gold",
    }),
    value: optionValue,
  },
  label: {
    row: (place) => ({
      attributes: methodOf(place),
      optionNames: labelNames,
      gold: null,
      noted: "interviewsim-consistency",
    }),
    value: optionValue,
  },
  pair: {
    row: (place) => ({
      optionNames: place % 2 === 0 ? ["Human", "Memory", "tie"] : ["Memory", "Zero-shot", "tie"],
      gold: null,
    }),
    value: optionValue,
  },
  traits: {
    row: (place) => ({
      group: `person ${place >> 1}`,
      attributes: sideOf(place),
      optionNames: [],
      gold: null,
      noted: [],
    }),
    value: (_, decided) => Object.fromEntries(traitNames.map((name, at) => [name, (decided + at) % 3])),
  },
  codes: {
    row: (place) => ({
      attributes: methodOf(place),
      optionNames: ["Motive", "Feeling", "Memory"],
      gold: null,
      noted: { name: "thoughts", labels: [{ name: "Motive" }, { name: "Feeling" }, { name: "Memory" }] },
    }),
    value: (_, decided) => ({ codes: decided }),
  },
};

/** A study of this kind that never was. */
export function makeRowsOfKind(kind: KindName, shape: KindShape): StudyRows {
  const { row: ofKind, value } = made[kind];
  const { groups, say, judge, tracks = 1 } = shape;
  const cases = Array.from({ length: shape.cases }, (_, place) =>
    makeCase(place, {
      kind,
      track: Math.floor((place * tracks) / shape.cases),
      group: groups === shape.cases ? null : `group ${place % groups}`,
      ...ofKind(place),
    }),
  );
  const answer = (row: CaseRow, decided: ReturnType<AnswerAt>): Partial<StoredAnswer> => ({
    value: typeof decided === "number" ? value(row, decided) : kindOf(kind).nothing,
    cannotRead: decided === "passed",
    confidence: typeof decided === "number" ? 1 / (1 + decided) : null,
  });
  const people = Array.from({ length: shape.people }, (_, at) =>
    makePerson(at + 1, cases, (row, place) => answer(row, say(at, place))),
  );
  const runs = [0, 1].flatMap((run) => {
    if (!judge) return [];
    const said = (row: CaseRow, place: number) => {
      const decided = judge(run, place);
      if (decided === null) return null;
      const choice = serverKindOf(kind).category(value(row, decided)) ?? -1;
      return { choice, confidence: 1 / (1 + decided) };
    };
    const one = makeRun(run + 1, cases, said);
    const { confidence, squaredError } = one.predictions;
    squaredError.set(confidence.map((sure) => (1 - sure) ** 2));
    return [one];
  });
  const names = Array.from({ length: tracks }, (_, at) => `Track ${at + 1}`);
  return makeRows({ cases, people, runs, tracks: names, slug: `made-${kind}` });
}

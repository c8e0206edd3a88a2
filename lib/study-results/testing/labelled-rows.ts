import { wholeNumbers } from "#lib/metrics/power/random.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";

type Options = { seed: number; groups: number; people: number; hasGold?: boolean };

export const labelNames = ["Entailment", "Neutral", "Contradiction"];

/** A study of labels that never was: one method contradicts the facts more often than the other. */
export function makeLabelledRows({ seed, groups, people, hasGold = false }: Options): StudyRows {
  const next = wholeNumbers(seed, 0);
  const share = () => next() / 2 ** 32;
  const methods = ["Memory-100", "Zero-shot"];
  const listed = Array.from({ length: groups }, (_, group) =>
    methods.flatMap((method) => ["Belief", "Event"].map((category) => ({ group, method, category }))),
  )
    .flat()
    .map(({ group, ...attributes }, index) =>
      makeCase(index, {
        kind: "label",
        group: `person-${group}`,
        attributes,
        optionNames: labelNames,
        noted: "interviewsim-consistency",
        gold: hasGold ? index % 3 : null,
      }),
    );
  const contradicts = listed.map(({ attributes }) =>
    share() < (attributes?.["method"] === "Zero-shot" ? 0.6 : 0.2) ? 2 : Math.floor(share() * 2),
  );
  const say = (at: number) => (share() < 0.8 ? (contradicts[at] ?? 0) : Math.floor(share() * 3));
  return makeRows({
    cases: listed,
    people: Array.from({ length: people }, (_, one) =>
      makePerson(one + 1, listed, (_row, place) => ({ choice: say(place) })),
    ),
    runs: [makeRun(1, listed, (_row, at) => ({ choice: say(at) }), { model: "judge", method: "few-shot" })],
    tracks: ["Consistency"],
    slug: "labelled",
  });
}

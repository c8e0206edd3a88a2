import { hash } from "node:crypto";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { designSchema, type Design } from "#lib/studies/schema.ts";

type CaseFields = Partial<
  Pick<
    EligibleCase,
    "source" | "group" | "origin" | "question" | "pair" | "correct" | "confidence" | "isEasy" | "hasGold"
  >
>;

/** Cases of one track, each as `give` says. */
export const makeCases = (
  track: string,
  count: number,
  give: (index: number) => CaseFields = () => ({}),
): EligibleCase[] =>
  Array.from({ length: count }, (_, index) => {
    const key = `${track.toLowerCase()}-${index}`;
    return {
      versionId: index + 1,
      track,
      trackPosition: 1,
      key,
      position: index,
      hash: hash("sha256", key),
      source: null,
      group: null,
      origin: null,
      question: null,
      pair: null,
      correct: null,
      confidence: null,
      isEasy: false,
      hasGold: true,
      ...give(index),
    };
  });

/** As another machine would hold them: in another order, under other numbers. */
export const elsewhere = (cases: readonly EligibleCase[], seed: number): EligibleCase[] =>
  orderBySeed(cases, seed, ({ track, key }) => track + key).map((one, index) => ({
    ...one,
    versionId: 100_000 - index,
    trackPosition: 9 - one.trackPosition,
    position: index,
  }));

type Parts = {
  sample?: Partial<Design["sample"]>;
  assignment?: Partial<Design["assignment"]>;
  threshold?: number;
};

export function makeDesign({ sample, assignment, threshold }: Parts): Design {
  const reference = { model: "model-a", method: "zero-shot", threshold };
  return designSchema.parse({
    frame: threshold === undefined ? {} : { reference },
    sample: { seed: 1, ...sample },
    assignment,
  });
}

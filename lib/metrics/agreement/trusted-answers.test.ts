import { describe, expect, test } from "vitest";
import { weighChoices } from "#lib/metrics/agreement/trusted-answers.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";

/** Nine who are nearly always right, three who mostly guess, and what is right. */
function draw(seed: number) {
  const { share, below } = randomShares(seed);
  const right = Array.from({ length: 60 }, () => below(4));
  const answers = right.flatMap((option, at) =>
    Array.from({ length: 12 }, (_, one) => ({
      person: one,
      case: at,
      choice: share() < (one < 9 ? 0.85 : 0.3) ? option : (option + 1 + below(3)) % 4,
    })),
  );
  return { right, answers };
}

const weigh = (answers: readonly { person: number; case: number; choice: number }[], options: number[]) =>
  weighChoices({
    people: 12,
    options,
    person: answers.map(({ person }) => person),
    case: answers.map((one) => one.case),
    choice: answers.map(({ choice }) => choice),
  });

describe("whom to trust, and what is right", () => {
  const { right, answers } = draw(11);
  const options = right.map(() => 4);
  const weighed = weigh(answers, options);

  test("finds out both from the choices alone", () => {
    expect(weighed.hasSettled).toBe(true);
    const found = weighed.probabilities.map((one) => one.indexOf(Math.max(...one)));
    expect(found.filter((option, at) => option === right[at]).length).toBeGreaterThan(57);
    const trust = [...weighed.trust];
    expect(Math.min(...trust.slice(0, 9))).toBeGreaterThan(Math.max(...trust.slice(9)) + 0.2);
  });

  test("believes one who is mostly right more than two who are mostly not", () => {
    const disputed = [
      { person: 0, case: 60, choice: 2 },
      { person: 9, case: 60, choice: 1 },
      { person: 10, case: 60, choice: 1 },
    ];
    const { probabilities } = weigh([...answers, ...disputed], [...options, 4]);
    expect(probabilities[60]?.[2]).toBeGreaterThan(0.6);
  });

  test("takes no notice of the order of options or of answers", () => {
    const turned = answers.map((one) => ({ ...one, choice: (one.choice + one.case) % 4 })).toReversed();
    const other = weigh(turned, options);
    for (const [one, trust] of weighed.trust.entries()) expect(other.trust[one]).toBeCloseTo(trust, 9);
    expect(other.probabilities[7]?.[(3 + 7) % 4]).toBeCloseTo(weighed.probabilities[7]?.[3] ?? -1, 9);
  });

  test("tells nothing of who chose nothing, and shares out evenly what nobody chose", () => {
    const { trust, probabilities } = weigh([{ person: 1, case: 0, choice: 0 }], [2, 4]);
    expect(trust[0]).toBeNaN();
    expect([...(probabilities[1] ?? [])]).toEqual([0.25, 0.25, 0.25, 0.25]);
  });

  test("refuses choices of nobody, of no case, and of no option", () => {
    const refused = { person: 0, case: 0, choice: 0 };
    for (const change of [{ person: 12 }, { case: 1 }, { choice: 2 }])
      expect(() => weigh([{ ...refused, ...change }], [2])).toThrow(/no known/);
  });
});

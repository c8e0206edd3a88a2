import type { Choices } from "#lib/metrics/scores/choice-table.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";

const PER_PERSON = 50;
const OPTIONS = 5;

type Size = { people: number; cases: number; models: number };

/** Own cases for everybody, dealt out so that all are answered about equally often; one call in a hundred failed. */
export function makeStudy({ people, cases, models }: Size): { crossed: CrossedInput; choices: Choices } {
  const next = wholeNumbers(2026, 1);
  const share = () => toShare(next());
  const count = people * PER_PERSON;
  const person = Int32Array.from({ length: count }, (_, i) => Math.floor(i / PER_PERSON));
  const first = person.map(() => Math.floor(share() * cases));
  const caseOf = person.map((one, i) => ((first[one] as number) + (i % PER_PERSON) * 571) % cases);
  const right = Uint8Array.from(person, () => (share() < 0.9 ? 1 : 0));
  const choice = Int8Array.from(right, (isRight) => (isRight ? 0 : 1 + Math.floor(share() * (OPTIONS - 1))));
  return {
    crossed: {
      people,
      cases,
      answers: { person, case: caseOf, right },
      models: Array.from({ length: models }, () => ({
        correct: Int8Array.from({ length: cases }, () => (share() < 0.01 ? -1 : share() < 0.65 ? 1 : 0)),
      })),
      b: 10_000,
      seed: 2026,
    },
    choices: { people, cases, options: OPTIONS, person, case: caseOf, choice },
  };
}

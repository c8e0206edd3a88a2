import { weighChoices, type TrustedAnswers } from "#lib/metrics/agreement/trusted-answers.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import { countOptions, getChoices, getCompared } from "#lib/study-results/rows/choices.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

/** Whom to trust is told of so many people, on so many cases with so many answers each. */
export const minToTrust = { people: 3, cases: 10, answers: 3 } as const;
/** A case is listed where this probable an answer isn't the gold, and so many chose it. */
export const minDoubt = { probability: 0.8, votes: 2 } as const;

export type DoubtedCase = {
  /** Index into the cases of the rows. */
  index: number;
  n: number;
  gold: { name: string; votes: number };
  trusted: { name: string; votes: number; probability: number };
};

/** A person by index into those of the rows: how often they are thought to choose what is right. */
export type TrustedPerson = { index: number; n: number; trust: number };

export type GoldCheck = {
  /** Whether there are people and answers enough, and how many there are. */
  isEnough: boolean;
  n: { people: number; cases: number };
  hasSettled: boolean;
  /** The most probable doubts first. */
  cases: readonly DoubtedCase[];
  /** Those whom it trusts least first. */
  people: readonly TrustedPerson[];
};

/** Above so many answers others would have to wait. */
const manyAnswers = 5000;

/** Cases where those agree against the gold who mostly choose as others do; kept until an answer changes it. */
export function checkGold(rows: StudyRows, view: View): Promise<GoldCheck> {
  return memoize(rows, `gold ${viewKey(view)}`, async () => {
    const counted = getChoices(rows, view);
    const choices = { ...counted, options: countOptions(rows, view) };
    const sizes = new Int32Array(counted.cases);
    for (const at of counted.case) sizes[at] = (sizes[at] ?? 0) + 1;
    const n = { people: counted.people, cases: sizes.filter((size) => size >= minToTrust.answers).length };
    if (n.people < minToTrust.people || n.cases < minToTrust.cases)
      return { isEnough: false, n, hasSettled: true, cases: [], people: [] };
    const found = await (counted.choice.length > manyAnswers
      ? runInThread("trust", [choices])
      : weighChoices(choices));
    const { hasSettled } = found;
    const [cases, people] = [listDoubted(rows, view, found), listPeople(rows, view, found)];
    return { isEnough: true, n, hasSettled, cases, people };
  });
}

function listDoubted(rows: StudyRows, view: View, { probabilities }: TrustedAnswers): DoubtedCase[] {
  const { case: caseOf, choice } = getChoices(rows, view);
  const votes = probabilities.map(({ length }) => new Int32Array(length));
  choice.forEach((option, i) => {
    const ofCase = votes[caseOf[i] ?? 0];
    if (ofCase) ofCase[option] = (ofCase[option] ?? 0) + 1;
  });
  return Array.from(getCompared(rows, view).cases, (index, place): DoubtedCase[] => {
    const { gold = null, optionNames = [] } = rows.cases[index] ?? {};
    const [weighed = new Float64Array(), ofCase = new Int32Array()] = [probabilities[place], votes[place]];
    const probability = Math.max(...weighed);
    const best = weighed.indexOf(probability);
    const optionOf = (option: number) => ({ name: optionNames[option] ?? "", votes: ofCase[option] ?? 0 });
    const trusted = { ...optionOf(best), probability };
    if (gold === null || best === gold) return [];
    if (probability < minDoubt.probability || trusted.votes < minDoubt.votes) return [];
    return [{ index, n: ofCase.reduce((sum, count) => sum + count, 0), gold: optionOf(gold), trusted }];
  })
    .flat()
    .sort(
      (a, b) =>
        b.trusted.probability - a.trusted.probability ||
        b.trusted.votes - a.trusted.votes ||
        a.index - b.index,
    );
}

function listPeople(rows: StudyRows, view: View, { trust }: TrustedAnswers): TrustedPerson[] {
  const { person, people } = getChoices(rows, view);
  const given = new Int32Array(people);
  for (const one of person) given[one] = (given[one] ?? 0) + 1;
  return Array.from(getCompared(rows, view).people, (index, place) => ({
    index,
    n: given[place] ?? 0,
    trust: trust[place] ?? 0,
  })).sort((a, b) => a.trust - b.trust || a.index - b.index);
}

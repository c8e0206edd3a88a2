import type { Design, StudyLanguage } from "#lib/studies/schema.ts";

/** What there is to read: words, and signs of a script that sets no blanks between them. */
type TextLength = { words: number; signs: number };

/** A minute. A Chinese word has one sign and a half on average. */
export const readingSpeed = { words: 240, signs: 360 } as const;

/** Seconds besides reading. A question that may be left out is answered by about every second person. */
export const secondsFor = {
  choosing: 5,
  slider: 4,
  probabilities: 12,
  reason: 20,
  knowsWork: 2,
  background: 8,
  comprehension: 12,
} as const;

export function measureText(text: string): TextLength {
  const signs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const words = text
    .replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, " ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return { words: words.length, signs };
}

export const secondsToRead = ({ words, signs }: TextLength): number =>
  60 * (words / readingSpeed.words + signs / readingSpeed.signs);

/** Of the sittings of a study: the one in the middle, and the one that nine of ten are no longer than. */
export type Spread = { median: number; ninetieth: number };

/** Each cell once: as many people are planned for one as for another. */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? 0;
  const half = (sorted.length - 1) / 2;
  if (sorted.length === 0) return null;
  return {
    median: (at(Math.floor(half)) + at(Math.ceil(half))) / 2,
    ninetieth: at(Math.ceil(0.9 * sorted.length) - 1),
  };
}

/** A text that other cases may have, too. */
type SharedText = { digest: string; seconds: number };

export type ReadCase = {
  stratum: string;
  group: string | null;
  /** To read what only this case has. */
  seconds: number;
  shared: readonly SharedText[];
  /** What is asked about, by words of which two cases have one in common where it is the same text or question. */
  asked: readonly string[];
};

/**
 * The seconds that it takes to read all cases of a sitting, checks and practice among them. Where the cases of a group
 * come together, what they share is read once; apart, with each of them. What comes again is read again.
 */
export function readCells(
  cases: readonly ReadCase[],
  cells: readonly { cases: readonly number[] }[],
  { together = false, repeats = 0 }: { together?: boolean; repeats?: number | undefined } = {},
): Spread | null {
  const everybody = cases.flatMap(({ stratum }, at) =>
    stratum === "attention" || stratum === "practice" ? [at] : [],
  );
  return spreadOf(
    cells.map((cell) => {
      const read = new Set<string>();
      const secondsOf = (sum: number, at: number) => {
        const { group, seconds, shared } = cases[at] as ReadCase;
        const fresh = shared.filter(({ digest }) => {
          const text = `${digest} ${group ?? at}`;
          return !together || (!read.has(text) && read.add(text));
        });
        return fresh.reduce((all, text) => all + text.seconds, sum + seconds);
      };
      const counting = cell.cases.reduce(secondsOf, 0);
      return everybody.reduce(secondsOf, counting + (repeats * counting) / Math.max(1, cell.cases.length));
    }),
  );
}

type ReadTexts = Pick<Design, "questions" | "words">;

/** Seconds for what is asked at every case besides reading it. */
export function secondsPerCase({ confidence, reason, knowsWork }: Design["questions"]): number {
  const weight = { off: 0, optional: 0.5, required: 1 };
  const sure = confidence.form === "options" ? secondsFor.probabilities : secondsFor.slider;
  return (
    secondsFor.choosing +
    weight[confidence.ask] * sure +
    weight[reason] * secondsFor.reason +
    weight[knowsWork] * secondsFor.knowsWork
  );
}

/** Seconds for what comes once: the texts in the reader's language, and the questions before the first case. */
export function secondsOnce({ questions, words }: ReadTexts, language: StudyLanguage): number {
  const { ethics, ticks = [] } = words;
  const { parts = {}, ...pages } = words[language];
  const texts = [
    ...Object.values(pages),
    ...Object.values(parts),
    ...Object.values(ethics ?? {}).map((said) => said[language]),
    ...ticks.map(({ label }) => label[language]),
  ];
  const reading = texts.reduce((sum, text) => sum + secondsToRead(measureText(text)), 0);
  const { background, comprehension = [] } = questions;
  return (
    reading + background.length * secondsFor.background + comprehension.length * secondsFor.comprehension
  );
}

/** Minutes of a whole sitting, from the first page to the last; `served` counts checks and practice. */
export function estimateSitting(
  design: ReadTexts,
  language: StudyLanguage,
  { reading, served }: { reading: Spread; served: number },
): Spread {
  const rest = secondsOnce(design, language) + served * secondsPerCase(design.questions);
  return { median: (reading.median + rest) / 60, ninetieth: (reading.ninetieth + rest) / 60 };
}

/** Most adults read between 200 and 320 words of fiction in a minute (Brysbaert 2019). */
const paces = { quick: 320 / readingSpeed.words, slow: 200 / readingSpeed.words };

/**
 * As it is promised: from a quick reader's time to a slow one's, in steps of five minutes, and upwards, since a promise that is
 * broken is broken to the reader's cost.
 */
export function promisedMinutes({ median, ninetieth }: Spread): { least: number; most: number } {
  const upTo = (minutes: number) =>
    minutes <= 5 ? Math.max(1, Math.ceil(minutes)) : 5 * Math.ceil(minutes / 5);
  return { least: upTo(median / paces.quick), most: upTo(ninetieth / paces.slow) };
}

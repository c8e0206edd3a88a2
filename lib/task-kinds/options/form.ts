import type { ConfidenceQuestion, FormKind, FormRead } from "#lib/task-kinds/kind.ts";
import { optionFields, type OptionValue } from "#lib/task-kinds/options/value.ts";
import { readWhole } from "#lib/task-kinds/whole-number.ts";

/** How far probabilities may miss a sum of 1: whole percents of 26 options, rounded. */
const sumTolerance = 0.011;

export function addUp(probabilities: readonly number[]): boolean {
  const sum = probabilities.reduce((all, one) => all + one, 0);
  return Math.abs(sum - 1) <= sumTolerance;
}

type Fields = { get: (name: string) => unknown };

/** What a case's form says, of what the study asks. Percents become shares. */
function readForm(
  form: Fields,
  optionCount: number,
  { confidence }: ConfidenceQuestion,
): FormRead<OptionValue> {
  const choice = readWhole(form.get(optionFields.choice), optionCount - 1);
  const written = Array.from({ length: optionCount }, (_, option) =>
    form.get(optionFields.probability(option)),
  );
  const isAsked = confidence.ask !== "off" && confidence.form === "options";
  const percents = isAsked ? readPercents(written) : [];
  if (percents) {
    const value = { choice, probabilities: percents.map(toShare) };
    return { value, written: value, problem: null };
  }
  return {
    value: { choice, probabilities: [] },
    // An empty field beside others is NaN.
    written: {
      choice,
      probabilities: written.map((one) => (isBlank(one) ? Number.NaN : toShare(Number(one)))),
    },
    problem: { says: "probabilities", insteadOf: "confidence", parts: ["probabilities"] },
  };
}

/** None at all is an answer not given; an empty field beside others counts as 0. Null where they don't add up. */
function readPercents(written: readonly unknown[]): number[] | null {
  if (written.every((one) => isBlank(one))) return [];
  const percents = written.map((one) => (isBlank(one) ? 0 : readWhole(one, 100)));
  const whole = percents.filter((percent) => percent !== null);
  const sum = whole.reduce((all, percent) => all + percent, 0);
  return whole.length === written.length && sum === 100 ? whole : null;
}

const isBlank = (written: unknown) => typeof written !== "string" || written === "";
const toShare = (percent: number) => percent / 100;

export const optionForm = {
  isGradual: (field) => field.startsWith(optionFields.probability("")),
  readForm,
  pressedIn: ({ choice }) => ({ [optionFields.choice]: String(choice) }),
  drawnParts: ["probabilities"],
  withoutUnfit: ({ choice, probabilities }) => ({
    choice,
    probabilities: addUp(probabilities) ? probabilities : [],
  }),
  isRight: ({ choice }, gold) => choice === gold,
} satisfies FormKind<OptionValue>;

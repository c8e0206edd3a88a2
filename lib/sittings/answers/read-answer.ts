import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";

export type AnswerRead = {
  value: AnswerValue;
  /** Probabilities that don't add up are left out of the value. */
  problem: "probabilities" | null;
};

type Fields = { get: (name: string) => unknown };

/** What a case's form says, of what the study asks. Percents become shares. */
export function readAnswer(form: Fields, optionCount: number, questions: Questions): AnswerRead {
  const { confidence, reason, knowsWork, flag } = questions;
  const asks = (way: "slider" | "options") => confidence.ask !== "off" && confidence.form === way;
  const cannotRead = questions.mayPass === true && form.get(answerFields.choice) === cannotReadChoice;
  const percents = asks("options") && !cannotRead ? readPercents(form, optionCount) : [];
  return {
    value: {
      choice: cannotRead ? null : readWhole(form.get(answerFields.choice), optionCount - 1),
      probabilities: (percents ?? []).map((percent) => percent / 100),
      confidence:
        asks("slider") && !cannotRead ? toShare(readWhole(form.get(answerFields.confidence), 100)) : null,
      reason: reason === "off" ? null : readText(form.get(answerFields.reason)),
      knowsWork: knowsWork === "off" ? null : readTruth(form.get(answerFields.knowsWork)),
      isFlagged: flag !== "off" && form.get(answerFields.flag) === "on",
      cannotRead,
      unfolded: questions.profiles ? readTruth(form.get(answerFields.unfolded)) : null,
      activeMs: 0,
      firstAnswerMs: null,
      focusLosses: 0,
    },
    problem: percents === null ? "probabilities" : null,
  };
}

/** None at all is an answer not given; an empty field beside others counts as 0. Null where they don't add up. */
function readPercents(form: Fields, optionCount: number): number[] | null {
  const written = Array.from({ length: optionCount }, (_, option) =>
    form.get(answerFields.probability(option)),
  );
  if (written.every((one) => isBlank(one))) return [];
  const percents = written.map((one) => (isBlank(one) ? 0 : readWhole(one, 100)));
  const whole = percents.filter((percent) => percent !== null);
  const sum = whole.reduce((all, percent) => all + percent, 0);
  return whole.length === optionCount && sum === 100 ? whole : null;
}

const isBlank = (written: unknown) => typeof written !== "string" || written === "";
const readTruth = (written: unknown) => (written === "yes" ? true : written === "no" ? false : null);
const toShare = (percent: number | null) => (percent === null ? null : percent / 100);

function readWhole(written: unknown, most: number): number | null {
  if (typeof written !== "string" || !/^\d{1,3}$/.test(written)) return null;
  const read = Number(written);
  return read <= most ? read : null;
}

function readText(written: unknown): string | null {
  return typeof written === "string" && written.trim() !== "" ? written : null;
}

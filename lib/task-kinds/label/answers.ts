import { z } from "zod";
import type { AnswerKind } from "#lib/task-kinds/kind.ts";
import { maxCodes, maxErrorTypes, type CodesValue, type LabelValue } from "#lib/task-kinds/label/value.ts";
import { inOneOrder, optionAnswers } from "#lib/task-kinds/options/answers.ts";

const whole = (most: number) => z.int().min(0).max(most).nullable().default(null);

export const labelAnswers: AnswerKind<LabelValue> = {
  ...optionAnswers,
  layOut: inOneOrder,
  answer: { ...optionAnswers.answer, error: whole(maxErrorTypes - 1) },
  toStored({ error = null, ...value }, layout) {
    const stored = optionAnswers.toStored(value, layout);
    return stored && { ...stored, error };
  },
  toShown: ({ error = null, ...value }, layout) => ({ ...optionAnswers.toShown(value, layout), error }),
};

export const codesAnswers: AnswerKind<CodesValue> = {
  version: 1,
  layOut: inOneOrder,
  answer: { codes: whole(2 ** maxCodes - 1) },
  isAskedOnly: () => true,
  // A code that the book doesn't have is no answer to this case.
  toStored: ({ codes = null }, layout) => (codes !== null && codes >= 2 ** layout.length ? null : { codes }),
  toShown: ({ codes = null }) => ({ codes }),
  showGold: ({ choice }) => choice,
};

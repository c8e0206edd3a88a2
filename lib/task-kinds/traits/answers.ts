import { z } from "zod";
import type { AnswerKind } from "#lib/task-kinds/kind.ts";
import { ofTraits, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";

const level = z
  .union([z.literal(0), z.literal(1), z.literal(2)])
  .nullable()
  .default(null);

/** Without what else an answer has. */
const ownParts = (value: TraitsValue): TraitsValue => ofTraits((name) => value[name]);

export const traitAnswers: AnswerKind<TraitsValue> = {
  version: 1,
  answer: ofTraits(() => level),
  isAskedOnly: () => true,
  toStored: ownParts,
  toShown: ownParts,
  showGold: ({ choice }) => choice,
  layOut: () => [],
};

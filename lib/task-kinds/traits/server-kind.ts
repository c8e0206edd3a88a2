import { z } from "zod";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { traitsFiles } from "#lib/task-kinds/traits/case-files.ts";
import { exportedTraits } from "#lib/task-kinds/traits/columns.ts";
import { takenTraits } from "#lib/task-kinds/traits/own-data.ts";
import {
  codeOf,
  itemsOf,
  levelsOf,
  traitNames,
  type TraitName,
  type TraitsValue,
} from "#lib/task-kinds/traits/profile.ts";
import { showDrawn, type TraitsContent } from "#lib/task-kinds/traits/schema.ts";
import { simulatedTraits } from "#lib/task-kinds/traits/simulation.ts";
import { traitsQuestion } from "#lib/task-kinds/traits/model-question.ts";

const level = z
  .union([z.literal(0), z.literal(1), z.literal(2)])
  .nullable()
  .default(null);
const parts = Object.fromEntries(traitNames.map((name) => [name, level])) as Record<TraitName, typeof level>;
/** Without what else an answer has. */
const ownParts = (value: TraitsValue) =>
  Object.fromEntries(traitNames.map((name) => [name, value[name]])) as TraitsValue;

export const traitsServer: ServerKind<TraitsContent, TraitsValue, TraitsContent> = {
  name: "traits",
  modelQuestion: traitsQuestion,
  ...traitsFiles,
  ...exportedTraits,
  measures: [{ id: "right", level: "binary", range: [0, 1] }],
  score: () => [null],
  hasRight: false,
  hasParts: true,
  ordersOptions: false,
  noted: "drawn",
  estimates: "levels",
  filters: [],
  asksProbabilities: false,
  guess: () => 0,
  category: codeOf,
  shownAt: () => null,
  sureOf: (value, said) => (levelsOf(value).every((one) => one === null) ? null : said),
  // No two profiles need be the same.
  aggregate: () => ({ choice: null, tied: [], credit: null }),
  simulate: simulatedTraits,
  takeAlong: takenTraits,
  version: 1,
  answer: parts,
  isAskedOnly: () => true,
  toStored: ownParts,
  toShown: ownParts,
  showGold: ({ choice }) => choice,
  layOut: () => [],
  arrange: (content) => ({ content: showDrawn(content), names: [] }),
  listWords: (shown) => ({ passage: itemsOf(shown).join("\n"), beside: [] }),
};

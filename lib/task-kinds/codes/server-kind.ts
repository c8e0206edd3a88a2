import { z } from "zod";
import { codesFiles } from "#lib/task-kinds/codes/case-files.ts";
import { exportedCodes } from "#lib/task-kinds/codes/columns.ts";
import { mostCodes, type CodesValue } from "#lib/task-kinds/codes/form.ts";
import { takenCodes } from "#lib/task-kinds/codes/own-data.ts";
import type { CodesContent, ShownCodes } from "#lib/task-kinds/codes/schema.ts";
import { simulatedCodes } from "#lib/task-kinds/codes/simulation.ts";
import type { ServerKind } from "#lib/task-kinds/kind.ts";
import { resolveLabels } from "#lib/task-kinds/label-set.ts";
import { passageOf } from "#lib/task-kinds/parts/texts.ts";

export const codesServer: ServerKind<CodesContent, CodesValue, CodesContent> = {
  name: "codes",
  modelQuestion: null,
  ...codesFiles,
  ...exportedCodes,
  measures: [{ id: "right", level: "binary", range: [0, 1] }],
  score: () => [null],
  hasRight: false,
  hasParts: true,
  ordersOptions: false,
  noted: "labels",
  estimates: "shares",
  filters: [],
  asksProbabilities: false,
  guess: () => 0,
  category: ({ codes }) => codes,
  shownAt: () => null,
  sureOf: ({ codes }, said) => (codes === null ? null : said),
  // Codes are held against each other one by one.
  aggregate: () => ({ choice: null, tied: [], credit: null }),
  simulate: simulatedCodes,
  takeAlong: takenCodes,
  version: 1,
  answer: {
    codes: z
      .int()
      .min(0)
      .max(2 ** mostCodes - 1)
      .nullable()
      .default(null),
  },
  isAskedOnly: () => true,
  // A code that the book doesn't have is no answer to this case.
  toStored: ({ codes = null }, layout) => (codes !== null && codes >= 2 ** layout.length ? null : { codes }),
  toShown: ({ codes = null }) => ({ codes }),
  showGold: ({ choice }) => choice,
  // Codes have one order for everybody.
  layOut: (count) => Array.from({ length: count }, (_, at) => at),
  arrange: ({ parts, labels }, optionNames): { content: ShownCodes; names: readonly string[] } => ({
    content: { parts, labels: resolveLabels(labels) },
    names: optionNames,
  }),
  listWords: (shown) => ({ passage: passageOf(shown, "\n"), beside: [] }),
};

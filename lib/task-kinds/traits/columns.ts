import { z } from "zod";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { decodeLevels, tied } from "#lib/task-kinds/traits/decoded.ts";
import { peopleAsJudge } from "#lib/task-kinds/traits/people-as-judge.ts";
import { levelsOf, traitNames, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";
import { nameLevel } from "#lib/task-kinds/traits/schema.ts";

/** Rows of other kinds have no such columns. */
const cell = z.string().nullable().optional();
const onlyTraits = "; only for cases of the kind traits";
const levels = "Low, Neutral or High";

const columnsOf = (about: (trait: string) => string) =>
  Object.fromEntries(traitNames.map((name) => [name, { about: `${about(name)}${onlyTraits}`, cell }]));

const confidence = {
  about: "confidence from 0 to 1, from the slider",
  cell: z.number().min(0).max(1).nullable(),
};
const write = (all: readonly (number | null)[] | null) =>
  Object.fromEntries(
    traitNames.map((name, at) => {
      const level = all?.[at] ?? null;
      return [name, level === null ? null : nameLevel(level === tied ? 1 : level)];
    }),
  );

export const exportedTraits: ExportedKind<TraitsValue> = {
  columns: {
    answers: { ...columnsOf((name) => `${name}: ${levels}; empty if none was given`), confidence },
    cases: {
      drawn: {
        about: `numbers of the items that were read, in their order; the first item of the case is 1${onlyTraits}`,
        cell: z.array(z.int().min(1)).optional(),
      },
    },
    predictions: columnsOf(
      (name) =>
        `${name} by the judge: the level that most of its runs found, neutral if tied; empty for a failed call`,
    ),
    history: { ...columnsOf((name) => `${name} at that time`), confidence },
  },
  writeAnswer: ({ value, confidence: said }) => ({ ...write(levelsOf(value)), confidence: said }),
  writeRevision: ({ value, confidence: said }) => ({ ...write(levelsOf(value)), confidence: said }),
  writeCase: ({ noted }) => ({ drawn: noted as number[] }),
  writePrediction: ({ choice }) => write(choice === null ? null : decodeLevels(choice)),
  peopleAsModel: peopleAsJudge,
  unlogged: "several",
};

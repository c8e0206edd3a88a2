import { z } from "zod";
import { fromOne, orderFromOne } from "#lib/task-kinds/cells.ts";
import { listCodes, type CodesValue } from "#lib/task-kinds/codes/form.ts";
import { peopleAsCoder } from "#lib/task-kinds/codes/people-as-coder.ts";
import type { ExportedKind } from "#lib/task-kinds/exports.ts";
import { resolveLabels, type GivenLabels } from "#lib/task-kinds/label-set.ts";

/** Rows of other kinds have no such columns. */
const onlyCodes = "; only for cases of the kind codes";
const name = z.string().nullable().optional();
const numbers = z.array(z.int().min(1)).nullable().optional();

const codeBook = { about: `name of the code book, or its codes${onlyCodes}`, cell: name };
const codes = (by: string, none: string) => ({
  codes: { about: `numbers of the codes ${by}, in the order of the code book${onlyCodes}`, cell: numbers },
  no_code: {
    about: `1 if none of the codes was said to fit, 0 if one was; empty ${none}${onlyCodes}`,
    cell: z.literal([0, 1]).nullable().optional(),
  },
});
const confidence = (about: string) => ({ about, cell: z.number().min(0).max(1).nullable() });

const bookOf = (noted: unknown) => ({ code_book: resolveLabels(noted as GivenLabels).name });
const write = (found: number | null) => ({
  codes: found === null ? null : orderFromOne(listCodes(found)),
  no_code: found === null ? null : Number(found === 0),
});

export const exportedCodes: ExportedKind<CodesValue> = {
  columns: {
    answers: {
      code_book: codeBook,
      ...codes("that fit, by this participant", "without an answer"),
      confidence: confidence("confidence from 0 to 1, from the slider"),
    },
    cases: {
      code_book: codeBook,
      "option*": { about: "name of the option with that number", cell: z.string() },
    },
    predictions: { code_book: codeBook, ...codes("that fit, by the judge", "for a failed call") },
    history: {
      ...codes("marked at that time", "without an answer"),
      confidence: confidence("confidence at that time, from 0 to 1, from the slider"),
    },
  },
  writeAnswer: ({ value, confidence: said, noted }) => ({
    ...bookOf(noted),
    ...write(value.codes),
    confidence: said,
  }),
  writeRevision: ({ value, confidence: said }) => ({ ...write(value.codes ?? null), confidence: said }),
  writeCase: ({ noted, optionNames }) => ({
    ...bookOf(noted),
    ...Object.fromEntries(optionNames.map((one, at) => [`option${fromOne(at)}`, one])),
  }),
  writePrediction: ({ choice, noted }) => ({ ...bookOf(noted), ...write(choice) }),
  peopleAsModel: peopleAsCoder,
  unlogged: "several",
};

import type { LabelSet } from "#lib/task-kinds/label-set.ts";
import type { ShownLabel } from "#lib/task-kinds/label/schema.ts";
import type { LabelValue } from "#lib/task-kinds/label/form.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";
import { takenOptions, writeOptions } from "#lib/task-kinds/options/own-data.ts";
import { writeParts } from "#lib/task-kinds/parts/texts.ts";

type ToldCase = { parts: ShownLabel["parts"]; labels: LabelSet };
type ToldLabel = {
  label: string | null;
  /** Whatever is kept, also beside a label that doesn't ask for it. */
  errorType: string | null;
  probabilities: readonly number[];
};

export const takenLabels: TakenKind<ShownLabel, LabelValue, ToldCase, ToldLabel> = {
  tellCase: ({ parts, labels }) => ({ parts, labels }),
  tellAnswer: ({ choice, error = null, ...rest }, names, { labels }) => ({
    label: choice === null ? null : (names[choice] ?? null),
    errorType: labels.errors?.types[error ?? -1]?.name ?? null,
    ...rest,
  }),
  writeCase: ({ parts, labels }) => [
    ...writeParts(parts),
    "",
    ...writeOptions(labels.labels.map(({ name }) => ({ name, about: null }))),
  ],
  writeDecision: ({ label }, words) => label ?? words.nothing,
  writeParts: ({ errorType, probabilities }, words) => [
    [words.errorType, errorType ?? ""],
    ...takenOptions.writeParts({ chosen: null, chosenName: null, probabilities }, words),
  ],
};

import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";

/** Who chose which option of which case, all numbered from 0; at most one choice of a person on a case, in any order. */
export type Choices = {
  readonly people: number;
  readonly cases: number;
  /** At least as many as any case has. */
  readonly options: number;
  readonly person: Int32Array;
  readonly case: Int32Array;
  readonly choice: Int8Array;
};

/** How many people chose each option: `counts[case * options + option]`. */
export type ChoiceTable = { readonly cases: number; readonly options: number; readonly counts: Int32Array };

export const mostOptions = 128;

export function countChoices({ cases, options, case: caseOf, choice }: Choices): ChoiceTable {
  requireCount(options, "options", mostOptions);
  if (caseOf.length !== choice.length)
    throw new MetricInputError("unequal_lengths", `${choice.length} choices on ${caseOf.length} cases`);
  const counts = new Int32Array(cases * options);
  for (let i = 0; i < choice.length; i += 1) {
    const [at, option] = [caseOf[i] as number, choice[i] as number];
    if (at < 0 || at >= cases || option < 0 || option >= options)
      throw new MetricInputError(
        "out_of_range",
        `option ${option} of case ${at} is chosen, which isn't there`,
      );
    const place = at * options + option;
    counts[place] = (counts[place] as number) + 1;
  }
  return { cases, options, counts };
}

export const countsOf = ({ options, counts }: ChoiceTable, at: number): Int32Array =>
  counts.subarray(at * options, (at + 1) * options);

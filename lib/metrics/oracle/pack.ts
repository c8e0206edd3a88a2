import { MalformedCase } from "#lib/metrics/oracle/input.ts";
import { MetricInputError, requireCount } from "#lib/metrics/input-error.ts";
import { mostOptions, type Choices, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";

type Labels = readonly (string | null)[];

/** Labels as the product holds choices: numbers from 0, -1 for none; of the declared categories, else in order of use. */
export function numberLabels(rows: readonly Labels[], declared?: readonly string[]) {
  const numbers = new Map((declared ?? []).map((label, number) => [label, number]));
  if (declared && numbers.size < declared.length)
    throw new MetricInputError("duplicate_category", `a category is declared twice: ${declared.join(", ")}`);
  for (const label of rows.flat()) {
    if (label === null || numbers.has(label)) continue;
    if (declared)
      throw new MetricInputError("not_a_category", `${JSON.stringify(label)} is not a declared category`);
    numbers.set(label, numbers.size);
  }
  if (numbers.size > mostOptions)
    throw new MalformedCase(`there are ${numbers.size} labels, ${mostOptions} can be`);
  const numberOf = (label: string | null) => (label === null ? -1 : (numbers.get(label) as number));
  return { options: numbers.size, raters: rows.map((row) => Int8Array.from(row, numberOf)) };
}

/** Raters in rows, items in columns. */
export function packChoices(raters: readonly Int8Array[], cases: number, options: number): Choices {
  const odd = raters.find((row) => row.length !== cases);
  if (odd) throw new MetricInputError("unequal_lengths", `raters have ${cases} and ${odd.length} items`);
  const given = raters.flatMap((row, person) =>
    [...row].flatMap((choice, at) => (choice === -1 ? [] : [{ person, at, choice }])),
  );
  return {
    people: raters.length,
    cases,
    options,
    person: Int32Array.from(given, ({ person }) => person),
    case: Int32Array.from(given, ({ at }) => at),
    choice: Int8Array.from(given, ({ choice }) => choice),
  };
}

/** Items in rows, with how many raters chose each category. */
export function packCounts(rows: readonly (readonly number[])[]): ChoiceTable {
  const options = rows[0]?.length ?? 0;
  for (const row of rows) {
    if (row.length !== options)
      throw new MetricInputError("unequal_lengths", `items have ${options} and ${row.length} categories`);
    for (const count of row) requireCount(count, "a number of ratings");
  }
  return { cases: rows.length, options, counts: Int32Array.from(rows.flat()) };
}

import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** One that cases of the study have, with how many values. */
export type AttributeOfCases = { name: string; values: number };

/** What usually tells who wrote something. */
const usual = ["method", "model"];

export function listAttributes({ cases }: Pick<StudyRows, "cases">): AttributeOfCases[] {
  const found = new Map<string, Set<string>>();
  for (const { attributes, stratum } of cases) {
    if (stratum === "attention") continue;
    for (const [name, value] of Object.entries(attributes ?? {})) {
      const values = found.get(name) ?? new Set();
      found.set(name, values.add(value));
    }
  }
  const placeOf = (name: string) => (usual.includes(name) ? usual.indexOf(name) : usual.length);
  return [...found]
    .map(([name, values]) => ({ name, values: values.size }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name) || (a.name < b.name ? -1 : 1));
}

/** By which attributes the origins of a report, and of a page that nobody asked otherwise, are told apart. */
const usualBy = (rows: Pick<StudyRows, "cases">): string[] =>
  listAttributes(rows).flatMap(({ name }) => (usual.includes(name) ? [name] : []));

/** `by` of an address, once for each attribute or with commas between them; what no case has is left out. */
export function readBy(
  asked: string | readonly string[] | null | undefined,
  rows: Pick<StudyRows, "cases">,
): string[] {
  const wanted = [asked ?? []].flat().flatMap((one) => [one, ...one.split(",")]);
  const chosen = listAttributes(rows).flatMap(({ name }) => (wanted.includes(name) ? [name] : []));
  return chosen.length > 0 ? chosen : usualBy(rows);
}

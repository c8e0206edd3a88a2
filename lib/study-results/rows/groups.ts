import type { StudyRows } from "#lib/study-results/rows/rows.ts";

/** By case, the number of its group, which may stand in several tracks: what intervals are over. One without a group is its own. */
export function numberGroups({ cases }: Pick<StudyRows, "cases">): Int32Array {
  const numbers = new Map<string, number>();
  return Int32Array.from(cases, ({ group }, at) => {
    const name = group == null ? `case ${at}` : `group ${group}`;
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}

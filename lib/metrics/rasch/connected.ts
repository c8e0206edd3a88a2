import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

type Answers = Pick<TwoWayInput, "people" | "cases" | "person" | "case">;

/**
 * Into how many groups people and cases fall between which there is no answer. Who stands higher, of two people of two such
 * groups, nothing tells: the one may only have had the easier cases.
 */
export function countGroups({ people, cases, person, case: caseOf }: Answers): number {
  const parent = Int32Array.from({ length: people + cases }, (_, i) => i);
  const rootOf = (member: number): number => {
    let at = member;
    while (parent[at] !== at) {
      const above = parent[at] as number;
      parent[at] = parent[above] as number;
      at = above;
    }
    return at;
  };
  person.forEach((one, i) => {
    parent[rootOf(one)] = rootOf(people + (caseOf[i] as number));
  });
  const answering = [...person, ...Array.from(caseOf, (one) => people + one)];
  return new Set(answering.map(rootOf)).size;
}

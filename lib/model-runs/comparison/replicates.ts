import type { RunRow } from "#lib/model-runs/schema.ts";

/** Runs of one model by one method that say which replicate they are. */
export type Replicates = {
  model: string;
  method: string;
  isFake: boolean;
  rows: readonly RunRow[];
  /** A number that stands twice: which of those runs belong together nobody can tell. */
  doubled: number | null;
};

/** In the order in which their first ones stand. Made-up answers are no replicates of real ones. */
export function groupReplicates(rows: readonly RunRow[]): Replicates[] {
  const numbered = rows.filter(({ run }) => run.replicate !== null);
  const groups = Map.groupBy(numbered, ({ run }) => JSON.stringify([run.model, run.method, run.isFake]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { model, method, isFake } = first.run;
    const inOrder = group.toSorted((a, b) => (a.run.replicate ?? 0) - (b.run.replicate ?? 0));
    const doubled = inOrder.find(({ run }, at) => run.replicate === inOrder[at - 1]?.run.replicate);
    return [{ model, method, isFake, rows: inOrder, doubled: doubled?.run.replicate ?? null }];
  });
}

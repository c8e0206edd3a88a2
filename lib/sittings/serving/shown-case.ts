import type { ShownPart } from "#lib/task-kinds/kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

/**
 * A case as its participant gets it: nothing in it tells what is right, or why the case is there. Its options, and what
 * its content says of them, stand in this participant's order.
 */
export type ShownCase = ShownPart<unknown> & {
  position: number;
  kind: KindName;
  isPractice: boolean;
  /** Of the passage. */
  language: string;
};

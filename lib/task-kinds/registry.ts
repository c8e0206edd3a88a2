import { choice } from "#lib/task-kinds/choice/kind.ts";
import type { TaskKind } from "#lib/task-kinds/kind.ts";

const kinds = { choice } as const;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as [KindName, ...KindName[]];

export const kindOf = (name: KindName): TaskKind => kinds[name];

export function kindNameOf(name: string): KindName {
  const known = kindNames.find((one) => one === name);
  if (!known) throw new Error(`no kind of task is called ${name}`);
  return known;
}

import { choice } from "#lib/task-kinds/choice/kind.ts";
import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { codes, label } from "#lib/task-kinds/label/kind.ts";
import { pair } from "#lib/task-kinds/pair/kind.ts";
import { rating } from "#lib/task-kinds/rating/kind.ts";
import { traits } from "#lib/task-kinds/traits/kind.ts";
import { texts } from "#lib/task-kinds/texts/kind.ts";

const kinds = { choice, texts, rating, pair, traits, label, codes } as const;

/** What a study can ask. */
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as [KindName, ...KindName[]];

export const kindOf = (name: KindName): TaskKind => kinds[name];

/** As the database names it. */
export function kindNameOf(name: string): KindName {
  const known = kindNames.find((one) => one === name);
  if (!known) throw new Error(`no kind of task is called ${name}`);
  return known;
}

import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { codes } from "#lib/task-kinds/label/kind.ts";
import { optionAnswer } from "#lib/task-kinds/options/value.ts";
import { traits } from "#lib/task-kinds/traits/profile.ts";

/** Something written is read to the end before one option, a point or a label, is chosen for it. */
const judgement: typeof optionAnswer = { ...optionAnswer, beginsUnfolded: true };

const kinds = {
  choice: optionAnswer,
  texts: optionAnswer,
  rating: judgement,
  pair: optionAnswer,
  traits,
  label: judgement,
  codes,
} as const;

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

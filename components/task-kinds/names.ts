import { codesNames } from "#components/task-kinds/label/names.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import { optionNames } from "#components/task-kinds/options/names.ts";
import { traitsNames } from "#components/task-kinds/traits/names.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const kinds: Record<KindName, KindNames> = {
  choice: optionNames,
  texts: optionNames,
  rating: optionNames,
  pair: optionNames,
  traits: traitsNames,
  label: optionNames,
  codes: codesNames,
};

export const namesOf = (kind: KindName): KindNames => kinds[kind];

import type { KindAsking } from "#components/task-kinds/kind.ts";
import { optionAsking } from "#components/task-kinds/options/asking.ts";
import { traitsAsking } from "#components/task-kinds/traits/names.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

const kinds: Record<KindName, KindAsking> = {
  choice: optionAsking,
  texts: optionAsking,
  rating: optionAsking,
  pair: optionAsking,
  traits: traitsAsking,
  label: optionAsking,
};

export const askingOf = (kind: KindName): KindAsking => kinds[kind];

import type { KindAsking } from "#components/task-kinds/kind.ts";
import { optionAsking } from "#components/task-kinds/options/asking.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** Where how sure one is of each part isn't asked, so that nothing can contradict it. */
const ofTheWhole: KindAsking = {
  EachConfidence: () => null,
  findDoubt: () => null,
  DoubtQuestion: () => null,
};

const kinds: Record<KindName, KindAsking> = {
  choice: optionAsking,
  texts: optionAsking,
  rating: optionAsking,
  pair: optionAsking,
  traits: ofTheWhole,
  label: optionAsking,
  codes: ofTheWhole,
};

export const askingOf = (kind: KindName): KindAsking => kinds[kind];

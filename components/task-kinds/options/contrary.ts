import type { Doubt, KindAsking } from "#components/task-kinds/kind.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** Chosen, though another one was given more: the places of both. */
export type ContraryChoice = Doubt & { chosen: number; likelier: number; shares: readonly number[] };

/** A tie is no contradiction, and numbers that don't add up yet say nothing. */
export const findContrary: KindAsking<ContraryChoice>["findDoubt"] = (value) => {
  const { choice, probabilities } = value as OptionValue;
  const own = choice === null ? undefined : probabilities[choice];
  const most = Math.max(...probabilities);
  if (choice === null || own === undefined || !(most > own)) return null;
  const likelier = probabilities.indexOf(most);
  return { key: `${choice} ${likelier}`, chosen: choice, likelier, shares: probabilities };
};

import type { Given } from "#components/sitting/case/fields.ts";
import type { Questions } from "#lib/studies/schema.ts";

/** Chosen, though another one was given more: the places of both. */
export type Contrary = { chosen: number; likelier: number; shares: readonly number[] };

/** A tie is no contradiction, and numbers that don't add up yet say nothing. */
export function findContrary({ choice, probabilities }: Given): Contrary | null {
  const own = choice === null ? undefined : probabilities[choice];
  const most = Math.max(...probabilities);
  if (choice === null || own === undefined || !(most > own)) return null;
  return { chosen: choice, likelier: probabilities.indexOf(most), shares: probabilities };
}

/** Once for each case and pair of candidates, also after the page was loaded anew. */
export function mayAsk(
  sittingId: string,
  position: number,
  { confidence }: Questions,
  { chosen, likelier }: Contrary,
): boolean {
  if (!confidence.guided) return false;
  const key = `asked ${sittingId} ${position} ${chosen} ${likelier}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    // Where nothing is remembered, it would be asked again and again.
    return false;
  }
  return true;
}

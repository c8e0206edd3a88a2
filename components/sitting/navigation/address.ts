export type View = number | "overview";

export const addressOf = (sittingId: string, view: View | "finish"): string =>
  `/sittings/${sittingId}/${view}`;

/** Which page of the cases an address names; null where it is none. */
export function readAddress(sittingId: string, path: string): View | null {
  const base = `/sittings/${sittingId}/`;
  if (!path.startsWith(base)) return null;
  const rest = path.slice(base.length);
  if (rest === "overview") return rest;
  return /^[1-9]\d{0,4}$/.test(rest) ? Number(rest) : null;
}

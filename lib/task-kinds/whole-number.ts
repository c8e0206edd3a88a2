/** A whole number as a form's field holds it; null for anything else, and above the most. */
export function readWhole(written: unknown, most: number): number | null {
  if (typeof written !== "string" || !/^\d{1,3}$/.test(written)) return null;
  const read = Number(written);
  return read <= most ? read : null;
}

/** Tokens of one answer, as many as the database holds. */
export const mostTokens = 2 ** 31 - 1;

const plain = (name: string) => name.trim().replace(/\s+/gu, " ").toLowerCase();

/**
 * Which of several is called so, each of them by any of its names: as printed; else the one that differs in case or blanks
 * alone, and then `isMended`. Null for none.
 */
export function placeAmong(
  said: string,
  named: readonly (readonly string[])[],
): { place: number; isMended: boolean } | null {
  const exact = named.findIndex((names) => names.includes(said));
  if (exact >= 0) return { place: exact, isMended: false };
  const alike = named.flatMap((names, at) => (names.some((name) => plain(name) === plain(said)) ? [at] : []));
  return alike.length === 1 ? { place: alike[0] ?? 0, isMended: true } : null;
}

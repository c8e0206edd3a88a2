const longest = 300;

/** An address as the record may keep it: without what was asked for, and without the secret of a link. */
export function placeOf(address: string | null): string | null {
  const path = address?.split(/[?#]/, 1)[0];
  if (!path) return null;
  return path.replace(/^\/+(enter|join)(\/.*)?$/i, "/$1").slice(0, longest);
}

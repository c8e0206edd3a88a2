const depthLimit = 64;

/** What goes deeper than anything that is meant: whoever walks it, or writes it again, would run out of stack. */
export function isTooDeep(value: unknown, left = depthLimit): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((part) => isTooDeep(part, left - 1));
}

/** What a browser may forbid. Then nothing is known of it. */
export function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

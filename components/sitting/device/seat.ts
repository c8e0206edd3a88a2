const key = "benchside-seat";

/** Forbidden storage says nothing, and then nobody is known to sit here. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Whose sitting was opened last in this browser, since anybody pressed Sign out: known without the network. */
export const takeSeat = (sittingId: string): void => void attempt(() => localStorage.setItem(key, sittingId));
export const leaveSeat = (): void => void attempt(() => localStorage.removeItem(key));
export const isSeated = (sittingId: string): boolean =>
  attempt(() => localStorage.getItem(key)) === sittingId;

import { attempt } from "#components/sitting/device/attempt.ts";

const key = "benchside-seat";

/**
 * Whose sitting was opened last in this browser, since anybody pressed Sign out: known without the network. Forbidden
 * storage says nothing, and then nobody is known to sit here.
 */
export const takeSeat = (sittingId: string): void => void attempt(() => localStorage.setItem(key, sittingId));
export const leaveSeat = (): void => void attempt(() => localStorage.removeItem(key));
export const isSeated = (sittingId: string): boolean =>
  attempt(() => localStorage.getItem(key)) === sittingId;

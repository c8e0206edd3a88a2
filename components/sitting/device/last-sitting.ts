import { attempt } from "#components/sitting/device/attempt.ts";

const key = "benchside-seat";

/**
 * Whose sitting was opened last in this browser, since anybody pressed Sign out: known without the network. Forbidden
 * storage says nothing, and then nobody is known to sit here.
 */
export const rememberLastSitting = (sittingId: string): void =>
  void attempt(() => localStorage.setItem(key, sittingId));
export const forgetLastSitting = (): void => void attempt(() => localStorage.removeItem(key));
export const isLastSitting = (sittingId: string): boolean =>
  attempt(() => localStorage.getItem(key)) === sittingId;

import { readItem, writeItem } from "#components/sitting/device/local-storage.ts";

const item = "benchside-seat";

/**
 * Whose sitting was opened last in this browser, since anybody pressed Sign out: known without the network. Forbidden
 * storage says nothing, and then it is nobody's.
 */
export const rememberLastSitting = (sittingId: string): void => writeItem(item, sittingId);
export const forgetLastSitting = (): void => writeItem(item, null);
export const isLastSitting = (sittingId: string): boolean => readItem(item) === sittingId;

const withdrawn = (sittingId: string) => `benchside-withdrawn-${sittingId}`;
/** Withdrawing can't be undone, not even by a server that was set back to before it. */
export const noteWithdrawn = (sittingId: string): void => writeItem(withdrawn(sittingId), "yes");
export const isWithdrawnHere = (sittingId: string): boolean => readItem(withdrawn(sittingId)) !== null;

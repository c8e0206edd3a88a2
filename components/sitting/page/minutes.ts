const minute = 60_000;

/** Whole minutes; 0 only once there is nothing left. */
export const toMinutes = (ms: number): number => (ms <= 0 ? 0 : Math.max(1, Math.round(ms / minute)));

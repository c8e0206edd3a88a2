// Apart from what checks forms, so that pages that say them needn't carry it.

export const signInDays = 30;
/** Staff are signed in for the day, or for as long where they ask to be kept. */
export const unkeptDays = 1;
export const keptDays = signInDays;
export const linkDays = 14;
export const passwordMinimum = 12;
/** How long failed sign-ins are counted together. */
export const windowMinutes = 15;

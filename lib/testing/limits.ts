/** How long something takes says nothing about it: a limit only ends what hangs. */
export const hangSeconds = 600;
export const hangMs = hangSeconds * 1000;

/** How long something takes says nothing about it: a limit only ends what hangs. */
export const hangSeconds = 600;
export const hangMs = hangSeconds * 1000;

/** Whether the product is searched, by `npm run test:all`, and not only guarded. */
export const isSearching = process.env.BENCHSIDE_TEST_ALL === "1";

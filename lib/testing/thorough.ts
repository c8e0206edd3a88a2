import { test } from "vitest";

/** Whether the product is searched, by `npm run test:all`, and not only guarded. */
export const isSearching = process.env.BENCHSIDE_TEST_ALL === "1";

/** A test that searches the product rather than guards it: `npm test` leaves it out, `npm run test:all` runs it. */
export const thorough = isSearching ? test : test.skip;

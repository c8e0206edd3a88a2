import { test } from "vitest";
import { isSearching } from "#lib/testing/limits.ts";

/** A test that searches the product rather than guards it: `npm test` leaves it out, `npm run test:all` runs it. */
export const thorough = isSearching ? test : test.skip;

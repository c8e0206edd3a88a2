import { test } from "vitest";

/** A test that searches the product rather than guards it: `npm test` leaves it out, `npm run test:all` runs it. */
export const thorough = process.env.BENCHSIDE_TEST_ALL === "1" ? test : test.skip;

import { expect, inject, test as base } from "vitest";
import { ServerLog } from "#e2e/support/server-log.ts";
import { db } from "#lib/db.ts";

export { expect };

function ownProduct() {
  const facts = inject("products")[Number(process.env.VITEST_POOL_ID) - 1];
  if (!facts) throw new Error("there are fewer products than threads");
  return { ...facts, log: new ServerLog(facts.logFile) };
}

/** The product of this thread alone. */
export const product = ownProduct();
export type HttpProduct = typeof product;

/** How much it had said when it was ready: the first test answers for that, too. */
let begin = 0;

/** Without a browser, and with the product's own log read after each test. */
export const test = base.extend<{ expectErrors: (...patterns: RegExp[]) => void }>({
  expectErrors: [
    // oxlint-disable-next-line no-empty-pattern -- what a fixture needs is read off its first parameter
    async ({}, use) => {
      // All tests come from one address; what the one before typed wrongly is not this one's.
      await db.throttle.deleteMany();
      const expected: RegExp[] = [];
      await use((...patterns) => expected.push(...patterns));
      const end = product.log.length;
      const found = product.log.troubles(begin, end);
      begin = end;
      const unexpected = found.filter((line) => !expected.some((pattern) => pattern.test(line)));
      const missed = expected.filter((pattern) => !found.some((line) => pattern.test(line)));
      expect([unexpected, missed], "nothing unexpected in the log, and all that was expected").toEqual([
        [],
        [],
      ]);
    },
    { auto: true },
  ],
});

import {
  choose,
  expectSaved,
  goOn,
  kept,
  startSittingAs,
  sending,
} from "#e2e/participant/faults/started-sitting.ts";
import { expectShownAgain, expectStoredAsShown } from "#e2e/participant/faults/answer-record.ts";
import type { Product } from "#e2e/support/product.ts";
import { expect, test } from "#e2e/support/test.ts";

type Fault = {
  name: string;
  strike: (product: Product) => Promise<void>;
  mend: (product: Product) => Promise<void>;
  seen: RegExp[];
};

const faults: Fault[] = [
  {
    name: "the web process is killed",
    strike: ({ web }) => web.kill(),
    mend: ({ web }) => web.startAgain(),
    seen: [/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/, /^log: (✓ Running|.*"status":503)/],
  },
  {
    name: "the database is killed",
    strike: (product) => product.killDatabase(),
    mend: (product) => product.recoverDatabase(),
    seen: [/status (of )?50[03]/, /^log: ([^{]|.*"status":503|.*\/sittings)/],
  },
];

for (const { name, strike, mend, seen } of faults) {
  test(`${name} between answers, and comes back`, async ({ page, product, signInAs, expectErrors }) => {
    // Two servers start in it.
    test.slow();
    expectErrors(...seen);
    const { answerRecord, caseAt } = await startSittingAs(page, signInAs);
    await page.goto(caseAt(1));
    await choose(page, 0);
    await expectSaved(page, answerRecord);
    await strike(product);
    try {
      await choose(page, 1);
      await answerRecord.look(page);
      await goOn(page, 2);
      await choose(page, 2);
      await answerRecord.look(page);
      await expect(sending(page)).toContainText(kept(2));
    } finally {
      await mend(product);
    }
    await goOn(page, 3);
    await choose(page, 3);
    await answerRecord.look(page);
    await expectSaved(page, answerRecord);
    await expectStoredAsShown(answerRecord);
    await expectShownAgain(page, answerRecord);
  });
}

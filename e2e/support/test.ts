import { existsSync } from "node:fs";
import { test as base, expect, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import type { Role } from "#lib/auth/roles.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { hangMs, isSearching } from "#lib/testing/limits.ts";
import { waitForScripts } from "#e2e/support/at-work.ts";
import { addPerson, signIn, type Person, type SignedIn } from "#e2e/support/people.ts";
import { startProduct, type Product } from "#e2e/support/product.ts";
import { runFolder } from "#e2e/support/run-folder.ts";
import { Troubles } from "#e2e/support/troubles.ts";
import { isAlive } from "#scripts/process/liveness.mjs";
import { processorTimeBelow } from "#scripts/checks/processor-time.ts";

// What tests do by themselves is no news; what the product does stands in its own log.
log.level = "silent";

// Playwright takes down where each of its steps was asked for, and looks every line of it up in a source map. There is
// none, since Node takes the types off without moving anything: this was a tenth of what the tests' own processes do.
Reflect.deleteProperty(Error, "prepareStackTrace");

export { expect };

type ContextOptions = Parameters<Browser["newContext"]>[0];
export type Visitor = { person: Person; signIn: SignedIn };

export type Fixtures = {
  /** Counts what the test takes: browser, product and database work for this worker's test alone. */
  processor: void;
  troubles: Troubles;
  /** Errors that belong to the test; each pattern has to be met. */
  expectErrors: (...patterns: RegExp[]) => void;
  /** A browser of its own, with its own cookies, watched like the first. */
  newDevice: (options?: ContextOptions) => Promise<Page>;
  /** Signs somebody in without the clicks: a new person of that role, or one who is there. */
  signInAs: (who: Role | Person, context?: BrowserContext) => Promise<Visitor>;
  /** A new researcher who may see a study. */
  signInAsMember: (study: { id: string }) => Promise<Visitor>;
};

type WorkerFixtures = {
  /** A whole product for this worker alone: while a test runs, everything in it is that test's doing. */
  product: Product;
};

/**
 * What the page itself was about to go to may come in between, also once the empty page is there: it has to load whole.
 */
export async function leave(page: Page): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const isEmpty = await page.goto("about:blank").then(
      () => page.url() === "about:blank",
      () => false,
    );
    if (isEmpty) return;
  }
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- what a fixture needs is read off its first parameter
    async ({}, use) => {
      const product = await startProduct({ parent: runFolder() });
      env.databaseUrl = product.databaseUrl;
      env.authSecret = product.authSecret;
      env.endpointKeysKey = product.endpointKeysKey;
      env.cardSigningKey = product.cardSigningKey;
      await use(product);
      await db.$disconnect();
      await product.stop();
      const processes = [product.databasePid, ...product.processes.map(({ pid }) => pid)];
      expect([processes.filter(isAlive), existsSync(product.dir)], "no process and no file stays").toEqual([
        [],
        false,
      ]);
    },
    { scope: "worker", timeout: hangMs },
  ],

  processor: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use, testInfo) => {
      const isAsked = process.env.BENCHSIDE_TEST_DURATIONS === "1";
      const before = isAsked ? processorTimeBelow(process.pid) : null;
      await use();
      const after = isAsked ? processorTimeBelow(process.pid) : null;
      if (before !== null && after !== null)
        testInfo.annotations.push({ type: "processor", description: String(after - before) });
    },
    { auto: true },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  troubles: [
    async ({ product }, use) => {
      // All tests come from one address; what the one before typed wrongly is not this one's.
      await db.throttle.deleteMany();
      const troubles = new Troubles([product.url]);
      const begin = new Map(product.processes.map((process) => [process, process.log.length]));
      await use(troubles);
      for (const process of product.processes) {
        const lines = process.log.troubles(begin.get(process) ?? process.preamble);
        troubles.add(...lines.map((line) => `log: ${line}`));
      }
      expect(troubles.report(), "nothing unexpected in browser and log").toEqual([]);
    },
    { auto: true },
  ],

  expectErrors: async ({ troubles }, use) => use((...patterns) => troubles.expect(...patterns)),

  context: async ({ context, javaScriptEnabled, troubles }, use) => {
    // What Playwright leaves as it was in a browser that is used again.
    await context.setOffline(false);
    await context.clearPermissions();
    troubles.watch(context);
    if (javaScriptEnabled) waitForScripts(context);
    await use(context);
    // Nothing of a test goes on asking the product after its end.
    const [first, ...others] = context.pages();
    await Promise.all(others.map((page) => page.close()));
    if (first) await leave(first);
  },

  newDevice: async (
    { browser, contextOptions, baseURL, locale, javaScriptEnabled: hasScript, troubles },
    use,
  ) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const { javaScriptEnabled = hasScript } = options ?? {};
      const look = { ...contextOptions, baseURL, locale, javaScriptEnabled };
      const context = await browser.newContext({ ...look, ...options });
      opened.push(context);
      troubles.watch(context);
      if (javaScriptEnabled) waitForScripts(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },

  signInAs: async ({ context: own, product }, use) => {
    await use(async (who, context = own) => {
      const person = typeof who === "string" ? await addPerson(who) : who;
      const signedIn = await signIn(person);
      await context.addCookies([{ ...signedIn.cookie, url: product.url, httpOnly: true, sameSite: "Lax" }]);
      return { person, signIn: signedIn };
    });
  },

  signInAsMember: async ({ signInAs }, use) => {
    await use(async ({ id: studyId }) => {
      const visitor = await signInAs("researcher");
      await addMember(operator(), { studyId, userId: visitor.person.id });
      return visitor;
    });
  },
});

/** A test that searches the product rather than guards it: `npm test` leaves it out, `npm run test:all` runs it. */
export const thorough = (isSearching ? test : test.skip) as typeof test.skip;

import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { discardImported } from "#lib/imports/mutations.ts";
import { isSearching } from "#lib/testing/limits.ts";
import { productHandlers } from "#lib/worker/worker.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";
import { watchQueue } from "#lib/jobs/running/watch-queue.ts";
import { log } from "#lib/log.ts";
import { expect, test as base } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

export { expect };

/** Whether imports may begin in earnest: a held one stands at half of its work. */
export type Gate = { hold(): void; release(): void };

type Fixtures = { worker: Gate; noUploads: void };

export const test = base.extend<Fixtures>({
  /** What another test left to be imported is not this one's. */
  noUploads: [
    async ({ product: _product }, use) => {
      await db.upload.deleteMany();
      await use();
    },
    { auto: true },
  ],

  /** A worker in this process, for this test alone. */
  worker: async ({ product }, use) => {
    env.dataDir = product.dir;
    log.level = "silent";
    const waiting = { state: "queued" } as const;
    await db.job.updateMany({ where: waiting, data: { state: "cancelled", finishedAt: new Date() } });
    const gate = makeGate();
    const sweep = () => discardImported(operator());
    const queue = watchQueue({ handlers: gate.guard(productHandlers), sweep, everyMs: 40, atOnce: 4 });
    await use(gate);
    gate.release();
    await queue.stop();
  },
});

/** As in test.ts, with these fixtures. */
export const thorough = (isSearching ? test : test.skip) as typeof test.skip;

function makeGate() {
  let opened = Promise.resolve();
  let open = () => {};
  const guarded =
    (handler: JobHandlers["import_cases"]): JobHandlers["import_cases"] =>
    async (viewer, payload, control) => {
      control.progress({ done: 2 * 1024 ** 2, total: 4 * 1024 ** 2, rows: 1234 });
      const stopped = new Promise<never>((_, reject) =>
        control.signal.addEventListener("abort", () => reject(control.signal.reason as Error)),
      );
      await Promise.race([opened, stopped]);
      return handler(viewer, payload, control);
    };
  return {
    hold() {
      opened = new Promise((resolve) => (open = resolve));
    },
    release: () => open(),
    guard: ({ import_cases, import_results, ...others }: JobHandlers): JobHandlers => ({
      ...others,
      import_cases: guarded(import_cases),
      import_results: guarded(import_results),
    }),
  };
}

export const newName = (word = "Harbour") => `${word} ${crypto.randomUUID().slice(0, 8)}`;

export async function addBenchmark(name = newName()): Promise<{ id: number; slug: string; name: string }> {
  return { name, ...(await createBenchmark(operator(), { name, description: "" })) };
}

type TestFile = { name: string; mimeType: string; buffer: Buffer };

/** Lets files go over the zone, as from a file manager. */
export async function dropFiles(page: Page, files: readonly TestFile[]): Promise<void> {
  const carried = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    content: buffer.toString("base64"),
  }));
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, content } of all) {
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, carried);
  await expectOpenZone(page);
  await page.getByText(t("imports.drop.title")).dispatchEvent("drop", { dataTransfer });
}

export async function choose(page: Page, ...files: TestFile[]): Promise<void> {
  await expectOpenZone(page);
  await page.getByLabel(t("imports.drop.choose")).setInputFiles(files);
}

/** Nobody drops a file where nothing is to be seen yet. */
const expectOpenZone = (page: Page) => expect(page.getByText(t("imports.drop.title"))).toBeVisible();

/** The fields of one file. */
export const card = (page: Page, name: string) =>
  page.getByRole("group", { name: t("imports.fields.group", { name }), exact: true });

export async function check(page: Page, count: number): Promise<void> {
  await page.getByRole("button", { name: t("imports.form.check", { count }) }).click();
  await page.waitForURL(/\/imports\//);
}

/** How many uploads have their bytes. */
export const countStored = () => db.uploadChunk.count({ where: { position: 0 } });

/** The words of a table's row that holds a text. */
export const rowWith = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });

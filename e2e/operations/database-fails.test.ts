import pg from "pg";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import type { Product } from "#e2e/support/product.ts";
import { expectHeading } from "#e2e/support/screens.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";
import { awayCode, awayWords } from "#lib/i18n/away-words.ts";

/** No connection left, shutting down, starting, read-only, disk full: as PostgreSQL says it, to one person alone. */
const classes = ["53300", "57P01", "57P03", "25006", "53100"];

async function failFor(product: Product, personId: string) {
  const owner = new pg.Client({ connectionString: product.ownerUrl });
  await owner.connect();
  await owner.query(`CREATE FUNCTION fail_as_told() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'as told' USING ERRCODE = TG_ARGV[0]; END $$`);
  return {
    /** That somebody was there is noted in the middle of their request, the first time at once. */
    async as(code: string) {
      await owner.query("UPDATE users SET last_seen_at = NULL WHERE id = $1", [personId]);
      await owner.query(`CREATE OR REPLACE TRIGGER fail BEFORE UPDATE ON sign_ins FOR EACH ROW
        WHEN (NEW.user_id = '${personId}') EXECUTE FUNCTION fail_as_told('${code}')`);
    },
    noMore: () => owner.query("DROP TRIGGER IF EXISTS fail ON sign_ins"),
    async end() {
      await owner.query("DROP FUNCTION fail_as_told CASCADE");
      await owner.end();
    },
  };
}

test("whatever the database fails with in the middle of a request, pages, programs and forms get the calm answer, never a fault of ours", async ({
  product,
  expectErrors,
}) => {
  expectErrors(/^log: /);
  const person = await addPerson("admin");
  const { cookie: sent } = await signIn(person);
  const cookie = `${sent.name}=${sent.value}`;
  const url = `${product.url}/admin`;
  const fail = await failFor(product, person.id);
  try {
    for (const code of classes)
      await test.step(code, async () => {
        await fail.as(code);
        const page = await ask(url, { cookie });
        expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
        expect(page.text).toContain(awayWords.en.title);
        const headers = { accept: "application/json" };
        const program = await ask(`${product.url}/api/jobs/${crypto.randomUUID()}`, { cookie, headers });
        expect([program.status, program.text]).toEqual([503, `{"error":"${awayCode}"}`]);
        const decision = await ask(`${product.url}/api/queue/any/decisions`, {
          ...{ method: "POST", cookie, body: "{}" },
          headers: { ...headers, "content-type": "application/json" },
        });
        expect([decision.status, decision.text]).toEqual([503, `{"error":"${awayCode}"}`]);
        const form = await postAuth("signOut", { url, cookie });
        expect([form.status, form.text]).toEqual([503, awayCode]);
        expect(form.headers["set-cookie"]).toBeUndefined();
      });
    await fail.noMore();
    expect((await ask(url, { cookie })).status).toBe(200);
  } finally {
    await fail.end();
  }
});

test("where one goes on to the next page and the database fails meanwhile, it says so and goes on by itself", async ({
  page,
  product,
  signInAs,
  expectErrors,
}) => {
  expectErrors(/./);
  const { person } = await signInAs("admin");
  await page.goto("/admin");
  await expectHeading(page, t("admin.title"));
  const fail = await failFor(product, person.id);
  try {
    await fail.as("53100");
    await page.locator('a[href="/admin/people"]:visible').first().click();
    await expectHeading(page, awayWords.en.title);
    await fail.noMore();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("people.title"), { timeout: 15_000 });
  } finally {
    await fail.end();
  }
});

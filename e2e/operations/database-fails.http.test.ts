import { failFor } from "#e2e/operations/failing-database.ts";
import { postAuth } from "#e2e/support/auth-actions.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { awayCode, awayWords } from "#lib/i18n/away-words.ts";

/** No connection left, shutting down, starting, read-only, disk full: as PostgreSQL says it, to one person alone. */
const classes = ["53300", "57P01", "57P03", "25006", "53100"];

test("whatever the database fails with in the middle of a request, pages, programs and forms get the calm answer, never a fault of ours", async ({
  expectErrors,
}) => {
  // What the log and Next print of it.
  expectErrors(/./);
  const person = await addPerson("admin");
  const { cookie: sent } = await signIn(person);
  const cookie = `${sent.name}=${sent.value}`;
  const url = `${product.url}/admin`;
  const fail = await failFor(product, person.id);
  try {
    for (const code of classes) {
      await fail.as(code);
      const page = await ask(url, { cookie });
      expect([page.status, page.headers["retry-after"]]).toEqual([503, "5"]);
      expect(page.text).toContain(awayWords.en.title);
      const headers = { accept: "application/json" };
      const program = await ask(`${product.url}/api/jobs/${crypto.randomUUID()}`, { cookie, headers });
      expect([program.status, program.text]).toEqual([503, `{"error":"${awayCode}"}`]);
      const decision = await ask(`${product.url}/api/queue/any/decisions`, {
        method: "POST",
        cookie,
        body: "{}",
        headers: { ...headers, "content-type": "application/json" },
      });
      expect([decision.status, decision.text]).toEqual([503, `{"error":"${awayCode}"}`]);
      const form = await postAuth("signOut", { url, cookie });
      expect([form.status, form.text]).toEqual([503, awayCode]);
      expect(form.headers["set-cookie"]).toBeUndefined();
    }
    await fail.noMore();
    expect((await ask(url, { cookie })).status).toBe(200);
  } finally {
    await fail.end();
  }
});

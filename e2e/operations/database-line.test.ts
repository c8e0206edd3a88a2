import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { expect, test } from "#e2e/support/test.ts";
import { openLine } from "#lib/testing/database-line.ts";

const atOnce = 20;

test("a web process whose line to the database swallows everything is back within 15 s of its mending, at once where new connections get through; nobody gets a fault of ours", async ({
  product,
  expectErrors,
}) => {
  test.setTimeout(120_000);
  expectErrors(/^log: /);
  const line = await openLine(product.databaseUrl);
  const web = await product.addProcess({ DATABASE_URL: line.url });
  const { cookie: sent } = await signIn(await addPerson("admin"));
  const cookie = `${sent.name}=${sent.value}`;
  const seen = new Set<number>();
  const visit = async () => {
    const { status } = await ask(`${web.url}/admin`, { cookie });
    seen.add(status);
    return status;
  };
  const visitTogether = () => Promise.all(Array.from({ length: atOnce }, visit));
  const expectBack = () =>
    expect
      .poll(async () => (await visitTogether()).every((status) => status === 200), { timeout: 15_000 })
      .toBe(true);
  try {
    await expectBack();
    for (const disturb of [line.lose, line.swallow, line.cut])
      await test.step(disturb.name, async () => {
        const underWay = visitTogether();
        disturb();
        await underWay;
        if (disturb !== line.lose) expect(await visit()).toBe(503);
        await line.mend();
        await expectBack();
      });
    expect([...seen].sort()).toEqual([200, 503]);
  } finally {
    line.close();
    await web.stop();
  }
});

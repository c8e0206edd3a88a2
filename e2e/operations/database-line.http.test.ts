import { ask } from "#e2e/support/ask.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { startBeside } from "#e2e/operations/beside.ts";
import { expect, product } from "#e2e/support/http-test.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { openLine } from "#lib/testing/database-line.ts";

const atOnce = 20;

thorough(
  "a web process whose line to the database swallows everything is back once it is mended, or where new connections get through; nobody gets a fault of ours",
  async () => {
    const line = await openLine(product.databaseUrl);
    const web = await startBeside(product, { DATABASE_URL: line.url });
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
      expect.poll(async () => (await visitTogether()).every((status) => status === 200)).toBe(true);
    try {
      await expectBack();
      for (const disturb of [line.lose, line.swallow, line.cut]) {
        const underWay = visitTogether();
        disturb();
        await underWay;
        if (disturb !== line.lose) expect(await visit(), disturb.name).toBe(503);
        await line.mend();
        await expectBack();
      }
      expect([...seen].sort()).toEqual([200, 503]);
    } finally {
      line.close();
      await web.stop();
    }
  },
);

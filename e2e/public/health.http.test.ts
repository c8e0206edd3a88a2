import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import release from "#package.json" with { type: "json" };

test("health says that all is well, in a shape monitors can rely on", async () => {
  const read = async (path: string) => {
    const { status, text } = await ask(product.url + path);
    return [status, JSON.parse(text)];
  };
  const { version } = release;
  const migrations = { applied: expect.any(Number), pending: [] };
  const well = { status: "ok", problems: [], database: "ok", version, migrations };
  expect(await read("/api/health/ready")).toEqual([200, well]);
  expect(await read("/api/health")).toEqual([200, well]);
  expect(await read("/api/health/live")).toEqual([200, { status: "ok", version }]);
});

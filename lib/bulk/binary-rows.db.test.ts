import { expect, test } from "vitest";
import { BinaryRows } from "#lib/bulk/binary-rows.ts";
import { copyRows } from "#lib/bulk/copy.ts";
import { inBulkTransaction } from "#lib/bulk/transaction.ts";

const columns =
  "a smallint, b int, c float8, d boolean, e text, f bytea, g jsonb, h text[], i float8[], j smallint[]";
const names = "a, b, c, d, e, f, g, h, i, j";

const values = [
  [
    -32768,
    2147483647,
    0.1 + 0.2,
    true,
    "tab\tline\nback\\slash „“ 你好 𝔘",
    Buffer.from([0, 255, 10, 92]),
    { k: ["x", 1, null] },
    ["a,b", '"', "", "{}"],
    [0.1, 1e-300, 1 / 3],
    [1, -1],
  ],
  [0, 0, -0, false, "", Buffer.alloc(0), [], [], [], []],
  [null, null, null, null, null, null, null, ["one"], [1], [0]],
] as const;

function write(rows: BinaryRows): BinaryRows {
  for (const [a, b, c, d, e, f, g, h, i, j] of values)
    rows
      .begin()
      .int2(a)
      .int4(b)
      .float8(c)
      .bool(d)
      .text(e)
      .text(f)
      .json(g)
      .textArray(h)
      .float8Array(i)
      .int2Array(j);
  return rows;
}

test("every kind of value arrives as it was, from a buffer that has to grow, twice", async () => {
  await inBulkTransaction(async (client) => {
    await client.query(`CREATE TEMPORARY TABLE trial (${columns})`);
    const rows = write(new BinaryRows(`trial (${names})`, 32));
    await copyRows(client, rows);
    expect(rows.count).toBe(0);
    await copyRows(client, write(rows));
    const found = await client.query({ text: `SELECT ${names} FROM trial`, rowMode: "array" });
    expect(found.rows).toEqual([...values, ...values]);
  });
});

test("nothing is kept of a transaction that ends in an error, is aborted or not to be kept", async () => {
  const insert = (key: string) => ({
    text: "INSERT INTO throttles (key, attempts, ends_at) VALUES ($1, 1, now())",
    values: [key],
  });
  const count = () =>
    inBulkTransaction(async (client) => (await client.query("SELECT FROM throttles")).rowCount, {
      readOnly: true,
    });
  const aborted = AbortSignal.abort(new Error("stop"));
  await expect(
    inBulkTransaction(async (client) => void (await client.query(insert("a"))), { signal: aborted }),
  ).rejects.toThrow("stop");
  const failing = inBulkTransaction(async (client) => {
    await client.query(insert("b"));
    throw new Error("broken");
  });
  await expect(failing).rejects.toThrow("broken");
  await inBulkTransaction(async (client) => void (await client.query(insert("c"))), { keep: () => false });
  expect(await count()).toBe(0);
  await inBulkTransaction(async (client) => void (await client.query(insert("d"))));
  expect(await count()).toBe(1);
  await expect(inBulkTransaction((client) => client.query(insert("e")), { readOnly: true })).rejects.toThrow(
    /read-only/,
  );
});

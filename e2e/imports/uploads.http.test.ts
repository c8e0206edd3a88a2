import {
  addBenchmark,
  cookieOf,
  countUploads,
  hasBytes,
  listReceiving,
  send,
  uploadUrl,
} from "#e2e/imports/send.ts";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

const table = "prompt,gt,option1,option2\nWho speaks?,Anna,Anna,Boris\n";
const gigabyte = 2 ** 30;

/** Rows and files, but for those that say when somebody was last seen. */
async function everything() {
  const { users: _users, sign_ins: _signIns, ...tables } = await fingerprint(product.ownerUrl);
  return { tables, files: await listReceiving(product) };
}

test("a file that is taken answers 201 with what it may be, and lies there", async () => {
  const { id, slug } = await addBenchmark();
  const cookie = await cookieOf("admin");
  for (const length of [Buffer.byteLength(table), undefined]) {
    const { status, body } = await send(uploadUrl(product.url, slug), { cookie, body: table, length });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      fileName: "Literary.csv",
      bytes: table.length,
      guess: { track: "Literary" },
    });
    expect(await hasBytes(String(body.id))).toBe(true);
  }
  expect(await countUploads(id)).toBe(2);
});

const zip = Buffer.from("PK\u0003\u0004\u0014\0");
const refused: [string, number, { body?: string | Buffer | null; length?: number; name?: string }, string][] =
  [
    ["a file without a name", 400, { name: "", body: table }, "wrong_name"],
    ["a name that is too long", 400, { name: "x".repeat(256), body: table }, "wrong_name"],
    ["a file that says it is too large", 413, { length: 8 * gigabyte, body: null }, "too_large"],
    ["an empty file", 422, { body: "" }, "empty_file"],
    ["a zip archive named .csv", 422, { body: zip }, "zip_archive"],
    ["UTF-16", 422, { body: Buffer.from(`\uFEFF${table}`, "utf16le") }, "utf16"],
    ["a header in Latin-1", 422, { body: Buffer.from("gr\xf6\xdfe,gt\n1,2\n", "latin1") }, "not_utf8"],
    ["5,000 columns", 422, { body: `${"c,".repeat(4999)}c\n` }, "too_many_columns"],
    ["zeros", 422, { body: Buffer.alloc(100_000) }, "binary_file"],
  ];

test("a file that can’t be taken is answered with a sentence, and leaves nothing", async () => {
  const { slug } = await addBenchmark();
  const cookie = await cookieOf("admin");
  const before = await everything();
  for (const [what, status, { name, ...sent }, error] of refused) {
    const { headers, ...answer } = await send(uploadUrl(product.url, slug, name), { cookie, ...sent });
    const body = { error, message: expect.stringMatching(/\. .+|: .+/) };
    expect.soft(answer, what).toMatchObject({ status, body });
    expect.soft(headers["cache-control"], what).toBe("no-store");
    expect.soft(await everything(), what).toEqual(before);
  }
});

test("strangers are turned away before a byte of 2 GB is read", async () => {
  const { slug } = await addBenchmark();
  const unread = { length: 2 * gigabyte, body: null };
  const [participant, researcher, admin] = await Promise.all(
    (["participant", "researcher", "admin"] as const).map(cookieOf),
  );
  const before = await everything();
  const url = uploadUrl(product.url, slug);
  expect(await send(url, unread)).toMatchObject({ status: 401, body: { error: "not_signed_in" } });
  for (const cookie of [participant, researcher])
    expect(await send(url, { ...unread, cookie })).toMatchObject({
      status: 403,
      body: { error: "not_allowed" },
    });
  const nowhere = uploadUrl(product.url, "no-such-benchmark");
  expect(await send(nowhere, { ...unread, cookie: admin })).toMatchObject({ status: 404 });
  expect(await everything()).toEqual(before);
});

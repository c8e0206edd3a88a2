import { createReadStream, openSync, readSync, closeSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import { timed } from "#bench/support/timing.ts";

const READ_BYTES = 1 << 18;

function readColumns(file: string): string[] {
  const head = Buffer.alloc(4096);
  const opened = openSync(file, "r");
  readSync(opened, head);
  closeSync(opened);
  const line = head.toString("utf8").split(/\r?\n/, 1)[0] ?? "";
  return line.replace(/^\uFEFF/, "").split(",");
}

/**
 * The least that storing these files can take: their rows as they are into tables of texts, one table for
 * each kind of header, without a key or an index. Seconds; the tables are gone afterwards.
 */
export async function copyBare(
  url: string,
  files: readonly string[],
  { unlogged = false } = {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = new Map<string, string>();
    for (const file of files) {
      const columns = readColumns(file);
      if (tables.has(columns.join())) continue;
      const name = `bare_${tables.size}`;
      tables.set(columns.join(), name);
      const list = columns.map((column) => `"${column}" text`).join(", ");
      await client.query(`CREATE ${unlogged ? "UNLOGGED" : ""} TABLE ${name} (${list})`);
    }
    const milliseconds = await timed(async () => {
      for (const file of files) {
        const sql = `COPY ${tables.get(readColumns(file).join())} FROM STDIN WITH (FORMAT csv, HEADER true)`;
        await pipeline(createReadStream(file, { highWaterMark: READ_BYTES }), client.query(from(sql)));
      }
    });
    for (const name of tables.values()) await client.query(`DROP TABLE ${name}`);
    return milliseconds / 1000;
  } finally {
    await client.end();
  }
}

import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { BinaryRows } from "#lib/bulk/binary-rows.ts";

export type BulkClient = pg.Client;

/** Sends the rows and makes the buffer ready for the next ones. */
export async function copyRows(client: BulkClient, rows: BinaryRows): Promise<void> {
  if (rows.count === 0) return;
  const sink = client.query(copyFrom(`COPY ${rows.into} FROM STDIN WITH (FORMAT binary)`));
  await pipeline(Readable.from([rows.finish()], { objectMode: false }), sink);
  rows.clear();
}

/** Numbers for rows that are about to be copied, so that rows of other tables can point at them. */
export async function reserveIds(client: BulkClient, table: string, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT nextval(pg_get_serial_sequence($1, 'id')) AS id FROM generate_series(1, $2::int)",
    [table, count],
  );
  return rows.map(({ id }) => Number(id));
}

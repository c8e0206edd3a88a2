import { randomUUID } from "node:crypto";
import pg from "pg";
import { atEnd } from "#bench/support/clean-up.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";

const PLACES = 50;

const table = `CREATE TABLE IF NOT EXISTS bare_answers (sitting_id uuid, position smallint, id uuid NOT NULL,
  revision int NOT NULL, value jsonb NOT NULL, client_at timestamptz NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (sitting_id, position))`;

const insert = {
  name: "bare",
  text: `INSERT INTO bare_answers (sitting_id, position, id, revision, value, client_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (sitting_id, position) DO UPDATE SET id = EXCLUDED.id,
      revision = EXCLUDED.revision, value = EXCLUDED.value, client_at = EXCLUDED.client_at, saved_at = now()`,
};

/** What the database and its driver can do at most: one statement an answer, and nobody asks whose it is. */
export async function openBareInserts(url: string, connections: number) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  atEnd(() => Promise.all(clients.map((client) => client.end())));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(table);
  const sittings = clients.map(() => randomUUID());
  let written = 0;

  /** How many a second. */
  return async (seconds: number): Promise<number> => {
    const begun = performance.now();
    const before = written;
    const work = async (client: pg.Client, index: number) => {
      for (let given = 0; performance.now() < begun + seconds * 1000; given++) {
        const value = answerValue.parse({
          choice: given % 4,
          activeMs: 21_000 + given,
          firstAnswerMs: 17_500,
        });
        const place = [sittings[index], 1 + (given % PLACES)];
        const revision = 1 + Math.floor(given / PLACES);
        const values = [...place, randomUUID(), revision, JSON.stringify(value), new Date().toISOString()];
        await client.query({ ...insert, values });
        written += 1;
      }
    };
    await Promise.all(clients.map(work));
    return ((written - before) * 1000) / (performance.now() - begun);
  };
}

import pg from "pg";
import { atEnd } from "#bench/support/clean-up.ts";
import { workOn } from "#bench/support/own-process.ts";
import { openServer } from "#bench/support/personaeval/server.ts";

/** A server with nothing on it yet, and ways to work on it. */
export async function openCurationStage() {
  const server = await openServer();
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  atEnd(() => client.end());
  return { server, client, viewer: await workOn(server.ownerUrl) };
}
export type Stage = Awaited<ReturnType<typeof openCurationStage>>;

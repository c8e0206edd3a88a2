import { promisify } from "node:util";
import { system } from "#lib/auth/operator.ts";
import { listSilentCards } from "#lib/cards/silent-queries.ts";
import { env } from "#lib/env.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";
import { formatLinks } from "#scripts/supervise/terminal.ts";
import { studyCardPath } from "#lib/paths.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { appRoleOf, migrate } from "#scripts/migrate/migrate.ts";
import { requireSettings } from "#scripts/process/secrets.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { inSeconds, say } from "#scripts/process/steps.mjs";
import { until } from "#scripts/process/liveness.mjs";
import { readServerFacts, judgeServer } from "#scripts/supervise/server-facts.ts";

const PATIENCE_SECONDS = 30;

// What comes before the first process on a database, once for all of them: is the server fit, are its tables those of
// this version, can anybody sign in. `npm start` runs it for the embedded one.
const isEmbedded = process.argv.includes("--embedded");
requireSettings(env);
const url = env.databaseUrl ?? "";
const ownerUrl = env.databaseOwnerUrl ?? url;

let isMigrating = false;
const giveUp = () => process.exit(1);
// Half of one that runs without a transaction would have to be mended by hand.
onStopSignal(() => isMigrating || giveUp(), giveUp);

async function checkServer(): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname}:${port || 5432}${pathname}`;
  let reason = "";
  const ask = () =>
    readServerFacts(url, isEmbedded ? env.dataDir : null).catch((error: Error) => {
      reason = error.message;
      return null;
    });
  const facts = await until(ask, { seconds: PATIENCE_SECONDS, everyMs: 500 });
  if (!facts) throw new Error(`DATABASE_URL: no database at ${place} after ${PATIENCE_SECONDS} s: ${reason}`);
  if (!isEmbedded) say("database", `PostgreSQL ${facts.version} at ${place}`);
  const { refusals, warnings } = judgeServer(facts, env);
  for (const warning of warnings) say("database", `warning: ${warning}`);
  if (refusals.length > 0) throw new Error(refusals.map((refusal) => `the database: ${refusal}`).join("\n"));
}

async function bringTables(): Promise<void> {
  const since = performance.now();
  isMigrating = true;
  const { applied, hasPutBack } = await migrate(ownerUrl, { appRole: appRoleOf(url, ownerUrl) });
  isMigrating = false;
  if (hasPutBack) say("restore", "one was cut off; what was there before is back");
  const count = `${applied.length} ${applied.length === 1 ? "migration" : "migrations"}`;
  say("schema", applied.length > 0 ? `${count} applied ${inSeconds(since)}` : "up to date");
}

/** Whoever started this on a terminal shows them last. */
async function tellLinks(text: string): Promise<void> {
  if (!process.argv.includes("--hand-over-links") || !process.send) return say("links", text);
  await promisify<string, void>(process.send.bind(process))(text);
}

async function welcome(): Promise<void> {
  const links = await prepareFirstRun({ demo: env.demo });
  if (links.length > 0) await tellLinks(formatLinks(links));
  for (const { slug, title, unnamed } of await listSilentCards(system()))
    say(
      "cards",
      `warning: the card of “${title}” doesn’t say that it is about ${formatSelectedCases(unnamed, "en")}. ` +
        `Publish it anew or switch it off: ${env.baseUrl}${studyCardPath(slug)}`,
    );
}

try {
  await checkServer();
  await bringTables();
  await welcome();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

import type { DurabilitySetting, Risk } from "#lib/environment-variables.ts";
import type { ServerFacts } from "#scripts/supervise/server-facts.ts";

const oldestMajor = 15;
const MB = 2 ** 20;
const minFree = 100 * MB;
const littleFree = 1024 * MB;
const maxAheadMs = 10_000;

export type Demands = { acceptedRisks: readonly Risk[]; databasePool: number };
export type Verdict = { refusals: string[]; warnings: string[] };

/** What a web process and a worker take at most, with everything that they do at once, and a command beside them. */
function connectionsNeeded(pool: number): number {
  const ofWeb = pool + 4; // the gate, who looks after the others, two exports
  const ofWorker = pool + 10; // the queue's four, who looks for jobs, two jobs with a lock and an import each, and who looks after
  return ofWeb + ofWorker + 2;
}

const lossy: Record<DurabilitySetting, string> = {
  fsync: "what was confirmed is lost, or the database destroyed, when the power fails",
  full_page_writes: "the database may be destroyed when the power fails",
  synchronous_commit: "answers that were confirmed are lost when the server ends unexpectedly",
};

/** What would lose or break something is refused, by name and with what to do; what is worth knowing is said. */
export function judgeServer(facts: ServerFacts, { acceptedRisks, databasePool }: Demands): Verdict {
  const connections = connectionsNeeded(databasePool);
  const refusals: string[] = [];
  const warnings: string[] = [];
  const refuse = (risk: Risk, what: string, instead: string) => {
    if (acceptedRisks.includes(risk)) warnings.push(`${what}, which DATABASE_ACCEPTED_RISKS accepts`);
    else refusals.push(`${what}: ${instead}, or accept it (DATABASE_ACCEPTED_RISKS=${risk})`);
  };
  if (Number.parseInt(facts.version, 10) < oldestMajor)
    refusals.push(`PostgreSQL ${oldestMajor} or later is needed, this is ${facts.version}`);
  if (facts.isStandby)
    refusals.push("the server is a standby, which takes no answers: use the address of the primary");
  else if (facts.isReadOnly)
    refusals.push("the database is read-only (default_transaction_read_only): turn that off");
  if (facts.encoding !== "UTF8")
    refuse(
      "encoding",
      `the database keeps text as ${facts.encoding}, so that names and texts in other scripts can't be stored`,
      "create it with ENCODING 'UTF8'",
    );
  for (const name of facts.off)
    refuse(name, `${name} is off, so that ${lossy[name]}`, "turn it on in the server's settings");
  if (facts.pooling === "transaction")
    refuse(
      "pooler",
      "a connection pooler in between changes sessions between statements, so that jobs lose their locks",
      "let it keep sessions (PgBouncer: pool_mode = session)",
    );
  if (facts.pooling === "session" || facts.pooling === "unknown")
    warnings.push(
      `a connection pooler ${facts.pooling === "session" ? "stands" : "may stand"} in between: ` +
        "it has to keep sessions (PgBouncer: pool_mode = session)",
    );
  judgeDisk(facts.freeBytes, refuse, warnings);
  if (facts.connections < connections)
    warnings.push(
      `a web process and a worker may need ${connections} connections, and the database allows ${facts.connections}: ` +
        "raise max_connections, or lower DATABASE_POOL",
    );
  if (Math.abs(facts.aheadMs) > maxAheadMs)
    warnings.push(
      `the database's clock is ${Math.round(Math.abs(facts.aheadMs) / 1000)} s ${facts.aheadMs > 0 ? "ahead of" : "behind"} ` +
        "this machine's: time limits and the record go by both",
    );
  return { refusals, warnings };
}

function judgeDisk(
  freeBytes: number | null,
  refuse: (risk: Risk, what: string, instead: string) => void,
  warnings: string[],
): void {
  if (freeBytes === null || freeBytes >= littleFree) return;
  const left = `${Math.floor(freeBytes / MB)} MB are left on the disk of DATA_DIR`;
  if (freeBytes < minFree) refuse("disk", `only ${left}, and a full one stops the database`, "make room");
  else warnings.push(`${left}: make room before it is full`);
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { atEnd } from "#bench/support/clean-up.ts";
import { workOn } from "#bench/support/own-process.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { openServer, type Server } from "#bench/support/personaeval/server.ts";
import { caseCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { until } from "#scripts/process/until.mjs";
import { projectRoot } from "#scripts/project.ts";

const patience = { seconds: 900, everyMs: 50 };

/** A benchmark of so many cases, a server that plays models, and a run over all of them that waits for a worker. */
export const openModelStage = async (cases: number, atOnce: number) =>
  addModelStage(await openServer(), cases, atOnce);

/** The same beside what an instance has already. */
export async function addModelStage(server: Server, cases: number, atOnce: number) {
  const file = path.join(server.folder, "cases.csv");
  writeFileSync(file, caseCsv(someCases(cases)));
  await runBenchside(["benchmark", "import", "Models", "--track", `Literary=${file}`], server.dataDir);
  const host = await startFakeModels();
  const begun = await beginRun(server.appUrl, host, String(atOnce));
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  atEnd(() => client.end());
  return {
    databasePid: server.databasePid,
    settings: { DATABASE_URL: server.appUrl, DATA_DIR: server.dataDir, MODEL_HOSTS: host },
    ...watchLedger(client),
    look: () => lookAtRun(begun),
    async countArrived() {
      const stats = (await (await fetch(`http://${host}/stats`)).json()) as { arrived: { calls: number }[] };
      return stats.arrived.reduce((sum, { calls }) => sum + calls, 0);
    },
  };
}

export type ModelStage = Awaited<ReturnType<typeof openModelStage>>;

type Begun = { viewer: Awaited<ReturnType<typeof workOn>>; id: string };

/** A run of all cases, which waits for a worker. */
async function beginRun(databaseUrl: string, host: string, atOnce: string): Promise<Begun> {
  const viewer = await workOn(databaseUrl);
  const { addEndpoint } = await import("#lib/endpoints/mutations.ts");
  const { prepareRun, startRun } = await import("#lib/endpoint-runs/mutations.ts");
  const { newEndpoint } = await import("#lib/endpoints/schema.ts");
  const { runRequest } = await import("#lib/endpoint-runs/schema.ts");
  const where = { name: "Fake", protocol: "openai", address: `http://${host}/v1`, currency: "USD" };
  const costs = { priceInput: "1", priceOutput: "2", callsAtOnce: atOnce };
  const added = await addEndpoint(viewer, newEndpoint.parse({ ...where, ...costs }));
  if (!added.ok) throw new Error(`the endpoint can't be added: ${JSON.stringify(added)}`);
  const endpointId = added.value.id;
  const request = runRequest.parse({ benchmark: "models", endpointId, model: "fake-70", atOnce });
  const prepared = await prepareRun(viewer, request);
  const started = prepared.ok && (await startRun(viewer, request, prepared.value.plan));
  if (!started || !started.ok) throw new Error(`the run can't begin: ${JSON.stringify(prepared)}`);
  return { viewer, id: started.value.id };
}

/** In milliseconds: what the page that follows a run asks each second. */
async function lookAtRun({ viewer, id }: Begun): Promise<number> {
  const { getLiveRun } = await import("#lib/endpoint-runs/queries.ts");
  const since = performance.now();
  await getLiveRun(viewer, id);
  return performance.now() - since;
}

const answeredCalls = "model_calls WHERE failure IS NULL AND ended_at IS NOT NULL";

function watchLedger(client: pg.Client) {
  const count = async (rows: string) =>
    Number((await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${rows}`)).rows[0]?.n);
  const wait = async (isThere: () => Promise<boolean>) => {
    if (!(await until(isThere, patience))) throw new Error("the run does not get on");
  };
  const countAnswered = () => count(answeredCalls);
  return {
    countAnswered,
    answered: (enough: number) => wait(async () => (await countAnswered()) >= enough),
    ended: () => wait(async () => (await count("endpoint_runs WHERE state = 'finished'")) === 1),
    async count() {
      const [byCase, bySample] = ["case_version_id", "case_version_id, sample HAVING count(*) > 1"];
      return {
        answered: await count(`(SELECT FROM ${answeredCalls} GROUP BY ${byCase}) a`),
        twice: await count(`(SELECT FROM ${answeredCalls} GROUP BY ${bySample}) a`),
        tries: await count("model_calls"),
        interrupted: await count("model_calls WHERE failure = 'interrupted'"),
        predictions: await count("predictions"),
      };
    },
  };
}

async function startFakeModels(): Promise<string> {
  const script = path.join(projectRoot, "scripts/benchside.ts");
  const child = spawn(process.execPath, ["--conditions=react-server", script, "fake-models", "--port", "0"], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  atEnd(() => void child.kill("SIGKILL"));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const host = /127\.0\.0\.1:\d+/.exec(said.toString())?.[0];
  if (!host) throw new Error(`the fake server did not say where it is: ${said.toString()}`);
  return host;
}

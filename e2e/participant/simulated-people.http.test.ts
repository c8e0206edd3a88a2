import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import type { JobControl } from "#lib/jobs/handler.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import type { JobProgress } from "#lib/jobs/schema.ts";
import { simulationHandlers } from "#lib/simulation/handlers.ts";
import { makePeople } from "#lib/simulated-people/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { simulationKey } from "#lib/simulation/schema.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { projectRoot } from "#scripts/project.ts";
import { startWorker } from "#e2e/imports/worker-process.ts";
import { readDrawn } from "#e2e/support/drawn.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn } from "#e2e/support/people.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";

const [people, seed] = [5, 18];
const left = makePeople(seed, people).filter(({ leavesAfter }) => leavesAfter !== null).length;
const countIn = (studyId: string) => db.sitting.count({ where: { studyId, state: "submitted" } });

async function lookAtStudy({ slug }: OpenStudy): Promise<string> {
  const { cookie } = await signIn(await addPerson("admin"));
  const asked = { cookie: `${cookie.name}=${cookie.value}` };
  return (await readDrawn(`${product.url}/studies/${slug}`, asked)).words;
}

/** Everybody once, and the study closed. */
async function expectFilled(study: OpenStudy): Promise<void> {
  expect(left).toBeGreaterThan(0);
  const sittings = await db.sitting.groupBy({
    by: ["state", "isSimulated"],
    where: { studyId: study.id },
    _count: true,
    orderBy: { state: "asc" },
  });
  expect(sittings).toEqual([
    { state: "started", isSimulated: true, _count: left },
    { state: "submitted", isSimulated: true, _count: people - left },
  ]);
  const { state, hasSimulated } = await db.study.findUniqueOrThrow({ where: { id: study.id } });
  expect([state, hasSimulated]).toEqual(["closed", true]);
  const words = await lookAtStudy(study);
  expect(words).toContain(t("live.totals.allSimulated"));
  expect(words).toContain(`${people - left}${t("live.totals.submitted")}`);
}

test("a job fills a study and closes it; taken up again in the middle it leaves nobody doubled", async () => {
  Object.assign(env, { host: "127.0.0.1", port: product.port, publicUrl: undefined });
  const study = await openedStudy();
  const payload = { slug: study.slug, seed, people };
  const stopping = new AbortController();
  const progress = ({ done }: JobProgress) => {
    if (done > 0) stopping.abort();
  };
  const confirm = () => Promise.resolve();
  const run = (signal: AbortSignal, tell: JobControl["progress"]) =>
    simulationHandlers.simulate_people(operator(), payload, { signal, progress: tell, confirm });
  await expect(run(stopping.signal, progress)).rejects.toThrow();
  expect(await countIn(study.id)).toBeLessThan(people - left);
  expect(await run(new AbortController().signal, () => undefined)).toEqual({
    finished: people - left,
    left,
  });
  await expectFilled(study);
});

thorough("a worker that is killed in the middle of it leaves nobody doubled", async () => {
  const study = await openedStudy();
  const request = {
    kind: "simulate_people",
    payload: { slug: study.slug, seed, people },
    benchmarkId: null,
    exclusiveKey: simulationKey(study.id),
    unit: "people",
  } as const;
  const job = await requestJob(operator(), request);
  const read = () => db.job.findUniqueOrThrow({ where: { id: job } });
  const first = startWorker(product);
  try {
    await expect.poll(() => countIn(study.id), { interval: 50 }).toBeGreaterThan(0);
  } finally {
    await first.end("SIGKILL");
  }
  expect(await lookAtStudy(study)).toContain(t("live.simulation.title"));
  const second = startWorker(product);
  try {
    await expect.poll(async () => (await read()).state).toBe("done");
  } finally {
    await second.end("SIGTERM");
  }
  const { attempts, done, result } = await read();
  expect([attempts, done, result]).toEqual([2, BigInt(people), { finished: people - left, left }]);
  await expectFilled(study);
  expect(await lookAtStudy(study)).not.toContain(t("live.simulation.title"));
});

/** As it is typed. */
async function simulateByCommand({ slug }: OpenStudy, people: number, seed: number) {
  const { NODE_OPTIONS: _options, ...inherited } = process.env;
  const script = path.join(projectRoot, "scripts/benchside.ts");
  // The study has a link for people, which nobody uses here.
  const sent = ["--people", String(people), "--seed", String(seed), "--beside-people"];
  const args = ["simulate", slug, ...sent, "--url", product.url, "--json"];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--conditions=react-server", script, ...args],
    {
      cwd: projectRoot,
      env: {
        ...inherited,
        DATABASE_URL: product.databaseUrl,
        DATABASE_OWNER_URL: product.ownerUrl,
        DATA_DIR: product.dir,
      },
    },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Not of which case: the order of cases goes by who comes first, and two set out at once. */
async function listChoices(studyId: string): Promise<string[]> {
  const answers = await db.answer.findMany({
    where: { served: { sitting: { studyId } } },
    select: { decision: true, activeMs: true },
  });
  return answers.map(({ decision, activeMs }) => `${decision} ${activeMs}`).sort();
}

test("the command sends people through, tells what came of it, and they are the people of their seed", async () => {
  const { benchmark, ...one } = await openedStudy();
  const told = await simulateByCommand({ benchmark, ...one }, 2, 9);
  expect(told).toMatchObject({ people: 2, seed: 9, finished: 2, failed: [], stopped: false });
  const other = await openedStudy({ benchmark });
  const knows = (sittingId: string) => listRights(operator(), sittingId);
  const invited = await inviteSimulated(operator(), other.id, { count: 2, seed: 9 });
  const codes = invited.ok ? invited.value.map(({ code }) => code) : [];
  for (const [at, person] of makePeople(9, 2).entries())
    await takePart(person, { baseUrl: product.url, pace: "at_once", knows, link: joinPath(codes[at] ?? "") });
  expect(await listChoices(one.id)).toHaveLength(4);
  expect(await listChoices(one.id)).toEqual(await listChoices(other.id));
});

import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { operator } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { makePeople } from "#lib/simulation/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { simulationKey } from "#lib/simulation/schema.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { projectRoot } from "#scripts/project.ts";
import { startWorker } from "#e2e/imports/worker-process.ts";
import type { Product } from "#e2e/support/product.ts";
import { openedStudy, type OpenStudy } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

test("a job fills a study and closes it; a worker that is killed leaves nobody doubled", async ({
  product,
  page,
  signInAs,
}) => {
  // Two workers start from nothing, and five people go the whole way.
  test.setTimeout(120_000);
  const study = await openedStudy();
  const [people, seed, exclusiveKey] = [5, 18, simulationKey(study.id)];
  const left = makePeople(seed, people).filter(({ leavesAfter }) => leavesAfter !== null).length;
  expect(left).toBeGreaterThan(0);
  const payload = { slug: study.slug, seed, people };
  const request = {
    kind: "simulate_people",
    payload,
    benchmarkId: null,
    exclusiveKey,
    unit: "people",
  } as const;
  const job = await requestJob(operator(), request);
  const read = () => db.job.findUniqueOrThrow({ where: { id: job } });
  const countIn = () => db.sitting.count({ where: { studyId: study.id, state: "submitted" } });
  const first = startWorker(product);
  try {
    await expect.poll(countIn, { timeout: 45_000, intervals: [50] }).toBeGreaterThan(0);
  } finally {
    await first.end("SIGKILL");
  }
  await signInAs("researcher").then(({ person }) =>
    db.studyMember.create({ data: { studyId: study.id, userId: person.id } }),
  );
  await page.goto(`/studies/${study.slug}`);
  await expect(page.getByText(t("live.simulation.title"))).toBeVisible();
  const second = startWorker(product);
  try {
    await expect.poll(async () => (await read()).state, { timeout: 45_000 }).toBe("done");
  } finally {
    await second.end("SIGTERM");
  }
  const { attempts, done, result } = await read();
  expect([attempts, done, result]).toEqual([2, BigInt(people), { finished: people - left, left }]);
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
  await expect(page.getByText(t("live.totals.allSimulated"), { exact: true })).toBeVisible();
  const totals = page.locator("section[aria-labelledby=totals] dl > div");
  const finished = totals.filter({ has: page.getByText(t("live.totals.submitted"), { exact: true }) });
  await expect(finished.locator("dd")).toHaveText(String(people - left));
  await expect(page.getByText(t("live.simulation.title"))).toBeHidden();
});

/** As it is typed. */
async function simulateByCommand({ slug }: OpenStudy, product: Product, people: number, seed: number) {
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

test("the command sends people through, tells what came of it, and they are the people of their seed", async ({
  product,
}) => {
  const { benchmark, ...one } = await openedStudy();
  const told = await simulateByCommand({ benchmark, ...one }, product, 2, 9);
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

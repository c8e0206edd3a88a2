import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Figure } from "#bench/support/figure.ts";
import { countWrong, fillReview } from "#bench/support/review/fill.ts";
import { annotate, noneWorked, review as check, type Worked } from "#bench/support/review/people.ts";
import { openReviewStage, type ReviewStage } from "#bench/support/review/stage.ts";
import { quantile, timed } from "#bench/support/timing.ts";
import type { OwnPart } from "#lib/auth/review-scope.ts";

export const name = "review";
export const about =
  "a review of 32,000 items: 100 people at once, a process killed while it decides, dashboards (95th percentile)";

/** For trying the bench itself out; figures count at 1. */
const scale = Number(process.env.BENCH_SCALE ?? 1);
const ITEMS = Math.max(600, Math.round(32_000 * scale));
const SECONDS = Math.max(5, Math.round(60 * scale));
const EVERY_MS = 2000;
const KILLED_AFTER = Math.max(50, Math.round(500 * scale));

export async function run(): Promise<Figure[]> {
  const stage = await openReviewStage(ITEMS);
  const annotators = await stage.join("annotator", 90);
  const reviewers = await stage.join("reviewer", 10);
  const worked = noneWorked();
  await work(annotators.slice(0, 5), [], 2, noneWorked());
  await work(annotators, reviewers, SECONDS, worked);
  const killed = await killWhileDeciding(stage, annotators.slice(0, 20));
  const all = [...worked.acknowledged, ...killed.acknowledged];
  const { lost, twice } = await countWrong(stage.server.ownerUrl, stage.review.id, all);
  const filled = await fillReview(stage.server.ownerUrl, stage.review.id);
  await stage.server.vacuum();
  return [
    ...describe(worked),
    { what: "decisions acknowledged, some by a process that was killed", value: all.length, unit: "" },
    { what: "  lost", value: lost, unit: "", limit: 0 },
    { what: "  items decided twice", value: twice, unit: "", limit: 0 },
    {
      what: "  decided by others after the kill, of those it held",
      value: killed.taken,
      unit: "%",
      least: 100,
    },
    {
      what: `${ITEMS} items, ${filled.decisions} more decisions and ${filled.checks} checks`,
      value: ITEMS,
      unit: "items",
    },
    ...(await measureDashboards(stage)),
  ];
}

async function work(
  annotators: readonly OwnPart[],
  reviewers: readonly OwnPart[],
  seconds: number,
  worked: Worked,
) {
  const how = { until: performance.now() + 1000 * seconds, everyMs: EVERY_MS, worked };
  await Promise.all([
    ...annotators.map((part) => annotate(part, how)),
    ...reviewers.map((part) => check(part, how)),
  ]);
}

const describe = ({ next, decided, checked }: Worked): Figure[] => [
  {
    what: `decisions by 90 annotators within ${SECONDS} s, beside 10 reviewers`,
    value: decided.length,
    unit: "",
  },
  { what: "  the next items, 95 of 100 within", value: quantile(next, 0.95), unit: "ms", limit: 50 },
  { what: "  a decision, half of them within", value: quantile(decided, 0.5), unit: "ms" },
  { what: "  a decision, 95 of 100 within", value: quantile(decided, 0.95), unit: "ms", limit: 30 },
  {
    what: `checks: ${checked.length}, 95 of 100 within`,
    value: quantile(checked, 0.95),
    unit: "ms",
    limit: 30,
  },
];

/** Kills a process while it decides; when the time of what it held is over, the same people go on elsewhere. */
async function killWhileDeciding({ server, review }: ReviewStage, parts: readonly OwnPart[]) {
  const child = fork(path.join(import.meta.dirname, "support/review/killed-worker.ts"), [], {
    execArgv: ["--conditions=react-server"],
  });
  const acknowledged: string[] = [];
  const enough = new Promise<void>((resolve) => {
    child.on("message", (id) => {
      acknowledged.push(String(id));
      if (acknowledged.length === KILLED_AFTER) resolve();
    });
  });
  child.send({ databaseUrl: server.appUrl, parts });
  await enough;
  child.kill("SIGKILL");
  await once(child, "exit");
  const { db } = await import("#lib/db.ts");
  const held = await db.reviewLease.findMany({
    where: { reviewId: review.id, step: "decide" },
    select: { itemId: true },
  });
  await db.reviewLease.updateMany({ where: { reviewId: review.id }, data: { until: new Date(0) } });
  const items = held.map(({ itemId }) => itemId);
  const worked = noneWorked();
  for (let tried = 0; tried < 30; tried += 1) {
    const left = await db.reviewItem.count({ where: { id: { in: items }, state: "waiting" } });
    if (left === 0) break;
    await work(parts, [], 3, worked);
  }
  const left = await db.reviewItem.count({ where: { id: { in: items }, state: "waiting" } });
  const taken = items.length === 0 ? 100 : (100 * (items.length - left)) / items.length;
  return { acknowledged: [...acknowledged, ...worked.acknowledged], taken };
}

async function measureDashboards({ viewer, slug }: ReviewStage): Promise<Figure[]> {
  const { getReviewRows } = await import("#lib/reviews/results/rows-queries.ts");
  const { reviewFigures } = await import("#lib/reviews/results/review-figures.ts");
  const { throughputFigures } = await import("#lib/reviews/results/throughput-figures.ts");
  const { pauseReview, reopenReview } = await import("#lib/reviews/plan/state-mutations.ts");
  const look = async () => {
    const rows = await getReviewRows(viewer, slug);
    if (!rows) throw new Error("the review is gone");
    reviewFigures(rows);
    throughputFigures(rows, Date.now());
  };
  const first = await timed(look);
  const going: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    // Whatever changes, what is new is read, and all figures are made anew.
    await (round % 2 === 0 ? pauseReview : reopenReview)(viewer, slug);
    going.push(await timed(look));
  }
  return [
    { what: "  all figures of the dashboard, the first time in a process", value: first, unit: "ms" },
    {
      what: "  whenever something is new, 95 of 100 within",
      value: quantile(going, 0.95),
      unit: "ms",
      limit: 200,
    },
  ];
}

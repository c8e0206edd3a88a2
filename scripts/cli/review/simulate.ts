import { randomInt } from "node:crypto";
import type { Command } from "commander";
import { z } from "zod";
import { withProduct } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { requireReview } from "#scripts/cli/review/require.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

const maxSeed = 2 ** 47;
const share = z.string().transform(Number).pipe(z.number().min(0).max(1));
const shares = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(share).min(1).max(200));
const whole = (most: number) => z.string().regex(/^\d+$/).transform(Number).pipe(z.int().max(most));
const given = z.object({
  annotators: shares,
  reviewers: shares.default([0.99, 0.99]),
  auditors: whole(20).default(0),
  acceptable: share.default(0.75),
  seed: whole(maxSeed).default(() => randomInt(maxSeed)),
});
const meanings: Readonly<Record<string, string>> = {
  annotators: "--annotators: how often each is right, from 0 to 1, such as 0.98,0.94,0.85",
  reviewers: "--reviewers: the same of each reviewer, such as 0.99,0.99",
  auditors: "--auditors: a whole number from 0 to 20",
  acceptable: "--acceptable: the share of items that ought to be accepted, from 0 to 1",
  seed: "--seed: a whole number",
};

type Options = Partial<Record<keyof typeof meanings, string>> & { accept?: boolean; json?: boolean };

export const addSimulateOptions = (command: Command): Command =>
  command
    .requiredOption("--annotators <list>", "how often each annotator is right, such as 0.98,0.94,0.85")
    .option("--reviewers <list>", "the same of each reviewer; 0.99,0.99 if left out")
    .option("--auditors <n>", "how many auditors; none if left out")
    .option("--acceptable <share>", "share of items that ought to be accepted; 0.75 if left out")
    .option("--seed <n>", "the same seed makes the same mistakes; drawn and printed if left out")
    .option("--accept", "accept every batch in which nothing is missing in the end")
    .option("--json", "print one JSON object");

export async function simulate(slug: string, { accept = false, json, ...options }: Options): Promise<void> {
  const asked = given.safeParse(options);
  if (!asked.success)
    throw new Refusal(...new Set(asked.error.issues.map(({ path: [name] }) => meanings[String(name)] ?? "")));
  await withProduct(async () => {
    const { operator } = await import("#lib/auth/operator.ts");
    const { simulateReview } = await import("#lib/simulation/review/simulate-review.ts");
    const { state } = await requireReview(operator(), slug);
    const stopping = new AbortController();
    onStopSignal(
      () => stopping.abort(),
      () => process.exit(130),
    );
    const { seed, ...wanted } = asked.data;
    const made = await simulateReview(
      operator(),
      slug,
      { ...wanted, seed: BigInt(seed), acceptsBatches: accept },
      { signal: stopping.signal },
    );
    if (!made.ok) throw new Refusal(`${slug} is ${state}: simulated people go through open reviews`);
    const { decisions, checks, audits, acceptedBatches } = made.value;
    report(json, { slug, seed, ...made.value }, [
      `simulated ${decisions} decisions, ${checks} checks and ${audits} audits with the seed ${seed}; ${acceptedBatches} batches accepted`,
      "the review is marked as simulated for good",
    ]);
  });
}

import { randomInt } from "node:crypto";
import type { Command } from "commander";
import { z } from "zod";
import type { Viewer } from "#lib/auth/viewer.ts";
import { env } from "#lib/env.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { listenForStop, Refusal, report, showProgress } from "#scripts/cli/outcome.ts";
import { requireStudy } from "#scripts/cli/study/require.ts";

// Forty who begin at once already wait for each other's place.
const maxAtOnce = 40;
const reachWithinMs = 2000;
const maxSeed = 2 ** 48 - 1;

const whole = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(least).max(most));
const given = z.object({
  people: whole(1, 2000),
  seed: whole(0, maxSeed).default(() => randomInt(maxSeed)),
  pace: whole(0, 3_600_000).default(0),
  url: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .nullable()
    .default(null),
});
const meanings: Readonly<Record<string, string>> = {
  people: "--people: a whole number from 1 to 2000",
  seed: "--seed: a whole number",
  pace: "--pace: milliseconds between two answers of one person, from 0 to 3600000",
  url: "--url: the address of the running product, such as http://127.0.0.1:3000",
};
type Options = Record<"people" | "seed" | "pace" | "url", string> & {
  besidePeople?: boolean;
  json?: boolean;
};

export function addCommands(program: Command): void {
  program
    .command("simulate")
    .description("let simulated people take part in an open study, which is marked for good")
    .argument("<slug>", "address of an open study")
    .requiredOption("--people <n>", "how many")
    .option("--seed <n>", "the same seed gives the same people; drawn and printed if left out")
    .option("--url <address>", "address of the running product; this machine’s if left out")
    .option("--pace <ms>", "milliseconds between two answers of one person")
    .option("--beside-people", "even if real people take part or are invited")
    .option("--json", "print one JSON object")
    .action(simulate);
}

async function simulate(slug: string, options: Options): Promise<void> {
  const asked = readOptions(options);
  await withProduct(async (viewer) => {
    const study = await requireOpenStudy(viewer, slug, options.besidePeople ?? false);
    const product = await requireProduct(asked.url);
    const signal = listenForStop();
    const guests = await invite(viewer, study, asked);
    const [first] = guests;
    if (first && !(await knowsStudy(product, first.link))) throw new Refusal(...otherDatabase(product.via));
    const sent = await sendAll(viewer, guests, asked, { at: product, signal });
    formatSummary(slug, asked, sent, { url: product.via, json: options.json });
    if (sent.summary.stopped) process.exitCode = 130;
    else if (sent.summary.failed.length > 0) process.exitCode = 1;
  });
}

type Admin = Viewer<"admin">;
type RunOptions = z.infer<typeof given>;
type Study = Awaited<ReturnType<typeof requireStudy>>;
type Guests = Awaited<ReturnType<typeof invite>>;
function readOptions(options: Options): RunOptions {
  const read = given.safeParse(options);
  if (read.success) return read.data;
  throw new Refusal(
    ...new Set(read.error.issues.map(({ path }) => meanings[String(path[0])] ?? String(path[0]))),
  );
}

async function requireOpenStudy(viewer: Admin, slug: string, besidePeople: boolean): Promise<Study> {
  const { countWaitingInvitations } = await import("#lib/invitations/queries.ts");
  const { countRealPeople } = await import("#lib/simulation/queries.ts");
  const study = await requireStudy(viewer, slug);
  if (study.state !== "open")
    throw new Refusal(`${slug} is ${study.state}: people can only take part in an open study`);
  if (besidePeople) return study;
  const real = await countRealPeople(viewer, study.id);
  const invited = await countWaitingInvitations(study.id);
  if (real + invited > 0) throw new Refusal(...takesPeople(slug, real, invited));
  return study;
}

async function requireProduct(url: string | null) {
  const { listAddresses, reachProduct } = await import("#lib/simulation/run.ts");
  const addresses = url ? [{ baseUrl: env.publicUrl ?? url, via: url }] : listAddresses();
  const product = await reachProduct(addresses, { withinMs: reachWithinMs });
  if (!product) throw new Refusal(...notReached(addresses.map(({ via }) => via)));
  return product;
}

async function invite(viewer: Admin, study: Study, { people: count, seed }: RunOptions) {
  const { inviteSimulated } = await import("#lib/invitations/mutations.ts");
  const { joinPath } = await import("#lib/invitations/schema.ts");
  const { makePeople } = await import("#lib/simulated-people/person.ts");
  const invited = await inviteSimulated(viewer, study.id, { count, seed });
  if (!invited.ok) throw new Refusal(`${study.slug} was paused or closed meanwhile`);
  const people = makePeople(seed, count);
  return invited.value.flatMap(({ code }, i) => {
    const person = people[i];
    return person ? [{ person, link: joinPath(code) }] : [];
  });
}

type RunContext = { at: Awaited<ReturnType<typeof requireProduct>>; signal: AbortSignal };

/** Sends them through, and shows on the terminal how far they are. */
async function sendAll(
  viewer: Admin,
  guests: Guests,
  { people: count, pace }: RunOptions,
  where: RunContext,
) {
  const { getRightAnswers, listRights } = await import("#lib/simulation/queries.ts");
  const { sendThrough } = await import("#lib/simulation/run.ts");
  const began = performance.now();
  const times: number[] = [];
  let ended = 0;
  const tell = () => showProgress(`${ended} of ${count} people, ${times.length} answers`);
  const summary = await sendThrough(guests, {
    ...where,
    atOnce: Math.min(count, maxAtOnce),
    pace: pace === 0 ? "at_once" : { everyMs: pace },
    knows: (sittingId) => listRights(viewer, sittingId),
    understands: (sittingId) => getRightAnswers(viewer, sittingId),
    onSaved: (ms) => {
      times.push(ms);
      tell();
    },
    onEnded: () => {
      ended += 1;
      tell();
    },
  }).finally(() => showProgress(""));
  const seconds = (performance.now() - began) / 1000;
  return { summary, seconds, perSecond: times.length / seconds, p95Ms: percentile(times, 0.95) };
}

function formatSummary(
  slug: string,
  { people: count, seed }: RunOptions,
  { summary, seconds, perSecond, p95Ms }: Awaited<ReturnType<typeof sendAll>>,
  { url, json }: { url: string; json: boolean | undefined },
): void {
  report(json, { slug, seed, people: count, url, ...summary, seconds, perSecond, p95Ms }, [
    `${summary.finished} of ${count} simulated people finished, ${summary.left} dropped out`,
    `${summary.answers} answers stored in ${seconds.toFixed(1)} s: ${perSecond.toFixed(1)} a second` +
      (p95Ms === null ? "" : `, 95% within ${Math.round(p95Ms)} ms`),
    `use --seed ${seed} to get the same people again`,
    ...summary.failed.map(({ number, error }) => `person ${number} failed: ${error}`),
    ...(summary.stopped ? ["stopped: what was answered so far is kept"] : []),
  ]);
}

const takesPeople = (slug: string, real: number, invited: number) => [
  ...(real === 0 ? [] : [`${real} real ${real === 1 ? "person takes" : "people take"} part in ${slug}`]),
  ...(invited === 0
    ? []
    : [
        `${invited} ${invited === 1 ? "invitation or link" : "invitations or links"} to ${slug} can still be used by real people`,
      ]),
  "simulated people mark the study for good; they are counted separately, but take up places",
  "add --beside-people to send them anyway",
];
const notReached = (addresses: readonly string[]) => [
  `nothing answers at ${addresses.join(" or ")}`,
  "start the product with `npm start`, or give its address with --url",
];
const otherDatabase = (address: string) => [
  `the product at ${address} doesn’t know the invitation: it uses another database than this command`,
];

async function knowsStudy(at: { baseUrl: string; via: string }, link: string): Promise<boolean> {
  const { openBrowser } = await import("#lib/simulation/browser.ts");
  const page = await openBrowser(at.baseUrl, { via: at.via }).open(link);
  return page.links.some((href) => href.startsWith(link));
}

function percentile(times: readonly number[], share: number): number | null {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
}

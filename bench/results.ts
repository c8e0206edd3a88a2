import path from "node:path";
import { answerAll, copyRuns } from "#bench/support/all-answered.ts";
import { ask as askDatabase } from "#bench/support/ask.ts";
import { openBrowser } from "#bench/support/browser.ts";
import { mostOf } from "#bench/support/command.ts";
import { scale, type Figure } from "#bench/support/figure.ts";
import { fillBenchmark } from "#bench/support/fill-benchmark.ts";
import { loadPage } from "#bench/support/load.ts";
import { models, scaleCounts } from "#bench/support/personaeval.ts";
import { openServer, type Server } from "#bench/support/server.ts";
import { openSignedIn, type SignedInSite } from "#bench/support/signed-in.ts";
import { cookieOf } from "#bench/support/sitting/people.ts";
import { openStudies, type Studies } from "#bench/support/studies.ts";
import { quantile, timed } from "#bench/support/timing.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { designSchema, type Design } from "#lib/studies/schema.ts";
import { newDesign, withoutChecks } from "#lib/studies/template.ts";

export const name = "results";
export const about =
  "every screen of the results: 20 people with 19 runs, 2,000 and 10,000 with 30 (95th percentile), and exports";

const NAME = "Full size";
const ROUNDS = 20;
const CONNECTIONS = 16;

export async function run(): Promise<Figure[]> {
  const server = await openServer();
  await fillBenchmark(server, NAME, { seed: 2026, cases: scaleCounts(scale) });
  const studies = await openStudies(server, NAME);
  const people = Math.max(20, Math.round(2000 * scale));
  const small = await studies.openDrafted("Small", fromErrors(studies, { design: "same", people: 20 }));
  const large = await studies.openDrafted("Large", fromErrors(studies, { design: "own", people }));
  await answerAll(server.ownerUrl, small.id, 20);
  const { answers, cases } = await answerAll(server.ownerUrl, large.id, people);
  const many = 5 * people;
  const opening = performance.now();
  const huge = await studies.openDrafted("Huge", fromErrors(studies, { design: "own", people: many }));
  const opened = (performance.now() - opening) / 1000;
  const most = await answerAll(server.ownerUrl, huge.id, many);
  const site = await openSignedIn(server);
  const ofSmall = await measureScreens(site, server, small.slug, 50);
  const underLoad = await measureLoad(site, small.slug);
  const painted = await measurePaint(site, small.slug);
  await copyRuns(server.ownerUrl, 11);
  await server.vacuum();
  const ofLarge = await measureScreens(site, server, large.slug, 200);
  return [
    { what: "20 people × the same 50 cases, 19 runs", value: 1000, unit: "answers" },
    ...ofSmall,
    ...underLoad,
    ...painted,
    {
      what: `${people} people × 50 own cases, 30 runs, ${cases} cases served`,
      value: answers,
      unit: "answers",
    },
    ...ofLarge,
    { what: `${many} people × 50 own cases, 30 runs`, value: most.answers, unit: "answers" },
    { what: "  drawn and opened", value: opened, unit: "s" },
    ...(await measureScreens(site, server, huge.slug, 1000)),
    ...(await measureExports(server, huge.slug)),
    { what: "  memory of the web process, at most", value: mostOf(site.pid), unit: "MB" },
  ];
}

/** 45/3/2 cases from the confident errors of the weakest run. */
function fromErrors({ runs }: Studies, assignment: { design: "own" | "same"; people: number }): Design {
  const weakest = models.toSorted((a, b) => a.skill - b.skill)[0]?.name;
  const run = runs.find(({ model }) => model === weakest);
  if (!run) throw new Error("there are no runs");
  const template = withoutChecks(newDesign("personaeval", 2026));
  const frame = { ...template.frame, reference: { ...run, threshold: 0.5 } };
  return designSchema.parse({ ...template, frame, assignment });
}

/** The headline and all that stands with it: what is computed later comes behind. */
const whatWasFound = `aria-label="${en.resultsOverview.headline.label}"`;

/** Every screen of one study's results: the first time after a start, and then again and again. */
async function measureScreens(
  { ask }: Pick<SignedInSite, "ask">,
  { ownerUrl }: Server,
  slug: string,
  limit: number,
): Promise<Figure[]> {
  const results = `/studies/${slug}/results`;
  const began = performance.now();
  let headline = 0;
  const last = await timed(() =>
    ask(results, (body) => {
      if (headline === 0 && body.includes(whatWasFound)) headline = performance.now() - began;
    }),
  );
  const figures: Figure[] = [
    { what: "  first look after a start, until the headline", value: headline, unit: "ms" },
    { what: "    until the last byte, contrasts included", value: last, unit: "ms" },
  ];
  const screens: Record<string, string[]> = {
    "live page": [".."],
    overview: [""],
    "  of one track, with the excluded": ["?track=Literary", "?excluded=with"],
    people: ["/people", "/people?page=2"],
    "one participant": ["/people/1", "/people/2"],
    cases: ["/cases", "/cases?page=2"],
    "one case": [await findCase(ownerUrl, slug)],
    models: ["/models"],
    scale: ["/scale"],
    agreement: ["/agreement"],
    report: ["/report"],
    export: ["/export"],
  };
  for (const [what, pages] of Object.entries(screens)) {
    const times: number[] = [];
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round++)
      for (const page of pages) {
        const time = await timed(
          async () =>
            (bytes = Buffer.byteLength(await ask(page === ".." ? `/studies/${slug}` : results + page))),
        );
        // The first round doesn't count.
        if (round > 0) times.push(time);
      }
    figures.push({ what: `  ${what}`, value: quantile(times, 0.95), unit: "ms", limit });
    figures.push({ what: "    its HTML", value: bytes / 1000, unit: "kB" });
  }
  return figures;
}

/** What leaves the house, each written by a command. */
async function measureExports({ run: command, folder }: Server, slug: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const what of ["export", "report"]) {
    const { seconds, peakMB } = await command(["study", what, slug, "--out", path.join(folder, what)]);
    figures.push({ what: `  ${what} written`, value: seconds, unit: "s" });
    figures.push({ what: "    most memory", value: peakMB ?? Number.NaN, unit: "MB" });
  }
  return figures;
}

/** The same screens, asked by many at once. */
async function measureLoad({ port, admin }: SignedInSite, slug: string): Promise<Figure[]> {
  const cookie = cookieOf(admin.cookies);
  const figures: Figure[] = [];
  for (const screen of ["", "/people", "/cases", "/models", "/agreement"]) {
    const target = { port, path: `/studies/${slug}/results${screen}`, cookie };
    await loadPage(target, CONNECTIONS, 1);
    const { perSecond, errors } = await loadPage(target, CONNECTIONS, 5);
    const what = `  ${screen.slice(1) || "overview"}, on ${CONNECTIONS} connections`;
    figures.push({ what, value: perSecond, unit: "1/s" });
    figures.push({ what: "    errors", value: errors, unit: "", limit: 0 });
  }
  return figures;
}

/** The slowest of the pages, each loaded with nothing in the cache. */
async function measurePaint({ url, admin }: SignedInSite, slug: string): Promise<Figure[]> {
  const browser = await openBrowser();
  const paints: number[] = [];
  for (const page of ["", "/people", "/people/1", "/cases", "/models", "/agreement", "/report", "/export"]) {
    const context = await browser.newContext({ storageState: admin, viewport: { width: 1280, height: 800 } });
    const tab = await context.newPage();
    await tab.goto(`${url}/studies/${slug}/results${page}`, { waitUntil: "networkidle" });
    const named = "first-contentful-paint";
    paints.push(await tab.evaluate((one) => performance.getEntriesByName(one)[0]?.startTime ?? NaN, named));
    await context.close();
  }
  return [
    { what: "  first paint, slowest of the pages", value: Math.max(...paints), unit: "ms", limit: 1000 },
  ];
}

async function findCase(url: string, slug: string): Promise<string> {
  const [found] = await askDatabase<{ track: string; key: string }>(
    url,
    `SELECT t.name AS track, c.key FROM studies s JOIN study_cases sc ON sc.study_id = s.id
      JOIN case_versions v ON v.id = sc.case_version_id JOIN cases c ON c.id = v.case_id
      JOIN tracks t ON t.id = c.track_id WHERE s.slug = $1 AND sc.stratum = 'selected' ORDER BY sc.id LIMIT 1`,
    [slug],
  );
  if (!found) throw new Error(`${slug} has no cases`);
  return `/cases/${encodeURIComponent(found.track)}/${encodeURIComponent(found.key)}`;
}

import pg from "pg";
import type { Figure } from "#bench/support/figure.ts";
import { loadPage } from "#bench/support/load.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { measureAnswers, type SignedInSite } from "#bench/support/study/signed-in.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { timed } from "#bench/support/timing.ts";

const ROUNDS = 20;
const CONNECTIONS = 16;
/** The headline and all that stands with it: what is computed later comes behind. */
const whatWasFound = `aria-label="${en.resultsOverview.headline.label}"`;

/** Every screen of one study's results: the first time after a start, and then again and again. */
export async function measureResults(
  { ask }: Pick<SignedInSite, "ask">,
  { ownerUrl }: Server,
  slug: string,
  { limitMs }: { limitMs: number },
): Promise<Figure[]> {
  const results = `/studies/${slug}/results`;
  const { track, key } = await findCase(ownerUrl, slug);
  const figures: Figure[] = [];
  const began = performance.now();
  let headline = 0;
  const last = await timed(() =>
    ask(results, (body) => {
      if (headline === 0 && body.includes(whatWasFound)) headline = performance.now() - began;
    }),
  );
  figures.push({ what: "  first look after a start, until the headline", value: headline, unit: "ms" });
  figures.push({ what: "    until the last byte, contrasts included", value: last, unit: "ms" });
  const screens: Record<string, string[]> = {
    overview: [results],
    "  of one track, with the excluded": [`${results}?track=Literary`, `${results}?excluded=with`],
    people: [`${results}/people`, `${results}/people?page=2`],
    "one participant": [`${results}/people/1`, `${results}/people/2`],
    cases: [`${results}/cases`, `${results}/cases?page=2`],
    "one case": [`${results}/cases/${encodeURIComponent(track)}/${encodeURIComponent(key)}`],
    models: [`${results}/models`],
    scale: [`${results}/scale`],
    agreement: [`${results}/agreement`],
    report: [`${results}/report`],
    export: [`${results}/export`],
  };
  for (const [what, addresses] of Object.entries(screens)) {
    const value = await measureAnswers(ask, addresses, ROUNDS);
    figures.push({ what: `  ${what}`, value, unit: "ms", limit: limitMs });
  }
  return figures;
}

/** The same screens, asked by many at once. */
export async function measureLoad({ url, admin }: SignedInSite, slug: string): Promise<Figure[]> {
  const cookie = admin.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const figures: Figure[] = [];
  for (const screen of ["overview", "people", "cases", "models", "agreement"]) {
    const path = `/studies/${slug}/results${screen === "overview" ? "" : `/${screen}`}`;
    const target = { port: Number(new URL(url).port), path, cookie };
    await loadPage(target, { connections: CONNECTIONS, seconds: 1 });
    const { perSecond, errors } = await loadPage(target, { connections: CONNECTIONS, seconds: 5 });
    figures.push({ what: `  ${screen}, on ${CONNECTIONS} connections`, value: perSecond, unit: "1/s" });
    figures.push({ what: "    errors", value: errors, unit: "", limit: 0 });
  }
  return figures;
}

async function findCase(url: string, slug: string): Promise<{ track: string; key: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ track: string; key: string }>(
      `SELECT t.name AS track, c.key FROM studies s JOIN study_cases sc ON sc.study_id = s.id
        JOIN case_versions v ON v.id = sc.case_version_id JOIN cases c ON c.id = v.case_id
        JOIN tracks t ON t.id = c.track_id WHERE s.slug = $1 AND sc.stratum = 'selected' ORDER BY sc.id LIMIT 1`,
      [slug],
    );
    const [found] = rows;
    if (!found) throw new Error(`${slug} has no cases`);
    return found;
  } finally {
    await client.end();
  }
}

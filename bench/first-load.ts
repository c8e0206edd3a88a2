import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { enter, openBrowser, type SignedIn } from "#bench/support/browser.ts";
import type { Figure } from "#bench/support/figure.ts";
import { openProduct, type OpenProduct } from "#bench/support/product.ts";
import { openBrowser as openVisitor } from "#lib/simulation/browser.ts";
import { enterSitting } from "#lib/simulation/steps.ts";
import { stepNames } from "#lib/studies/schema.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";

export const name = "first-load";
export const about = "JavaScript of every page on a first visit, gzip -9";

/** Of who takes part, and of the team. */
const LIMIT_KB = { quiet: 150, staff: 300 };

/** Whose page it is, by the group of routes it stands in; what stands in none is everybody's. */
const visitors = {
  "(participant)": "participant",
  "(research)": "researcher",
  "(staff)": "admin",
  "(admin)": "admin",
} as const;
type Visitor = (typeof visitors)[keyof typeof visitors] | "nobody";

/**
 * Not pages of their own: the front door leads on, and the gallery is for those who build. The demo has no import, and
 * nobody in it is halfway in.
 */
const left = new Set([
  "/",
  "/gallery",
  "/_global-error",
  "/admin/benchmarks/[slug]/imports/[jobId]",
  "/sign-in/second-step",
]);

type Page = { route: string; visitor: Visitor };

/** Among the public pages stands one for who is in already. */
const visitorOf = (place: string, route: string): Visitor =>
  route === "/sign-in/set-up"
    ? "admin"
    : (visitors[place.split("/")[1] as keyof typeof visitors] ?? "nobody");

function listPages(): Page[] {
  const file = path.join(projectRoot, testBuildDir, "app-path-routes-manifest.json");
  const built = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return Object.entries(built)
    .filter(([place, route]) => place.endsWith("/page") && !left.has(route))
    .flatMap(([place, route]) =>
      stepsOf(route).map((one) => ({ route: one, visitor: visitorOf(place, route) })),
    )
    .sort((a, b) => a.visitor.localeCompare(b.visitor) || a.route.localeCompare(b.route));
}

const builderPath = "/studies/[slug]/design/";

/** The builder's steps are one route, of which each fetches its own. */
const stepsOf = (route: string) =>
  route.startsWith(builderPath) ? [...stepNames, "check"].map((step) => builderPath + step) : [route];

type Places = { personId: string; sittingId: string; finished: { slug: string; track: string; key: string } };

/** A closed study that three simulated people went through, and a case of it. */
async function finishStudy({ command, print }: OpenProduct): Promise<Places["finished"]> {
  const { slug } = await command<{ slug: string }>("study", "copy", "who-is-speaking-demo-study");
  await command("study", "open", slug);
  await command("simulate", slug, "--people", "3", "--seed", "7");
  await command("study", "close", slug, "--yes");
  const { cases } = JSON.parse(await print("study", "manifest", slug)) as {
    cases: { track: string; key: string; stratum: string }[];
  };
  const [first] = cases.filter(({ stratum }) => stratum === "selected");
  if (!first) throw new Error(`${slug} has no cases`);
  return { slug, ...first };
}

/** An address for a route: what its parameters stand for is taken from the product itself. Null where it has nothing of the kind. */
function addressOf(
  route: string,
  { links, study, draft }: OpenProduct,
  { personId, sittingId, finished }: Places,
): string | null {
  if (route === "/_not-found") return "/no-such-page";
  if (route.startsWith(builderPath)) return route.replace("[slug]", draft);
  const isOfResults = route.startsWith("/studies/[slug]/results");
  const known: Record<string, string> = {
    "[token]": new URL(links.researcher).pathname.split("/").at(-1) ?? "",
    "[userId]": personId,
    // The demo's study, or its benchmark with its first case, its first run and its prompt template.
    "[slug]": route.startsWith("/studies/") ? "who-is-speaking-demo-study" : "who-is-speaking-demo",
    ...(isOfResults && { "[slug]": finished.slug, "[number]": "1" }),
    "[code]": new URL(study).pathname.split("/").at(-1) ?? "",
    "[track]": isOfResults ? finished.track : "Literary",
    "[key]": isOfResults ? finished.key : "literary-001",
    "[runId]": "1",
    "[templateId]": "1",
    "[sittingId]": sittingId,
    "[position]": "1",
  };
  const parameters = route.match(/\[\w+\]/g) ?? [];
  if (!parameters.every((parameter) => known[parameter])) return null;
  return route.replace(/\[\w+\]/g, (parameter) => known[parameter] ?? "");
}

type Weight = {
  /** Of the scripts that the page itself names. */
  first: number;
  /** Of those that these fetch by themselves before anybody has done anything. */
  later: number;
};

/** Null where nothing is there. */
async function measurePage(
  browser: Browser,
  url: string,
  signedIn: SignedIn | undefined,
): Promise<Weight | null> {
  const context = await browser.newContext({ storageState: signedIn });
  const page = await context.newPage();
  const scripts = new Map<string, Promise<Buffer>>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.set(response.url(), response.body());
  });
  const answer = await page.goto(url, { waitUntil: "networkidle" });
  if (answer?.status() === 404 && !url.endsWith("/no-such-page")) {
    await context.close();
    return null;
  }
  if (new URL(page.url()).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${page.url()}`);
  const html = (await answer?.text()) ?? "";
  const tags = html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+)"/g);
  const named = new Set(Array.from(tags, ([, address]) => address));
  const weight: Weight = { first: 0, later: 0 };
  for (const [address, body] of scripts) {
    const isNamed = named.has(new URL(address).pathname);
    weight[isNamed ? "first" : "later"] += gzipSync(await body, { level: 9 }).length / 1000;
  }
  await context.close();
  return weight;
}

async function findPersonId(browser: Browser, url: string, admin: SignedIn): Promise<string> {
  const context = await browser.newContext({ storageState: admin });
  const page = await context.newPage();
  await page.goto(`${url}/admin/people`);
  const address = await page.locator('main a[href^="/admin/people/"]').first().getAttribute("href");
  await context.close();
  return address?.split("/").at(-1) ?? "";
}

/** Takes part in the demo's study as far as the first case. */
async function beginSitting(product: OpenProduct): Promise<{ participant: SignedIn; sittingId: string }> {
  const visitor = openVisitor(product.url);
  const { sittingId } = await enterSitting(visitor, product.study);
  const own = { path: "/", expires: -1, httpOnly: true, secure: false, sameSite: "Lax" as const };
  const domain = new URL(product.url).hostname;
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, domain, ...own }));
  return { participant: { cookies, origins: [] }, sittingId };
}

export async function run(): Promise<Figure[]> {
  const product = await openProduct();
  const browser = await openBrowser();
  const admin = await enter(browser, product.links.admin);
  const { participant, sittingId } = await beginSitting(product);
  const keys: Partial<Record<Visitor, SignedIn>> = { admin, researcher: admin, participant };
  const personId = await findPersonId(browser, product.url, admin);
  const places = { personId, sittingId, finished: await finishStudy(product) };

  const figures: Figure[] = [];
  for (const { route, visitor } of listPages()) {
    const address = addressOf(route, product, places);
    // Who takes part already is led on.
    const isBefore = route.startsWith("/join/");
    const weight =
      address && (await measurePage(browser, product.url + address, isBefore ? undefined : keys[visitor]));
    if (!weight) {
      console.log(`not measured, since the demo has none: ${route}`);
      continue;
    }
    const { first, later } = weight;
    const isQuiet = visitor === "nobody" || visitor === "participant";
    figures.push({
      what: `${visitor}: ${route}`,
      value: first,
      unit: "kB",
      limit: isQuiet ? LIMIT_KB.quiet : LIMIT_KB.staff,
    });
    if ((isQuiet || route.includes("/results") || route.startsWith(builderPath)) && later > 0)
      figures.push({ what: "  fetched by these once they run", value: later, unit: "kB" });
  }
  return figures;
}

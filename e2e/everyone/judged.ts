import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { makePeople, type SimulatedPerson } from "#lib/simulation/person.ts";
import { listRights } from "#lib/simulation/queries.ts";
import { takePart } from "#lib/simulation/take-part.ts";
import { findViolations } from "#e2e/everyone/axe.ts";
import { noted } from "#e2e/participant/access/noted-codes.ts";
import { recordResponses } from "#e2e/participant/faults/response-recorder.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { bring } from "#e2e/staff/benchmarks/bring.ts";
import { untilKeysAreHeard } from "#e2e/support/at-work.ts";
import type { Product } from "#e2e/support/product.ts";
import { hasSidewaysScroll } from "#e2e/support/screens.ts";
import { draftStudy } from "#e2e/support/studies.ts";
import { expect, type Fixtures } from "#e2e/support/test.ts";
import { t, zhT } from "#e2e/support/words.ts";
import { projectRoot } from "#scripts/project.ts";

// What is judged in a study, of whichever kind, on its way from a file to the results.

type Design = { benchmark: string } & Record<string, unknown>;

/** The lines of a file that the docs show. */
export const exampleLines = (name: string): string[] =>
  readFileSync(path.join(projectRoot, "docs", name), "utf8")
    .trimEnd()
    .split("\n");

type Brought = {
  track: string;
  cases: readonly string[];
  /** What each run says, a line a case without the words that all of them have. */
  results: Readonly<Record<string, readonly ({ case: string } & Record<string, unknown>)[]>>;
  /** How many cases are drawn. */
  count: number;
};

/** A new benchmark with these cases in one track, and what of it a study asks. */
export async function designFrom({ track, cases, results, count }: Brought): Promise<Design> {
  const name = `From a file ${crypto.randomUUID().slice(0, 8)}`;
  const benchmark = await createBenchmark(operator(), { name, description: "" });
  const written = Object.entries(results).map(([model, said]) => [
    model,
    said.map((one) => JSON.stringify({ model, track, ...one })).join("\n"),
  ]);
  await bring(benchmark, { track, cases: cases.join("\n"), results: Object.fromEntries(written) });
  return {
    benchmark: benchmark.slug,
    frame: { tracks: [track] },
    sample: { seed: 7, quota: { [track]: count } },
  };
}

type World = Pick<Fixtures, "newDevice" | "expectErrors"> & { product: Product };
type Sitting = {
  link: string;
  count: number;
  /** In a case of which more is asked than one of its cards: how it is answered. */
  choose?: (phone: Page, place: number) => Promise<void>;
};

/**
 * Somebody goes from the link to the last page on a narrow phone, in Chinese and in the dark; axe finds nothing.
 * Returns what their browser got, every byte but their passphrase, as if nothing had been escaped.
 */
export async function judgeOnPhone(world: World, { link, count, choose }: Sitting): Promise<string> {
  // The browser talks to whoever stands between it and the product.
  world.expectErrors(/^stranger: /);
  const wire = await recordResponses(world.product);
  let passphrase = "";
  try {
    const phone = await world.newDevice({
      ...{ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      ...{ locale: "zh-CN", colorScheme: "dark", baseURL: wire.url },
    });
    const looked = new Set<string>();
    await goThrough(phone, link, {
      words: zhT,
      count,
      ...(choose && { choose: (place) => choose(phone, place) }),
      async atEach(place) {
        if (place === "code") passphrase = await noted(phone, zhT("way.keep.passphrase"));
        expect(await hasSidewaysScroll(phone), phone.url()).toBe(false);
        // The cases differ in their words alone: axe looks at each page once.
        const kind = new URL(phone.url()).pathname.replace(/\/\d+$/, "/CASE");
        if (!looked.has(kind)) expect(await findViolations(phone), phone.url()).toEqual([]);
        looked.add(kind);
        await wire.quiet();
      },
    });
    await phone.close();
  } finally {
    await wire.close();
  }
  const bytes = wire.recorded.map(({ headers, body }) => [...headers, body].join("\n")).join("\n");
  // Its words are drawn by chance; what must not be told could be among them. And what stands in a script is escaped.
  expect(bytes).toContain(passphrase);
  return bytes.replaceAll(passphrase, "").replaceAll("\\", "");
}

/** So many of those who read with care. */
export function attentivePeople(count: number): SimulatedPerson[] {
  const people = makePeople(5, 20).filter(({ habit }) => habit === "attentive");
  expect(people.length).toBeGreaterThanOrEqual(count);
  return people.slice(0, count);
}

/** Simulated people, by the server's own forms, to the end. */
export async function judgeSimulated(
  { url: baseUrl }: Product,
  { link }: { link: string },
  people: readonly SimulatedPerson[],
): Promise<void> {
  const knows = (sittingId: string) => listRights(operator(), sittingId);
  for (const person of people) {
    const took = await takePart(
      { ...person, leavesAfter: null },
      { baseUrl, link: joinPath(link), pace: "at_once", knows },
    );
    expect(took.completionCode).toBeTruthy();
  }
}

/** The preview of such a study, up to its first case by Enter alone, where keys are heard. */
export async function rehearseByKeys(page: Page, design: Design, first: "start" | "practise"): Promise<void> {
  const { slug } = await draftStudy(design);
  await page.goto(`/studies/${slug}/preview`);
  const onward = t("sitting.goOn");
  for (const name of [onward, t("sitting.consent.agree"), onward, t(`sitting.instructions.${first}`)]) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  }
  await untilKeysAreHeard(page);
}

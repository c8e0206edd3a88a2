import { expect } from "vitest";
import type { Staff } from "#lib/auth/study-scope.ts";
import { answerExport, answerFigure, answerReport, answerTable, answerTables } from "#lib/study-api/files.ts";
import { answerFigures, answerResults } from "#lib/study-api/results.ts";
import { answerRows } from "#lib/study-api/rows.ts";
import { answerStart } from "#lib/study-api/start.ts";
import { answerManifest, answerStudies, answerStudy } from "#lib/study-api/studies.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, finish, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";

type RequestOptions = { viewer?: Staff; headers?: Record<string, string>; method?: "GET" | "HEAD" };
export type Body = { items: Record<string, unknown>[]; next: string | null; key: string };

/** What the route of an address does, once the caller is proven. */
async function answer(
  address: string,
  { viewer, ...init }: RequestOptions & { viewer: Staff },
): Promise<Response> {
  const url = new URL(address, "https://study.example.org");
  const request = new Request(url, init);
  const [, , , studies, slug, below, name] = url.pathname.split("/");
  if (studies === undefined) return answerStart(viewer, request);
  if (slug === undefined) return answerStudies(viewer, request);
  if (below === undefined) return answerStudy(viewer, request, slug);
  if (below === "manifest") return answerManifest(viewer, request, slug);
  if (name !== undefined) {
    const named = {
      results: answerFigures,
      tables: answerTable,
      figures: answerFigure,
      export: answerExport,
    }[below];
    if (!named) throw new Error(`no route leads to ${address}`);
    return named(viewer, request, slug, name);
  }
  const whole = {
    results: answerResults,
    tables: answerTables,
    "report.zip": answerReport,
    "export.zip": answerExport,
  }[below];
  return whole ? whole(viewer, request, slug) : answerRows(viewer, request, slug, below);
}

export const of = ({ slug }: { slug: string }, rest = ""): string => `/api/v1/studies/${slug}${rest}`;
export const makeResearcher = async () => viewerFor({ ...(await makePerson()), role: "researcher" as const });

/** Studies to ask about, and ways to ask: as an admin, unless another is named. */
export async function useStudyApi() {
  const { viewer: admin, open, draft } = await useTrialStudies();
  const get = (address: string, sent: RequestOptions = {}) => answer(address, { viewer: admin, ...sent });
  const read = async (address: string, sent?: RequestOptions) =>
    (await (await get(address, sent)).json()) as Body;

  /** Nothing is taken that takes long to write, or would keep its connection until it is taken to its end. */
  const status = async (address: string, sent?: RequestOptions) =>
    (await get(address, { method: "HEAD", ...sent })).status;

  /** The status and code of a refusal, which has its words as well. */
  async function problem(address: string, sent?: RequestOptions): Promise<[number, string]> {
    const response = await get(address, sent);
    const { error, message } = (await response.json()) as { error: string; message: string };
    expect(message).toMatch(/\.$/);
    return [response.status, error];
  }

  /** Every page of a list, each where the one before says it is. */
  async function walk(first: string): Promise<{ pages: number; items: Body["items"] }> {
    const items: Body["items"] = [];
    let pages = 0;
    for (let address: string | null = first; address !== null; pages++) {
      const response = await get(address);
      const body = (await response.json()) as Body;
      items.push(...body.items);
      expect(response.headers.get("link")).toBe(body.next && `<${body.next}>; rel="next"`);
      address = body.next;
    }
    return { pages, items };
  }

  /** A closed study of five cases with so many people, who answered everything. */
  async function closed(people: number): Promise<TrialStudy> {
    const study = await open({ questions: { reason: "optional" } });
    for (let i = 0; i < people; i++) await finish(study, 5, 40_000);
    expectValue(await closeStudy(admin, study.slug, "Who is speaking?"));
    return study;
  }

  return { admin, open, draft, closed, get, status, read, problem, walk };
}

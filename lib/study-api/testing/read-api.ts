import { expect } from "vitest";
import type { Staff } from "#lib/auth/study-scope.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { findAnswer } from "#lib/study-api/routes.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, finish, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";

type RequestOptions = { viewer?: Staff; headers?: Record<string, string>; method?: "GET" | "HEAD" };
export type Body = { items: Record<string, unknown>[]; next: string | null; key: string };

/** What the route of an address does, once the caller is proven. */
export async function answerRequest(viewer: Staff, request: Request): Promise<Response> {
  const [, , , ...path] = new URL(request.url).pathname.split("/");
  const give = findAnswer(path);
  if (!give) throw new Error(`no route leads to ${request.url}`);
  return give(viewer, request);
}

export const of = ({ slug }: { slug: string }, rest = ""): string => `/api/v1/studies/${slug}${rest}`;
export const makeResearcher = async () => viewerFor({ ...(await makePerson()), role: "researcher" as const });

/** Studies to ask about, and ways to ask: as an admin, unless another is named. */
export async function useStudyApi() {
  const { viewer: admin, open, draft } = await useTrialStudies();
  const get = (address: string, { viewer = admin, ...init }: RequestOptions = {}) =>
    answerRequest(viewer, new Request(new URL(address, "https://study.example.org"), init));
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

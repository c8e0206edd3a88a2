import {
  borrowSamples,
  callers,
  isUnknown,
  makeSampleFor,
  type Caller,
  type Sample,
  type Samples,
} from "#e2e/access-matrix/callers.ts";
import type { ApiRule, RouteRule } from "#e2e/access-matrix/rules.ts";
import { findLoose } from "#e2e/access-matrix/strict-headers.ts";
import { addressOf, routes } from "#e2e/access-matrix/table.ts";
import { ask, type Answer, type Question } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { db } from "#lib/db.ts";

/** What the page is about, and which of its rooms. */
const headingsOf = ({ text }: Answer) =>
  [...text.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map(([, words = ""]) =>
    words.replace(/<[^>]*>/g, "").replaceAll("&#x27;", "'"),
  );

const dataAddress = (address: string) => `${address}${address.includes("?") ? "&" : "?"}_rsc`;

/** As text of an element, in markup or in React's own form of it; the name of a room is no secret in the window's title. */
const holds = ({ text }: Answer, words: string) =>
  [`>${words}<`, `"children":"${words}"`].some((form) => text.replaceAll("\\", "").includes(form));

/** Who doesn't belong to a study is not even told that there is one. */
const refusalTo = (caller: Caller, { hidden }: { hidden?: readonly Caller[] }) =>
  hidden?.includes(caller) ? 404 : 403;

const isForElsewhere = (rule: RouteRule) => rule.kind === "handler" && rule.isForElsewhere;

const changesData = (rule: RouteRule, caller: Caller) =>
  rule.kind === "api" && rule.question.method !== "GET" && rule.open.includes(caller);

function expectAnswer(
  rule: RouteRule,
  caller: Caller,
  sample: Sample,
  address: string,
  answer: Answer,
): void {
  const { status, headers } = answer;
  if (rule.kind === "always") return expect(status).toBe(rule.status);
  if (rule.kind === "api") {
    const refusal = isUnknown(caller) ? 401 : refusalTo(caller, rule);
    return expect(status).toBe(rule.open.includes(caller) ? rule.status : refusal);
  }
  if (rule.kind === "home")
    return expect([status, headers.location]).toEqual([rule.status ?? 307, rule.homes[caller]]);
  if (rule.open.includes(caller)) {
    expect(status).toBe(200);
    if (rule.kind === "page") expect(headingsOf(answer)).toContain(rule.heading(sample));
    return;
  }
  if (rule.kind === "page" && rule.elsewhere) {
    expect([status, headers.location]).toEqual([307, rule.elsewhere]);
  } else if (isUnknown(caller)) {
    expect([status, headers.location]).toEqual([307, `/sign-in?next=${encodeURIComponent(address)}`]);
  } else expect(status).toBe(rule.kind === "page" ? refusalTo(caller, rule) : 403);
  // A streamed page could have said too much before it was refused.
  if (rule.kind !== "page") return;
  expect(holds(answer, rule.heading(sample))).toBe(false);
  // Not even the window says which study it is.
  expect(answer.text).not.toContain(sample.study.title);
}

type FetchRoute = (address: string, sample: Sample, question?: Question) => Promise<Answer>;

/** What one step has asked the next may look at again. */
function askOnce(): FetchRoute {
  const answers = new Map<string, Promise<Answer>>();
  return (address, { cookie }, more = {}) => {
    const question = { method: "GET", cookie, ...more };
    const key = JSON.stringify([address, question]);
    const answer = answers.get(key) ?? ask(product.url + address, question);
    answers.set(key, answer);
    return answer;
  };
}

const askData = (asked: FetchRoute, address: string, sample: Sample) =>
  asked(dataAddress(address), sample, { headers: { rsc: "1" } });

for (const [route, rule] of Object.entries(routes)) {
  test(`${route} answers every kind of caller as the table says, with strict headers, and a participant with no other person's name`, async () => {
    const asked = askOnce();
    const samples = await borrowSamples();
    for (const caller of callers) {
      const sample = changesData(rule, caller)
        ? await makeSampleFor(caller, (one) => addressOf(route, one))
        : samples[caller];
      const address = rule.kind === "always" ? route : addressOf(route, sample);
      const { query = "", ...question }: Partial<ApiRule["question"]> =
        rule.kind === "api" ? rule.question : {};
      const answer = await asked(address + query, sample, question);
      expectAnswer(rule, caller, sample, address, answer);
      expect(findLoose(answer, isForElsewhere(rule))).toEqual([]);
    }
    if (rule.kind === "page") await expectDataRefused(asked, route, rule, samples);
    await expectNoNames(asked, route, samples);
    if (rule.kind === "api" || rule.kind === "handler") await expectMethods(route, rule, samples);
  });
}

/** A page's data is refused as the page is. */
async function expectDataRefused(
  asked: FetchRoute,
  route: string,
  rule: RouteRule & { kind: "page" },
  samples: Samples,
) {
  // Whoever may not: the pages themselves are refused to each of them.
  const caller = callers.findLast((one) => !rule.open.includes(one));
  if (!caller) return;
  const sample = samples[caller];
  const answer = await askData(asked, addressOf(route, sample), sample);
  const refusal =
    isUnknown(caller) || rule.elsewhere
      ? /NEXT_REDIRECT;\w+;\/sign-in/
      : new RegExp(`NEXT_HTTP_ERROR_FALLBACK;${refusalTo(caller, rule)}`);
  expect(answer.text).toMatch(refusal);
  expect(holds(answer, rule.heading(sample))).toBe(false);
}

/** A participant is told nobody else's, neither in what is shown nor in its data. */
async function expectNoNames(asked: FetchRoute, route: string, { participant }: Samples) {
  const { self } = participant;
  // Whoever holds a link may read whom it is for; this one's is the participant's own.
  const own = self?.linkPath.replace("/enter/", "") ?? "";
  const address = addressOf(route, { ...participant, token: own });
  const others = await db.user.findMany({ where: { id: { not: self?.id } } });
  expect(others.length).toBeGreaterThan(3);
  const shown = await asked(address, participant);
  const { text } = await askData(asked, address, participant);
  const words = others.flatMap(({ id, name, handle }) =>
    address.includes(id) ? [name, handle] : [id, name, handle],
  );
  // Hundreds of words are looked for at once.
  const told = new RegExp(words.map((word) => word.replace(/\W/g, "\\$&")).join("|"));
  expect([told.exec(shown.text)?.[0], told.exec(text)?.[0]]).toEqual([undefined, undefined]);
}

const allMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"];

/** Those of the table, and no other; what asks for a sign-in says so before anything else. */
async function expectMethods(
  route: string,
  rule: RouteRule & { methods: readonly string[] },
  { nobody }: Samples,
) {
  const known = rule.kind === "api" ? [401, 204] : [200, 204];
  const odd: unknown[] = [];
  for (const method of allMethods) {
    const answer = await ask(product.url + addressOf(route, nobody), { method });
    const expected = rule.methods.includes(method) ? known : [400, 405];
    const loose = findLoose(answer, isForElsewhere(rule));
    if (!expected.includes(answer.status) || loose.length > 0)
      odd.push({ method, status: answer.status, loose });
  }
  expect(odd).toEqual([]);
}

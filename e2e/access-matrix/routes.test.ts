import {
  borrowSample,
  callers,
  isUnknown,
  makeSample,
  type Caller,
  type Sample,
} from "#e2e/access-matrix/callers.ts";
import type { ApiRule, RouteRule } from "#e2e/access-matrix/rules.ts";
import { addressOf, routes } from "#e2e/access-matrix/table.ts";
import { ask, type Answer } from "#e2e/support/ask.ts";
import type { Product } from "#e2e/support/product.ts";
import { expect, test } from "#e2e/support/test.ts";
import { db } from "#lib/db.ts";

const headingOf = ({ text }: Answer) =>
  /<h1[^>]*>(.*?)<\/h1>/.exec(text)?.[1]?.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

const dataAddress = (address: string) => `${address}${address.includes("?") ? "&" : "?"}_rsc`;

/** As text of an element, in markup or in React's own form of it; the title of the window is no secret. */
const holds = ({ text }: Answer, words: string) =>
  [`>${words}<`, `"children":"${words}"`].some((form) => text.replaceAll("\\", "").includes(form));

/** Who doesn't belong to a study is not even told that there is one. */
const refusalTo = (caller: Caller, { hidden }: { hidden?: readonly Caller[] }) =>
  hidden?.includes(caller) ? 404 : 403;

const changesData = (rule: RouteRule) => rule.kind === "api" && rule.question.method !== "GET";

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
    if (rule.kind === "page") expect(headingOf(answer)).toBe(rule.heading(sample));
    return;
  }
  if (rule.kind === "page" && rule.elsewhere) {
    expect([status, headers.location]).toEqual([307, rule.elsewhere]);
  } else if (isUnknown(caller)) {
    expect([status, headers.location]).toEqual([307, `/sign-in?next=${encodeURIComponent(address)}`]);
  } else expect(status).toBe(rule.kind === "page" ? refusalTo(caller, rule) : 403);
  // A streamed page could have said too much before it was refused.
  if (rule.kind === "page") expect(holds(answer, rule.heading(sample))).toBe(false);
}

const isFailure = (rule: RouteRule) => rule.kind === "always" && rule.status >= 500;

for (const [route, rule] of Object.entries(routes)) {
  test(`${route} answers every kind of caller as the table says`, async ({ product, expectErrors }) => {
    if (isFailure(rule)) expectErrors(/"status":500/);
    for (const caller of callers) {
      await test.step(caller, async () => {
        const sample = await (changesData(rule) ? makeSample : borrowSample)(caller);
        const address = rule.kind === "always" ? route : addressOf(route, sample);
        const { query = "", ...question }: Partial<ApiRule["question"]> =
          rule.kind === "api" ? rule.question : {};
        const answer = await ask(product.url + address + query, { cookie: sample.cookie, ...question });
        expectAnswer(rule, caller, sample, address, answer);
      });
    }
    if (rule.kind === "page") await test.step("its data", () => expectDataRefused(product, route, rule));
    if (rule.kind === "api" || rule.kind === "handler")
      await test.step("its methods", () => expectMethods(product, route, rule));
  });

  test(`${route} tells a participant no other person's name`, async ({ product, expectErrors }) => {
    if (isFailure(rule)) expectErrors(/"status":500/);
    for (const role of ["admin", "researcher", "participant"] as const) await borrowSample(role);
    const sample = await borrowSample("participant");
    // Whoever holds a link may read whom it is for; this one's is the participant's own.
    const own = sample.self?.linkPath.replace("/enter/", "") ?? "";
    const address = addressOf(route, { ...sample, token: own });
    const others = await db.user.findMany({ where: { id: { not: sample.self?.id } } });
    expect(others.length).toBeGreaterThan(3);
    for (const asData of [false, true]) {
      const headers: Record<string, string> = asData ? { rsc: "1" } : {};
      const { text } = await ask(product.url + (asData ? dataAddress(address) : address), {
        cookie: sample.cookie,
        headers,
      });
      const told = others.filter(({ id, name, handle }) => {
        const given = address.includes(id) ? [name, handle] : [id, name, handle];
        return given.some((word) => text.includes(word));
      });
      expect(told.map(({ name }) => name)).toEqual([]);
    }
  });
}

/** A page's data is refused as the page is. */
async function expectDataRefused({ url }: Product, route: string, rule: RouteRule & { kind: "page" }) {
  for (const caller of callers.filter((one) => !rule.open.includes(one))) {
    const sample = await borrowSample(caller);
    const address = url + dataAddress(addressOf(route, sample));
    const answer = await ask(address, { cookie: sample.cookie, headers: { rsc: "1" } });
    const refusal =
      isUnknown(caller) || rule.elsewhere
        ? /NEXT_REDIRECT;\w+;\/sign-in/
        : new RegExp(`NEXT_HTTP_ERROR_FALLBACK;${refusalTo(caller, rule)}`);
    expect(answer.text).toMatch(refusal);
    expect(holds(answer, rule.heading(sample))).toBe(false);
  }
}

const allMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"];

/** Those of the table, and no other; what asks for a sign-in says so before anything else. */
async function expectMethods(
  { url }: Product,
  route: string,
  rule: RouteRule & { methods: readonly string[] },
) {
  const sample = await borrowSample("nobody");
  const known = rule.kind === "api" ? [401, 204] : [200, 204];
  for (const method of allMethods) {
    const { status } = await ask(url + addressOf(route, sample), { method });
    const expected = rule.methods.includes(method) ? known : [400, 405];
    expect({ method, status, fits: expected.includes(status) }).toEqual({ method, status, fits: true });
  }
}

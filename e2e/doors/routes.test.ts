import {
  borrowSample,
  callers,
  isUnknown,
  makeSample,
  type Caller,
  type Sample,
} from "#e2e/doors/callers.ts";
import type { ApiRule, RouteRule } from "#e2e/doors/rules.ts";
import { addressOf, routes } from "#e2e/doors/table.ts";
import { ask, type Answer } from "#e2e/support/ask.ts";
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

for (const [route, rule] of Object.entries(routes)) {
  test(`${route} answers every kind of caller as the table says`, async ({ product, expectErrors }) => {
    if (rule.kind === "always" && rule.status >= 500) expectErrors(/"status":500/);
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
  });

  test(`${route} tells a participant no other person's name`, async ({ product, expectErrors }) => {
    if (rule.kind === "always" && rule.status >= 500) expectErrors(/"status":500/);
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

  if (rule.kind !== "page") continue;
  test(`${route} refuses its data as it refuses its page`, async ({ product }) => {
    for (const caller of callers.filter((one) => !rule.open.includes(one))) {
      const sample = await borrowSample(caller);
      const url = product.url + dataAddress(addressOf(route, sample));
      const answer = await ask(url, { cookie: sample.cookie, headers: { rsc: "1" } });
      const refusal =
        isUnknown(caller) || rule.elsewhere
          ? /NEXT_REDIRECT;\w+;\/sign-in/
          : new RegExp(`NEXT_HTTP_ERROR_FALLBACK;${refusalTo(caller, rule)}`);
      expect(answer.text).toMatch(refusal);
      expect(holds(answer, rule.heading(sample))).toBe(false);
    }
  });
}

for (const [route, rule] of Object.entries(routes)) {
  if (rule.kind !== "api") continue;
  test(`${route} knows ${rule.methods.join(", ")} and no other method`, async ({ product }) => {
    const sample = await borrowSample("nobody");
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"]) {
      const { status } = await ask(product.url + addressOf(route, sample), { method });
      const expected = rule.methods.includes(method) ? [401, 204] : [400, 405];
      expect({ method, status, fits: expected.includes(status) }).toEqual({ method, status, fits: true });
    }
  });
}

for (const [route, rule] of Object.entries(routes)) {
  if (rule.kind !== "handler") continue;
  test(`${route} answers ${rule.methods.join(", ")} and no other method`, async ({ product }) => {
    for (const method of ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY"]) {
      const { status } = await ask(product.url + route, { method });
      const expected = rule.methods.includes(method) ? [200, 204] : [400, 405];
      expect({ method, fits: expected.includes(status) }).toEqual({ method, fits: true });
    }
  });
}

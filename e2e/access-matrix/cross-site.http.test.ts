import { builtActions } from "#e2e/access-matrix/built.ts";
import { borrowSample, borrowSamples } from "#e2e/access-matrix/callers.ts";
import { postAction } from "#e2e/access-matrix/post-action.ts";
import { actions, addressOf, routes } from "#e2e/access-matrix/table.ts";
import { ask } from "#e2e/support/ask.ts";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

// What a browser tells of a request that another site made it send.
const marks: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "http://127.0.0.1:1" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
];

const methods = ["POST", "PUT", "PATCH", "DELETE"] as const;

test("no route takes a post from another site, whoever is signed in", async () => {
  const sample = await borrowSample("admin");
  const before = await fingerprint(product.ownerUrl);
  const taken: unknown[] = [];
  for (const [place, route] of Object.keys(routes).entries()) {
    const url = product.url + addressOf(route, sample);
    // Each route is asked with every mark and every method, and each of their pairs at every fourth route.
    for (const [turn, headers] of marks.entries()) {
      const method = methods[(place + turn) % methods.length];
      const { status } = await ask(url, { method, headers, cookie: sample.cookie });
      if (status !== 403) taken.push({ route, method, headers, status });
    }
  }
  expect(taken).toEqual([]);
  expect(await fingerprint(product.ownerUrl)).toEqual(before);
});

test("no action takes a post from another site, whoever is signed in", async () => {
  const samples = await borrowSamples();
  const before = await fingerprint(product.ownerUrl);
  const taken: unknown[] = [];
  for (const action of builtActions) {
    const rule = actions[action.name];
    const caller = rule?.open.at(-1);
    if (!rule || !caller) continue;
    const sample = samples[caller];
    const url = product.url + addressOf(action.routes[0] ?? "/sign-in", sample);
    for (const headers of marks) {
      const posting = { url, action, cookie: sample.cookie, fields: rule.input(sample), headers };
      const { status } = await postAction(posting);
      if (status !== 403) taken.push({ action: action.name, headers, status });
    }
  }
  expect(taken).toEqual([]);
  expect(await fingerprint(product.ownerUrl)).toEqual(before);
});

test("a form that needs no script is refused from another site as well", async () => {
  const sample = await borrowSample("nobody");
  const action = builtActions.find(({ name }) => name.endsWith("#chooseTheme"));
  const body = new URLSearchParams({ [`$ACTION_ID_${action?.id}`]: "", theme: "dark" }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const post = (headers: Record<string, string>) =>
    ask(`${product.url}/sign-in`, {
      method: "POST",
      body,
      headers: { ...type, ...headers },
      cookie: sample.cookie,
    });
  for (const headers of marks) {
    const answer = await post(headers);
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
  }
});

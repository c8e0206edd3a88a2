import { builtActions, type BuiltAction } from "#e2e/access-matrix/built.ts";
import {
  borrowSample,
  callers,
  isUnknown,
  makeSample,
  makeSampleFor,
  type Caller,
  type Sample,
} from "#e2e/access-matrix/callers.ts";
import { outcomeOf, postAction, postNonsense } from "#e2e/access-matrix/post-action.ts";
import type { ActionRule } from "#e2e/access-matrix/rules.ts";
import { actions, addressOf } from "#e2e/access-matrix/table.ts";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import type { Product } from "#e2e/support/product.ts";
import { expect, test } from "#e2e/support/test.ts";

// The first of them make the samples of every caller.
test.describe.configure({ timeout: 60_000 });

const refusalOf = (rule: ActionRule, caller: Caller) =>
  rule.otherwise ?? (isUnknown(caller) ? "not_signed_in" : "not_allowed");

/** Whatever is sent by who may not, from the action's own page or another, is refused, and changes nothing. */
async function expectRefused(product: Product, action: BuiltAction, rule: ActionRule): Promise<void> {
  const outsiders = callers.filter((one) => !rule.open.includes(one));
  const samples = new Map<Caller, Sample>();
  for (const caller of outsiders) samples.set(caller, await borrowSample(caller));
  const before = await fingerprint(product.ownerUrl);
  await Promise.all(
    [...samples].map(async ([caller, sample]) => {
      const { cookie } = sample;
      const fields = rule.input(sample);
      const url = product.url + addressOf(action.routes[0] ?? "/sign-in", sample);
      const refusal = refusalOf(rule, caller);
      const [nothing, all, elsewhere, nonsense] = await Promise.all([
        postAction({ url, action, cookie }),
        postAction({ url, action, cookie, fields }),
        postAction({ url: `${product.url}/sign-in`, action, cookie, fields }),
        postNonsense({ url, action, cookie }),
      ]);
      expect([caller, outcomeOf(nothing)]).toEqual([caller, rule.otherwise ? rule.without : refusal]);
      expect([caller, outcomeOf(all), outcomeOf(elsewhere)]).toEqual([caller, refusal, refusal]);
      if (!rule.otherwise) expect([caller, outcomeOf(nonsense)]).toEqual([caller, refusal]);
    }),
  );
  expect(await fingerprint(product.ownerUrl)).toEqual(before);
}

/** Nothing and nonsense change nothing; what the form sends does what the table says. */
async function expectTaken(product: Product, action: BuiltAction, rule: ActionRule, caller: Caller) {
  const isHarmless = ["invalid", "silent"].includes(rule.without);
  const route = action.routes[0] ?? "/sign-in";
  const sample = isHarmless
    ? await borrowSample(caller)
    : await makeSampleFor(caller, (one) => addressOf(route, one));
  const url = product.url + addressOf(route, sample);
  const before = await fingerprint(product.ownerUrl);
  expect(outcomeOf(await postAction({ url, action, cookie: sample.cookie }))).toBe(rule.without);
  await postNonsense({ url, action, cookie: sample.cookie });
  if (isHarmless) expect(await fingerprint(product.ownerUrl)).toEqual(before);

  const again = await makeSampleFor(caller, rule.input);
  const answer = await postAction({ url, action, cookie: again.cookie, fields: rule.input(again) });
  expect(outcomeOf(answer)).toBe(rule.hidden?.includes(caller) ? "not_found" : rule.answer);
}

for (const action of builtActions) {
  const rule = actions[action.name];
  if (!rule) continue;
  test(`${action.name} answers every kind of caller as the table says, on its page and any other`, async ({
    product,
  }) => {
    await test.step("who may not", () => expectRefused(product, action, rule));
    for (const caller of callers.filter((one) => rule.open.includes(one)))
      await test.step(caller, () => expectTaken(product, action, rule, caller));
  });
}

test("an id that no action has is refused", async ({ product, expectErrors }) => {
  expectErrors(/Failed to find Server Action/, /failed-to-find-server-action|at /);
  const action = { id: "00".repeat(21), name: "no such action" };
  const { status } = await postAction({ url: `${product.url}/sign-in`, action });
  expect([404, 409]).toContain(status);
});

test("nobody ends another person's sign-in", async ({ product }) => {
  const [sample, other] = [await makeSample("admin"), await makeSample("participant")];
  const action = builtActions.find(({ name }) => name.endsWith("#endDevice"));
  if (!action) throw new Error("endDevice is not built");
  const before = await fingerprint(product.ownerUrl);
  const fields = { id: other.otherSignInId };
  const answer = await postAction({ url: `${product.url}/account`, action, cookie: sample.cookie, fields });
  expect(outcomeOf(answer)).toBe("not_found");
  expect(await fingerprint(product.ownerUrl)).toEqual(before);
});

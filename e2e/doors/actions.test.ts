import { builtActions } from "#e2e/doors/built.ts";
import { borrowSample, callers, isUnknown, makeSample, makeSampleFor } from "#e2e/doors/callers.ts";
import { outcomeOf, postAction, postNonsense } from "#e2e/doors/post-action.ts";
import { actions, addressOf } from "#e2e/doors/table.ts";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { expect, test } from "#e2e/support/test.ts";

// The first of them make the samples of every caller.
test.describe.configure({ timeout: 60_000 });

for (const action of builtActions) {
  const rule = actions[action.name];
  if (!rule) continue;

  test(`${action.name} answers every kind of caller as the table says`, async ({ product }) => {
    for (const caller of callers) {
      await test.step(caller, async () => {
        const mayEnter = rule.open.includes(caller);
        const refusal = rule.otherwise ?? (isUnknown(caller) ? "not_signed_in" : "not_allowed");
        const isHarmless = !mayEnter || ["invalid", "silent"].includes(rule.without);
        const route = action.routes[0] ?? "/sign-in";
        const sample = isHarmless
          ? await borrowSample(caller)
          : await makeSampleFor(caller, (one) => addressOf(route, one));
        const url = product.url + addressOf(route, sample);

        const before = await fingerprint(product.ownerUrl);
        const nothing = await postAction({ url, action, cookie: sample.cookie });
        expect(outcomeOf(nothing)).toBe(mayEnter || rule.otherwise ? rule.without : refusal);
        const nonsense = await postNonsense({ url, action, cookie: sample.cookie });
        if (!mayEnter && !rule.otherwise) expect(outcomeOf(nonsense)).toBe(refusal);
        if (mayEnter && isHarmless) expect(await fingerprint(product.ownerUrl)).toEqual(before);

        const again = mayEnter ? await makeSampleFor(caller, rule.input) : sample;
        const fields = rule.input(again);
        const answer = await postAction({ url, action, cookie: again.cookie, fields });
        const expected = rule.hidden?.includes(caller) ? "not_found" : rule.answer;
        expect(outcomeOf(answer)).toBe(mayEnter ? expected : refusal);
        if (!mayEnter) expect(await fingerprint(product.ownerUrl)).toEqual(before);
      });
    }
  });

  test(`${action.name} is no more open from a page it doesn't belong to`, async ({ product }) => {
    for (const caller of callers.filter((one) => !rule.open.includes(one))) {
      const sample = await borrowSample(caller);
      const before = await fingerprint(product.ownerUrl);
      const url = `${product.url}/sign-in`;
      const answer = await postAction({ url, action, cookie: sample.cookie, fields: rule.input(sample) });
      expect(outcomeOf(answer)).toBe(rule.otherwise ?? (isUnknown(caller) ? "not_signed_in" : "not_allowed"));
      expect(await fingerprint(product.ownerUrl)).toEqual(before);
    }
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

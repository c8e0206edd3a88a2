import { builtActions, type BuiltAction } from "#e2e/access-matrix/built.ts";
import {
  borrowSamples,
  callers,
  isUnknown,
  makeSampleFor,
  type Caller,
  type Sample,
  type Samples,
} from "#e2e/access-matrix/callers.ts";
import { outcomeOf, postAction, postNonsense } from "#e2e/access-matrix/post-action.ts";
import type { ActionRule } from "#e2e/access-matrix/rules.ts";
import { actions, addressOf } from "#e2e/access-matrix/table.ts";
import { fingerprint } from "#e2e/support/fingerprint.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { isSearching } from "#lib/testing/limits.ts";

const urlOf = ({ routes: [route = "/sign-in"] }: BuiltAction, sample: Sample) =>
  product.url + addressOf(route, sample);

const refusalOf = (rule: ActionRule, caller: Caller) =>
  rule.otherwise ?? (isUnknown(caller) ? "not_signed_in" : "not_allowed");

/** Whatever is sent by those who may not, from the action's own page or another, is refused. */
async function expectRefused(action: BuiltAction, rule: ActionRule, samples: Samples) {
  const outsiders = callers.filter((one) => !rule.open.includes(one));
  const last = outsiders.at(-1);
  await Promise.all(
    outsiders.map(async (caller) => {
      const sample = samples[caller];
      const { cookie } = sample;
      const fields = rule.input(sample);
      const refusal = refusalOf(rule, caller);
      // Any page answers to any action: what guards a page guards none of them.
      const all = await postAction({ url: `${product.url}/sign-in`, action, cookie, fields });
      expect({ caller, all: outcomeOf(all) }).toEqual({ caller, all: refusal });
      // Its own page is drawn for each of them: most of the work, with the same guard.
      if (!isSearching && caller !== last) return;
      const nothing = await postAction({ url: urlOf(action, sample), action, cookie });
      const without = rule.otherwise ? rule.without : refusal;
      expect({ caller, nothing: outcomeOf(nothing) }).toEqual({ caller, nothing: without });
    }),
  );
  if (!last) return;
  const { cookie } = samples[last];
  const nonsense = outcomeOf(await postNonsense({ url: urlOf(action, samples[last]), action, cookie }));
  if (!rule.otherwise) expect(nonsense).toBe(refusalOf(rule, last));
}

/** Nothing and nonsense, from who may. */
async function expectLittle(action: BuiltAction, rule: ActionRule, sample: Sample) {
  const posting = { url: urlOf(action, sample), action, cookie: sample.cookie };
  expect(outcomeOf(await postAction(posting))).toBe(rule.without);
  await postNonsense(posting);
}

/** What the form sends does what the table says. */
async function expectTaken(action: BuiltAction, rule: ActionRule, caller: Caller) {
  const sample = await makeSampleFor(caller, rule.input);
  const url = urlOf(action, sample);
  const answer = await postAction({ url, action, cookie: sample.cookie, fields: rule.input(sample) });
  expect(outcomeOf(answer)).toBe(rule.hidden?.includes(caller) ? "not_found" : rule.answer);
}

for (const action of builtActions) {
  const rule = actions[action.name];
  if (!rule) continue;
  // Sending nothing does nothing, but where nothing has to be sent.
  const isHarmless = ["invalid", "silent"].includes(rule.without);
  const insiders = callers.filter((one) => rule.open.includes(one));
  test(`${action.name} answers every kind of caller as the table says, on its page and any other`, async () => {
    const samples = await borrowSamples();
    const before = await fingerprint(product.ownerUrl);
    await expectRefused(action, rule, samples);
    if (isHarmless) for (const caller of insiders) await expectLittle(action, rule, samples[caller]);
    expect(await fingerprint(product.ownerUrl)).toEqual(before);
    for (const caller of insiders) {
      if (!isHarmless) {
        const sample = await makeSampleFor(caller, (one) => urlOf(action, one));
        await expectLittle(action, rule, sample);
      }
      await expectTaken(action, rule, caller);
    }
  });
}

test("an id that no action has is refused", async ({ expectErrors }) => {
  expectErrors(/Failed to find Server Action/, /failed-to-find-server-action|at /);
  const action = { id: "00".repeat(21), name: "no such action" };
  const { status } = await postAction({ url: `${product.url}/sign-in`, action });
  expect([404, 409]).toContain(status);
});

test("nobody ends another person's sign-in", async () => {
  const { admin, participant } = await borrowSamples();
  const action = builtActions.find(({ name }) => name.endsWith("#endDevice"));
  if (!action) throw new Error("endDevice is not built");
  const before = await fingerprint(product.ownerUrl);
  const fields = { id: participant.otherSignInId };
  const answer = await postAction({ url: `${product.url}/account`, action, cookie: admin.cookie, fields });
  expect(outcomeOf(answer)).toBe("not_found");
  expect(await fingerprint(product.ownerUrl)).toEqual(before);
});

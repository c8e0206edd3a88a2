import { db } from "#lib/db.ts";
import { newAnswer } from "#lib/simulation/steps.ts";
import { until } from "#scripts/process/until.mjs";
import { expectAcknowledged, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { asKept } from "#e2e/participant/faults/answer-record.ts";
import type { Product } from "#e2e/support/product.ts";
import { beginAt, type Sitter } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import type { Acknowledged, SentAnswer } from "#lib/sittings/answers/wire.ts";

const count = 200;
const cases = 5;

type Fault = { name: string; strike: (product: Product) => Promise<void>; said: RegExp[] };
const faults: Fault[] = [
  {
    name: "the web process killed",
    async strike({ web }) {
      await web.kill();
      await web.startAgain();
    },
    // What it says when it starts, and to who comes before it has found its database.
    said: [/^log: (✓ Running|.*"status":503)/],
  },
  {
    name: "the database killed",
    async strike({ killDatabase, recoverDatabase }) {
      await killDatabase();
      await recoverDatabase();
    },
    said: [/^log: ([^{]|.*"status":503|.*\/answers)/],
  },
];

for (const { name, strike, said } of faults) {
  test(`of 200 answers every acknowledged one is stored once, ${name} twice in the middle`, async ({
    product,
    expectErrors,
  }) => {
    test.slow();
    expectErrors(...said);
    const sitter = await beginAt(await tideStudy(cases, { questions: { reason: "optional" } }));
    const { send } = await visitorOf(product, sitter);
    const given = Array.from({ length: count }, (_, n) =>
      newAnswer((n % cases) + 1, Math.floor(n / cases) + 1, { choice: n % 4, reason: `Thought ${n}` }),
    );

    const told = new Map<string, Acknowledged>();
    const lost: SentAnswer[] = [];
    const rest = [...given];
    async function sendAll(): Promise<void> {
      for (let answer = rest.shift(); answer; answer = rest.shift()) {
        const sent = answer;
        const acknowledged = await until(
          async () => {
            // Null where nobody answers, or breaks off.
            const reply = await send(sent).catch(() => null);
            if (reply?.status === 200) return expectAcknowledged(reply);
            lost.push(sent);
            if (reply && reply.status < 500) throw new Error(`refused: ${JSON.stringify(reply)}`);
            return null;
          },
          { seconds: 40 },
        );
        if (!acknowledged) throw new Error("never acknowledged");
        told.set(sent.id, acknowledged);
      }
    }
    async function strikeTwice(): Promise<void> {
      for (const share of [0.25, 0.6]) {
        await until(() => told.size >= count * share, { seconds: 40 });
        await strike(product);
      }
    }
    await Promise.all([strikeTwice(), ...Array.from({ length: 6 }, sendAll)]);
    expect(told.size).toBe(count);
    expect(lost.length, "answers that had to be sent again").toBeGreaterThan(0);
    await expectStored(sitter, given, told);

    // The whole lot once more: nothing is stored twice, and the same is said as before.
    for (const answer of given) {
      const { revision } = expectAcknowledged(await send(answer));
      expect(revision).toBe(told.get(answer.id)?.revision);
    }
    await expectStored(sitter, given, told);
  });
}

test("an older answer that comes late is kept, and the newer one counts", async ({ product }) => {
  const sitter = await beginAt(await tideStudy(2));
  const { send } = await visitorOf(product, sitter);
  const late = newAnswer(1, 1, { choice: 0 });
  const newer = newAnswer(1, 2, { choice: 3 });
  expect(expectAcknowledged(await send(newer))).toMatchObject({ revision: 2, current: 2, newer: null });
  const told = expectAcknowledged(await send(late));
  expect(told).toMatchObject({ revision: 1, current: 2, newer: { choice: 3 } });
  const [served] = await servedOf(sitter);
  expect(served?.revisions.map(({ id }) => id)).toEqual([late.id, newer.id]);
  expect(served?.answer).toMatchObject({ revision: 2, decision: String(served?.optionOrder[3]) });
});

const servedOf = ({ sittingId }: Sitter) =>
  db.servedCase.findMany({
    where: { sittingId },
    orderBy: { position: "asc" },
    include: { answer: true, revisions: { orderBy: { revision: "asc" } } },
  });

async function expectStored(
  sitter: Sitter,
  given: readonly SentAnswer[],
  told: ReadonlyMap<string, Acknowledged>,
): Promise<void> {
  for (const { position, optionOrder, answer, revisions } of await servedOf(sitter)) {
    const here = given.filter((one) => one.position === position);
    const stored = revisions.map(({ id, revision, value }) => ({ id, revision, value }));
    const expected = here.map(({ id, value }) => ({
      id,
      revision: told.get(id)?.revision,
      value: asKept(value, optionOrder),
    }));
    const inOrder = expected.toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0));
    expect(stored).toEqual(inOrder);
    const { choice, reason } = inOrder.at(-1)?.value ?? {};
    expect(answer).toMatchObject({ revision: here.length, value: { choice }, reason });
  }
}

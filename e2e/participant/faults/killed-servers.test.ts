import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { newAnswer } from "#lib/simulation/steps.ts";
import { until } from "#scripts/process/until.mjs";
import { expectAcknowledged, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import {
  asKept,
  expectShownAgain,
  expectStoredAsShown,
  type AnswerRecord,
} from "#e2e/participant/faults/answer-record.ts";
import {
  choose,
  expectSaved,
  goOn,
  kept,
  sending,
  startSittingAs,
  supplied,
} from "#e2e/participant/faults/started-sitting.ts";
import type { Product } from "#e2e/support/product.ts";
import { beginAt, type Sitter } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import type { Acknowledged, SentAnswer } from "#lib/sittings/answers/wire.ts";

const count = 200;
const cases = 5;
/** At each of them a server is killed once. */
const shown = 6;

type Fault = {
  name: string;
  strike: (product: Product) => Promise<void>;
  mend: (product: Product) => Promise<void>;
};
const web: Fault = {
  name: "the web process killed",
  strike: ({ web: process }) => process.kill(),
  mend: ({ web: process }) => process.startAgain(),
};
const database: Fault = {
  name: "the database killed",
  strike: ({ killDatabase }) => killDatabase(),
  mend: ({ recoverDatabase }) => recoverDatabase(),
};
const faults = [web, database, web, database];
const said = [
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/,
  /status (of )?503/,
  // What a web process says when it starts, and to who comes while there is no database.
  /^log: ([^{]|.*"status":503|.*\/sittings)/,
];

type Receipts = { told: Map<string, Acknowledged>; lost: SentAnswer[] };

/** Six at a time, each again and again until it is acknowledged. */
async function sendAll(
  send: (answer: SentAnswer) => Promise<{ status: number; body: unknown }>,
  given: readonly SentAnswer[],
  { told, lost }: Receipts,
): Promise<void> {
  const rest = [...given];
  async function sendNext(): Promise<void> {
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
        { seconds: 60, everyMs: 250 },
      );
      if (!acknowledged) throw new Error("never acknowledged");
      told.set(sent.id, acknowledged);
    }
  }
  await Promise.all(Array.from({ length: 6 }, sendNext));
}

/** Without the server: what is chosen counts, one goes on, and both are kept. */
async function answerMeanwhile(page: Page, answerRecord: AnswerRecord, at: number): Promise<void> {
  await choose(page, 1);
  await answerRecord.look(page);
  await goOn(page, at + 1, shown);
  await choose(page, 2);
  await answerRecord.look(page);
  await expect(sending(page)).toContainText(kept(2));
}

test("of 200 answers every acknowledged one is stored once, and who is at a page goes on, web process and database killed twice in the middle", async ({
  page,
  product,
  signInAs,
  expectErrors,
}) => {
  // Four servers start in it.
  test.slow();
  expectErrors(...said);
  const { answerRecord, caseAt } = await startSittingAs(page, signInAs, { count: shown });
  await Promise.all([supplied(page), page.goto(caseAt(1))]);
  const sitter = await beginAt(await tideStudy(cases, { questions: { reason: "optional" } }));
  const { send } = await visitorOf(product, sitter);
  const given = Array.from({ length: count }, (_, n) =>
    newAnswer((n % cases) + 1, Math.floor(n / cases) + 1, { choice: n % 4, reason: `Thought ${n}` }),
  );
  const receipts: Receipts = { told: new Map(), lost: [] };
  const { told, lost } = receipts;
  const share = count / faults.length;

  for (const [n, { name, strike, mend }] of faults.entries())
    await test.step(`${name}, at case ${n + 1}`, async () => {
      await choose(page, 0);
      await expectSaved(page, answerRecord);
      async function strikeMidway(): Promise<void> {
        await until(() => told.size >= share * (n + 0.3), { seconds: 40 });
        await strike(product);
        try {
          await answerMeanwhile(page, answerRecord, n + 1);
        } finally {
          await mend(product);
        }
      }
      lost.length = 0;
      await Promise.all([strikeMidway(), sendAll(send, given.slice(share * n, share * (n + 1)), receipts)]);
      expect(lost.length, "answers that had to be sent again").toBeGreaterThan(0);
    });

  expect(told.size).toBe(count);
  await expectStored(sitter, given, told);
  // The whole lot once more: nothing is stored twice, and the same is said as before.
  for (const answer of given) {
    const { revision } = expectAcknowledged(await send(answer));
    expect(revision).toBe(told.get(answer.id)?.revision);
  }
  await expectStored(sitter, given, told);

  await choose(page, 3);
  await expectSaved(page, answerRecord);
  await expectStoredAsShown(answerRecord);
  await expectShownAgain(page, answerRecord);
});

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

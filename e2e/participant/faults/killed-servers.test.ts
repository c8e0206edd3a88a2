import type { Page } from "@playwright/test";
import { db } from "#lib/db.ts";
import { newAnswer } from "#lib/simulation/steps.ts";
import { hangSeconds } from "#lib/testing/limits.ts";
import { until } from "#scripts/process/liveness.mjs";
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
import { expect, test, thorough, type Fixtures } from "#e2e/support/test.ts";
import type { AnswerReceipt, SentAnswer } from "#lib/sittings/answers/wire.ts";

const cases = 5;

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
const said = [
  /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE)/,
  /status (of )?503/,
  // What a web process says when it starts, and to who comes while there is no database.
  /^log: ([^{]|.*"status":503|.*\/sittings)/,
];

type Receipts = { told: Map<string, AnswerReceipt>; lost: SentAnswer[] };
type FaultPlan = {
  send: (answer: SentAnswer) => Promise<{ status: number; body: unknown }>;
  /** Once so many were acknowledged the fault strikes, whatever is under way; the rest is sent into it. */
  before: number;
  fault: () => Promise<void>;
};

/** Six at a time, each again and again until it is acknowledged. */
async function sendAll(
  { send, before, fault }: FaultPlan,
  given: readonly SentAnswer[],
  { told, lost }: Receipts,
): Promise<void> {
  const enough = told.size + before;
  let struck: Promise<void> | null = null;
  const rest = [...given];
  async function sendNext(): Promise<void> {
    for (let answer = rest.shift(); answer; answer = rest.shift()) {
      const sent = answer;
      if (told.size >= enough) await (struck ??= fault());
      const acknowledged = await until(
        async () => {
          // Null where nobody answers, or breaks off.
          const reply = await send(sent).catch(() => null);
          if (reply?.status === 200) return expectAcknowledged(reply);
          lost.push(sent);
          if (reply && reply.status < 500) throw new Error(`refused: ${JSON.stringify(reply)}`);
          return null;
        },
        { seconds: hangSeconds, everyMs: 250 },
      );
      if (!acknowledged) throw new Error("never acknowledged");
      told.set(sent.id, acknowledged);
    }
  }
  await Promise.all(Array.from({ length: 6 }, sendNext));
}

/** Without the server: what is chosen counts, one goes on, and both are kept. */
async function answerMeanwhile(
  page: Page,
  answerRecord: AnswerRecord,
  at: number,
  shown: number,
): Promise<void> {
  await choose(page, 1);
  await answerRecord.look(page);
  await goOn(page, at + 1, shown);
  await choose(page, 2);
  await answerRecord.look(page);
  await expect(sending(page)).toContainText(kept(2));
}

type TestFixtures = Pick<Fixtures, "signInAs"> & { page: Page; product: Product };

async function surviveFaults(
  { page, product, signInAs }: TestFixtures,
  { count, faults }: { count: number; faults: readonly Fault[] },
): Promise<void> {
  // At each case a server is killed once.
  const shown = faults.length + 2;
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
      lost.length = 0;
      const { promise: isStruck, resolve: haveStruck } = Promise.withResolvers<void>();
      async function fault(): Promise<void> {
        await strike(product);
        haveStruck();
      }
      async function mendLater(): Promise<void> {
        await isStruck;
        try {
          await answerMeanwhile(page, answerRecord, n + 1, shown);
          await expect.poll(() => lost.length, "answers that have to be sent again").toBeGreaterThan(0);
        } finally {
          await mend(product);
        }
      }
      const some = given.slice(share * n, share * (n + 1));
      await Promise.all([mendLater(), sendAll({ send, before: share * 0.3, fault }, some, receipts)]);
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
}

test("every acknowledged answer is stored once, and who is at a page goes on, web process and database killed in the middle", async ({
  page,
  product,
  signInAs,
  expectErrors,
}) => {
  expectErrors(...said);
  await surviveFaults({ page, product, signInAs }, { count: 20, faults: [web, database] });
});

thorough(
  "of 200 answers every acknowledged one is stored once, and who is at a page goes on, web process and database killed twice in the middle",
  async ({ page, product, signInAs, expectErrors }) => {
    expectErrors(...said);
    await surviveFaults({ page, product, signInAs }, { count: 200, faults: [web, database, web, database] });
  },
);

const servedOf = ({ sittingId }: Sitter) =>
  db.servedCase.findMany({
    where: { sittingId },
    orderBy: { position: "asc" },
    include: { answer: true, revisions: { orderBy: { revision: "asc" } } },
  });

async function expectStored(
  sitter: Sitter,
  given: readonly SentAnswer[],
  told: ReadonlyMap<string, AnswerReceipt>,
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

import type { Page } from "@playwright/test";
import pg from "pg";
import { db } from "#lib/db.ts";
import { joinPath, showCode } from "#lib/invitations/schema.ts";
import { newAnswer } from "#lib/simulation/steps.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { refused, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { comparable, differences, type Walk } from "#e2e/participant/faults/compare-responses.ts";
import { makeBenchmarkOf, tideStudy, type Passage } from "#e2e/participant/faults/made-cases.ts";
import { choose, expectSaved, startSittingAs } from "#e2e/participant/faults/started-sitting.ts";
import { goThrough } from "#e2e/participant/faults/way-through.ts";
import { recordResponses, type RecordedResponse } from "#e2e/participant/faults/response-recorder.ts";
import { ask, type Answer } from "#e2e/support/ask.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";
import type { Product } from "#e2e/support/product.ts";
import { expectHeading, press } from "#e2e/support/screens.ts";
import { answer, beginAt, openedStudy, personOf } from "#e2e/support/studies.ts";
import { expect, test } from "#e2e/support/test.ts";
import { t } from "#e2e/support/words.ts";

type NewPage = (options: { baseURL: string }) => Promise<Page>;

const track = "Zephyrine";
const model = "oracle-of-brine";
const otherReason = "I have met the harbour pilot.";
const inOrder = [0, 1, 2, 3];
const passages = (goldAt: (at: number) => number): Passage[] =>
  Array.from({ length: 8 }, (_, n) => ({
    key: `ledger-entry-${n}`,
    said: `Who has the ledger of day ${n}?`,
    answered: `Not I, and not on day ${n}.`,
    gold: goldAt(n),
  }));

/** Two of eight right, the others wrong and sure: alike in both, wherever the right answer stands. */
const isRight = (at: number) => at < 4;
const runOf = (all: readonly Passage[]) => ({
  model,
  answer: (at: number) => {
    const gold = all[at]?.gold ?? 0;
    const top = isRight(at) ? gold : (gold + 1) % 4;
    return inOrder.map((option) => (option === top ? 0.94 : 0.02));
  },
});

const reference = { model, method: "zero-shot", threshold: 0.9 };
const design = {
  frame: { tracks: [track], reference },
  sample: {
    seed: 11,
    quota: { [track]: 3 },
    controls: { [track]: 1 },
    attention: { count: 1, cases: [{ track, key: "ledger-entry-2" }] },
  },
  questions: { reason: "optional" },
};

/** Ids that would be known again among all other numbers. */
async function countFrom(ownerUrl: string, start: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  for (const table of ["cases", "case_versions", "study_cases", "model_runs"])
    await client.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), $1)`, [start]);
  await client.end();
}

/** Shown once, right after consenting. */
async function readPassphrase(page: Page): Promise<string | null> {
  const phrase = page
    .getByText(t("way.keep.passphrase"), { exact: true })
    .locator("xpath=following-sibling::dd");
  return (await phrase.count()) > 0 ? phrase.textContent() : null;
}

type Received = { recorded: readonly RecordedResponse[]; secrets: string[]; comparable: Walk };

/** A whole sitting in a browser, beside somebody else's in the same study; every byte that the browser got. */
async function recordSitting(
  product: Product,
  newPage: NewPage,
  goldAt: (at: number) => number,
): Promise<Received> {
  const all = passages(goldAt);
  const benchmark = await makeBenchmarkOf({ track, passages: all, runs: [runOf(all)] });
  const study = await openedStudy({ benchmark, ...design });
  const other = await beginAt(study);
  const said = newAnswer(1, 1, { choice: 1, reason: otherReason });
  await saveAnswer(other.viewer, { ...said, sittingId: other.sittingId, clientAt: new Date() });
  // Whatever is asked for the first time comes late, and in other pieces.
  for (const page of ["", "/consent"]) await ask(`${product.url}${joinPath(study.link)}${page}`);
  const wire = await recordResponses(product);
  let passphrase: string | null = null;
  try {
    const page = await newPage({ baseURL: wire.url });
    await goThrough(page, study.link, {
      words: t,
      count: 5,
      async atEach() {
        passphrase ??= await readPassphrase(page);
        await wire.quiet();
      },
    });
    await page.close();
  } finally {
    await wire.close();
  }
  const { recorded } = wire;
  const { user, completionCode } = await db.sitting.findFirstOrThrow({
    where: { studyId: study.id, state: "submitted" },
    include: { user: true },
  });
  const codes = {
    handle: user.handle,
    completion: completionCode ?? "",
    passphrase: passphrase ?? "none",
    link: study.link,
    shown: showCode(study.link),
  };
  const { handle, name } = await db.user.findUniqueOrThrow({ where: { id: other.viewer.userId } });
  const ofStudy = [benchmark, study.slug, study.title, study.id, track, model, "ledger-entry"];
  const ofOthers = [other.sittingId, other.viewer.userId, handle, name, otherReason];
  return { recorded, comparable: comparable(recorded, codes), secrets: [...ofStudy, ...ofOthers] };
}

test("what a browser receives in a whole sitting does not depend on what is right, and holds nothing of others", async ({
  product,
  newDevice,
  expectErrors,
}) => {
  test.setTimeout(300_000);
  // The browser talks to whoever stands between it and the product.
  expectErrors(/^stranger: /);
  await countFrom(product.ownerUrl, 880_000_000);
  const twins: [Received[], Received[]] = [[], []];
  const golds = [(at: number) => at % 4, (at: number) => (at + 1 + (at % 3)) % 4] as const;
  let differing: string[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const twin = turn % 2 === 0 ? 0 : 1;
    twins[twin].push(await recordSitting(product, newDevice, golds[twin]));
    if (turn === 0) continue;
    const [ones, others] = twins.map((walks) => walks.map(({ comparable }) => comparable));
    differing = differences(ones ?? [], others ?? []);
    if (differing.length === 0) break;
  }
  expect(differing).toEqual([]);
  for (const { recorded, secrets } of twins.flat()) {
    expect(recorded.length).toBeGreaterThan(20);
    const bytes = recorded.map(({ url, headers, body }) => [url, ...headers, body].join("\n")).join("\n");
    expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect(bytes.match(/\b880\d{6}\b/g)).toBe(null);
    const said = recorded.filter(({ url }) => !url.startsWith("/_next/static/"));
    const hints =
      /\b(gold|stratum|strata|prediction|isCorrect|studyCase\w*|caseVersion\w*|attention|sourceMappingURL)\b/i;
    expect(
      said.flatMap(({ url, body }) => (hints.exec(body) ?? []).map((hint) => `${hint} in ${url}`)),
    ).toEqual([]);
  }
});

const markup = {
  said: '<img src="/nowhere.png" onerror="window.stolen = 1"> & <b>bold</b>',
  answered: "</script><script>window.stolen = 2</script> \u202Edrawkcab\u202C \u200Fמים",
  names: ["<i>Ilse</i>", "{{Roe}}", "${Pilot}", '"><svg onload="window.stolen = 3">'],
  profiles: [
    "<style>body { display: none }</style>",
    "<a href='javascript:window.stolen=4'>me</a>",
    null,
    null,
  ],
};

test("markup in a case is shown as characters and runs nothing", async ({ page, signInAs }) => {
  const twice = [1, 2].map((n) => ({ ...markup, key: `markup-${n}`, gold: 0 }));
  const benchmark = await makeBenchmarkOf({ passages: twice });
  const { caseAt, answerRecord } = await startSittingAs(page, signInAs, {
    study: await openedStudy({ benchmark }),
  });
  // The first comes with the page, the second with a script.
  await page.goto(caseAt(1));
  for (const place of [1, 2]) {
    await expectHeading(page, t("sitting.case.place", { place: String(place), count: "2" }));
    const main = page.getByRole("main");
    for (const text of [
      markup.said,
      markup.answered,
      ...markup.names,
      ...markup.profiles.filter((one) => one !== null),
    ])
      await expect(main.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(main.locator(":is(img, style, b, svg[onload], a[href^=javascript])")).toHaveCount(0);
    expect(await page.evaluate(() => "stolen" in window)).toBe(false);
    await choose(page, 0);
    await expectSaved(page, answerRecord);
    if (place === 1) await press(page, t("sitting.case.next"));
  }
});

const cookieOf = async (person: Person) => {
  const { cookie } = await signIn(person);
  return `${cookie.name}=${cookie.value}`;
};

test("one person’s sitting is on no page and in no answer for another participant", async ({ product }) => {
  const study = await tideStudy(3);
  const sitter = await beginAt(study);
  await answer(sitter, 1);
  // Of the same study, and in the middle of it, too.
  const me = await beginAt(study);
  const [owner, another, stranger] = await Promise.all([
    cookieOf(personOf(sitter)),
    cookieOf(personOf(me)),
    cookieOf(await addPerson("participant")),
  ]);
  const own = `${product.url}/sittings/${sitter.sittingId}`;
  const isShown = ({ text }: Answer) => text.includes("about the tide");
  expect(isShown(await ask(`${own}/1`, { cookie: owner }))).toBe(true);
  for (const rest of ["", "/1", "/2", "/overview", "/finish", "/instructions", "/withdraw", "/nowhere"])
    for (const cookie of [another, stranger]) {
      const got = await ask(own + rest, { cookie });
      expect([got.status, isShown(got)], rest).toEqual([404, false]);
    }
  const { get, send } = await visitorOf(product, me);
  for (const what of ["cases?after=0", "state"])
    expect(await get(what, sitter.sittingId)).toEqual(refused(404, "not_found"));
  const before = await db.answerRevision.count({ where: { sittingId: sitter.sittingId } });
  expect(await send({ revision: 2 }, sitter.sittingId)).toEqual(refused(404, "not_found"));
  expect(await db.answerRevision.count({ where: { sittingId: sitter.sittingId } })).toBe(before);
});

import { refused, visitorOf } from "#e2e/participant/answers/visitor.ts";
import { tideStudy } from "#e2e/participant/faults/made-cases.ts";
import { listGivenAway, recordTwins, twinCases, type Wire } from "#e2e/participant/faults/twin-sittings.ts";
import { Reader } from "#e2e/participant/without-script/reader.ts";
import { ask, type Answer } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { addPerson, signIn, type Person } from "#e2e/support/people.ts";
import { answer, beginAt, personOf } from "#e2e/support/studies.ts";
import { t } from "#e2e/support/words.ts";
import { db } from "#lib/db.ts";
import { joinPath } from "#lib/invitations/schema.ts";
import { openBrowser } from "#lib/simulation/browser.ts";
import { newAnswer, readState } from "#lib/simulation/steps.ts";

// What a page's script asks for, beside the page itself: its parts, as they are gone to and as they are fetched ahead.
const ways: readonly Record<string, string>[] = [
  { accept: "text/html" },
  { accept: "*/*", rsc: "1" },
  { accept: "*/*", rsc: "1", "next-router-prefetch": "1" },
];

/** Every page and answer of a whole sitting, whichever way it can be asked for. */
async function walk({ url }: Wire, link: string): Promise<string | null> {
  const browser = openBrowser(url);
  const reader = new Reader(browser);
  const look = async (...pages: string[]) => {
    for (const page of pages)
      for (const headers of ways) {
        const { headers: answered } = await browser.ask("GET", page, { headers });
        const { pathname, search } = new URL(answered.location ?? page, url);
        // Next has a name of its own for each way, and leads there.
        if (search.includes("_rsc=")) await browser.ask("GET", pathname + search, { headers });
      }
  };
  await look(joinPath(link));
  await reader.goto(joinPath(link));
  await reader.press(t("sitting.consent.agree"));
  const passphrase = reader.noted(t("way.keep.passphrase")) ?? null;
  const own = reader.address;
  const sittingId = own.split("/")[2] ?? "";
  await look(own);
  await reader.press(t("sitting.own.start"));
  const beside = ["/instructions", "/overview", "/finish", "/code", "/data", "/withdraw", "/leave", ""];
  const pages = beside.map((rest) => own + rest);
  const api = `/api/sittings/${sittingId}`;
  for (const texts of ["", "&texts=once"])
    await browser.getJson(`${api}/cases?after=0&count=${twinCases}${texts}`);
  for (let position = 1; position <= twinCases; position++) {
    await look(`${own}/${position}`);
    const choice = (position - 1) % 4;
    const { status } = await browser.postJson(`${api}/answers`, newAnswer(position, 1, { choice }));
    expect(status).toBe(200);
    await look(`${own}/${position}`, `${own}/${position}?back=1`, `${own}/${position}/report`);
    await readState(browser, sittingId);
  }
  // By the case's own form, too.
  await reader.goto(`${own}/1`);
  await reader.press(t("sitting.case.next"), { choice: "2" });
  await look(...pages);
  await reader.goto(`${own}/data`);
  for (const name of ["keepText", "keepJson", "keepConsent"] as const)
    await reader.ask(reader.links(t(`ownData.${name}`))[0] ?? "no such link");
  await reader.goto(`${own}/finish`);
  (await reader.press(t("sitting.submit.confirm"))).expectHeading(t("sitting.debrief.title"));
  await look(...pages, `${own}/1`, "/sittings", joinPath(link));
  return passphrase;
}

test("what is received in a whole sitting does not depend on what is right, and holds nothing of others", async () => {
  const { differing, received } = await recordTwins(product, walk);
  expect(differing).toEqual([]);
  for (const one of received) {
    expect(one.recorded.length).toBeGreaterThan(80);
    expect(listGivenAway(one)).toEqual([]);
  }
});

const cookieOf = async (person: Person) => {
  const { cookie } = await signIn(person);
  return `${cookie.name}=${cookie.value}`;
};

test("one person’s sitting is on no page and in no answer for another participant", async () => {
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

import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createToken, revokeToken } from "#lib/api-tokens/mutations.ts";
import { listOwnTokens } from "#lib/api-tokens/queries.ts";
import { listDoorEvents } from "#lib/audit/door-queries.ts";
import { doorDays, type DoorFilter } from "#lib/audit/door-schema.ts";
import { enterByLink, enterBySecret } from "#lib/auth/sign-in/enter.ts";
import { operator } from "#lib/auth/operator.ts";
import { endOwnSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import { answerBearer } from "#lib/auth/tokens/token-door.ts";
import { signOutOfEverything } from "#lib/auth/sign-in/ways-in.ts";
import { setOwnPassword } from "#lib/auth/secrets/own-secret.ts";
import { db } from "#lib/db.ts";
import { tidy } from "#lib/jobs/running/tidy.ts";
import { log } from "#lib/log.ts";
import { elsewhere, makeAdmin, makeLink, makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue } from "#lib/testing/trial-study.ts";
import { createUser, renewLink } from "#lib/users/mutations.ts";

log.level = "silent";
const secret = "heron maple lake stone amber";
const admin = operator();
const seen = async (filter: DoorFilter) => (await listDoorEvents(admin, filter)).events;
const kindsOf = async (userId: string) =>
  (await seen({ user: userId })).map(({ kind, details }) => [kind, details]).toReversed();

describe("what happens at the doors", () => {
  test("is there for admins, with address and device: sign-ins, failures, waits, links, new secrets", async () => {
    const person = await makePerson({ role: "researcher", secret });
    const from = elsewhere();
    const enter = (given: string) => enterBySecret({ handle: person.handle, secret: given }, from);
    const { admission } = expectValue(await enter(secret));
    const signInId = admission.kind === "signed_in" ? admission.signInId : "";
    for (let i = 0; i < 7; i++) await enter("wrong");
    const token = await makeLink(person.id);
    await enterByLink(token, from);
    await enterByLink(token, from);
    const viewer = viewerFor({ ...person, role: "researcher" }, signInId);
    await setOwnPassword(viewer, { current: "wrong", password: "brook candle otter window" });
    await setOwnPassword(viewer, { current: secret, password: "brook candle otter window" });
    await endOwnSignIn(viewer, signInId);
    await signOutOfEverything(viewer, { tokens: false });
    const none = { signIns: 0, links: 0, tokens: 0 };
    expect(await kindsOf(person.id)).toEqual([
      ["signed_in", { by: "password" }],
      ...Array.from({ length: 5 }, () => ["sign_in_failed", {}]),
      // Two were turned away, and that is told once.
      ["throttled", {}],
      ["signed_in", { by: "link" }],
      ["link_refused", { why: "used" }],
      ["proof_failed", {}],
      ["password_set", { ...none, signIns: 1 }],
      ["signed_out", {}],
      ["signed_out_everywhere", none],
    ]);
    const [last] = await seen({ user: person.id, kind: "link_refused" });
    expect(last).toMatchObject({ ...from, handle: person.handle, name: person.name });
    expect((await seen({ text: from.address })).length).toBe(9);
  });

  test("of tokens too: made, used for the first time, revoked, and refused where they are wrong", async () => {
    const viewer = await makeAdmin();
    const token = expectValue(await createToken(viewer, { name: "Notebook", days: 30 }));
    const { address } = elsewhere();
    const send = (sent: string) => {
      const headers = { authorization: `Bearer ${sent}`, "x-benchside-address": address };
      const request = new Request("https://study.example.org/api/v1/studies", { headers });
      return answerBearer(["admin"], { request, signedIn: async () => null }, async () => new Response());
    };
    for (const sent of [token, token, "bs_no", "bs_no"]) await send(sent);
    const [{ id } = { id: "" }] = await listOwnTokens(viewer);
    await revokeToken(viewer, id);
    const named = { token: "Notebook" };
    expect(await kindsOf(viewer.userId)).toEqual([
      ["token_made", named],
      ["token_used", named],
      ["token_revoked", named],
    ]);
    expect((await seen({ text: address })).map(({ kind }) => kind)).toEqual(["token_refused", "token_used"]);
  });

  test("names nothing that was typed where nobody has that name: it may have been a password", async () => {
    const from = elsewhere();
    const typed = `my-secret-${randomUUID()}`;
    const lines: unknown[] = [];
    const kept = log.info.bind(log);
    log.info = ((line: unknown) => void lines.push(line)) as typeof log.info;
    await enterBySecret({ handle: typed, secret: typed }, from);
    log.info = kept;
    expect(lines).toMatchObject([{ door: "sign_in_failed", userId: null, address: from.address }]);
    const events = await seen({ text: from.address });
    expect(events).toMatchObject([{ kind: "sign_in_failed", userId: null }]);
    expect(JSON.stringify([lines, events.map((event) => ({ ...event, id: "" }))])).not.toContain(typed);
  });

  test("says who made a link; what the command line does has no door", async () => {
    const viewer = await makeAdmin();
    const { id } = await createUser(viewer, { name: "Wu Tang", role: "researcher" });
    await renewLink(admin, id);
    expect(await kindsOf(id)).toEqual([["link_made", { by: viewer.handle }]]);
  });
});

test(`is forgotten after ${doorDays} days, addresses and all; the record stays`, async () => {
  const { id: userId } = await makePerson();
  const day = (days: number) => new Date(Date.now() - days * 86_400_000);
  const event = { kind: "signed_in", userId, address: "192.0.2.7", device: "?" };
  for (const days of [doorDays - 1, doorDays + 1])
    await db.doorEvent.create({ data: { ...event, at: day(days) } });
  const recorded = await db.auditEvent.count();
  expect(await tidy()).toMatchObject({ doors: 1 });
  expect(await seen({ user: userId })).toHaveLength(1);
  expect(await db.auditEvent.count()).toBe(recorded);
});

test("the list goes on where it ended, and finds by name, kind and the beginning of an address", async () => {
  const person = await makePerson({ name: `Zoë 100% ${randomUUID().slice(0, 8)}` });
  const event = { userId: person.id, address: "198.51.100.7", device: "?" };
  await db.doorEvent.createMany({
    data: Array.from({ length: 103 }, () => ({ ...event, kind: "signed_in" })),
  });
  const first = await listDoorEvents(admin, { text: person.name });
  expect([first.events.length, first.older]).toEqual([100, first.events.at(-1)?.id]);
  const rest = await listDoorEvents(admin, { text: person.handle, before: first.older ?? undefined });
  expect([rest.events.length, rest.older]).toEqual([3, null]);
  expect((await listDoorEvents(admin, { text: "198.51.100.7", user: person.id })).events).toHaveLength(100);
  expect((await listDoorEvents(admin, { user: person.id, kind: "throttled" })).events).toEqual([]);
  expect((await listDoorEvents(admin, { text: "51.100", user: person.id })).events).toEqual([]);
});
